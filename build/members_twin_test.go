package build

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// TestCountsAreEnumerations compares counts with an enumeration of all strings of up to 6 letters,
// classified by recursive descent. The grammars contain no other letters.
func TestCountsAreEnumerations(t *testing.T) {
	const text = `r1 = *"1"
r2 = *("1" / "2")
r3 = 1*"1" "2" / "3"
r4 = *3("1" "2") [ "3" ]
r5 = 2*4("1" / "2" "3")
r6 = *( "1" *"2" "3" )
r7 = "1" / "12" / "123" / "1" *"2"
r8 = [ "1" ] [ "2" ] [ "3" ] [ "1" ]
r9 = *( r8 "2" )
r10 = r3 r3
r11 = r2 "3" r2
r12 = *"1" *"2" *"3"
r13 = 3( "1" / "2" / "3" )
r14 = ""
r15 = "1" r15 / "2"
r16 = r16 "1" / r16 "2" / "3"
r17 = "1" r18 / ""
r18 = "2" r17 / "3" r18
r19 = 1*2( *2"1" "2" ) *1"3"
r20 = ( "1" / r7 ) *( r7 / "3" )
r21 = *( *( "1" "1" ) "2" / "3" )
r22 = 5*("1" / "2") / "3" "3"
`
	w := newTwinned(t, text, quick)
	counts := make([][7]int64, len(w.g.Rules))
	var all func(length int)
	all = func(length int) {
		for i := range w.g.Rules {
			if w.d.Derives(i) {
				counts[i][length]++
			}
		}
		for _, c := range "123"[:min(3, 3*(6-length))] {
			w.d.Push(c)
			all(length + 1)
			w.d.Pop()
		}
	}
	all(0)
	for i, r := range w.g.Rules {
		m := membersOf(t, w.g, r.Name, Characters)
		for n, want := range counts[i] {
			if got, err := m.Count(n); err != nil || got.Int64() != want {
				t.Errorf("%s has %v members of %d letters, want %d, %v", r.Name, got, n, want, err)
			}
		}
	}
}

// TestMembersOfXRI draws random members of the rules of XRI 3.0, by depth. A recognizer accepts the
// members and rejects the near misses.
func TestMembersOfXRI(t *testing.T) {
	testkit.SkipSlow(t)
	w := newXRITwin(t)
	random := rand.New(rand.NewPCG(3, 34))
	members, misses := 0, 0
	for _, r := range w.rules {
		for depth := range 2 {
			m, err := w.g.MembersWithin(t.Context(), r.name, depth, Characters)
			if err != nil {
				t.Fatal(err)
			}
			for range testkit.Fewer(200) {
				s, err := m.Sample(random, 0, m.Shortest()+20)
				if err != nil {
					t.Fatal(err)
				}
				if len([]rune(s)) < 63 {
					members++
					if w.d.Set(s); !w.d.Derives(r.index) {
						t.Errorf("%s to depth %d: %q is no member", r.name, depth, s)
					}
				}
				miss, err := m.NearMiss(random, 0, m.Shortest()+20)
				if err != nil {
					t.Fatal(err)
				}
				if len([]rune(miss.String())) < 63 {
					misses++
					if w.d.Set(miss.String()); w.d.Derives(r.index) {
						t.Errorf("%s to depth %d: %q is a member", r.name, depth, miss)
					}
				}
			}
		}
	}
	if min(members, misses) < 44*testkit.Fewer(150) {
		t.Errorf("%d members, %d near misses", members, misses)
	}
}

// TestDepthsOfXRI checks that a table of XRI 3.0 that counts to a depth accepts exactly the members
// with at most that many nested references to xref. The test strings contain parentheses, which may
// also be text. A recognizer that uses the syntax tree determines which of them are members.
func TestDepthsOfXRI(t *testing.T) {
	t.Parallel()
	testkit.SkipSlow(t)
	g := bundled(t, "xri30")
	xref := g.Rule("xref")
	texts := strings.Fields("= () =() ()= =(?) =(?)) =(a:b)c) =((?)) =((?))) =(()) =((())) =(()()) (())() =(a:()) " +
		"=(a:() =(=(=()))")
	random := rand.New(rand.NewPCG(33, 11))
	for range testkit.Few(400) {
		var b strings.Builder
		b.WriteString([]string{"=", "", "(", "=("}[random.IntN(4)])
		for range random.IntN(6) {
			b.WriteString([]string{"(", ")", "()", "(=", "?", "*", "a:", "/"}[random.IntN(8)])
		}
		texts = append(texts, b.String()+strings.Repeat(")", random.IntN(3)))
	}
	seen := map[string]int{}
	for _, name := range []string{"xri", "xref", "xri-authority", "xri-path"} {
		r := g.Rule(name)
		for depth, table := range countedTo(t, g, r, 5) {
			if table == "" {
				continue
			}
			x := newRecognizer(g, xref)
			for _, s := range slices.Compact(slices.Sorted(slices.Values(texts))) {
				want := x.accepts(r, s, depth)
				if table.Valid(s) != want {
					t.Errorf("%s to depth %d: %q is a member: %t", name, depth, s, want)
				}
				if want {
					seen[fmt.Sprint(name, " ", depth)]++
				}
			}
		}
	}
	if t.Log(seen); seen["xri 4"] < 5 || seen["xri 4"] == seen["xri 1"] {
		t.Error("too few members")
	}
}

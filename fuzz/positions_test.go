package fuzz

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/sampler"
	"github.com/irilex/iri/internal/shared"
)

// bundledRules returns the rules of the bundled grammars that have both a table and position sets,
// in document order.
func bundledRules(t testing.TB) (rules []ruleUnderTest, sets []*recognizer) {
	t.Helper()
	if bundledPositions.rules != nil {
		return bundledPositions.rules, bundledPositions.sets
	}
	without := 0
	for _, b := range build.BundledGrammars() {
		g := compiled(t, b.Name)
		for _, r := range g.Rules {
			if r.Table == "" || b.Name == "profiles" { // combines rules from other documents; covered by package certificate
				continue
			}
			if r.Kind != build.Regular { // see FuzzXRI
				continue
			}
			positions, err := bundledDocument(b.Name).recognizer(r.Name)
			if err != nil {
				t.Log(err)
				without++
				continue
			}
			rules = append(rules, underTest(shipped(t, r)))
			sets = append(sets, positions)
		}
	}
	if without > len(rules)/50 || len(rules) < 400 {
		t.Errorf("%d rules have no position sets, %d have", without, len(rules))
	}
	bundledPositions.rules, bundledPositions.sets = rules, sets
	return rules, sets
}

// bundledPositions holds the result of bundledRules. Its tests run sequentially.
var bundledPositions struct {
	rules []ruleUnderTest
	sets  []*recognizer
}

// FuzzPositions compares the tables for all bundled rules with position sets.
func FuzzPositions(f *testing.F) {
	notRaced(f)
	for i, s := range slices.Concat(inputs(), ownSuite(), conformance(f)) {
		if i < len(inputs()) || i%8 == 0 { // each is tried on some 300 rules
			f.Add(s)
		}
	}
	rules, sets := bundledRules(f)
	f.Fuzz(func(t *testing.T, s string) {
		for i, r := range rules {
			if want := sets[i].match(s); r.Valid(s) != want {
				t.Errorf("%s of %s: %q: valid is %t by the table, %t by the position sets", r.Name(), r.Grammar(), s, !want, want)
			}
		}
	})
}

// FuzzMembers draws a member of a bundled rule and edits it. The table must accept the member, and
// agree with the position sets on the edited string.
func FuzzMembers(f *testing.F) {
	notRaced(f)
	rules, sets := bundledRules(f)
	var samplers []*sampler.Sampler
	for i, r := range rules {
		samplers = append(samplers, sampler.New(r.machine))
		f.Add(uint16(i), uint64(i), uint8(i%50), uint8(1))
	}
	var calls, members atomic.Int64
	f.Fuzz(func(t *testing.T, rule uint16, seed uint64, length, edits uint8) {
		i := int(rule) % len(rules)
		r := rules[i]
		if calls.Add(1); r.machine.Start == 0 {
			return
		}
		members.Add(1)
		random := rand.New(rand.NewPCG(seed, 17))
		s := samplers[i].Draw(random, int(length), nil)
		for n := 0; ; n++ {
			want := sets[i].match(string(s))
			if r.Valid(string(s)) != want || n == 0 && !want {
				t.Fatalf("%s of %s: %q, %d edits from a member: valid is %t by the table, %t by the position sets",
					r.Name(), r.Grammar(), s, n, r.Valid(string(s)), want)
			}
			checkVerdict(t, r, string(s))
			if n == int(edits%4) {
				return
			}
			s = edit(random, s)
		}
	})
	if calls, members := calls.Load(), members.Load(); !fuzzing() && members < calls*9/10 {
		f.Errorf("only %d of %d calls have a member", members, calls)
	}
}

// TestPositionsOfDocuments compares the rules of grammars by other authors, with all their
// idiosyncrasies, with their position sets on members and on strings one edit away. By default it
// reads only small documents. With more -strings than the default it reads all documents and takes
// 15 seconds.
func TestPositionsOfDocuments(t *testing.T) {
	notRaced(t)
	const smallDocument = 2000
	documents, rules, strings, without := 0, 0, 0, 0
	for _, file := range shared.Glob(t, "grammars/*.abnf") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > smallDocument && *count <= defaultCount() {
			continue
		}
		documents++
		src := syntax.NewSource(filepath.Base(file), string(text))
		g, _ := build.Compile(t.Context(), src, build.Options{Name: src.Name})
		read, _ := notation.Read(src, syntax.ABNF)
		d := newDocument(read)
		for _, r := range g.Rules {
			if r.Table == "" {
				continue
			}
			positions, err := d.recognizer(r.Name)
			if err != nil {
				t.Logf("%s: %v", src.Name, err)
				without++
				continue
			}
			rules++
			checkMembers(underTest(r.Table), func(s string) {
				strings++
				if want := positions.match(s); r.Table.Valid(s) != want {
					t.Errorf("%s of %s: %q: valid is %t by the table, %t by the position sets", r.Name, src.Name, s, !want, want)
				}
			})
		}
	}
	t.Logf("%d documents, %d rules, %d strings; %d rules without position sets", documents, rules, strings, without)
	if without > rules/20 || rules < 100 || strings < 50*rules {
		t.Errorf("%d rules have no position sets, %d have, compared on %d strings", without, rules, strings)
	}
}

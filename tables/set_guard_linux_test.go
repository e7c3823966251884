package tables_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// No read goes past the end of a set or a string.
func TestNothingIsReadBehindTheEndOfASet(t *testing.T) {
	table, text := testkit.NewFence(t, 1<<19), testkit.NewFence(t, 1<<12)
	for i, c := range setCases(t) {
		r := seeded(uint64(700 + i))
		set := tables.Set(table.Last(string(c.set)))
		for range testkit.Few(60) {
			s := c.input(r, 100)
			first, want := c.first(s), drain(c.set.Lexer(s))
			s = text.Last(s)
			if why := testkit.Faults(func() {
				if set.First(s) != first || !slices.Equal(drain(set.Lexer(s)), want) {
					t.Errorf("%s: wrong about %q", c.name, s)
				}
				l := set.Lexer(s)
				if l.Remember(0); !slices.Equal(drain(l), want) {
					t.Errorf("%s: wrong about %q when it remembers", c.name, s)
				}
				set.Prefix(s)
				set.Classify(s)
				set.Check(s)
				m := set.LongestMatch()
				m.AdvanceString(s[:len(s)/2])
				m.AdvanceString(s[len(s)/2:])
				m.Match()
			}); why != nil {
				t.Fatalf("%s: on %q: %v", c.name, s, why)
			}
		}
	}
}

// walkGarbage calls every permitted method of a string that is not a set, and reports whether there
// is a match.
func walkGarbage(set tables.Set, s string) bool {
	first := set.First(s)
	_, n := set.Prefix(s)
	m := set.LongestMatch()
	for i := range len(s) {
		m.AdvanceString(s[i : i+1])
	}
	m.Advance([]byte(s))
	m.Match()
	for how := range 3 {
		l, at := set.Lexer(s), 0
		switch {
		case how == 1:
			l.Remember(-1)
		case how == 2 && set.States() < 1000:
			l.Remember(0)
		}
		for l.Next() {
			if span := l.Span(); span.Start != at || span.End <= at || l.Text() == "" {
				panic("the tokens are not the string")
			}
			at = l.Span().End
		}
		if at != len(s) {
			panic("the tokens are not all of the string")
		}
	}
	for range set.Tokens(s) {
	}
	said := 0
	for _, q := range []tables.State{set.Start(), 1, 254, 255, 1<<16 - 1, 1<<32 - 1} {
		for i := range len(s) {
			if !testkit.OneIn(8, i) {
				continue
			}
			q = set.Advance(set.AdvanceString(q, s[:i]), []byte(s[i:]))
			if set.RuleAt(q) >= 0 || set.Accepting(q) || q.Dead() {
				said++
			}
		}
	}
	return first >= 0 || n >= 0 || said > 1<<20 // never true: this uses all answers
}

// Given any string in place of a set, walks return some result and Verify returns an error. None of
// them panics or reads past the end of the string.
func TestGarbageThatIsTakenForASet(t *testing.T) {
	r := seeded(750)
	table, text := testkit.NewFence(t, 1<<19), testkit.NewFence(t, 1<<12)
	var every []byte
	for b := range 256 {
		every = append(every, byte(b))
	}
	probes := []string{"", "a", "aaaaaaaaab", "http://[1:2:3:4:5:6:7:8]/", string(every)}
	answers, believed := map[bool]int{}, map[bool]int{}
	try := func(kind string, garbage []byte, verify bool) {
		set := tables.Set(table.Last(string(garbage)))
		believed[len(garbage) >= 88+516 && int64(binary.LittleEndian.Uint32(garbage[20:]))+
			int64(binary.LittleEndian.Uint32(garbage[24:]))+256 <= int64(len(garbage))]++
		for _, s := range append(probes, string(randomBytes(r, r.IntN(30)))) {
			s := text.Last(s)
			if why := testkit.Faults(func() { answers[walkGarbage(set, s)]++ }); why != nil {
				t.Fatalf("%s: on %q: %v\n%x", kind, s, why, garbage[:min(len(garbage), 88)])
			}
		}
		if why := testkit.Faults(func() {
			if err := machine.VerifySet(set); verify && err == nil {
				t.Errorf("%s: Verify accepts it", kind)
			}
			machine.OfSet(set)
			fmt.Fprint(io.Discard, set.States(), set.Classes(), set.Hash())
			e, depth := set.Exactness()
			fmt.Fprint(io.Discard, e, depth)
		}); why != nil {
			t.Fatalf("%s: Verify: %v", kind, why)
		}
	}
	cases := setCases(t)
	small := smallSets(t)
	tiny := ofMade("tiny", literal("a"), literal("ab")).set
	for i := range len(tiny) {
		try("cut off", []byte(tiny[:i]), true)
		if i > 8 {
			try("cut off and sealed", []byte(sealed([]byte(tiny[:i]))), true)
		}
	}
	for range testkit.Few(200) {
		c := cases[r.IntN(len(cases))]
		i := 9 + r.IntN(len(c.set)-9)
		try(c.name+" cut off", []byte(c.set[:i]), true)
		try(c.name+" cut off and sealed", []byte(sealed([]byte(c.set[:i]))), true)
	}
	for i := range testkit.Few(3000) {
		c := small[r.IntN(len(small))]
		b := []byte(c.set)
		for range 1 + r.IntN(4) {
			at := r.IntN(len(b))
			if i%2 == 0 {
				at = r.IntN(88)
			}
			b[at] = byte(r.IntN(256))
		}
		try(c.name+" with other bytes", b, false)
		try(c.name+" with other bytes, sealed", []byte(sealed(b)), false)
		random := randomTable(r)
		copy(random, "irs\x02")
		if i%2 == 0 {
			random = []byte(sealed(random))
		}
		try("random", random, false)
	}
	t.Logf("walked: %v, matched: %v", believed, answers)
	if least := testkit.Few(1000); answers[true] < least || answers[false] < least || believed[true] < least ||
		believed[false] < testkit.Few(200) {
		t.Errorf("hardly any garbage is walked: %v, %v", believed, answers)
	}
}

// Every section may claim any offset and any number of states.
func TestNoLabelIsReadBehindTheEnd(t *testing.T) {
	fence := testkit.NewFence(t, 1<<19)
	for _, c := range []*setCase{ofMade("near", literal("aaa"), star(literal("a"))),
		ofMade("far", literal("aaa"), cycle(300), then(cycle(300), literal("c")))} {
		n := int64(len(c.set))
		for _, at := range []int{8, 12, 14, 16, 18, 20, 24, 28, 36, 40} { // states, classes, stride … parts
			for _, v := range []int64{0, 1, 2, 87, 88, 254, 255, 256, 65535, n - 520, n - 518, n - 517, n - 516, n - 515, n - 4,
				n - 2, n - 1, n, n + 1, n + 512,
				1<<31 - 1, 1 << 31, 1<<32 - 1024, 1<<32 - 4, 1<<32 - 3, 1<<32 - 2, 1<<32 - 1} {
				b := []byte(c.set)
				binary.LittleEndian.PutUint32(b[at:], uint32(v))
				set := tables.Set(fence.Last(string(b)))
				for _, s := range []string{"", "a", "aaaaaaaaaaaaaaaaaaaab", string(make([]byte, 100))} {
					if why := testkit.Faults(func() { walkGarbage(set, s) }); why != nil {
						t.Fatalf("%s: %d at %d: on %q: %v", c.name, v, at, s, why)
					}
				}
			}
		}
		// the offset and the number of the lists
		parts := int(binary.LittleEndian.Uint32([]byte(c.set[40:])))
		for at := parts; at < len(c.set)-516; at++ {
			for _, v := range []byte{0, 1, 0x7F, 0x80, 0xFF} {
				b := []byte(c.set)
				b[at] = v
				set := tables.Set(fence.Last(string(b)))
				if why := testkit.Faults(func() { walkGarbage(set, "aaaaaaab") }); why != nil {
					t.Fatalf("%s: %d at %d: %v", c.name, v, at, why)
				}
			}
		}
	}
}

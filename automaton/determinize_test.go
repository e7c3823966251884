package automaton

import (
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// agree checks that all machines built from a tree agree with the tree on each text.
func agree(t *testing.T, tree *tree, texts []string) {
	t.Helper()
	n, raw, least := tree.nfa(), tree.raw(), tree.dfa()
	for _, text := range texts {
		want := tree.accepts(text)
		if got := raw.Accepts(text); got != want {
			t.Fatalf("%s: % X: the subset construction says %v", tree, text, got)
		}
		if got := least.Accepts(text); got != want {
			t.Fatalf("%s: % X: the minimal automaton says %v", tree, text, got)
		}
		if len(text) <= 2 || len(text) > 5 { // simulate is slow
			if got := simulate(n, text); got != want {
				t.Fatalf("%s: % X: the NFA says %v", tree, text, got)
			}
		}
	}
}

// The tree, the NFA, and the DFAs before and after Minimize have the same members.
func TestRandomMachinesMatchTheirTrees(t *testing.T) {
	t.Parallel()
	r := seeded(5)
	members, empty := 0, 0
	for i := range testkit.Few(1200) {
		tree := randomTree(r, 1+i%4)
		texts := longer(r, tree.dfa(), 10)
		agree(t, tree, texts)
		if i%4 == 0 {
			agree(t, tree, probes)
		}
		for _, text := range texts {
			if tree.accepts(text) {
				members++
			}
		}
		if len(texts) == 0 {
			empty++
		}
	}
	if members < testkit.Few(5000) || empty == 0 || empty > testkit.Few(300) {
		t.Errorf("%d members tried, %d empty languages: the generator is not what it was", members, empty)
	}
}

// The texts are all strings of up to eight letters, and the machines use only two letters.
func TestLetterMachinesMatchTheirTrees(t *testing.T) {
	t.Parallel()
	r := seeded(6)
	for i := range testkit.Few(800) {
		tree := letterTree(r, 2+i%4)
		d := tree.dfa()
		for text := range strs([]string{"a", "b"}, 8) {
			if d.Accepts(text) != tree.accepts(text) {
				t.Fatalf("%s: %s: accepted: %v", tree, text, d.Accepts(text))
			}
		}
	}
}

func TestDeterminizeNamedCases(t *testing.T) {
	all := byteIn(0, 255)
	for _, c := range []struct {
		name    string
		tree    *tree
		live    int
		classes int
	}{
		{"nothing", alt(), 0, 1},
		{"nothing, in the middle", cat(lit("a"), alt(), lit("b")), 0, 1},
		{"nothing, repeated", star(alt()), 1, 1},
		{"the empty string", cat(), 1, 1},
		{"the empty string, repeated", star(star(cat())), 1, 1},
		{"everything", star(all), 1, 1},
		{"one byte", all, 2, 1},
		{"no code point", runes(), 0, 1},
		{"bytes far apart in one class", oneOf("\x00a\xff"), 2, 2},
		{"every byte a class", everyByteAClass(), 258, 256},
		{"embedded nothing", opt(embed(alt())), 1, 1},
		{"embedded empty string", cat(embed(cat()), embed(star(lit("a")))), 1, 2},
		{"repeated in repeated", star(star(cat(star(lit("a")), star(lit("b"))))), 1, 2},
	} {
		d := c.tree.dfa()
		if d.Live() != c.live || d.NumClasses() != c.classes {
			t.Errorf("%s: %d live states and %d classes, want %d and %d", c.name, d.Live(), d.NumClasses(), c.live, c.classes)
		}
		checkCanonical(t, d)
		agree(t, c.tree, probes)
	}
}

// everyByteAClass matches any byte b followed by a byte no smaller than b, so the set of second
// bytes differs for each b.
func everyByteAClass() *tree {
	t := alt()
	for b := range 256 {
		t.kids = append(t.kids, cat(byteIn(byte(b), byte(b)), byteIn(byte(b), 255)))
	}
	return t
}

// upTo12 is *12("a"/"c") "a" *12("a"/"c"), each optional letter inside the one before.
func upTo12() *tree {
	some := cat()
	for range 12 {
		some = opt(cat(oneOf("ac"), some))
	}
	return cat(some, lit("a"), some)
}

// The test covers the exponential case and a harmless one of the same form (see DefaultLimits).
func TestSubsetsBeforeAndAfter(t *testing.T) {
	letters := func() *tree { return oneOf("ab") }
	for n := range 10 {
		tree := cat(star(letters()), lit("a"), times(n, letters()))
		if live := tree.dfa().Live(); live != 2<<n {
			t.Errorf("a, %d from the end: %d states, want %d", n, live, 2<<n)
		}
	}
	least := upTo12().dfa()
	if raw := upTo12().raw(); raw.NumStates() != 12_288 || least.NumStates() != 105 {
		t.Errorf("%d subsets for %d states, want 12288 for 105", raw.NumStates(), least.NumStates())
	}
	// Written as a sequence of optional letters, the same language has sets without gaps.
	some := func() *tree { return times(12, opt(oneOf("ac"))) }
	flat := cat(some(), lit("a"), some())
	if raw := flat.raw(); raw.NumStates() != 105 {
		t.Errorf("%d subsets, want 105", raw.NumStates())
	}
	same(t, least, flat.dfa())
}

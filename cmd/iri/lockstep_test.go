package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// TestLockstep compares locksteps with various limits with the rules tried one by one, on strings
// from all grammars.
func TestLockstep(t *testing.T) {
	testkit.SkipSlow(t)
	letters := []string{
		"a", "1", "25", ":", "/", "//", "?", "#", "[", "]", "::", ".", "@", "%41", "é", "\xff", " ", "\x00", "\"", "<", "^^",
		"\U000f0000",
	}
	random := rand.New(rand.NewPCG(1, 2))
	inputs := append(corpus.Lines("urls", 2000), corpus.Lines("iris", 2000)...)
	for range 8000 {
		var text strings.Builder
		for range random.IntN(8) {
			text.WriteString(letters[random.IntN(len(letters))])
		}
		inputs = append(inputs, text.String(), inputs[random.IntN(4000)]+text.String())
	}
	random.Shuffle(len(inputs), func(i, j int) { inputs[i], inputs[j] = inputs[j], inputs[i] })
	inputs = inputs[:testkit.Few(len(inputs))]
	for _, g := range bundled.Grammars() {
		rules := g.Rules()
		locksteps := []*lockstep{newLockstep(rules, maxStates), newLockstep(rules, 20), newLockstep(rules, 0)}
		matched := map[int]bool{}
		row, _ := build.FindBundled(g.Name)
		for _, text := range slices.Concat(row.Members, row.Others, inputs) {
			want := matchEach(rules, []byte(text))
			for _, s := range locksteps {
				if got := s.match([]byte(text)); !slices.Equal(got, want) {
					t.Fatalf("%s, limit %d, %q: %v, want %v", g.Name, s.limit, text, got, want)
				}
			}
			for _, i := range want {
				matched[i] = true
			}
		}
		t.Logf("%s: %d of %d rules matched something, %d states", g.Name, len(matched), len(rules), len(locksteps[0].states))
		if n := len(locksteps[0].states); n >= maxStates || n < 10 {
			t.Errorf("%s: %d states, want 10 to %d; more Members and Others in its row in build/bundled.go make more",
				g.Name, n, maxStates-1)
		}
		if n := len(locksteps[1].states); n != min(20, len(locksteps[0].states)) {
			t.Errorf("%s: %d states, of a limit of 20", g.Name, n)
		}
		if len(matched) < len(rules)/4 {
			t.Errorf("%s: only %d of %d rules matched something", g.Name, len(matched), len(rules))
		}
	}
}

// TestKey checks that different places have different keys.
func TestKey(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range []int{0, 1, 255, 256, 1 << 16} {
		for _, state := range []tables.State{1, 2, 255, 256, 257, 1 << 15} {
			for _, more := range [][]place{nil, {{rule + 1, 1}}, {{rule + 1, 1}, {rule + 2, 2}}} {
				k := key(append([]place{{rule, state}}, more...))
				if seen[k] {
					t.Errorf("rule %d in state %d and %v: another has this key", rule, state, more)
				}
				seen[k] = true
			}
		}
	}
}

func TestLockstepOfNoRules(t *testing.T) {
	for _, rules := range [][]tables.Rule{nil, {""}, {"", ""}} {
		s := newLockstep(rules, maxStates)
		for _, text := range []string{"", "a", "aa", "\x00"} {
			if got := s.match([]byte(text)); len(got) != 0 {
				t.Errorf("%d rules, %q: %v", len(rules), text, got)
			}
		}
	}
}

// TestLockstepAllocations checks that matching a line similar to an earlier one does not allocate.
func TestLockstepAllocations(t *testing.T) {
	g, _ := findShipped("rfc3987")
	s := newLockstep(g.Rules(), maxStates)
	text := []byte("https://example.org/")
	s.match(text)
	if n := testing.AllocsPerRun(100, func() { s.match(text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

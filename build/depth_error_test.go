package build

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// TestErrorsAtRandomDepths compares tables that count up to a depth, for random grammars, with
// finite automata for the same members: the verdicts, the error offsets, and whether a member can
// continue there. It also checks that each expected character can follow, and that a walk completes
// the bytes before an error to a member.
func TestErrorsAtRandomDepths(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(33, 44))
	compared, closed := 0, 0
	for n := range testkit.Fewest(400) {
		writer := &recursionWriter{Rand: random, alphabet: alphabets[n%len(alphabets)]}
		text := writer.grammar()
		w := newTwinned(t, text, quick)
		depth := 1 + n%3
		opt := quick
		opt.Recursion = Recursion{Exactness: tables.Subset, Depth: depth}
		finite := newTwinned(t, text, opt)
		for i, r := range w.g.Rules {
			to, counted := finite.g.Rules[i].Table, countedTo(t, w.g, r, depth+1)
			if to == "" || to.Recursive() || counted == nil {
				continue
			}
			compared++
			compare := func(s string) {
				got, _ := counted[depth].Check(s).(*tables.SyntaxError)
				want, _ := to.Check(s).(*tables.SyntaxError)
				if got != nil && got.Undecided() {
					return
				}
				if (got == nil) != (want == nil) {
					t.Fatalf("%s to depth %d: %q: %v, want %v\n%s", r.Name, depth, s, got, want, text)
				}
				if got == nil {
					return
				}
				if got.Offset != want.Offset || got.AtEnd != want.AtEnd || got.Incomplete != want.Incomplete {
					t.Fatalf("%s to depth %d: %q: %v, want %v\n%s", r.Name, depth, s, got, want, text)
				}
				for _, c := range writer.alphabet { // a single-character word must be a character that can follow
					next, ok := to.Check(s[:got.Offset] + string(c)).(*tables.SyntaxError)
					if ok && next.Offset == got.Offset && slices.Contains(got.Expected(), fmt.Sprintf(`"%c"`, c)) {
						t.Fatalf("%s to depth %d: %q: %v: %c cannot follow\n%s", r.Name, depth, s, got, c, text)
					}
				}
				if deeper, _ := r.Table.Check(s).(*tables.SyntaxError); deeper == nil || deeper.Offset > got.Offset {
					closed++
				}
				walk, err := NewWalk(counted[depth])
				if err != nil {
					t.Fatal(err)
				}
				for i := range got.Offset {
					walk.Step(s[i])
				}
				if rest, ok := walk.Completion(); !ok || !to.Valid(s[:got.Offset]+rest) {
					t.Fatalf("%s to depth %d: %q is not completed by %q\n%s", r.Name, depth, s[:got.Offset], rest, text)
				}
			}
			length := map[int]int{2: 8, 3: 5, 4: 4}[len(writer.alphabet)]
			testkit.EachText(strings.Split(string(writer.alphabet), ""), length, compare)
			for range 20 {
				if s, ok := w.d.Draw(random, i); ok && len(s) < 50 {
					compare(s)
					compare(neighbour(random, writer.alphabet, []rune(s)))
				}
			}
		}
	}
	t.Logf("%d tables, %d strings that only the depth refuses", compared, closed)
	if compared < testkit.Fewest(400)/4 || closed < compared {
		t.Error("too few are compared")
	}
}

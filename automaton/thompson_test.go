package automaton

import "testing"

// A part after a part without members is never read: a way into the fragment must not lead to some
// other state.
func TestEmbedOfNothing(t *testing.T) {
	nothing := embed(alt())
	for _, c := range []struct {
		tree, same *tree
	}{
		{nothing, alt()},
		{alt(cat(lit("x"), lit("y")), cat(lit("z"), nothing)), lit("xy")},
		{cat(opt(nothing), lit("a")), lit("a")},
		{cat(star(nothing), lit("a")), lit("a")},
		{alt(lit("a"), cat(lit("a"), nothing, lit("b"))), lit("a")},
	} {
		same(t, c.same.dfa(), c.tree.dfa(), c.tree)
	}
}

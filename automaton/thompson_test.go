package automaton

import "testing"

// A part that follows a part without members is never read: a path into its fragment must not lead
// to another state.
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

// One-element lists share their memory: a thousand lists take at most ten allocations.
func TestListsShareTheirMemory(t *testing.T) {
	allocations := testing.AllocsPerRun(5, func() {
		room := []int(nil)
		for i := range 1000 {
			if one := list(&room, i); len(one) != 1 || cap(one) != 1 || one[0] != i {
				t.Fatalf("list %d is %v", i, one)
			}
		}
	})
	if allocations > 10 {
		t.Errorf("%v allocations for 1000 lists", allocations)
	}
}

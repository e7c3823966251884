package automaton

// A Relation compares two languages.
type Relation struct {
	OnlyA, OnlyB, Both bool // whether some strings are only in a, only in b, or in both
}

// Relate compares the languages of two canonical automata.
//
// Idea. If one state of a pair is dead, all strings accepted from the other state are in only one
// of the languages. So the search continues only from pairs of live states. It stops once it has
// found strings of all three kinds.
//
// Cost: computing the joint classes, plus one step per joint class for each reachable pair of live
// states.
//
// Tested against: TestRelate compares the result with Included and Intersect.
func Relate(a, b *DFA, meter *Meter) (r Relation, err error) {
	if err := meter.Work(1000); err != nil { // steps for the joint classes
		return r, err
	}
	_, examples := commonClasses(a, b)
	seen := map[pair]bool{}
	var queue []pair
	visit := func(q pair) {
		switch {
		case q.a == Dead:
			r.OnlyB = r.OnlyB || q.b != Dead
		case q.b == Dead:
			r.OnlyA = true
		case !seen[q]:
			seen[q] = true
			queue = append(queue, q)
		}
	}
	visit(pair{a.start, b.start})
	for i := 0; i < len(queue) && r != (Relation{true, true, true}); i++ {
		q := queue[i]
		r.OnlyA = r.OnlyA || a.accept[q.a] && !b.accept[q.b]
		r.OnlyB = r.OnlyB || b.accept[q.b] && !a.accept[q.a]
		r.Both = r.Both || a.accept[q.a] && b.accept[q.b]
		if err := meter.Work(30 + 3*int64(len(examples))); err != nil {
			return r, err
		}
		for _, c := range examples {
			visit(pair{a.Step(q.a, c), b.Step(q.b, c)})
		}
	}
	return r, nil
}

// Common returns the shortest string in both a and b, within the limits of a meter.
func Common(a, b *DFA, meter *Meter) (member string, ok bool, err error) {
	return witness(a, b, func(x, y bool) bool { return x && y }, meter)
}

package automaton

// runs holds the maximal runs of byte classes on which a set of NFA states has the same edges, and
// the targets of each run. A set often has only a few runs even if the automaton has a hundred
// classes.
type runs struct {
	first   []int       // first class of each run, in ascending order, then the number of classes
	targets [][]StateID // by run: the targets of its edges
	cut     [257]bool   // by class: whether it starts a run; all false between calls
	run     [257]int    // by first class of a run: the index of the run
}

// The of method finds the runs for a set of states of n, using the classes of d. It returns the
// number of steps it took, excluding the steps for the classes of a new state, which
// [subsets.state] counts.
func (r *runs) of(n *NFA, set []StateID, d *DFA) (steps int64) {
	r.cut[0], r.cut[d.classes] = true, true
	for _, q := range set {
		for _, e := range n.edges[q] {
			r.cut[d.class[e.Lo]], r.cut[int(d.class[e.Hi])+1] = true, true
		}
	}
	r.first = r.first[:0]
	for c := range d.classes + 1 {
		if r.cut[c] {
			r.cut[c], r.run[c] = false, len(r.first)
			r.first = append(r.first, c)
		}
	}
	for len(r.targets) < len(r.first)-1 {
		r.targets = append(r.targets, nil)
	}
	r.targets = r.targets[:len(r.first)-1]
	for i := range r.targets {
		r.targets[i] = r.targets[i][:0]
	}
	for _, q := range set {
		for _, e := range n.edges[q] {
			from, to := r.run[d.class[e.Lo]], r.run[int(d.class[e.Hi])+1]
			for i := from; i < to; i++ {
				r.targets[i] = append(r.targets[i], e.To)
			}
			steps += int64(to - from)
		}
	}
	return steps
}

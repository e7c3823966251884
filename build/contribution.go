package build

import (
	"cmp"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// A Contribution is the part of a rule's NFA that comes from its references to one other rule.
type Contribution struct {
	Rule   *Rule
	Times  int64 // copies of Rule in the NFA: a repetition copies its element, up to 100,000 times
	States int64 // NFA states of all copies together; a call has 1 state
}

// Spent returns the numbers of steps and transitions spent so far on compiling the document, see
// [automaton.Meter].
func (g *Grammar) Spent() (steps, transitions int64) { return g.meter.Steps(), g.meter.Transitions() }

// Contributions returns a contribution for each rule r refers to, those with the most states first.
// A reference to a rule lowered together with r, in one circle, counts as one state. So does a
// call.
func (g *Grammar) Contributions(r *Rule) (list []Contribution) {
	if r.From != "" || r.expr == nil {
		return nil
	}
	times := map[*Rule]int64{}
	g.countCopies(r.expr, 1, times)
	for _, to := range r.refs {
		if n := times[to]; n > 0 {
			list = append(list, Contribution{to, n, n * g.brings(r, to)})
		}
	}
	slices.SortStableFunc(list, func(a, b Contribution) int { return cmp.Compare(b.States, a.States) })
	return list
}

// brings returns the number of states that one reference to the rule to adds to the NFA of r.
func (g *Grammar) brings(r, to *Rule) int64 {
	lowered := r.Kind == Linear && to.in(r.scc)
	if d := to.automaton(); d != nil && !lowered && (to.calls == nil || !to.calls.of(to)) {
		return int64(d.Live())
	}
	return 1
}

// countCopies adds to all, for each rule to which e refers, the number of its copies in an NFA
// with times copies of e. It does not look into a class, because a class is lowered without
// references.
func (g *Grammar) countCopies(e syntax.Expr, times int64, all map[*Rule]int64) {
	const most = 1 << 40
	if name, ok := e.(*syntax.RuleName); ok {
		if to := g.referent(name.Name); to != nil {
			all[to] = min(most, all[to]+times)
		}
		return
	}
	if g.class(e) != nil {
		return
	}
	if rep, ok := e.(*syntax.Repetition); ok {
		copies := int64(rep.Max)
		if rep.Max == syntax.Unbounded {
			copies = int64(rep.Min) + 1
		}
		if times = min(most, times*copies); times == 0 {
			return
		}
	}
	for _, item := range syntax.Items(e) {
		g.countCopies(item, times, all)
	}
}

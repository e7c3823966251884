package automata

import (
	"cmp"
	"slices"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
)

// A Contribution is the part of a rule's NFA that comes from its references to one other rule.
type Contribution struct {
	Rule   *names.Rule
	Times  int64 // copies of Rule in the NFA: a repetition copies its element, up to 100,000 times
	States int64 // NFA states in all copies together; 1 for a call
}

// Contributions returns a contribution for each rule that r refers to, the one with the most states
// first. A call counts as one state. So does a reference to a rule in the same cycle, because that
// rule is lowered together with r.
func (a *Automata) Contributions(r *names.Rule) (list []Contribution) {
	if r.From != "" || r.Expr == nil {
		return nil
	}
	times := map[*names.Rule]int64{}
	a.countCopies(r.Expr, 1, times)
	for _, to := range r.Refs {
		if n := times[to]; n > 0 {
			list = append(list, Contribution{to, n, n * a.brings(r, to)})
		}
	}
	slices.SortStableFunc(list, func(x, y Contribution) int { return cmp.Compare(y.States, x.States) })
	return list
}

// brings returns the number of states that each reference from r to the other rule adds to the NFA
// of r.
func (a *Automata) brings(r, to *names.Rule) int64 {
	lowered := a.Graph.Kind(r) == recursion.Linear && a.Graph.Together(to, r)
	made := a.Of(to)
	if d := made.Any(); d != nil && !lowered && !made.isCalled(to) {
		return int64(d.Live())
	}
	return 1
}

// countCopies adds to all, for each rule to which e refers, the number of copies of that rule in an
// NFA that contains times copies of e. It skips classes, because their references are not lowered.
func (a *Automata) countCopies(e syntax.Expr, times int64, all map[*names.Rule]int64) {
	const most = 1 << 40
	if name, ok := e.(*syntax.RuleName); ok {
		if to := a.Names.Referent(name.Name); to != nil {
			all[to] = min(most, all[to]+times)
		}
		return
	}
	if a.Classes.Of(e) != nil {
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
		a.countCopies(item, times, all)
	}
}

package build

import (
	"cmp"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// A Contribution is what the references of a rule to another one bring into its NFA.
type Contribution struct {
	Rule   *Rule
	Times  int64 // how often the rule is copied: a repetition copies its element, up to 100,000 times
	States int64 // of all copies; 1 for each call
}

// Spent returns the steps and transitions that compiling has cost, see [automaton.Meter].
func (g *Grammar) Spent() (steps, transitions int64) { return g.meter.Steps(), g.meter.Transitions() }

// Contributions returns what each rule that r refers to brings into the NFA of r, the largest first. A rule
// of the same circle that is lowered together with r counts 1 for each reference, as a call does.
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

// brings returns how many states a reference brings.
func (g *Grammar) brings(r, to *Rule) int64 {
	lowered := r.Kind == Linear && to.in(r.scc)
	if d := to.automaton(); d != nil && !lowered && (to.calls == nil || !to.calls.of(to)) {
		return int64(d.Live())
	}
	return 1
}

// countCopies counts the references in an expression that is there a number of times. A class has none.
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

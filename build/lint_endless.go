package build

import (
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// lintEndless reports recursive rules that match no string, because each way through them leads
// back to one of them, as in a = a "x". A rule not compiled for another reason counts as a rule
// with a member.
func (g *Grammar) lintEndless() {
	e := endless{Grammar: g, ends: map[*Rule]bool{}}
	for _, scc := range stronglyConnected(g.Rules) {
		if err := e.component(scc); err != nil {
			return
		}
		first := scc[0]
		if first.Kind != Linear && first.Kind != SelfEmbedding || e.ends[first] {
			continue
		}
		scc = slices.Clone(scc)
		slices.SortFunc(scc, func(a, b *Rule) int { return int(a.pos() - b.pos()) })
		first = scc[0]
		text := "the rule %s matches no string: each way through it comes back to it"
		if len(scc) > 1 {
			text = "the rules %s match no string: each way through one of them comes to another"
		}
		g.report("empty-language", first.pos(), len(first.Name), text, names(scc[:min(len(scc), 10)]))
	}
}

// An endless finds the rules with at least one member.
type endless struct {
	*Grammar
	ends map[*Rule]bool // the rules for which a member is found
}

// component adds to e.ends the rules with a member among those of scc, a strongly connected
// component. It must be called before for the components scc refers to. It passes through the rules
// until a pass finds no further rule with a member.
func (e *endless) component(scc []*Rule) error {
	for again := true; again; {
		again = false
		for _, r := range scc {
			if err := e.meter.Work(ruleSteps / 10); err != nil {
				return err
			}
			if !e.ends[r] && (r.expr == nil || !r.Own() || r.unread || r.broken != nil || e.has(r.expr)) {
				e.ends[r] = true
				again = len(scc) > 1
			}
		}
	}
	return nil
}

// has reports whether x has a member, as far as members of rules are found.
func (e *endless) has(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.RuleName:
		to := e.referent(x.Name)
		return to == nil || e.ends[to]
	case *syntax.Option:
		return true
	case *syntax.Repetition:
		return x.Min == 0 || e.has(x.Item)
	case *syntax.Difference:
		return e.has(x.Item)
	case *syntax.Alternation:
		return slices.ContainsFunc(x.Items, e.has)
	}
	return !slices.ContainsFunc(syntax.Items(x), func(item syntax.Expr) bool { return !e.has(item) })
}

package lint

import (
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
)

// Empty reports r if it matches no string, not even the empty string. made contains the automata of
// r. Without recursion there are three possible causes: all strings contain surrogates, all strings
// are excluded, or PEG semantics allows no match. If a rule that r refers to matches no string, the
// message names that rule.
func Empty(a *automata.Automata, r *names.Rule, made *automata.Rule, list *syntax.List) {
	if !made.Empty() || a.Graph.Kind(r) != recursion.Regular { // Endless reports recursive rules
		return
	}
	why := "surrogates have no UTF-8 encoding"
	if i := slices.IndexFunc(r.Refs, func(to *names.Rule) bool { return a.Of(to).Empty() }); i >= 0 {
		why = r.Refs[i].Name + " matches no string"
	} else if a.Ordered(r) {
		why = "with PEG semantics every path through it fails"
	} else if excepts(r.Expr) {
		why = "the exception removes every string"
	}
	about(list, "empty-language", r, "the rule %s matches no string: %s", r.Name, why)
}

// excepts reports whether e contains a difference or a negated class outside optional elements.
func excepts(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Difference:
		return true
	case *syntax.Class:
		return e.Negated
	case *syntax.Option:
		return false
	case *syntax.Repetition: // an optional element matches at least the empty string
		return e.Min > 0 && excepts(e.Item)
	}
	return slices.ContainsFunc(syntax.Items(e), excepts)
}

// Endless reports recursive rules that match no string because every path through them leads back
// to one of them, such as a = a "x". A rule that was not compiled for some other reason is assumed
// to have a member. Endless stops when a limit of the meter is exceeded.
func Endless(graph *recursion.Graph, meter *automaton.Meter, list *syntax.List) {
	e := memberFinder{graph.Names, meter, map[*names.Rule]bool{}}
	for _, component := range graph.Components() {
		if err := e.component(component); err != nil {
			return
		}
		component = slices.DeleteFunc(slices.Clone(component), func(r *names.Rule) bool { return e.ends[r] })
		if len(component) == 0 || !graph.Recursive(component[0]) {
			continue
		}
		slices.SortFunc(component, func(a, b *names.Rule) int { return int(a.Pos() - b.Pos()) })
		text := "the rule %s matches no string: every path through it leads back to it"
		if len(component) > 1 {
			text = "the rules %s match no string: every path through one of them leads to another"
		}
		about(list, "empty-language", component[0], text, names.List(component[:min(len(component), 10)]))
	}
}

// A memberFinder finds the rules that have at least one member.
type memberFinder struct {
	*names.Grammar
	meter *automaton.Meter
	ends  map[*names.Rule]bool // rules known to have a member
}

// component adds to e.ends those rules of a strongly connected component that have a member. The
// components to which it refers must already have been visited. It visits all the rules repeatedly,
// until a pass finds no further rule that has a member.
func (e *memberFinder) component(rules []*names.Rule) error {
	for again := true; again; {
		again = false
		for _, r := range rules {
			if err := e.meter.Work(automata.RuleSteps / 10); err != nil {
				return err
			}
			if !e.ends[r] && (r.Expr == nil || !r.Own() || r.Unread || r.Broken != nil || e.has(r.Expr)) {
				e.ends[r] = true
				again = len(rules) > 1
			}
		}
	}
	return nil
}

// has reports whether x is known to have a member.
func (e *memberFinder) has(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.RuleName:
		to := e.Referent(x.Name)
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

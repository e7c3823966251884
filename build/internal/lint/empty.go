package lint

import (
	"slices"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
)

// Empty reports r if it matches no string, not even the empty one. made has its automata. Without
// recursion there are three causes: all strings contain surrogates, or are excepted, or no match is
// possible in the reading by order. If a rule it refers to matches no string, the message names it.
func Empty(a *automata.Automata, r *names.Rule, made *automata.Rule, list *syntax.List) {
	if !made.Empty() || a.Graph.Kind(r) != recursion.Regular { // Endless reports recursion
		return
	}
	why := "surrogates have no UTF-8 form"
	if i := slices.IndexFunc(r.Refs, func(to *names.Rule) bool { return a.Of(to).Empty() }); i >= 0 {
		why = r.Refs[i].Name + " matches no string"
	} else if a.Ordered(r) {
		why = "read by order (PEG), each way through it fails"
	} else if excepts(r.Expr) {
		why = "the exception removes every string"
	}
	about(list, "empty-language", r, "the rule %s matches no string: %s", r.Name, why)
}

// excepts reports whether e contains a difference or a negated class, outside of optional
// elements.
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

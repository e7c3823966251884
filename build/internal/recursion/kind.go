package recursion

import (
	"cmp"
	"slices"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// A Kind describes whether and how a rule is recursive, and so whether a finite automaton can match
// it.
type Kind uint8

// Kinds. A cycle of rules is self-embedding if one of its rules derives itself with text on both
// sides (Chomsky, 1959), for example a = "(" a ")" / "x". Any other cycle has text on only one side
// of its references, for example a = "x" a / "y", and its language is regular.
const (
	Regular       Kind = iota // reaches no recursion; compiled exactly
	Linear                    // recursive with text on only one side; compiled exactly
	SelfEmbedding             // recursive in the middle: no finite automaton is exact, but a table may count calls
	Depends                   // not recursive, but refers, directly or indirectly, to a recursive rule
)

// String returns "regular", "linear", "self-embedding" or "depends".
func (k Kind) String() string {
	return [...]string{"regular", "linear", "self-embedding", "depends"}[k]
}

// kindOf returns the kind of a strongly connected component: Regular if there are no references
// between its rules, SelfEmbedding if some of these references have text on the left and some have
// text on the right, otherwise Linear. The references with text on the left need not be those with
// text on the right, because any two references lie on a common cycle. filled contains the rules
// that derive text. unwound contains definitions that replace those of the document.
func kindOf(
	g *names.Grammar, component []*names.Rule, unwound map[*names.Rule]syntax.Expr, filled map[*names.Rule]bool,
) Kind {
	if len(component) == 1 && !slices.Contains(component[0].Refs, component[0]) {
		return Regular
	}
	s := sides{texts: texts{g, filled, map[syntax.Expr]bool{}}, inside: map[*names.Rule]bool{}}
	for _, r := range component {
		s.inside[r] = true
	}
	for _, r := range component {
		s.visit(cmp.Or(unwound[r], r.Expr), false, false)
	}
	if s.left && s.right {
		return SelfEmbedding
	}
	return Linear
}

// sides records whether some reference within a component has text on its left, and whether some
// reference has text on its right.
type sides struct {
	texts
	inside      map[*names.Rule]bool // rules of the component
	left, right bool
}

// visit finds the references in e to rules of the component, and sets left and right. before and
// after report whether there may be text to the left and to the right of e.
func (s *sides) visit(e syntax.Expr, before, after bool) {
	switch e := e.(type) {
	case *syntax.RuleName:
		if s.inside[s.g.Referent(e.Name)] {
			s.left, s.right = s.left || before, s.right || after
		}
	case *syntax.Group:
		s.visit(e.Item, before, after)
	case *syntax.Option:
		s.visit(e.Item, before, after)
	case *syntax.Alternation:
		for _, item := range e.Items {
			s.visit(item, before, after)
		}
	case *syntax.Predicate: // a rule with a predicate is never compiled together with its cycle
		s.visit(e.Item, true, true)
	case *syntax.Difference: // recursion through a difference has no agreed meaning
		s.visit(e.Item, true, true)
		s.visit(e.Except, true, true)
	case *syntax.Repetition:
		if e.Max != 0 {
			again := e.Max != 1 && s.derives(e.Item)
			s.visit(e.Item, before || again, after || again)
		}
	case *syntax.Concatenation:
		first, last := len(e.Items), -1 // indexes of items that derive text
		for i, item := range e.Items {
			if s.derives(item) {
				first, last = min(first, i), i
			}
		}
		for i, item := range e.Items {
			s.visit(item, before || first < i, after || last > i)
		}
	}
}

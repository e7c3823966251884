package automata

import (
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// With unordered choice, a string is a member of a rule if some path through the rule matches it. A
// document in Treetop's notation defines parsing expressions instead (Ford, 2004): once an
// alternative matches, no later one is tried, and a repetition never gives back a copy of its
// element. A table with unordered choice accepts every string that the parsing expression matches.
// So the table is a superset, and it is exact if the order cannot matter.
//
// Idea. The order cannot matter if all members of an expression have the same length. Then each
// start allows at most one end, and by induction on the expression, both semantics find that end or
// neither does. At its very end, a rule may also repeat or omit an element of fixed length. The
// element must then match all remaining text, so both semantics repeat it equally often. A
// repetition without an upper bound must not repeat the empty string, because Treetop's parser
// never returns from it. All other rules count as supersets, although some of them are exact: in
// general, it is undecidable whether the two semantics of a rule agree.
//
// Tested against: TestExactnessRandom compares both semantics on all short strings.

// exactness returns whether the table of r is exact, a superset or a subset, relative to the
// language that the document defines for r. The result depends on the recursion of r, on the order
// of its alternatives, and on the exactness of the rules to which r and its cycle refer. If the
// table would be neither a superset nor a subset, exactness returns a [Refusal].
func (s scope) exactness(r *names.Rule) (tables.Exactness, error) {
	most := tables.Exact
	mixed := false
	add := func(e tables.Exactness) {
		mixed = mixed || e != tables.Exact && most != tables.Exact && e != most
		most = max(most, e)
	}
	if s.Graph.Kind(r) == recursion.SelfEmbedding {
		add(s.Recursion.Exactness)
	}
	if !s.PEG && s.Names.Document.Dialect == syntax.Treetop && !s.Names.IsProfile(r) && !s.orderless(r.Expr) {
		add(tables.Superset)
	}
	for _, member := range s.Graph.Component(r) {
		for _, to := range member.Refs {
			if !s.Graph.Together(to, r) {
				add(s.Of(to).Exactness)
			}
		}
	}
	if mixed {
		return 0, &Refusal{text: "ordered choice makes its table a superset and the depth makes it a subset; " +
			"with both, it would be neither"}
	}
	return most, nil
}

const (
	manyLengths = -1
	maxLength   = 1 << 30 // far above any length that is compiled
)

// length returns the number of code points in each member of e if that number is the same for all
// members, and manyLengths otherwise. For "ab" / "cd" it returns 2.
func (s scope) length(e syntax.Expr) int {
	if n, ok := s.lengths[e]; ok {
		return n
	}
	n := s.measure(e)
	if n > maxLength {
		n = manyLengths
	}
	s.lengths[e] = n
	return n
}

// measure computes the length of e for length, which stores it.
func (s scope) measure(e syntax.Expr) int {
	if s.Classes.Of(e) != nil {
		return 1
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		if to := s.Names.Referent(e.Name); s.Graph.Kind(to) == recursion.Regular {
			return s.length(to.Expr)
		}
	case *syntax.CharVal:
		return len([]rune(e.Text))
	case *syntax.Group:
		return s.length(e.Item)
	case *syntax.Repetition:
		if e.Max == 0 {
			return 0
		}
		if n := s.length(e.Item); e.Min == e.Max && n >= 0 {
			return n * e.Min
		}
	case *syntax.Concatenation:
		return s.total(e.Items)
	case *syntax.Alternation:
		return s.common(e.Items)
	}
	return manyLengths
}

// total returns the length of the concatenation of items: the sum of their lengths. It returns
// manyLengths if the length of an item varies.
func (s scope) total(items []syntax.Expr) int {
	sum := 0
	for _, item := range items {
		n := s.length(item)
		if n < 0 || sum > maxLength {
			return manyLengths
		}
		sum += n
	}
	return sum
}

// common returns the length of an alternation of items if they all have the same length, and
// manyLengths otherwise.
func (s scope) common(items []syntax.Expr) int {
	n := s.length(items[0])
	for _, item := range items[1:] {
		if s.length(item) != n {
			return manyLengths
		}
	}
	return n
}

// orderless reports whether e matches the same strings with ordered as with unordered choice at the
// end of a rule, where it must match all remaining text. It may err, but only by returning false.
func (s scope) orderless(e syntax.Expr) bool {
	if s.length(e) >= 0 || s.Names.Octets[e] { // octets have a fixed length in bytes, not in code points
		return true
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		to := s.Names.Referent(e.Name)
		return s.Graph.Kind(to) == recursion.Regular && s.Of(to).Exactness == tables.Exact
	case *syntax.Group:
		return s.orderless(e.Item)
	case *syntax.Repetition:
		n := s.length(e.Item)
		return n > 0 || n == 0 && e.Max != syntax.Unbounded
	case *syntax.Option:
		return s.length(e.Item) >= 0
	case *syntax.Concatenation:
		last := len(e.Items) - 1
		return s.total(e.Items[:last]) >= 0 && s.orderless(e.Items[last])
	}
	return false
}

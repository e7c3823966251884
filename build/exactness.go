package build

import (
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// Choice is unordered for membership: a table matches what some way through the rule
// reads. A document in Treetop's notation means something narrower, a parsing expression
// (Ford, 2004): an alternative that matched is never given up for a later one, nor a
// repetition cut short. Every string that the expression accepts is a member of the table,
// which therefore is a superset, and exact when the order cannot matter.
//
// It cannot where the members of an expression have one length: at any place in the text at
// most one end is possible, and both readings find it or neither does, by induction on the
// expression. So it is with a rule that is of one length and at its very end, where the
// whole text must be used up, repeats something of one length or leaves it out: as often as
// that can be read there is how often the rule reads it. Without an end it must not repeat
// the empty string: Treetop's parser never comes back from that. Anything else counts as a superset,
// though it may be exact: to compare the two readings of a rule in general is undecidable.

// exactness says how the table of r stands to what the document means: by its recursion, its order, and
// the rules that it and its circle refer to. There is none for a table that is neither a superset nor a
// subset.
func (g *Grammar) exactness(r *Rule) (tables.Exactness, error) {
	most := tables.Exact
	mixed := false
	add := func(e tables.Exactness) {
		mixed = mixed || e != tables.Exact && most != tables.Exact && e != most
		most = max(most, e)
	}
	if r.Kind == SelfEmbedding {
		add(g.recursion.Exactness)
	}
	_, profile := g.profiles[r]
	if g.Semantics == Unordered && g.document.Dialect == syntax.Treetop && !profile && !g.orderless(r.expr) {
		add(tables.Superset)
	}
	for _, member := range r.scc {
		for _, to := range member.refs {
			if !to.in(r.scc) {
				add(to.exactness)
			}
		}
	}
	if mixed {
		return 0, &refusal{text: "the order of choices makes a superset of it, and the depth a subset: it would be neither"}
	}
	return most, nil
}

const (
	manyLengths = -1
	maxLength   = 1 << 30 // nothing that is compiled comes near
)

// length returns the number of code points of the members of e when they all have the
// same, else manyLengths.
func (g *Grammar) length(e syntax.Expr) int {
	if n, ok := g.lengths[e]; ok {
		return n
	}
	n := g.measure(e)
	if n > maxLength {
		n = manyLengths
	}
	g.lengths[e] = n
	return n
}

func (g *Grammar) measure(e syntax.Expr) int {
	if g.class(e) != nil {
		return 1
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		if to := g.referent(e.Name); to.Kind == Regular {
			return g.length(to.expr)
		}
	case *syntax.CharVal:
		return len([]rune(e.Text))
	case *syntax.Group:
		return g.length(e.Item)
	case *syntax.Repetition:
		if e.Max == 0 {
			return 0
		}
		if n := g.length(e.Item); e.Min == e.Max && n >= 0 {
			return n * e.Min
		}
	case *syntax.Concatenation:
		return g.total(e.Items)
	case *syntax.Alternation:
		return g.common(e.Items)
	}
	return manyLengths
}

func (g *Grammar) total(items []syntax.Expr) int {
	sum := 0
	for _, item := range items {
		n := g.length(item)
		if n < 0 || sum > maxLength {
			return manyLengths
		}
		sum += n
	}
	return sum
}

func (g *Grammar) common(items []syntax.Expr) int {
	n := g.length(items[0])
	for _, item := range items[1:] {
		if g.length(item) != n {
			return manyLengths
		}
	}
	return n
}

// orderless reports whether e, at the end of a text, means the same with ordered choice
// as without.
func (g *Grammar) orderless(e syntax.Expr) bool {
	if g.length(e) >= 0 || g.octets[e] { // octets are of one length in bytes, not in code points
		return true
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		to := g.referent(e.Name)
		return to.Kind == Regular && to.exactness == tables.Exact
	case *syntax.Group:
		return g.orderless(e.Item)
	case *syntax.Repetition:
		n := g.length(e.Item)
		return n > 0 || n == 0 && e.Max != syntax.Unbounded
	case *syntax.Option:
		return g.length(e.Item) >= 0
	case *syntax.Concatenation:
		last := len(e.Items) - 1
		return g.total(e.Items[:last]) >= 0 && g.orderless(e.Items[last])
	}
	return false
}

package build

import (
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// Without an order, a string is a member of a rule if some way through the rule reads it. A
// document in Treetop's notation means a parsing expression instead (Ford, 2004): after a matching
// alternative no later one is tried, and a repetition never gives back a copy of its element. The
// table accepts every string of the parsing expression. So it is a superset, and exact if the
// order cannot matter.
//
// Idea. The order cannot matter if all members of an expression have one length. Then at most one
// end is possible for each beginning, and both readings find it or neither does, by induction on
// the expression. At its very end, a rule may also repeat, or leave out, an element of one length.
// The whole text must be used up there, so both readings repeat the element equally often. A
// repetition without an upper bound must not repeat the empty string, because Treetop's parser
// never returns from it. All other rules count as supersets, although some are exact: comparing
// the two readings of a rule is undecidable in general.
//
// Twin: TestExactnessRandom compares both readings on all short strings.

// exactness returns the relation of the table of r to the language that the document gives r:
// exact, a superset or a subset. It depends on the recursion of r, on the order of its
// alternatives, and on the exactness of the rules r and its circle refer to. A table that would be
// neither a superset nor a subset is a [refusal].
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
	maxLength   = 1 << 30 // far above every compiled length
)

// length returns the number of code points in each member of e, if all members have the same
// number. Otherwise it returns manyLengths. For "ab" / "cd" it returns 2.
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

// measure computes the result of length, which stores it.
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

// total returns the length of a concatenation of items: the sum of their lengths. It returns
// manyLengths if an item has no single length.
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

// common returns the length of an alternation of items: their length, if all have the same one.
// Else it returns manyLengths.
func (g *Grammar) common(items []syntax.Expr) int {
	n := g.length(items[0])
	for _, item := range items[1:] {
		if g.length(item) != n {
			return manyLengths
		}
	}
	return n
}

// orderless reports whether e matches the same strings with ordered and with unordered choice, if e
// stands at the end of a rule and so has to match all the text left. It may return false for such
// an expression too.
func (g *Grammar) orderless(e syntax.Expr) bool {
	if g.length(e) >= 0 || g.octets[e] { // octets have one length in bytes, not in code points
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

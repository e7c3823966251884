package build

import (
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// class returns the class of an expression made of single code points, and nil for any other
// expression; bytes have no class. With it the lowerer lowers an alternation of ranges, such as
// ucschar of RFC 3987 with its 17 ranges, as one class.
func (g *Grammar) class(e syntax.Expr) *unicode.RangeTable {
	if g.octets[e] {
		return nil
	}
	switch e := e.(type) {
	case *syntax.NumRange:
		return automaton.Range(e.Lo, e.Hi)
	case *syntax.NumVal:
		if len(e.Values) == 1 {
			return automaton.Range(e.Values[0], e.Values[0])
		}
	case *syntax.CharVal:
		if c, size := utf8.DecodeRuneInString(e.Text); size > 0 && size == len(e.Text) {
			return g.letter(c, e.Fold)
		}
	case *syntax.Group:
		return g.class(e.Item)
	case *syntax.Alternation, *syntax.Class, *syntax.Difference:
		return g.combine(e)
	case *syntax.RuleName:
		if to := g.referent(e.Name); to != nil {
			return to.class
		}
	}
	return nil
}

// maxRuns bounds the runs of code points in all unions of a grammar. A document of a
// mebibyte has a quarter of it, unless it adds to large classes again and again.
const maxRuns = 1 << 20

// combine returns the class of an expression made of several classes, or nil. It remembers
// the result, because an expression in a repetition, or deep inside of groups, is visited
// many times.
func (g *Grammar) combine(e syntax.Expr) *unicode.RangeTable {
	class, ok := g.classes[e]
	if !ok {
		switch e := e.(type) {
		case *syntax.Alternation:
			class = g.unite(e.Items)
		case *syntax.Class:
			class = g.ranges(e)
		case *syntax.Difference:
			class = g.except(e)
		}
		g.classes[e] = class
	}
	return class
}

// count adds the runs of a class, and reports whether the sum is within maxRuns.
func (g *Grammar) count(class *unicode.RangeTable) bool {
	g.runs += len(class.R16) + len(class.R32)
	return g.runs <= maxRuns
}

// unite returns the class of an alternation of classes, or nil.
func (g *Grammar) unite(items []syntax.Expr) *unicode.RangeTable {
	classes := make([]*unicode.RangeTable, len(items))
	for i, item := range items {
		class := g.class(item)
		if class == nil || !g.count(class) {
			return nil
		}
		classes[i] = class
	}
	return automaton.Union(classes...)
}

// anyCodePoint is the class of all code points with a form in UTF-8.
var anyCodePoint = automaton.Union(
	automaton.Range(0, firstSurrogate-1), automaton.Range(lastSurrogate+1, unicode.MaxRune))

// ranges returns the class of a written class. It does not count against maxRuns: its
// automaton has no other construction, and each of its runs stands in the document.
func (g *Grammar) ranges(e *syntax.Class) *unicode.RangeTable {
	ranges := make([]*unicode.RangeTable, len(e.Ranges))
	for i, r := range e.Ranges {
		ranges[i] = automaton.Range(r.Lo, r.Hi)
	}
	class := automaton.Union(ranges...)
	if e.Negated {
		class = automaton.Without(anyCodePoint, class)
	}
	return class
}

// except returns the class of a difference of classes. It returns nil for any other
// difference, and if the classes have too many runs.
func (g *Grammar) except(e *syntax.Difference) *unicode.RangeTable {
	item, except := g.class(e.Item), g.class(e.Except)
	if item == nil || except == nil || !g.count(item) || !g.count(except) {
		return nil
	}
	return automaton.Without(item, except)
}

// classify computes the classes of rules.
func (g *Grammar) classify() {
	for _, r := range g.order(nil) { // rules come after those they refer to
		if r.Kind == Regular && !r.unread && r.From == "" {
			if r.class = g.class(r.expr); r.class == nil && len(g.octets) > 0 {
				r.units = g.units(r.expr)
			}
		}
	}
}

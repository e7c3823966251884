package build

import (
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// class returns the class of e, if every string that e matches is a single code point: the set of
// these code points. For any other expression, and for one with bytes (octets), it returns nil.
// The lowerer lowers an expression with a class at once, such as ucschar of RFC 3987 with its 17
// ranges.
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

// maxRuns bounds g.runs: the runs of code points in all classes combined for a grammar. A run is a
// range such as a-z. An ordinary document of a mebibyte has a quarter of this number. A document
// has more only if it adds to large classes again and again.
const maxRuns = 1 << 20

// combine returns the class of an alternation, a written class or a difference, or nil if it has
// none. It stores the result in g.classes, because an expression in a repetition, or deep inside
// of groups, is visited many times.
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

// count adds the runs of class to g.runs, and reports whether g.runs is still within maxRuns.
func (g *Grammar) count(class *unicode.RangeTable) bool {
	g.runs += len(class.R16) + len(class.R32)
	return g.runs <= maxRuns
}

// unite returns the union of the classes of items. It returns nil if an item has no class, or if
// the classes have too many runs.
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

// anyCodePoint is the class of all code points except surrogates: those with a form in UTF-8.
var anyCodePoint = automaton.Union(
	automaton.Range(0, span.FirstSurrogate-1), automaton.Range(span.LastSurrogate+1, unicode.MaxRune))

// ranges returns the class of e, a class written in the document such as [^a-z]. Its runs do not
// count against maxRuns, because each of them stands in the document. So ranges never returns nil:
// the lowerer has no other way to lower such a class.
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

// except returns the class of a difference: the class of its item without that of its exception.
// It returns nil if one of the two has no class, or if the classes have too many runs.
func (g *Grammar) except(e *syntax.Difference) *unicode.RangeTable {
	item, except := g.class(e.Item), g.class(e.Except)
	if item == nil || except == nil || !g.count(item) || !g.count(except) {
		return nil
	}
	return automaton.Without(item, except)
}

// classify stores the class of each regular rule in Rule.class. For a rule without a class it
// stores the code points and bytes of the rule in Rule.units, if the grammar has octets.
func (g *Grammar) classify() {
	for _, r := range g.order(nil) { // rules come after those they refer to
		if r.Kind == Regular && !r.unread && r.From == "" {
			if r.class = g.class(r.expr); r.class == nil && len(g.octets) > 0 {
				r.units = g.units(r.expr)
			}
		}
	}
}

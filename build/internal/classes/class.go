package classes

import (
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// Of returns the class of e, if every string that e matches is a single code point: the set of
// these code points. For any other expression, and for one with bytes (octets), it returns nil.
// The lowerer lowers an expression with a class at once, such as ucschar of RFC 3987 with its 17
// ranges.
func (c *Classes) Of(e syntax.Expr) *unicode.RangeTable {
	if c.names.Octets[e] {
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
		if char, size := utf8.DecodeRuneInString(e.Text); size > 0 && size == len(e.Text) {
			return c.Letter(char, e.Fold)
		}
	case *syntax.Group:
		return c.Of(e.Item)
	case *syntax.Alternation, *syntax.Class, *syntax.Difference:
		return c.combine(e)
	case *syntax.RuleName:
		if to := c.names.Referent(e.Name); to != nil {
			return c.rules[to.Index].Class
		}
	}
	return nil
}

// maxRuns bounds c.runs: the runs of code points in all classes combined for a grammar. A run is a
// range such as a-z. An ordinary document of a mebibyte has a quarter of this number. A document
// has more only if it adds to large classes again and again.
const maxRuns = 1 << 20

// combine returns the class of an alternation, a written class or a difference, or nil if it has
// none. It stores the result in c.known, because an expression in a repetition, or deep inside
// of groups, is visited many times.
func (c *Classes) combine(e syntax.Expr) *unicode.RangeTable {
	class, ok := c.known[e]
	if !ok {
		switch e := e.(type) {
		case *syntax.Alternation:
			class = c.unite(e.Items)
		case *syntax.Class:
			class = c.ranges(e)
		case *syntax.Difference:
			class = c.except(e)
		}
		c.known[e] = class
	}
	return class
}

// count adds the runs of class to c.runs, and reports whether c.runs is still within maxRuns.
func (c *Classes) count(class *unicode.RangeTable) bool {
	c.runs += len(class.R16) + len(class.R32)
	return c.runs <= maxRuns
}

// unite returns the union of the classes of items. It returns nil if an item has no class, or if
// the classes have too many runs.
func (c *Classes) unite(items []syntax.Expr) *unicode.RangeTable {
	classes := make([]*unicode.RangeTable, len(items))
	for i, item := range items {
		class := c.Of(item)
		if class == nil || !c.count(class) {
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
func (c *Classes) ranges(e *syntax.Class) *unicode.RangeTable {
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
func (c *Classes) except(e *syntax.Difference) *unicode.RangeTable {
	item, except := c.Of(e.Item), c.Of(e.Except)
	if item == nil || except == nil || !c.count(item) || !c.count(except) {
		return nil
	}
	return automaton.Without(item, except)
}

// Package classes is the compiler stage that finds classes. The class of a rule or expression that
// matches only single code points is the set of these code points. For octet rules, it also finds
// the bytes.
package classes

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// Classes holds the classes of a grammar. [Find] builds them. Its methods cache their results for
// expressions, so Classes is not safe for concurrent use.
type Classes struct {
	names *names.Grammar
	rules []Rule // indexed by rule

	known   map[syntax.Expr]*unicode.RangeTable // results of combine; nil for expressions without a class
	runs    int                                 // number of runs in the classes combined so far, see maxRuns
	letters [utf8.RuneSelf]*unicode.RangeTable  // classes of ASCII characters in one case, built on demand
	folded  [utf8.RuneSelf]*unicode.RangeTable  // classes of ASCII letters in both cases, built on demand
}

// A Rule holds the class of a rule.
type Rule struct {
	Class *unicode.RangeTable // members of the rule, if each is a single code point
	Units []span.Span         // members of the rule, if each is a single code point or byte, and some are bytes over 0x7F
}

// Find finds the class of each regular rule. If the grammar has octets, Find also finds the code
// points and bytes of rules without a class. foreign contains the classes of imported rules.
func Find(g *names.Grammar, graph *recursion.Graph, foreign map[*names.Rule]Rule) *Classes {
	c := &Classes{names: g, rules: make([]Rule, len(g.Rules)), known: map[syntax.Expr]*unicode.RangeTable{}}
	for _, r := range graph.Order(nil) { // rules follow those they refer to
		at := &c.rules[r.Index]
		switch {
		case r.From != "":
			*at = foreign[r]
		case graph.Kind(r) == recursion.Regular && !r.Unread:
			if at.Class = c.Of(r.Expr); at.Class == nil && len(g.Octets) > 0 {
				at.Units = c.unitsOf(r.Expr)
			}
		}
	}
	return c
}

// Rule returns the class of r.
func (c *Classes) Rule(r *names.Rule) Rule { return c.rules[r.Index] }

// Core returns the classes of the core rules, by rule name. The class is nil if a core rule has
// longer members.
var Core = sync.OnceValue(func() map[string]*unicode.RangeTable {
	core := names.Core(names.CodePoints)
	c := Find(core, recursion.Analyse(core), nil)
	classes := map[string]*unicode.RangeTable{}
	for _, r := range core.Rules {
		classes[r.Name] = c.Rule(r).Class
	}
	return classes
})

// Of returns the class of e if every string that e matches is a single code point. For any other
// expression, and for an expression that matches bytes (octets), it returns nil. An expression with
// a class, such as ucschar of RFC 3987 with its 17 ranges, is lowered in one step.
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

// Letter returns the class of the character char. If fold is set and char is an ASCII letter, the
// class also contains the letter in the other case. The class of an ASCII character is built only
// once.
func (c *Classes) Letter(char rune, fold bool) *unicode.RangeTable {
	if char >= utf8.RuneSelf {
		return automaton.Range(char, char)
	}
	at, other := &c.letters[char], char
	if lower := char | 0x20; fold && 'a' <= lower && lower <= 'z' {
		at, other = &c.folded[char], char^0x20
	}
	if *at == nil {
		*at = automaton.Union(automaton.Range(char, char), automaton.Range(other, other))
	}
	return *at
}

// maxRuns bounds c.runs, the number of runs in all classes combined for a grammar. A run is a range
// of code points, such as a-z. An ordinary document of one mebibyte needs a quarter of this number.
// A document needs more only if it repeatedly extends large classes.
const maxRuns = 1 << 20

// combine returns the class of an alternation, a written class or a difference, or nil if the
// expression has no class. It stores the result in c.known, because an expression inside a
// repetition or nested groups is visited many times.
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

// count adds the number of runs in class to c.runs, and reports whether c.runs is still within
// maxRuns.
func (c *Classes) count(class *unicode.RangeTable) bool {
	c.runs += len(class.R16) + len(class.R32)
	return c.runs <= maxRuns
}

// unite returns the union of the classes of items. It returns nil if an item has no class, or if
// the classes have too many runs.
func (c *Classes) unite(items []syntax.Expr) *unicode.RangeTable {
	all := make([]*unicode.RangeTable, len(items))
	for i, item := range items {
		class := c.Of(item)
		if class == nil || !c.count(class) {
			return nil
		}
		all[i] = class
	}
	return automaton.Union(all...)
}

// anyCodePoint is the class of all code points except surrogates, which have no UTF-8 form.
var anyCodePoint = automaton.Union(
	automaton.Range(0, span.FirstSurrogate-1), automaton.Range(span.LastSurrogate+1, unicode.MaxRune))

// ranges returns the class of e, a class written in the document, such as [^a-z]. Its runs do not
// count against maxRuns, because the document spells out every one of them. So ranges never returns
// nil; the lowerer has no other way to lower a written class.
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

// except returns the class of a difference: the class of its item minus the class of its exception.
// It returns nil if either has no class, or if the classes have too many runs.
func (c *Classes) except(e *syntax.Difference) *unicode.RangeTable {
	item, except := c.Of(e.Item), c.Of(e.Except)
	if item == nil || except == nil || !c.count(item) || !c.count(except) {
		return nil
	}
	return automaton.Without(item, except)
}

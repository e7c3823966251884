// Package classes is the stage of the compiler that finds the classes of a grammar: the rules and
// expressions that match single code points, or single bytes.
package classes

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// Classes are the classes of a grammar. [Find] makes it. It stores the results for expressions, and
// must not be used by two goroutines at once.
type Classes struct {
	names *names.Grammar
	rules []Rule

	known   map[syntax.Expr]*unicode.RangeTable // results of combine; nil for an expression without a class
	runs    int                                 // runs of code points in the classes combined so far, see maxRuns
	letters [utf8.RuneSelf]*unicode.RangeTable  // classes of ASCII characters in one case, made when needed
	folded  [utf8.RuneSelf]*unicode.RangeTable  // the same in both cases
}

// A Rule holds the class of a rule.
type Rule struct {
	Class *unicode.RangeTable // if each member is a single code point
	Units []span.Span         // its bytes and code points, if all members are single ones, some of them bytes
}

// Find finds the class of each regular rule. For a rule without a class it finds the code points
// and bytes of the rule, if the grammar has octets. foreign has the classes of rules of other
// grammars.
func Find(of *names.Grammar, graph *recursion.Graph, foreign map[*names.Rule]Rule) *Classes {
	c := &Classes{names: of, rules: make([]Rule, len(of.Rules)), known: map[syntax.Expr]*unicode.RangeTable{}}
	for _, r := range of.Rules {
		if r.From != "" {
			c.rules[r.Index] = foreign[r]
		}
	}
	for _, r := range graph.Order(nil) { // rules come after those they refer to
		if at := &c.rules[r.Index]; graph.Kind(r) == recursion.Regular && !r.Unread && r.From == "" {
			if at.Class = c.Of(r.Expr); at.Class == nil && len(of.Octets) > 0 {
				at.Units = c.unitsOf(r.Expr)
			}
		}
	}
	return c
}

// Rule returns the class of a rule.
func (c *Classes) Rule(r *names.Rule) Rule { return c.rules[r.Index] }

// Core returns the classes of the core rules by name. A core rule that matches more than single
// code points has a nil class.
var Core = sync.OnceValue(func() map[string]*unicode.RangeTable {
	core := names.Core(names.CodePoints)
	c := Find(core, recursion.Analyse(core), nil)
	classes := map[string]*unicode.RangeTable{}
	for _, r := range core.Rules {
		classes[r.Name] = c.Rule(r).Class
	}
	return classes
})

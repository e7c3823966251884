package names

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// core is the text of the core rules in RFC 5234, appendix B.1, such as ALPHA. An ABNF document may
// use them without defining them.
//
//go:embed core.abnf
var core string

// coreSyntax returns the syntax tree of the core rules.
func coreSyntax() *syntax.Grammar {
	document, _ := notation.Read(syntax.NewSource("core.abnf", core), syntax.ABNF)
	return document
}

// coreDefinitions returns the definitions of the core rules by their lowercase names.
var coreDefinitions = sync.OnceValue(func() map[string]*syntax.Rule {
	rules := map[string]*syntax.Rule{}
	for _, def := range coreSyntax().Rules {
		rules[strings.ToLower(def.Name)] = def
	}
	return rules
})

// IsCore reports whether a core rule has this name, ignoring case.
func IsCore(name string) bool { return coreDefinitions()[strings.ToLower(name)] != nil }

// coreRule adds the core rule with this name to the rules of the grammar. It returns the rule, or
// nil if there is none.
func (g *resolver) coreRule(name string) *Rule {
	def := coreDefinitions()[strings.ToLower(name)]
	if def == nil {
		return nil
	}
	return g.add(&Rule{Name: def.Name, Core: true, Expr: def.Expr})
}

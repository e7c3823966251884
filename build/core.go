package build

import (
	"context"
	_ "embed"
	"sync"
	"unicode"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// The core rules of RFC 5234, appendix B.1, which a document need not define.

//go:embed grammars/core.abnf
var core string

// coreSyntax reads the core rules.
func coreSyntax() *syntax.Grammar {
	document, _ := syntax.Read(syntax.NewSource("core.abnf", core), syntax.ABNF)
	return document
}

// isCore reports whether a name is that of a core rule.
func isCore(name string) bool { return coreNames()[fold(name)] }

var coreNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, def := range coreSyntax().Rules {
		names[fold(def.Name)] = true
	}
	return names
})

// coreRule takes in the core rule of that name; it returns nil when there is none.
func (g *Grammar) coreRule(name string, builtin *syntax.Grammar) *Rule {
	for _, def := range builtin.Rules {
		if fold(def.Name) == fold(name) {
			return g.add(&Rule{Name: def.Name, Core: true, expr: def.Expr})
		}
	}
	return nil
}

// compileCore compiles the core rules, which refer to themselves only.
func compileCore(ctx context.Context, as encoding) *Grammar {
	document := coreSyntax()
	g := resolve(document, "core", &syntax.List{Source: document.Source})
	if as == octets {
		g.chooseOctets([]string{WholeDocument})
	}
	analyse(g)
	g.classify()
	g.limits, g.meter = DefaultLimits(), automaton.NewMeter(ctx, DefaultLimits().Automata)
	for _, r := range g.order(nil) {
		var err error
		if r.dfa, err = g.variant(r.expr, nil); err != nil {
			break // ctx is done
		}
	}
	return g
}

// coreClasses are the core rules that are classes.
var coreClasses = sync.OnceValue(func() map[string]*unicode.RangeTable {
	document := coreSyntax()
	g := resolve(document, "core", &syntax.List{Source: document.Source})
	g.classify()
	classes := map[string]*unicode.RangeTable{}
	for _, r := range g.Rules {
		classes[r.Name] = r.class
	}
	return classes
})

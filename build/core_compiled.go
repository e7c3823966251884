package build

import (
	"context"
	"sync"
	"unicode"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// compileCore compiles the core rules, with their numbers read as code points or, if as is octets,
// as bytes. It makes automata and no tables. The core rules refer only to each other.
func compileCore(ctx context.Context, as encoding) *Grammar {
	document := coreSyntax()
	g := resolve(document, &syntax.List{Source: document.Source}, Options{Name: "core"})
	if as == octets {
		g.chooseOctets([]string{WholeDocument})
	}
	analyse(g)
	g.classify()
	g.limits, g.meter = DefaultLimits(), automaton.NewMeter(ctx, DefaultLimits().Automata)
	for _, r := range g.order(nil) {
		var err error
		if r.dfa, err = g.variant(r.expr, nil, false); err != nil {
			break // ctx is done
		}
	}
	return g
}

// coreClasses returns the classes of the core rules by name. A core rule that matches more than
// single code points has a nil class.
var coreClasses = sync.OnceValue(func() map[string]*unicode.RangeTable {
	document := coreSyntax()
	g := resolve(document, &syntax.List{Source: document.Source}, Options{Name: "core"})
	g.classify()
	classes := map[string]*unicode.RangeTable{}
	for _, r := range g.Rules {
		classes[r.Name] = r.class
	}
	return classes
})

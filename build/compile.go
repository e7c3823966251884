package build

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/labels"
	"github.com/irilex/iri/build/internal/lint"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// Compile compiles a document. The grammar is never nil. It contains the tables of the rules that
// could be compiled; its Diagnostics hold all errors and remarks. If the document has errors,
// Compile returns the list of diagnostics, a [*syntax.List], as the error. Otherwise the error is
// nil or names a rule in [Options].Rules that the document does not define. Neither recursion that
// no table can match nor a rule over the [Limits] counts as an error. [Grammar.Table] returns a
// rule's table, or the reason why there is none. When ctx is done, Compile stops early and the
// remaining rules get no tables.
func Compile(ctx context.Context, src *syntax.Source, opt Options) (*Grammar, error) {
	g, list := compileSource(ctx, src, opt)
	if err := list.Err(); err != nil {
		return g, err
	}
	for _, name := range opt.Rules {
		if _, err := g.Find(name); err != nil {
			return g, err
		}
	}
	return g, nil
}

// Compile compiles the bundled grammar as it ships: with its own limits and with [Options].Places
// set. Unless ctx is done, an error or a rule over the limits is a bug in this module. A recursive
// rule is not an error.
func (b Bundled) Compile(ctx context.Context) (*Grammar, error) {
	g, err := Compile(ctx, b.Source(), Options{Name: b.Name, Dialect: b.Dialect, Limits: b.Limits(), Places: true})
	for _, r := range g.Rules {
		err = cmp.Or(err, r.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("bundled grammar %s: %w", b.Name, err)
	}
	return g, nil
}

// compileSource is like Compile but does not check [Options].Rules. It also returns the list of
// diagnostics.
func compileSource(ctx context.Context, src *syntax.Source, opt Options) (*Grammar, *syntax.List) {
	opt.Limits = opt.Limits.orDefault(opt.Recursion)
	how := notation.ReadOptions{Dialect: opt.Dialect, Repair: opt.Repair, Limits: opt.Limits.Syntax}
	document, list := notation.ReadWith(src, how)
	return compile(ctx, document, list, opt), list
}

// compile compiles the syntax tree of a document, stage by stage. It adds its diagnostics to list.
func compile(ctx context.Context, document *syntax.Grammar, list *syntax.List, opt Options) *Grammar {
	opt.dump("read", "", func(w io.Writer) error { return syntax.Dump(w, document) })

	opt.links = cmp.Or(opt.links, newLinks())
	other := newForeign(ctx, opt)
	resolved := names.Resolve(document, list, other.names())
	lint.Unused(resolved, list)
	lint.CodePoints(resolved, list)
	lint.Duplicates(resolved, list)
	opt.dump("resolve", "", resolved.Dump)

	graph := recursion.Analyse(resolved)
	opt.dump("recursion", "", graph.Dump)

	sets := classes.Find(resolved, graph, other.classes)
	lint.Words(resolved, sets, list)
	meter := automaton.NewMeter(ctx, opt.Limits.Automata)
	made := automata.New(resolved, graph, sets, meter, opt.automata(), other.automata)
	g := newGrammar(list, opt, made, other)
	if opt.Places {
		tuning := opt.Limits.Automata
		tuning.Steps = opt.Limits.Tuning
		g.tuning = &tune.Budget{Meter: automaton.NewMeter(ctx, tuning)}
	}
	t := &tabler{g, opt}
	t.tables(ctx, graph.Order(opt.Rules)) // automata, labels, places and table of each rule

	lint.Languages(ctx, made, g.hash, list)
	if opt.Lint {
		lint.Spelling(resolved, list)
		lint.Ungrouped(resolved, list)
		if g.Semantics == Unordered {
			lint.Choices(made, list)
		}
		lint.Repeats(made, list)
		lint.Endless(graph, meter, list)
	}
	g.Elsewhere = resolved.Elsewhere + resolved.Narrow(list)
	list.Sort()
	return g
}

// newGrammar returns a grammar whose rules have no tables yet.
func newGrammar(list *syntax.List, opt Options, made *automata.Automata, other *foreign) *Grammar {
	g := &Grammar{
		Name: opt.Name, Source: made.Names.Source, Diagnostics: list, Semantics: opt.Semantics,
		automata: made, labels: labels.New(made, other.labels), limits: opt.Limits,
	}
	for _, r := range made.Names.Rules {
		g.Rules = append(g.Rules, &Rule{
			Name: r.Name, Core: r.Core, From: r.From, Defs: r.Defs, Kind: made.Graph.Kind(r), in: g, names: r,
			root: other.roots[r], origin: other.origins[r],
		})
	}
	return g
}

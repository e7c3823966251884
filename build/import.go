package build

import (
	"context"
	"fmt"
	"slices"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/labels"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// A document may use names that another document defines. Such a rule is compiled in a grammar of
// its own, from the other document, and its automaton is copied.

// A foreign holds the compiled rules of other grammars that a document uses.
type foreign struct {
	ctx   context.Context
	opt   Options
	roots map[*names.Rule]error // for a rule without an automaton the first cause, perhaps in a third grammar

	// The results of the stages for the compiled rules, by the rules of the importing document.
	classes  map[*names.Rule]classes.Rule
	automata map[*names.Rule]*automata.Rule
	labels   map[*names.Rule]labels.Rule
}

// newForeign returns a foreign without rules, for a document compiled with opt.
func newForeign(ctx context.Context, opt Options) *foreign {
	return &foreign{
		ctx: ctx, opt: opt, roots: map[*names.Rule]error{}, classes: map[*names.Rule]classes.Rule{},
		automata: map[*names.Rule]*automata.Rule{}, labels: map[*names.Rule]labels.Rule{},
	}
}

// names returns the options for resolving the names of the document.
func (f *foreign) names() names.Options {
	opt := names.Options{
		Name: f.opt.Name, Wanted: f.opt.Rules, Octets: f.opt.Octets, Import: f.opt.imported,
		ByOrder: f.opt.Semantics == PEG, Compile: f.compile,
		Bundled: func(name string) *names.Import {
			if b, ok := FindBundled(name); ok {
				return f.open(b.Import())
			}
			return nil
		},
	}
	for _, i := range f.opt.Imports {
		opt.Imports = append(opt.Imports, f.open(i))
	}
	return opt
}

// open returns an import for the stage that resolves names.
func (f *foreign) open(i Import) *names.Import {
	return &names.Import{
		Grammar: i.Options.Name, Source: i.Source, Octets: i.Options.Octets, Name: i.Name, Rule: i.Rule,
		How:   syntax.ReadOptions{Dialect: i.Options.Dialect, Repair: i.Options.Repair, Limits: f.opt.Limits.Syntax},
		Rules: map[*names.Rule]string{},
	}
}

// compile compiles the rules of imports to which the document g refers. If the document is itself
// an import, it compiles only rules needed by the rules asked for. It returns the reason for each
// rule without an automaton.
func (f *foreign) compile(g *names.Grammar, imports []*names.Import) map[*names.Rule]error {
	broken := map[*names.Rule]error{}
	for _, i := range imports {
		var rules []string
		for r, rule := range i.Rules {
			if !f.opt.imported || g.Counts(r) {
				rules = append(rules, rule)
			}
		}
		f.opt.links.provide(i, slices.Compact(slices.Sorted(slices.Values(rules))), func(rules []string) *Grammar {
			there, _ := compileSource(f.ctx, i.Source, f.how(i, rules))
			return there
		})
		for r, rule := range i.Rules {
			if there := f.opt.links.done[linkTo(i, rule)]; there == nil {
				f.roots[r] = f.opt.links.missing(linkTo(i, rule), r.From)
				broken[r] = f.roots[r]
			} else if there.made().Any() != nil {
				f.classes[r] = there.in.automata.Classes.Rule(there.names)
				f.automata[r], f.labels[r] = there.made(), there.in.labels.Rule(there.names)
			} else {
				broken[r], f.roots[r] = there.broken(r.From)
			}
		}
	}
	return broken
}

// how returns the options for compiling rules of an import.
func (f *foreign) how(i *names.Import, rules []string) Options {
	return Options{
		Name: i.Grammar, Dialect: i.How.Dialect, Repair: i.How.Repair, Octets: i.Octets,
		Rules: rules, Imports: f.opt.Imports, Limits: f.opt.Limits, Semantics: f.opt.Semantics, Recursion: f.opt.Recursion,
		links: f.opt.links, imported: true,
	}
}

// broken returns why r has no automaton, for a rule of an importing document that is named from.
// It also returns the first cause, perhaps in a third grammar.
func (r *Rule) broken(from string) (err, root error) {
	err = fmt.Errorf("the rule %s has no table: %w", from, r.reason())
	for _, to := range r.names.Refs {
		if root = r.in.rule(to).root; root != nil {
			return fmt.Errorf("%w; %w", err, root), root
		}
	}
	return err, err
}

// Import returns the import of all rules of a bundled grammar.
func (b Bundled) Import() Import {
	return Import{Source: b.Source(), Options: Options{Name: b.Name, Dialect: b.Dialect}}
}

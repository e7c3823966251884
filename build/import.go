package build

import (
	"context"
	"fmt"
	"slices"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/labels"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax/notation"
)

// A foreign compiles the imported rules that a document uses, and holds the results. It compiles
// the other document as a separate grammar. The stages of the importing document then reuse the
// results of the same stages.
type foreign struct {
	ctx context.Context
	opt Options // of the importing document

	// results by rule of the importing document
	classes  map[*names.Rule]classes.Rule
	automata map[*names.Rule]*automata.Rule
	labels   map[*names.Rule]labels.Rule
	origins  map[*names.Rule]*Rule // the rules in their own documents
	roots    map[*names.Rule]error // for a rule without an automaton: the first cause, perhaps in a third grammar
}

// newForeign returns a foreign without rules, for a document compiled with opt.
func newForeign(ctx context.Context, opt Options) *foreign {
	return &foreign{
		ctx: ctx, opt: opt, classes: map[*names.Rule]classes.Rule{}, automata: map[*names.Rule]*automata.Rule{},
		labels: map[*names.Rule]labels.Rule{}, origins: map[*names.Rule]*Rule{}, roots: map[*names.Rule]error{},
	}
}

// names returns the options for the names stage.
func (f *foreign) names() names.Options {
	opt := names.Options{
		Name: f.opt.Name, Wanted: f.opt.Rules, Octets: f.opt.Octets, Import: f.opt.imported,
		PEG: f.opt.Semantics == PEG, Compile: f.compile,
		Bundled: func(name string) *names.Import {
			if b, ok := findImport(name); ok {
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

// open converts i to an import for the names stage.
func (f *foreign) open(i Import) *names.Import {
	return &names.Import{
		Grammar: i.Options.Name, Source: i.Source, Octets: i.Options.Octets, Name: i.Name, Rule: i.Rule,
		How:   notation.ReadOptions{Dialect: i.Options.Dialect, Repair: i.Options.Repair, Limits: f.opt.Limits.Syntax},
		Rules: map[*names.Rule]string{},
	}
}

// compile compiles the imported rules to which the document g refers, and stores their results. If
// the document is itself an import, compile omits rules that do not count (see Counts of package
// names). For each rule without an automaton, it returns the reason.
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
			there, _ := compileSource(f.ctx, i.Source, Options{
				Name: i.Grammar, Dialect: i.How.Dialect, Repair: i.How.Repair, Octets: i.Octets, Rules: rules,
				Imports: f.opt.Imports, Limits: f.opt.Limits, Recursion: f.opt.Recursion, Semantics: f.opt.Semantics,
				links: f.opt.links, imported: true,
			})
			return there
		})
		for r, rule := range i.Rules {
			there := f.opt.links.done[linkTo(i, rule)]
			f.origins[r] = there
			if there == nil {
				broken[r] = f.opt.links.missing(linkTo(i, rule), r.From)
				f.roots[r] = broken[r]
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

// broken returns the reason why r has no automaton, where from is the name of r in the message. It
// also returns the first cause, perhaps in a third grammar.
func (r *Rule) broken(from string) (err, root error) {
	err = fmt.Errorf("the rule %s has no table: %w", from, r.reason())
	for _, to := range r.names.Refs {
		if root = r.in.rule(to).root; root != nil {
			return fmt.Errorf("%w; %w", err, root), root
		}
	}
	return err, err
}

// Import returns an import of all rules of a bundled grammar.
func (b Bundled) Import() Import {
	return Import{Source: b.Source(), Options: Options{Name: b.Name, Dialect: b.Dialect}}
}

package build

import (
	"io"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// Options say how to compile a document.
type Options struct {
	Name    string         // of the grammar, as tables and messages call it
	Dialect syntax.Dialect // that the document is written in
	Repair  bool           // see syntax.ReadOptions
	Rules   []string       // the rules that are wanted, with those they refer to; all when empty. Only their errors count
	Imports []Import       // where names come from that the document does not define; the first that has a name counts
	Octets  []string       // the rules whose numbers are octets, or [WholeDocument]; the document may name others
	Limits  Limits

	// Dump, when set, is called after each stage with the name of the stage and of the
	// rule ("" for the whole document), and a function that writes what the stage made
	// in a stable form for people.
	Dump func(stage, rule string, write func(io.Writer) error)
}

func (o *Options) dump(stage, rule string, write func(io.Writer) error) {
	if o.Dump != nil {
		o.Dump(stage, rule, write)
	}
}

// wants reports whether a rule is asked for by name.
func (g *Grammar) wants(opt Options, r *Rule) bool {
	return slices.ContainsFunc(opt.Rules, func(name string) bool { return g.Rule(name) == r })
}

// WholeDocument stands for all rules of a document in [Options].Octets.
const WholeDocument = "*"

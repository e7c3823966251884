package build

import (
	"io"

	"github.com/irilex/iri/build/syntax"
)

// Options select the way to compile a document.
type Options struct {
	Name    string         // of the grammar, in tables and messages
	Dialect syntax.Dialect // of the document
	Repair  bool           // see syntax.ReadOptions
	Rules   []string       // the rules to compile, with those they refer to; all if empty. Only their errors count
	Imports []Import       // sources of names that the document does not define; the first with a name counts
	Octets  []string       // the rules with octets for numbers, or [WholeDocument]; the document may name others
	Limits  Limits

	Recursion Recursion // how to compile rules that refer to themselves in the middle
	Lint      bool      // add remarks that compare languages, or that few readers want

	Semantics Semantics // of choices and repetitions; imports are read in the same way

	// Dump, if set, is called after each stage with the name of the stage and of the rule
	// ("" for the whole document), and a function that writes the stage's result in a
	// stable form.
	Dump func(stage, rule string, write func(io.Writer) error)

	links *links // of the importing document; nil outside of imports
}

func (o *Options) dump(stage, rule string, write func(io.Writer) error) {
	if o.Dump != nil {
		o.Dump(stage, rule, write)
	}
}

// WholeDocument stands for all rules of a document in [Options].Octets.
const WholeDocument = "*"

// An Import is a grammar that defines names used but not defined by a document.
type Import struct {
	Name    string // the only name taken; "" for every name of the grammar
	Rule    string // the rule of the grammar for Name; "" for the rule with the same name
	Source  *syntax.Source
	Options Options // Name, Dialect, Repair and Octets, for reading the grammar
}

package build

import (
	"io"

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

	Recursion Recursion // how to compile rules that refer to themselves in the middle
	Lint      bool      // look for remarks that take a comparison of languages, or that few readers of a compilation want

	Semantics Semantics // of choices and repetitions; imports are read by the same

	// Dump, when set, is called after each stage with the name of the stage and of the
	// rule ("" for the whole document), and a function that writes what the stage made
	// in a stable form for people.
	Dump func(stage, rule string, write func(io.Writer) error)

	links *links // of the document that imports this one; nil for one that is no import
}

func (o *Options) dump(stage, rule string, write func(io.Writer) error) {
	if o.Dump != nil {
		o.Dump(stage, rule, write)
	}
}

// WholeDocument stands for all rules of a document in [Options].Octets.
const WholeDocument = "*"

// An Import says which grammar defines names that a document uses and does not define.
type Import struct {
	Name    string // the only name that is taken; "" for every name that the grammar defines
	Rule    string // the rule of the grammar that Name stands for; "" for the rule of that name
	Source  *syntax.Source
	Options Options // of which Name, Dialect, Repair and Octets say how to read the grammar
}

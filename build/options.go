package build

import (
	"io"

	"github.com/irilex/iri/build/syntax"
)

// Options say how to compile a document.
type Options struct {
	Name    string         // of the grammar, in tables and messages
	Dialect syntax.Dialect // of the document
	Repair  bool           // see syntax.ReadOptions
	Rules   []string       // the rules to compile, with those they refer to; all rules if empty
	Imports []Import       // where to look for names that the document lacks; the first import with a name counts
	Octets  []string       // the rules whose numbers are octets, or [WholeDocument]; directives may name more
	Limits  Limits

	Recursion Recursion // how to compile rules that refer to themselves in the middle
	Places    bool      // whether to make tables fast: to search places in shift rows, and to prove regions
	Lint      bool      // whether to remark on the languages of rules and other matters of interest to few

	Semantics Semantics // how to read choices and repetitions, in the imports too

	// Dump, if set, is called after each stage of the compiler. It gets the name of the stage, the
	// name of the rule, or "" for the whole document, and a function that writes the result of the
	// stage. The text is the same for the same document.
	Dump func(stage, rule string, write func(io.Writer) error)

	links *links // for a document compiled as an import: the links of the importing one; else nil
}

func (o *Options) dump(stage, rule string, write func(io.Writer) error) {
	if o.Dump != nil {
		o.Dump(stage, rule, write)
	}
}

// WholeDocument is a name in [Options].Octets that stands for all rules of the document.
const WholeDocument = "*"

// An Import is a grammar in which a document looks for names that it uses and does not define.
type Import struct {
	Name    string // the only name looked for; "" for every name of the grammar
	Rule    string // the grammar's rule for the name Name; "" for the rule with the same name
	Source  *syntax.Source
	Options Options // how to read the grammar; only Name, Dialect, Repair and Octets count
}

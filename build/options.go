package build

import (
	"io"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
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
	Lint      bool      // whether to remark on the languages of rules and other matters of interest to few
	Semantics Semantics // how to read choices and repetitions, in the imports too

	// Places makes the tables fast: Compile searches for places of their states in shift rows, and
	// proves regions. The tables give the same verdicts, and validate a list of IRIs in a third of
	// the time. The price is nearly all of the time of compiling, 2.8 of 2.9 seconds for RFC 3987
	// and 0.6 of 0.65 for its rule IRI, and some kilobytes: that of IRI has 20,432 bytes instead of
	// 16,639. It pays for tables that ship, or that read more than some 400 MB. [Limits].Tuning
	// bounds the search.
	Places bool

	// Dump, if set, is called after each stage of the compiler. It gets the name of the stage, the
	// name of the rule, or "" for the whole document, and a function that writes the result of the
	// stage. The text is the same for the same document.
	Dump func(stage, rule string, write func(io.Writer) error)

	links    *links // of the document and all its imports
	imported bool   // whether the document is compiled as an import
}

func (o *Options) dump(stage, rule string, write func(io.Writer) error) {
	if o.Dump != nil {
		o.Dump(stage, rule, write)
	}
}

// WholeDocument is a name in [Options].Octets that stands for all rules of the document.
const WholeDocument = names.WholeDocument

// An Import is a grammar in which a document looks for names that it uses and does not define.
type Import struct {
	Name    string // the only name looked for; "" for every name of the grammar
	Rule    string // the grammar's rule for the name Name; "" for the rule with the same name
	Source  *syntax.Source
	Options Options // how to read the grammar; only Name, Dialect, Repair and Octets count
}

// automata returns the options for making automata.
func (o *Options) automata() automata.Options {
	return automata.Options{
		Recursion: o.Recursion, ByOrder: o.Semantics == PEG, Limits: o.Limits.Automata, Copies: o.Limits.Copies,
		Called: &o.links.called, Dump: o.Dump,
	}
}

// Semantics says how choices and repetitions in a document are read.
type Semantics uint8

// The semantics.
const (
	Unordered Semantics = iota // a string is a member if some way through the rule reads it
	PEG                        // by order: the first alternative that matches, and as many repetitions as possible
)

// String returns "unordered" or "peg", as the command line spells it.
func (s Semantics) String() string { return [...]string{"unordered", "peg"}[s] }

// Reading returns the semantics as words in a sentence: "without an order", or "by order (PEG)".
func (s Semantics) Reading() string { return [...]string{"without an order", "by order (PEG)"}[s] }

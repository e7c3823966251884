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
	Repair  bool           // see notation.ReadOptions
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

	// Dump, if set, is called with each result of the compiler, see the comment of the package. It
	// gets the name of the result, the name of the rule, or "" for the whole document, and a function
	// that writes the result. The text is the same for the same document.
	Dump func(stage, rule string, write func(io.Writer) error)

	links    *links // of the document and all its imports
	imported bool   // whether the document is compiled as an import
}

// dump calls o.Dump, if it is set.
func (o *Options) dump(stage, rule string, write func(io.Writer) error) {
	if o.Dump != nil {
		o.Dump(stage, rule, write)
	}
}

// WholeDocument is a name in [Options].Octets that means all rules of the document.
const WholeDocument = names.WholeDocument

// An Import is a grammar in which names are looked for that a document uses and does not define.
type Import struct {
	Name    string // the only name looked for; "" for every name of the grammar
	Rule    string // the grammar's rule for the name Name; "" for the rule with the same name
	Source  *syntax.Source
	Options Options // how to read the grammar; only Name, Dialect, Repair and Octets count
}

// automata returns the options for the stage that makes automata.
func (o *Options) automata() automata.Options {
	return automata.Options{
		Recursion: o.Recursion, ByOrder: o.Semantics == PEG, Limits: o.Limits.Automata, Copies: o.Limits.Copies,
		Called: &o.links.called, Dump: o.Dump,
	}
}

// A Recursion selects the tables of rules that refer to themselves in the middle, with text on both
// sides, and of the rules that depend on them. An example is list = "(" *list ")". All other rules
// are compiled exactly. The zero value is Exact. A called rule is a rule whose references are
// calls, see [Grammar.Called]: in the example list. A call is open from its first byte to its last.
//
//   - Exact: a table that counts the open calls, if one counter is enough. Otherwise the rule has
//     no table, and [Grammar.Table] returns the reason.
//   - Superset: a finite automaton (Mohri and Nederhof, 2001). It matches every member, and other
//     strings too, such as "((())" in the example. It does not remember which call is open inside
//     of another one. So after such a call it continues as after any other such call.
//     [Grammar.ProveSuperset] proves that it matches every member.
//   - Subset: a finite automaton for the members with at most Depth calls open at once. If it is
//     too large and one counter is enough, a table that counts at most Depth calls takes its place.
//     The calls of all called rules count together. A call of the empty string does not count. In
//     XRI 3.0, with the called rule xref, "=" needs depth 0, "=()" depth 1 and "=(())" depth 2. The
//     first use of the rule of the table itself is no call: a comment of mail has depth 0 if it
//     contains no comment.
//
// With the [Semantics] PEG the three are the same, because recursive rules have no tables.
type Recursion = automata.Recursion

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
func (s Semantics) Reading() string {
	return [...]string{"with unordered choice", "with PEG semantics"}[s]
}

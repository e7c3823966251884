package build

import (
	"io"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Options control how a document is compiled.
type Options struct {
	Name    string         // name of the grammar, for tables and messages
	Dialect syntax.Dialect // notation of the document
	Repair  bool           // see notation.ReadOptions
	Rules   []string       // rules to compile, along with those they refer to; all rules if empty
	Imports []Import       // where to look up undefined names; the first import that defines a name wins
	Octets  []string       // rules whose numbers are octets, or [WholeDocument]; directives may add rules
	Limits  Limits

	Recursion Recursion // how to compile rules that refer to themselves in the middle
	Lint      bool      // whether to report pedantic remarks, such as those on the languages of rules
	Semantics Semantics // how to read choices and repetitions, including those in imports

	// Places makes the tables fast: Compile finds places for their states in shift rows, and proves
	// regions. The tables give the same verdicts, but validate a list of IRIs in a third of the time.
	// The search takes most of the compile time (2.8 of 2.9 seconds for RFC 3987, 0.6 of 0.65 for its
	// rule IRI), and the tables grow by some kilobytes: the table of IRI from 16,639 to 20,432 bytes.
	// It pays off for tables that ship or that read more than about 400 MB. [Limits].Tuning bounds the
	// search.
	Places bool

	// Dump, if set, is called for each intermediate result (see the package comment). Its arguments
	// are the name of the stage, the name of the rule ("" for the entire document), and a function
	// that writes the result. The same document always produces the same text.
	Dump func(stage, rule string, write func(io.Writer) error)

	links    *links // shared by the document and all its imports
	imported bool   // whether the document is compiled as an import
}

// dump calls o.Dump, if it is set.
func (o *Options) dump(stage, rule string, write func(io.Writer) error) {
	if o.Dump != nil {
		o.Dump(stage, rule, write)
	}
}

// WholeDocument in [Options].Octets means all rules of the document.
const WholeDocument = names.WholeDocument

// An Import is a grammar that defines names that a document uses but does not define.
type Import struct {
	Name    string // the only name to look up; "" for every name of the grammar
	Rule    string // the rule to use for Name; "" for the rule of that name
	Source  *syntax.Source
	Options Options // how to read the grammar; only Name, Dialect, Repair and Octets matter
}

// automata returns the options for the automata stage.
func (o *Options) automata() automata.Options {
	return automata.Options{
		Recursion: o.Recursion, PEG: o.Semantics == PEG, Limits: o.Limits.Automata, Copies: o.Limits.Copies,
		Called: &o.links.called, Dump: o.Dump,
	}
}

// A Recursion selects the kind of table for rules that refer to themselves in the middle, with text
// on both sides, and for rules that depend on them. An example is list = "(" *list ")". All other
// rules are compiled exactly. The zero value is Exact. A called rule is a rule whose references are
// calls (see [Grammar.Called]): list in the example. A call is open from its first byte to its
// last.
//
//   - Exact: a table that counts the open calls, if one counter suffices. Otherwise the rule has no
//     table, and [Grammar.Table] returns the reason.
//   - Superset: a finite automaton (Mohri and Nederhof, 2001). It matches every member and also
//     some other strings, such as "((())" in the example. It does not remember how calls are
//     nested, so after a nested call it may continue as after any other nested call.
//     [Grammar.ProveSuperset] proves that it matches every member.
//   - Subset: a finite automaton for the members with at most Depth calls open at a time. If that
//     automaton is too large and one counter suffices, a table that counts at most Depth calls
//     replaces it. The calls of all called rules are counted together, except calls that match the
//     empty string. In XRI 3.0, with the called rule xref, "=" needs depth 0, "=()" depth 1 and
//     "=(())" depth 2. The first use of the table's own rule is not a call: a mail comment that
//     contains no comment has depth 0.
//
// With the [Semantics] PEG all three are equivalent, because recursive rules get no tables.
type Recursion = automata.Recursion

// Semantics determines how choices and repetitions in a document are read.
type Semantics uint8

// Semantics values.
const (
	Unordered Semantics = iota // a string is a member if some path through the rule matches it
	PEG                        // the first matching alternative wins, and repetitions are greedy
)

// String returns "unordered" or "peg", as on the command line.
func (s Semantics) String() string { return [...]string{"unordered", "peg"}[s] }

// Reading returns the semantics as a phrase for use in a sentence.
func (s Semantics) Reading() string {
	return [...]string{"with unordered choice", "with PEG semantics"}[s]
}

package notation

import (
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/abnf"
	"github.com/irilex/iri/build/syntax/internal/reader"
)

// Read reads a document in the dialect d. It returns the readable rules, and all diagnostics in
// position order. A rule with an error is in Unread instead of Rules, because half a rule would
// match strings that its author never meant. An error belongs to the rule whose name precedes it.
// The time is linear in the length of the text, for any text, apart from sorting the diagnostics.
//
// Read departs from the letter of ABNF and of RFC 822's notation as follows:
//
//   - A line may end in LF, and the last line without a line end.
//   - A definition ends where the next one begins: at a name followed by "=" or "=/", anywhere on a
//     line. So the rules of a document may share a line. A word with letters beyond ASCII, followed
//     by such a sign, also starts a definition, and is an error in it.
//   - All rules may be indented (RFC 5234, 2.1).
//   - Text before the first rule is skipped with a warning. A line of that text is an error if it
//     starts with a name and "=", or is meant to be such a line, such as 3gpp-id = 1*DIGIT and a :
//     "x", because skipping it would lose a rule.
//   - An empty line inside a definition counts as a blank.
//
// A block of foreign text, code or prose, has one error for all its lines. An idiom of another
// notation also has one error, which shows the ABNF form. Idioms are "[0-9]", "\"a\"-\"z\"" and a
// comment after "//".
//
// The list form #element of RFC 9110 (section 5.6.1), an addition to ABNF, is read in the sender
// form, with a note: 1#element equals element *( OWS "," OWS element ).
//
// In aParse, U+00A0 is a blank. A rule without its ";" is an error, and ends where the next one
// begins. In Treetop, rules may occur without an enclosing grammar, and strings and classes end
// with their line. Treetop's predicates are read as [Predicate]. In W3C's EBNF, comments after "#",
// declarations such as "@terminals", and headings between numbered productions are skipped, each
// kind with a diagnostic.
func Read(src *syntax.Source, d syntax.Dialect) (*syntax.Grammar, *syntax.List) {
	return ReadWith(src, ReadOptions{Dialect: d})
}

// ReadOptions selects the dialect, the limits, and repairs. A document that exceeds Limits.Source
// is not read. After Limits.Rules definitions the rest of the document is not read. Beyond any
// other limit only the offending rule is unread.
type ReadOptions struct {
	Dialect syntax.Dialect // of the document
	Limits  syntax.Limits  // DefaultLimits if zero

	// Repair recovers rules from comments. If the lines of a document were joined, a comment has lost
	// its end, and swallows the rules after it. Repair also reads a repeat of zero times without an
	// element as the empty string. Each repair is a warning with the code "repaired".
	Repair bool
}

// ReadWith is [Read] with options.
func ReadWith(src *syntax.Source, opt ReadOptions) (*syntax.Grammar, *syntax.List) {
	r := newDocument(src, opt)
	switch row := rowOf(opt.Dialect); {
	case len(src.Text) > r.Limits.Source:
		r.Report("source-limit", 0, 0, "the document has more than %d bytes, the limit; split it into several documents",
			r.Limits.Source)
		return r.Grammar, r.List
	case foreignNotation(r):
	case row.dialect != opt.Dialect:
		r.Report("unknown-dialect", 0, 0, "there is no reader for dialect %d", opt.Dialect)
	default:
		row.read(r)
	}
	r.List.End()
	r.List.Sort()
	r.Grammar.Withdraw(r.List)
	r.List.JoinBlocks(r.Starts, opt.Dialect.Notation())
	return r.Grammar, r.List
}

func newDocument(src *syntax.Source, opt ReadOptions) *reader.Document {
	if opt.Limits == (syntax.Limits{}) {
		opt.Limits = syntax.DefaultLimits()
	}
	return &reader.Document{
		Grammar: &syntax.Grammar{Source: src, Dialect: opt.Dialect},
		List:    &syntax.List{Source: src},
		Limits:  opt.Limits,
		Repair:  opt.Repair,
	}
}

// Broken returns the word and the sign at the start of a line that is meant to define a rule, in
// place of a name and the definition sign of its notation. The word is "" for any other line.
func Broken(line string) (word, sign string) { return reader.Broken(line) }

// ClassHint returns the ABNF ranges for a name that looks like a regular expression class, such as
// "%x61-7A" for "a-z". For any other name it returns "".
func ClassHint(name string) string { return abnf.ClassHint(name) }

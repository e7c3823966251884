package notation

import (
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/abnf"
	"github.com/irilex/iri/build/syntax/internal/reader"
)

// Read reads a document in the dialect d. It returns the readable rules and all diagnostics, sorted
// by position. A rule that contains an error is listed in Unread rather than Rules, because half a
// rule would match strings that its author never intended. An error belongs to the rule whose name
// precedes it. Apart from sorting the diagnostics, Read takes time linear in the length of the
// text, whatever the text.
//
// Read departs from the letter of ABNF and RFC 822's notation as follows:
//
//   - Lines may end in LF, and the last line may lack a line ending.
//   - A definition ends where the next one begins: at a name followed by "=" or "=/", anywhere on a
//     line. The rules of a document may therefore share a line. A word that contains non-ASCII
//     letters and precedes such a sign also starts a definition, and is an error in that
//     definition.
//   - The rules may all be indented (RFC 5234, 2.1).
//   - Text before the first rule is skipped with a warning. A line of that text is an error if it
//     starts with a name and "=", or was apparently meant to, like 3gpp-id = 1*DIGIT or a : "x",
//     because skipping it would lose a rule.
//   - An empty line inside a definition counts as a blank.
//
// A block of foreign text, such as code or prose, is reported as a single error. So is an idiom
// from another notation, such as "[0-9]", "\"a\"-\"z\"" or a comment after "//"; the error then
// shows the ABNF form.
//
// The list form #element, which RFC 9110 (section 5.6.1) adds to ABNF, is read as specified for
// senders, with a note: 1#element is element *( OWS "," OWS element ).
//
// In aParse, U+00A0 is a blank. A missing ";" after a rule is an error, and the rule ends where the
// next one begins. In Treetop, rules may occur without an enclosing grammar, and strings and
// classes may not extend over several lines. Treetop's predicates are read as [syntax.Predicate].
// In W3C's EBNF, comments after "#", declarations such as "@terminals", and headings between
// numbered productions are skipped, with a diagnostic for each kind.
func Read(src *syntax.Source, d syntax.Dialect) (*syntax.Grammar, *syntax.List) {
	return ReadWith(src, ReadOptions{Dialect: d})
}

// ReadOptions selects the dialect, the limits and repairs. A document that exceeds Limits.Source is
// not read at all. After Limits.Rules definitions, the rest of the document is not read. If any
// other limit is exceeded, only the offending rule is unread.
type ReadOptions struct {
	Dialect syntax.Dialect // dialect of the document
	Limits  syntax.Limits  // DefaultLimits if zero

	// Repair recovers rules from comments. When the lines of a document have been joined, the comments
	// have lost their ends and swallow the rules after them. Repair also reads a repeat of zero times
	// that lacks an element as the empty string. Each repair is reported as a warning with the code
	// "repaired".
	Repair bool
}

// ReadWith is like [Read] but takes options.
func ReadWith(src *syntax.Source, opt ReadOptions) (*syntax.Grammar, *syntax.List) {
	r := newDocument(src, opt)
	switch row := rowOf(opt.Dialect); {
	case len(src.Text) > r.Limits.Source:
		r.Report("source-limit", 0, 0, "the document exceeds the limit of %d bytes; split it into several documents",
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

// Broken recognizes a line that is meant to define a rule but does not. It returns the word at the
// start of the line, which should be a name, and the sign after it, which should be a definition
// sign. For any other line the word is "".
func Broken(line string) (word, sign string) { return reader.Broken(line) }

// ClassHint returns the ABNF ranges for a name that looks like a regular expression class, such as
// "%x61-7A" for "a-z". For any other name it returns "".
func ClassHint(name string) string { return abnf.ClassHint(name) }

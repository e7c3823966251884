package syntax

import "strings"

// A Dialect is a notation for grammar documents.
type Dialect uint8

// Dialects, each with the document that defines it.
const (
	ABNF    Dialect = iota // RFC 5234 with errata 2968 and 3076, and RFC 7405
	RFC822                 // RFC 822, section 2, as used in RFC 2396: "|" for choice, case-sensitive strings
	Treetop                // Treetop, a parser generator for Ruby: parsing expressions, "/" for ordered choice
	AParse                 // aParse, a parser generator for Java: ABNF in which ";" ends a rule and "#" begins a comment
	ISO                    // the Extended BNF of ISO/IEC 14977: "," between elements, ";" after a rule
	BNF                    // classic BNF, as in the reports on ALGOL 60: <name> ::= "text" | <name>
	W3C                    // the EBNF of XML 1.0, section 6, used for terminals in W3C recommendations
)

// A dialectFacts is a row in the dialects table.
type dialectFacts struct {
	name     string   // the name on the command line
	notation string   // for use in a sentence
	meaning  string   // see Meaning
	endings  []string // see Endings
	exact    bool     // whether names are case-sensitive
	words    bool     // whether a name may consist of several words
	core     bool     // see HasCore
	later    bool     // see LaterWins
	marked   bool     // whether a mark ends each rule
}

// dialects has a row for each [Dialect]. Package notation has the table of their readers.
var dialects = [...]dialectFacts{
	ABNF: {
		name: "abnf", notation: "ABNF", endings: []string{".abnf"}, core: true,
		meaning: "strings are case-insensitive",
	},
	RFC822: {
		name: "rfc822", notation: "RFC 822's notation", endings: []string{".bnf"},
		meaning: "strings are case-sensitive",
	},
	Treetop: {
		name: "treetop", notation: "Treetop", endings: []string{".treetop", ".tt"}, exact: true, later: true, marked: true,
		meaning: "strings and names are case-sensitive, and the first alternative that matches wins",
	},
	AParse: {
		name: "aparse", notation: "aParse's ABNF", endings: []string{".aparse"}, marked: true,
		meaning: `strings are case-insensitive, and ";" ends a rule`,
	},
	ISO: {
		name: "iso-ebnf", notation: "ISO EBNF", endings: []string{".iso-ebnf"}, exact: true, words: true, marked: true,
		meaning: "strings and names are case-sensitive",
	},
	BNF: {
		name: "bnf", notation: "classic BNF", endings: []string{".bnf"}, exact: true, words: true,
		meaning: "strings and names are case-sensitive",
	},
	W3C: {
		name: "w3c", notation: "W3C's EBNF", endings: []string{".ebnf"}, exact: true,
		meaning: "strings and names are case-sensitive, and white space matches only where a rule allows it",
	},
}

// Dialects returns all dialects.
func Dialects() []Dialect {
	all := make([]Dialect, len(dialects))
	for i := range all {
		all[i] = Dialect(i)
	}
	return all
}

func (d Dialect) facts() *dialectFacts {
	if int(d) < len(dialects) {
		return &dialects[d]
	}
	return &dialectFacts{name: "unknown", notation: "unknown"}
}

// String returns the name used for the dialect on the command line.
func (d Dialect) String() string { return d.facts().name }

// Notation returns the name of the dialect for use in a sentence.
func (d Dialect) Notation() string { return d.facts().notation }

// Meaning describes how the dialect interprets strings and names, and any other property that
// affects which strings a rule matches.
func (d Dialect) Meaning() string { return d.facts().meaning }

// Endings returns the dialect's file name extensions, the most common first.
func (d Dialect) Endings() []string { return d.facts().endings }

// FoldName returns the same text for all spellings of a name. Names are case-insensitive in ABNF,
// aParse and RFC 822's notation (RFC 5234, section 2.1), so FoldName lowercases them. Names are
// case-sensitive in the other notations. In ISO EBNF and classic BNF they may contain blanks, for
// which "-" is another spelling.
func (d Dialect) FoldName(name string) string {
	if d.facts().words {
		return strings.ReplaceAll(name, " ", "-")
	}
	if d.facts().exact {
		return name
	}
	return strings.ToLower(name)
}

// HasCore reports whether a document may use the core rules of RFC 5234, appendix B.1, without
// defining them.
func (d Dialect) HasCore() bool { return d.facts().core }

// LaterWins reports whether the later of two definitions of a name wins, as it does in Treetop,
// where a rule is a Ruby method. In the other dialects it is an error to define a name twice.
func (d Dialect) LaterWins() bool { return d.facts().later }

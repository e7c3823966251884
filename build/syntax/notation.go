package syntax

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// A notation holds the differences between the dialects that share the lexer and the parser of
// ABNF. A dialect that differs in other ways, such as a repeat after its element, gets a lexer and
// a parser of its own. These embed the types lexer and parser, and make the same tree. No fields
// are added here for such a dialect.
type notation struct {
	name        string // the name in messages
	define      string // the sign between a name and its definition
	choice      byte   // the sign between alternatives
	otherChoice byte   // the sign between alternatives in other notations; messages then show choice
	comment     byte   // the sign that begins a comment; a comment ends with its line
	terminator  byte   // the sign at the end of a rule; 0 if a rule ends at the beginning of the next
	wideBlank   bool   // U+00A0 is a blank too
	exactQuote  bool   // 'text' is a string that matches as it is written
	crlf        bool   // a line ends in CR LF (RFC 5234, B.1), a comment holds ASCII (4), a rule begins a line (2.1)
	underscore  bool   // names may hold "_"
	increment   bool   // "=/" adds alternatives (RFC 5234, 3.3)
	percent     bool   // %x41 is an element (RFC 5234, 2.3), %s"a" too (RFC 7405)
	fold        bool   // strings without a prefix match either case (RFC 5234, 2.3)
	spaced      bool   // a blank must stand between two elements (RFC 5234, 4: concatenation)
	lists       bool   // #element is a list (RFC 9110, 5.6.1)
}

// notations has, by [Dialect], the notation of each dialect that shares ABNF's lexer and parser.
var notations = [...]notation{
	ABNF: {
		name: "ABNF", define: "=", choice: '/', otherChoice: '|', comment: ';', crlf: true,
		increment: true, percent: true, fold: true, spaced: true, lists: true,
	},
	// RFC 2396 calls its notation "a BNF-like grammar ... similar to RFC 822",
	// except that "|" designates alternatives (section 1.6). Its strings are
	// exact: hex lists "A" and "a" apart.
	RFC822: {
		name: "the RFC 822 notation", define: "=", choice: '|', otherChoice: '/', comment: ';',
		underscore: true,
	},
	// aParse's manual lists its differences from RFC 5234: "_" in names, ";" after a rule
	// and "#" before a comment. Documents for it come with blanks of U+00A0.
	AParse: {
		name: "aParse", define: "=", choice: '/', otherChoice: '|', comment: '#', terminator: ';',
		wideBlank: true, exactQuote: true, underscore: true, increment: true, percent: true, fold: true,
	},
}

// hint says how the notation writes a construct for which other notations use the sign r.
func (n *notation) hint(r rune) string {
	switch r {
	case rune(n.otherChoice):
		return n.name + ` writes "` + string(n.choice) + `" for choice`
	case '#':
		hint := `a comment begins with "` + string(n.comment) + `"`
		if n.lists {
			hint += ", a list is #element without a blank"
		}
		return hint
	case '\'', '\u2018', '\u2019', '\u201C', '\u201D':
		return `write strings in straight double quotes: "text"`
	case ',':
		return `separate elements with a blank; "," is from ISO EBNF (ISO/IEC 14977), which is not read`
	case '?':
		return n.name + " writes [ element ] for an optional element"
	case '+':
		return n.name + " writes 1*element for one or more"
	case '{', '}':
		return n.name + " writes *( element ) for any number, 2*5( element ) for two to five"
	case '%':
		return `a "%" begins %x41, %d65, %b1000001, %s"text" or %i"text"`
	case '>':
		return `a prose description is written <text>, on one line`
	case '_':
		return "a name begins with a letter"
	case '$':
		if n.terminator != 0 {
			return "directives like $include are not read"
		}
	}
	switch {
	case r >= utf8.RuneSelf && n.percent && unicode.IsLetter(r):
		return fmt.Sprintf("names are ASCII; the character itself is written %%x%X", r)
	case r >= utf8.RuneSelf && unicode.IsLetter(r):
		return "names are ASCII"
	case r >= utf8.RuneSelf && n.percent:
		return fmt.Sprintf("write the character as %%x%X", r)
	}
	return `write literal text in double quotes: "text"`
}

// definitions are the definition signs of all notations. The lexer reports a sign of another
// notation as an error, and reads it as the sign of its own.
var definitions = []struct{ sign, from string }{
	{"::=", "BNF and W3C EBNF"},
	{":=", "older BNF"},
	{"<-", "PEG"},
	{"=", "ABNF"},
}

// Package abnf reads, prints and formats ABNF and two variants, the notations of RFC 822 and
// aParse. Only package notation imports it.
//
//	text ── lexer ──> tokens ── documentReader ──> definitions ── parser ──> rules
//
// The exported names of this package may change in any version.
package abnf

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
)

// A variant describes the signs of an ABNF variant and what the variant allows.
type variant struct {
	reader.Signs
	otherChoice byte // the sign between alternatives in other notations; a message about it suggests Choice
	comment     byte // the sign that begins a comment, which ends with its line
	terminator  byte // the sign that ends a rule; 0 if a rule ends where the next one begins
	wideBlank   bool // U+00A0 is also a blank
	exactQuote  bool // 'text' is an exact string
	crlf        bool // lines end in CR LF (RFC 5234, B.1), comments are ASCII (4), and rules start a line (2.1)
	underscore  bool // names may contain "_"
	percent     bool // %x41 (RFC 5234, 2.3) and %s"a" (RFC 7405) are elements
	fold        bool // strings without a prefix match in either case (RFC 5234, 2.3)
	spaced      bool // a blank must separate two elements (RFC 5234, 4: concatenation)
	lists       bool // #element is a list (RFC 9110, 5.6.1)
}

// signsOf returns the signs of a variant and the words for its messages.
func signsOf(name string, choice byte, increment bool) reader.Signs {
	return reader.Signs{
		Name: name, Define: "=", Choice: choice, Increment: increment, Element: "element",
		Optional: "an optional element is written [ element ]", Names: regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`),
		Letters: `begins with a letter and contains letters, digits and "-"`,
	}
}

// variants has a row for each dialect that this package reads.
var variants = [...]variant{
	syntax.ABNF: {
		Signs: signsOf("ABNF", '/', true), otherChoice: '|', comment: ';', crlf: true,
		percent: true, fold: true, spaced: true, lists: true,
	},
	// RFC 2396, section 1.6, describes its notation as a "BNF-like grammar" similar to RFC 822's,
	// except that "|" designates alternatives. Its strings are exact: the rule hex lists both "A" and
	// "a".
	syntax.RFC822: {Signs: signsOf("the RFC 822 notation", '|', false), otherChoice: '/', comment: ';', underscore: true},
	// The aParse manual lists the differences from RFC 5234: names may contain "_", ";" ends a rule,
	// and "#" begins a comment. aParse documents often use U+00A0 as a blank.
	syntax.AParse: {
		Signs: signsOf("aParse", '/', true), otherChoice: '|', comment: '#', terminator: ';',
		wideBlank: true, exactQuote: true, underscore: true, percent: true, fold: true,
	},
}

// wideBlank is the no-break space, which some editors insert instead of a space.
const wideBlank = '\u00A0'

// hint describes how the variant writes a construct for which other notations use the sign r.
func (n *variant) hint(r rune) string {
	switch r {
	case rune(n.otherChoice):
		return n.Name + ` uses "` + string(n.Choice) + `" for choice`
	case '#':
		hint := `a comment begins with "` + string(n.comment) + `"`
		if n.lists {
			hint += ", and a list is #element without a blank"
		}
		return hint
	case '-':
		return n.Name + ` cannot express a difference (A - B), so write what remains; literal text is written "-"`
	case '!', '&':
		return n.Name + ` cannot look ahead ("!" and "&" are from PEG); literal text is written "` + string(r) + `"`
	case '.':
		end := "without a sign"
		if n.terminator != 0 {
			end = `with "` + string(n.terminator) + `"`
		}
		return "a rule ends " + end + `; literal text is written "."`
	case '\'', '\u2018', '\u2019', '\u201C', '\u201D':
		return `write strings in straight double quotes: "text"`
	case ',':
		return `separate elements with a blank; "," separates them in ISO EBNF (--dialect iso-ebnf)`
	case '?':
		return n.Name + " uses [ element ] for an optional element"
	case '+':
		return n.Name + " uses 1*element for one or more"
	case '{', '}':
		return n.Name + " uses *( element ) for any number, 2*5( element ) for two to five"
	case '%':
		return `a "%" begins %x41, %d65, %b1000001, %s"text" or %i"text"`
	case '>':
		return `a prose description is written <text>, on one line`
	case '_':
		return "a name begins with a letter"
	case '$':
		if n.terminator != 0 {
			return "directives such as $include are not supported"
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

// doubleQuoted describes how the variant writes a string that other notations write between
// apostrophes, where case matters.
func (n *variant) doubleQuoted(text string) string {
	switch {
	case text == `"` && n.percent:
		return "write DQUOTE or %x22"
	case !Quotable(text):
		return n.hint('\'')
	case n.fold && strings.ContainsFunc(text, unicode.IsLetter):
		return fmt.Sprintf(`write %%s"%s" for this case only (RFC 7405), or "%[1]s" for either case`, char.Clip(text))
	}
	return `write "` + char.Clip(text) + `"`
}

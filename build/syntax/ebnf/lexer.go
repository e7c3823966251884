package ebnf

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// signs describes W3C's EBNF for the shared lexer and parser.
var signs = reader.Signs{
	Name: "W3C's EBNF", Define: "::=", Choice: '|', Element: "expression",
	Optional: "an optional expression is written ( expression )?", Names: regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`),
	Letters: `begins with a letter or "_" and contains letters, digits, "_", "-" and "."`,
}

// Token kinds that only this notation uses.
const (
	tokMinus     = token.Own + iota // A - B
	tokCodePoint                    // #x41
	tokMark                         // @terminals
)

// A lexer splits text in W3C's EBNF into tokens. It reads every byte a bounded number of times.
type lexer struct {
	reader.Lexer
	hashes reader.Tally // comments that begin with "#"
}

// lex splits text into tokens, starting at the given offset.
func lex(text string, from int) *lexer {
	l := &lexer{Lexer: reader.Lexer{Signs: &signs, Hint: hint, Text: text, Pos: from}}
	l.Run(l.step)
	return l
}

var punctuation = [...]token.Kind{
	'|': token.Choice, '-': tokMinus,
	'?': token.Optional, '*': token.Star, '+': token.Plus,
	'(': token.OpenGroup, ')': token.CloseGroup,
}

// step reads one token or skips the blanks, line endings and comments between tokens.
func (l *lexer) step() {
	switch c := l.Text[l.Pos]; {
	case l.Layout(c):
	case c == '/' && l.ByteAt(l.Pos+1) == '*':
		l.BlockComment("/*", "*/", false)
	case l.ForeignIncrement():
	case char.IsAlpha(c) || c == '_':
		l.name()
	case c == '"' || c == '\'':
		l.Quoted(c)
	case c == '[':
		l.bracket()
	case c == '#' && l.beginsComment():
		l.hashComment()
	case c == '#':
		l.codePoint()
	case c == '@' && l.Indent >= 0 && l.mark():
	case c == ':' || c == '=' || c == '<':
		l.define()
	case int(c) < len(punctuation) && punctuation[c] != 0:
		l.Emit(punctuation[c], l.Pos+1)
	default:
		l.unknown()
	}
}

func isNameByte(c byte) bool { return char.IsNameByte(c) || c == '.' }

// name reads a name, which does not include a trailing "-" or ".".
func (l *lexer) name() {
	end := l.Span(l.Pos, isNameByte)
	if char.IsForeignLetter(l.Text[end:]) {
		l.BadName(end)
		return
	}
	for l.Text[end-1] == '-' || l.Text[end-1] == '.' {
		end--
	}
	l.Emit(token.Name, end)
}

// beginsComment reports whether the "#" at l.Pos begins a comment, as it does in the RDF groups'
// tools. A "#" begins a comment if a blank or the end of the line follows. At the start of a line,
// it also begins a comment unless an "x" or a hexadecimal digit follows, as in a code point.
func (l *lexer) beginsComment() bool {
	switch c := l.ByteAt(l.Pos + 1); {
	case c == 0 || strings.IndexByte(char.Blanks, c) >= 0:
		return true
	case l.Indent < 0 || c == 'x' || c == 'X':
		return false
	default:
		return char.Digit(c) >= 16
	}
}

// hashComment skips a "#" comment, up to the end of the line.
func (l *lexer) hashComment() {
	l.hashes.Add(l.Pos)
	end, _ := l.Until(l.Pos, '\n')
	l.CheckUTF8("ill-formed-comment", l.Pos, end)
	l.Pos = end
}

const passed = "white space between tokens; this has no effect here, because " +
	"each rule matches its production exactly"

// marks maps each declaration used by the RDF groups' tools to a message. These declarations do not
// define rules.
var marks = map[string]string{
	"@terminals": "the following productions are terminals, without white space inside; " +
		"this has no effect here, because each rule matches its production exactly",
	"@pass": passed,
	"@skip": passed,
}

// mark reads the name of a declaration such as "@terminals" at l.Pos. It returns false if there is
// no declaration there.
func (l *lexer) mark() bool {
	end := l.Span(l.Pos+1, isNameByte)
	if marks[l.Text[l.Pos:end]] == "" {
		return false
	}
	l.Emit(tokMark, end)
	return true
}

// annotation matches the start of a prose constraint: [ wfc: ...] or [ vc: ...] in XML 1.0, section
// 6, and [ nsc: ...] in Namespaces in XML. Without a blank after the colon, as in [vc:], the
// brackets enclose a class.
var annotation = regexp.MustCompile(`^\[[ \t]*(?i:wfc|vc|nsc):[ \t]`)

// A class that starts with a scheme and "://" is a link to a production in another document. In the
// XPath and XQuery recommendations, a label follows the link:
//
//	Char ::= [http://www.w3.org/TR/REC-xml#NT-Char]XML
var (
	link      = regexp.MustCompile(`^\[[ \t]*[A-Za-z][A-Za-z+]*://`)
	linkLabel = regexp.MustCompile(`^(?:[A-Za-z]\w*|[ \t]+(?:Names|XML)\b|[ \t\r\n]*\^[A-Za-z]\w*)`)
)

// skipLabel skips the label of the link that ends at l.Pos. A name before "::=" is not a label,
// because it begins the next definition.
func (l *lexer) skipLabel() {
	n := len(linkLabel.FindString(l.Text[l.Pos:]))
	if rest := l.Text[l.Pos+n:]; !strings.HasPrefix(strings.TrimLeft(rest, " \t"), l.Signs.Define) {
		l.Pos += n
	}
}

// bracket reads a class or skips a prose constraint.
func (l *lexer) bracket() {
	end, found := l.Until(l.Pos+1, ']')
	switch {
	case !found:
		l.Bad("unterminated-class", end, `the class is not closed: "]" is missing on this line`)
	case annotation.MatchString(l.Text[l.Pos : end+1]):
		l.Report("annotation-skipped", l.Pos, end+1, "a constraint in words, which has no effect here")
		l.Pos = end + 1
	default:
		isLink := link.MatchString(l.Text[l.Pos : end+1])
		if l.EmitText(token.Class, end+1); isLink {
			l.skipLabel()
		}
	}
}

// codePoint reads a numeric code point such as #x41.
func (l *lexer) codePoint() {
	end := l.Span(l.Pos+1, char.IsWordByte)
	switch digits := hexDigits(l.Text[l.Pos:end]); {
	case l.ByteAt(l.Pos+1) != 'x':
		l.BadCharacter(l.Pos + 1)
	case digits == 0 || l.Pos+2+digits != end:
		l.Bad("bad-number", end, `%q is not a code point; write hexadecimal digits after "#x": #x41`,
			char.Clip(l.Text[l.Pos:end]))
	default:
		l.Emit(tokCodePoint, end)
	}
}

// hexDigits returns the number of hexadecimal digits after "#x" at the start of s, or 0 if s does
// not start with "#x".
func hexDigits(s string) int { return max(len(codePoint.FindString(s))-len("#x"), 0) }

var codePoint = regexp.MustCompile(`^#x[0-9A-Fa-f]+`)

// define reads "::=" or another notation's definition sign.
func (l *lexer) define() {
	switch sign := l.Signs.Define; {
	case strings.HasPrefix(l.Text[l.Pos:], sign):
		l.Emit(token.Define, l.Pos+len(sign))
	case l.ForeignDefine():
	default:
		l.BadCharacter(l.Pos + 1)
	}
}

// unknown reports characters that cannot begin a token and turns them into a bad token.
func (l *lexer) unknown() {
	r, size := utf8.DecodeRuneInString(l.Text[l.Pos:])
	switch {
	case l.Foreign(r, size):
	case char.IsForeignLetter(l.Text[l.Pos:]):
		l.BadName(l.Pos)
	default:
		l.BadCharacter(l.Same(r, size))
	}
}

// hint describes how W3C's EBNF writes a construct for which other notations use the sign r.
func hint(r rune) string {
	switch r {
	case '/':
		return `write "|" between alternatives, and comments between /* and */`
	case ';', '@', '!':
		return "a definition has no terminator, and a comment is written /* text */"
	case ']':
		return `no class is open here; "]" itself is written #x5D`
	case '{', '}':
		return "W3C's EBNF uses ( expression )* for any number"
	case ',':
		return `separate elements with a blank; "," separates them in ISO EBNF (--dialect iso-ebnf)`
	case '%', '\\':
		return "a code point is written #x41"
	case '#':
		return "a code point is written #x41, and a comment /* text */"
	case '\u2018', '\u2019', '\u201C', '\u201D':
		return `write strings in straight quotes: "text" or 'text'`
	}
	switch {
	case unicode.IsLetter(r) && r >= utf8.RuneSelf:
		return "names are ASCII"
	case char.IsForeignLetter(string(r)):
		return `write literal text in double quotes: "text"`
	case r >= utf8.RuneSelf:
		return fmt.Sprintf("write the character as #x%X, or in quotes", r)
	}
	return `write literal text in quotes: "text" or 'text'`
}

package iso

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

// signs describes ISO EBNF for the shared lexer and parser.
var signs = reader.Signs{
	Name: "ISO EBNF", Define: "=", Choice: '|', Element: "element",
	Optional: "an optional element is written [ element ]",
	Names:    regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*$`),
	Letters:  `begins with a letter and contains letters, digits, "-", "_" and blanks`,
}

// Token kinds that only this notation uses.
const (
	tokComma      = token.Own + iota // A , B
	tokMinus                         // A - B
	tokTerminator                    // ";" or "."
)

// A lexer splits text in ISO EBNF into tokens. It reads every byte a bounded number of times.
type lexer struct {
	reader.Lexer
	comments int // number of (* comments *)
}

// lex splits text into tokens, starting at the given offset.
func lex(text string, from int) *lexer {
	l := &lexer{Lexer: reader.Lexer{Signs: &signs, Hint: hint, Text: text, Pos: from}}
	l.Run(l.step)
	return l
}

var punctuation = [...]token.Kind{
	'=': token.Define, ',': tokComma, '|': token.Choice, '/': token.Choice, '!': token.Choice,
	'-': tokMinus, '*': token.Star, ';': tokTerminator, '.': tokTerminator,
	'(': token.OpenGroup, ')': token.CloseGroup, '[': token.OpenOption, ']': token.CloseOption,
	'{': token.OpenRepeat, '}': token.CloseRepeat,
}

// digraphs lists the signs of two characters (section 7).
var digraphs = []struct {
	sign string
	kind token.Kind
}{
	{"(/", token.OpenOption}, {"/)", token.CloseOption}, {"(:", token.OpenRepeat}, {":)", token.CloseRepeat},
}

// step reads one token or skips the blanks, line endings and comments between tokens.
func (l *lexer) step() {
	switch c := l.Text[l.Pos]; {
	case l.Layout(c):
	case c == '(' && l.ByteAt(l.Pos+1) == '*' && l.ByteAt(l.Pos+2) != ')':
		l.comments++
		l.BlockComment("(*", "*)", true)
	case l.ForeignIncrement():
	case l.digraph():
	case char.IsAlpha(c) || c == '_':
		l.name()
	case char.IsDigit(c):
		l.Emit(token.Number, l.Span(l.Pos, char.IsDigit))
	case c == '"' || c == '\'':
		l.Quoted(c)
	case c == '?':
		l.special()
	case c == ':' || c == '<' || c == '=' && l.ByteAt(l.Pos+1) == '=':
		if !l.ForeignDefine() {
			l.BadCharacter(l.Pos + 1)
		}
	case int(c) < len(punctuation) && punctuation[c] != 0:
		l.Emit(punctuation[c], l.Pos+1)
	default:
		l.unknown()
	}
}

// digraph reads a sign of two characters. It returns false if there is none.
func (l *lexer) digraph() bool {
	for _, d := range digraphs {
		if strings.HasPrefix(l.Text[l.Pos:], d.sign) {
			l.Emit(d.kind, l.Pos+len(d.sign))
			return true
		}
	}
	return false
}

// name reads a name: words of letters, digits, "-" and "_", with blanks between the words. The last
// character of a word is a letter or a digit.
func (l *lexer) name() {
	end := l.word(l.Pos)
	if char.IsForeignLetter(l.Text[end:]) {
		l.BadName(end)
		return
	}
	for {
		next := l.Span(end, func(c byte) bool { return c == ' ' || c == '\t' })
		if next == end || !char.IsAlpha(l.ByteAt(next)) && !char.IsDigit(l.ByteAt(next)) {
			break
		}
		if after := l.word(next); l.followed(after) {
			break
		} else if char.IsForeignLetter(l.Text[after:]) {
			break
		} else {
			end = after
		}
	}
	l.Emit(token.Name, end)
}

// followed reports whether the word that ends at the given offset is a number before "*".
func (l *lexer) followed(end int) bool {
	at := l.Span(end, func(c byte) bool { return c == ' ' || c == '\t' })
	return l.ByteAt(at) == '*' && char.IsDigit(l.Text[end-1])
}

// word returns the offset of the end of the word at the given offset.
func (l *lexer) word(from int) int {
	end := l.Span(from, char.IsNameByte)
	for end > from+1 && l.Text[end-1] == '-' {
		end--
	}
	return end
}

// special reads ? text ?, which describes strings in words (section 4.14).
func (l *lexer) special() {
	n := strings.IndexByte(l.Text[l.Pos+1:], '?')
	if n < 0 {
		end, _ := l.Until(l.Pos, '\n')
		l.Bad("unterminated-prose", end, `the description is not closed: "?" is missing`)
		return
	}
	l.EmitText(token.Prose, l.Pos+1+n+1)
}

// trim returns the text of a special sequence in one line.
func trim(text string) string { return strings.Join(strings.Fields(text), " ") }

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

// hint describes how ISO EBNF writes a construct for which other notations use the sign r.
func hint(r rune) string {
	switch r {
	case '+':
		return "once or more is written element, { element }"
	case '%', '#', '\\':
		return "the notation has no numbers for characters; write them in quotes"
	case '<', '>':
		return "a name is written without angle brackets"
	case ':':
		return `a definition is written name = element ;`
	case '\u2018', '\u2019', '\u201C', '\u201D':
		return `write strings in straight quotes: "text" or 'text'`
	}
	switch {
	case unicode.IsLetter(r) && r >= utf8.RuneSelf:
		return "names are ASCII"
	case r >= utf8.RuneSelf:
		return fmt.Sprintf("write the character in quotes: %q", r)
	}
	return `write literal text in quotes: "text" or 'text'`
}

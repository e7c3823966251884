package abnf

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A lexer splits text in ABNF or a similar notation into tokens.
type lexer struct {
	reader.Lexer
	variant    *variant
	wideBlanks reader.Tally
}

// lex splits text into tokens, starting at the given offset.
func lex(n *variant, text string, from int) *lexer {
	l := &lexer{Lexer: reader.Lexer{Signs: &n.Signs, Hint: n.hint, Text: text, Pos: from}, variant: n}
	l.Run(l.step)
	return l
}

// Token kinds that only aParse uses.
const (
	tokTerminator  = token.Own + iota // ";"
	tokDeclaration                    // "$include"
)

var punctuation = [...]token.Kind{
	'*': token.Star,
	'(': token.OpenGroup, ')': token.CloseGroup,
	'[': token.OpenOption, ']': token.CloseOption,
}

// step reads one token or skips the blanks, line endings and comments between tokens.
func (l *lexer) step() {
	switch c := l.Text[l.Pos]; {
	case l.Layout(c):
	case l.ForeignIncrement():
	case l.idiom():
	case c == l.variant.comment:
		l.comment()
	case c == l.variant.terminator && c != 0:
		l.Emit(tokTerminator, l.Pos+1)
	case c == '$' && l.atDeclaration():
		l.Emit(tokDeclaration, l.Span(l.Pos+1, char.IsNameByte))
	case char.IsAlpha(c):
		l.name()
	case char.IsDigit(c):
		l.Emit(token.Number, l.Span(l.Pos, char.IsDigit))
	case c == '"' || c == '\'' && l.variant.exactQuote:
		l.quoted(l.Pos)
	case c == '#' && l.listForm():
		l.Emit(token.List, l.Pos+1)
	case c == '%':
		l.percent()
	case c == '=':
		l.define()
	case c == '<':
		l.prose()
	case c == l.variant.Choice:
		l.Emit(token.Choice, l.Pos+1)
	case int(c) < len(punctuation) && punctuation[c] != 0:
		l.Emit(punctuation[c], l.Pos+1)
	case c == ':' && l.ForeignDefine():
	default:
		l.unknown()
	}
}

// listForm reports whether the "#" at l.Pos denotes a list, as in 1#element. It does if a number
// ends directly before it or an element starts directly after it.
func (l *lexer) listForm() bool {
	n := len(l.Tokens) - 1
	counted := n >= 0 && l.Tokens[n].Kind == token.Number && int(l.Tokens[n].End) == l.Pos
	return l.variant.lists && (counted || isElementByte(l.ByteAt(l.Pos+1)))
}

// isElementByte reports whether c can begin an element or the number before an element.
func isElementByte(c byte) bool {
	return char.IsAlpha(c) || char.IsDigit(c) || strings.IndexByte(`("[<%`, c) >= 0
}

// atDeclaration reports whether the "$" at l.Pos begins an aParse directive. Directives occur
// between rules: at the start of a line, or after the terminator of a rule or of another directive.
func (l *lexer) atDeclaration() bool {
	n := len(l.Tokens)
	return l.variant.terminator != 0 && char.IsAlpha(l.ByteAt(l.Pos+1)) &&
		(l.Indent >= 0 || n > 0 && l.Tokens[n-1].Kind == tokTerminator)
}

// name reads a rulename: ALPHA *(ALPHA / DIGIT / "-"). It also accepts "_" in the name, and adds a
// warning if the notation does not allow it.
func (l *lexer) name() {
	end := l.Span(l.Pos, char.IsNameByte)
	if char.IsForeignLetter(l.Text[end:]) {
		l.BadName(end)
		return
	}
	if name := l.Text[l.Pos:end]; !l.variant.underscore && strings.Contains(name, "_") {
		l.Report("name-underscore", l.Pos, end,
			`%s names may contain letters, digits and "-", but not "_": write %s`, l.variant.Name,
			char.Clip(strings.ReplaceAll(name, "_", "-")))
	}
	l.Emit(token.Name, end)
}

// comment reads a comment, ";" *(WSP / VCHAR) up to the end of the line (RFC 5234, 3.9).
func (l *lexer) comment() {
	l.LineComment(l.atDefinition, func(in reader.Lexer) (reader.Lexed, bool) {
		again := &lexer{Lexer: in, variant: l.variant}
		again.Run(again.step)
		return again.Lexed, len(again.Tokens) > 1
	})
}

// atDefinition reports whether a rulename followed by "=" or "=/" starts at the given offset.
func (l *lexer) atDefinition(at int) bool {
	at = l.Span(at, char.IsNameByte)
	for l.ByteAt(at) == ' ' || l.ByteAt(at) == '\t' {
		at++
	}
	return l.ByteAt(at) == '=' && l.ByteAt(at+1) != '='
}

// quoted reads a char-val, DQUOTE *(%x20-21 / %x23-7E) DQUOTE, whose opening quote is at the offset
// open. If the notation has exactQuote, the quotes may be apostrophes.
func (l *lexer) quoted(open int) {
	if l.variant.spaced && quotedQuote.MatchString(l.Text[open:]) {
		l.Bad("string-character", open+len(quotedQuote.FindStringSubmatch(l.Text[open:])[1]),
			"a string cannot contain a double quote; write DQUOTE or %%x22")
		return
	}
	end, found := l.Until(open+1, l.Text[open])
	if !found {
		l.BadString(end, l.Text[open])
		return
	}
	k := token.String
	other := func(c rune) bool { return c >= utf8.RuneSelf || !char.IsPrintable(byte(c)) }
	if at := strings.IndexFunc(l.Text[open+1:end], other); at >= 0 {
		l.stringCharacter(open + 1 + at)
		k = token.Bad
	}
	l.Emit(k, end+1)
}

// stringCharacter reports that the character at the given offset is not allowed in strings.
func (l *lexer) stringCharacter(at int) {
	r, size := utf8.DecodeRuneInString(l.Text[at:])
	hint := ""
	if l.variant.percent && (r != utf8.RuneError || size > 1) {
		hint = fmt.Sprintf("; write %%x%X outside the quotes", r)
	}
	l.Report("string-character", at, at+size,
		"a string may contain only printable ASCII characters, not %s%s", char.Describe(l.Text[at:]), hint)
}

func isNumValByte(c byte) bool { return char.IsAlpha(c) || char.IsDigit(c) || c == '-' || c == '.' }

// percent reads a token that starts with "%": a num-val such as %x41, or a char-val with an RFC
// 7405 prefix, such as %s"text".
func (l *lexer) percent() {
	base, quote := l.ByteAt(l.Pos+1)|0x20, l.ByteAt(l.Pos+2) == '"'
	end := l.Span(l.Pos+1, isNumValByte)
	switch {
	case !l.variant.percent:
		l.Bad("no-number-values", end, `%s has neither number values nor "%%": write a string`, l.variant.Name)
	case (base == 's' || base == 'i') && quote:
		l.quoted(l.Pos + 2)
	case base == 'x' || base == 'd' || base == 'b':
		l.Emit(token.NumVal, end)
	default:
		l.badCharacter(end)
	}
}

// define reads "=" or "=/", or a sign that begins with "=" but is neither.
func (l *lexer) define() {
	if l.ByteAt(l.Pos+1) != '/' {
		if !l.ForeignDefine() {
			l.Emit(token.Define, l.Pos+1)
		}
		return
	}
	at := l.Pos
	l.Emit(token.Increment, at+2)
	if !l.variant.Increment {
		l.Report("no-increments", at, at+2,
			`%s has no "=/": write all alternatives in one rule`, l.variant.Name)
	}
}

// aroundQuotes matches a prose-val that may contain <">.
var aroundQuotes = regexp.MustCompile(`^<(?:[^<>\r\n]|<">)+>`)

// prose reads a prose-val: "<" *(%x20-3D / %x3F-7E) ">". It also accepts non-ASCII characters, and
// <"> inside the description: RFC 2616 contains <any TEXT except <">>.
func (l *lexer) prose() {
	end, found := l.UntilAngle()
	if found && strings.HasSuffix(l.Text[l.Pos+1:end], `<"`) {
		end = l.Pos + max(end-l.Pos, len(aroundQuotes.FindString(l.Text[l.Pos:]))-1)
	}
	switch {
	case found && l.CheckUTF8("ill-formed-utf8", l.Pos, end):
		l.CountNonASCII(end)
		l.Emit(token.Prose, end+1)
	case found:
		l.Emit(token.Bad, end+1)
	case l.ForeignDefine():
	default:
		l.Bad("unterminated-prose", end, `the prose description is not closed: ">" is missing on this line`)
	}
}

// unknown reads characters that cannot begin a token. If the notation has wideBlank, a no-break
// space counts as a blank. Any other run of such characters is reported and becomes a bad token in
// place of an element.
func (l *lexer) unknown() {
	r, size := utf8.DecodeRuneInString(l.Text[l.Pos:])
	switch {
	case r == wideBlank && l.variant.wideBlank:
		l.wideBlanks.Add(l.Pos)
		l.Blank(size)
	case l.Foreign(r, size):
	case char.IsForeignLetter(l.Text[l.Pos:]):
		l.BadName(l.Pos)
	case r == '\'':
		l.singleQuoted()
	default:
		l.badCharacter(l.Same(r, size))
	}
}

// badCharacter turns the text from l.Pos to end into a bad token and reports it. The message names
// the first character.
func (l *lexer) badCharacter(end int) {
	if next := l.ByteAt(l.Pos + 1); l.Text[l.Pos] == '#' && (char.IsAlpha(next) || next == '(' || next == '"') {
		l.Bad("list-not-read", end,
			"unexpected '#': the list form #element of RFC 822, 2.7, is not supported, because it implies "+
				`white space; write [ element *( "," element ) ] instead`)
		return
	}
	l.BadCharacter(end)
}

// singleQuoted reports the single-quoted text at l.Pos as one error, or only the quote if the line
// contains no closing quote.
func (l *lexer) singleQuoted() {
	end, found := l.Until(l.Pos+1, '\'')
	if !found {
		l.BadCharacter(l.Pos + 1)
		return
	}
	l.Bad("bad-character", end+1, "unexpected ''': %s", l.variant.doubleQuoted(l.Text[l.Pos+1:end]))
}

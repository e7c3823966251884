package syntax

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// An abnfLexer cuts a text in a notation of ABNF's shape into tokens.
type abnfLexer struct {
	lexer
	notation   *notation
	wideBlanks tally
}

// lexABNF cuts text into tokens, from the offset from on.
func lexABNF(n *notation, text string, from int) *abnfLexer {
	l := &abnfLexer{lexer: lexer{signs: &n.signs, text: text, pos: from}, notation: n}
	l.run(l.step)
	return l
}

// Kinds of tokens that only aParse has.
const (
	tokTerminator  = tokOwn + iota // ";"
	tokDeclaration                 // "$include"
)

var abnfPunctuation = [...]kind{
	'*': tokStar,
	'(': tokOpenGroup, ')': tokCloseGroup,
	'[': tokOpenOption, ']': tokCloseOption,
}

// step reads one token, or skips text between tokens: blanks, line ends and comments.
func (l *abnfLexer) step() {
	switch c := l.text[l.pos]; {
	case l.layout(c):
	case l.idiom():
	case c == l.notation.comment:
		l.comment()
	case c == l.notation.terminator && c != 0:
		l.emit(tokTerminator, l.pos+1)
	case c == '$' && l.atDeclaration():
		l.emit(tokDeclaration, l.span(l.pos+1, isNameByte))
	case isAlpha(c):
		l.name()
	case isDigit(c):
		l.emit(tokNumber, l.span(l.pos, isDigit))
	case c == '"' || c == '\'' && l.notation.exactQuote:
		l.quoted(l.pos)
	case c == '#' && l.listForm():
		l.emit(tokList, l.pos+1)
	case c == '%':
		l.percent()
	case c == '=':
		l.define()
	case c == '<':
		l.prose()
	case c == l.notation.choice:
		l.emit(tokChoice, l.pos+1)
	case int(c) < len(abnfPunctuation) && abnfPunctuation[c] != 0:
		l.emit(abnfPunctuation[c], l.pos+1)
	case c == ':' && l.foreignDefine():
	default:
		l.unknown()
	}
}

// listForm reports whether the "#" at l.pos is the sign of a list, as in 1#element. It is if a
// number ends right before it, or an element begins right after it.
func (l *abnfLexer) listForm() bool {
	n := len(l.tokens) - 1
	counted := n >= 0 && l.tokens[n].kind == tokNumber && int(l.tokens[n].end) == l.pos
	return l.notation.lists && (counted || isElementByte(l.byteAt(l.pos+1)))
}

// isElementByte reports whether c can begin an element, or the number before an element.
func isElementByte(c byte) bool {
	return isAlpha(c) || isDigit(c) || strings.IndexByte(`("[<%`, c) >= 0
}

// atDeclaration reports whether the "$" at l.pos begins a directive of aParse. A directive stands
// between rules: at the beginning of a line, or after a terminator, the end of a rule or of
// another directive.
func (l *abnfLexer) atDeclaration() bool {
	n := len(l.tokens)
	return l.notation.terminator != 0 && isAlpha(l.byteAt(l.pos+1)) &&
		(l.indent >= 0 || n > 0 && l.tokens[n-1].kind == tokTerminator)
}

// name reads a rulename: ALPHA *(ALPHA / DIGIT / "-"). It also reads a "_" in the name, and warns
// of it if the notation has no "_".
func (l *abnfLexer) name() {
	end := l.span(l.pos, isNameByte)
	if isForeignLetter(l.text[end:]) {
		l.badName(end, l.notation.hint)
		return
	}
	if name := l.text[l.pos:end]; !l.notation.underscore && strings.Contains(name, "_") {
		l.report("name-underscore", l.pos, end,
			`%s names hold letters, digits and "-", no "_": %s`, l.notation.name, clip(strings.ReplaceAll(name, "_", "-")))
	}
	l.emit(tokName, end)
}

// comment reads ";" *(WSP / VCHAR) to the line end (RFC 5234, 3.9).
func (l *abnfLexer) comment() {
	l.lineComment(l.atDefinition, func(in lexer) lexed {
		again := &abnfLexer{lexer: in, notation: l.notation}
		again.run(again.step)
		return again.lexed
	}, func(tokens []token) bool { return len(tokens) > 0 })
}

// atDefinition reports whether a rulename followed by "=" or "=/" stands at the offset at.
func (l *abnfLexer) atDefinition(at int) bool {
	at = l.span(at, isNameByte)
	for l.byteAt(at) == ' ' || l.byteAt(at) == '\t' {
		at++
	}
	return l.byteAt(at) == '=' && l.byteAt(at+1) != '='
}

// quoted reads a char-val, DQUOTE *(%x20-21 / %x23-7E) DQUOTE. The first quote is at the offset
// open. In a notation with exactQuote it may be an apostrophe.
func (l *abnfLexer) quoted(open int) {
	end, found := l.until(open+1, l.text[open])
	if !found {
		l.report("unterminated-string", l.pos, end, "the string is not closed: %s is missing on this line",
			describe(l.text[open:]))
		l.emit(tokBad, end)
		return
	}
	k := tokString
	for at := open + 1; at < end; at++ {
		if !isPrintable(l.text[at]) {
			l.stringCharacter(at)
			k = tokBad
			break
		}
	}
	l.emit(k, end+1)
}

// stringCharacter reports the character at the offset at, because strings cannot hold it.
func (l *abnfLexer) stringCharacter(at int) {
	r, size := utf8.DecodeRuneInString(l.text[at:])
	hint := ""
	if l.notation.percent && (r != utf8.RuneError || size > 1) {
		hint = fmt.Sprintf("; write %%x%X outside of the quotes", r)
	}
	l.report("string-character", at, at+size,
		"a string holds printable ASCII characters, not %s%s", describe(l.text[at:]), hint)
}

func isNumValByte(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' || c == '.' }

// percent reads a token that begins with "%": a num-val such as %x41, or a char-val with a prefix
// of RFC 7405, such as %s"text".
func (l *abnfLexer) percent() {
	base, quote := l.byteAt(l.pos+1)|0x20, l.byteAt(l.pos+2) == '"'
	end := l.span(l.pos+1, isNumValByte)
	switch {
	case !l.notation.percent:
		l.report("no-number-values", l.pos, end,
			`%s has neither number values nor "%%": write a string`, l.notation.name)
		l.emit(tokBad, end)
	case (base == 's' || base == 'i') && quote:
		l.quoted(l.pos + 2)
	case base == 'x' || base == 'd' || base == 'b':
		l.emit(tokNumVal, end)
	default:
		l.badCharacter(end)
	}
}

// define reads "=" or "=/".
func (l *abnfLexer) define() {
	if l.byteAt(l.pos+1) != '/' {
		l.emit(tokDefine, l.pos+1)
		return
	}
	at := l.pos
	l.emit(tokIncrement, at+2)
	if !l.notation.increment {
		l.report("no-increments", at, at+2,
			`%s has no "=/": write all alternatives into one rule`, l.notation.name)
	}
}

// aroundQuotes matches a prose-val with <"> inside.
var aroundQuotes = regexp.MustCompile(`^<(?:[^<>\r\n]|<">)+>`)

// prose reads a prose-val: "<" *(%x20-3D / %x3F-7E) ">". It accepts characters beyond ASCII, and
// <"> inside, as in <any TEXT except <">> of RFC 2616.
func (l *abnfLexer) prose() {
	end, found := l.untilAngle()
	if found && strings.HasSuffix(l.text[l.pos+1:end], `<"`) {
		end = l.pos + max(end-l.pos, len(aroundQuotes.FindString(l.text[l.pos:]))-1)
	}
	switch {
	case found && l.checkUTF8("ill-formed-utf8", l.pos, end):
		l.countNonASCII(end)
		l.emit(tokProse, end+1)
		return
	case found:
		end++
	case l.foreignDefine():
		return
	default:
		l.report("unterminated-prose", l.pos, end, `the prose description is not closed: ">" is missing on this line`)
	}
	l.emit(tokBad, end)
}

// unknown reads characters that begin no token. A no-break space counts as a blank in notations
// with wideBlank. Any other run of such characters is reported, and becomes a bad token in place
// of an element.
func (l *abnfLexer) unknown() {
	r, size := utf8.DecodeRuneInString(l.text[l.pos:])
	switch {
	case r == wideBlank && l.notation.wideBlank:
		l.wideBlanks.add(l.pos)
		l.blank(size)
	case l.foreign(r, size):
	case isForeignLetter(l.text[l.pos:]):
		l.badName(l.pos, l.notation.hint)
	case r == '\'':
		l.badCharacter(l.singleQuoted())
	default:
		l.badCharacter(l.same(r, size))
	}
}

// badCharacter makes a bad token of the text from l.pos to end, and reports it. The message names
// its first character.
func (l *abnfLexer) badCharacter(end int) {
	r, _ := utf8.DecodeRuneInString(l.text[l.pos:])
	code, hint := Code("bad-character"), l.notation.hint(r)
	if next := l.byteAt(l.pos + 1); r == '#' && (isAlpha(next) || next == '(' || next == '"') {
		code = "list-not-read"
		hint = `the list form #element of RFC 822, 2.7, is not read, because it implies white space; ` +
			`write [ element *( "," element ) ] in its place`
	}
	l.report(code, l.pos, end, "unexpected %s: %s", describe(l.text[l.pos:]), hint)
	l.emit(tokBad, end)
}

// singleQuoted returns the end of the text in single quotes at l.pos, so that it is reported as
// one mistake. Without a closing quote on the line it returns the offset after the first quote.
func (l *abnfLexer) singleQuoted() int {
	if end, found := l.until(l.pos+1, '\''); found {
		return end + 1
	}
	return l.pos + 1
}

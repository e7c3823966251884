package syntax

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ebnfSigns has the words and signs of W3C's EBNF for the shared lexer and parser.
var ebnfSigns = signs{
	name: "W3C's EBNF", define: "::=", choice: '|', element: "expression", optional: "( expression )?",
	names: regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`), letters: `begins with a letter or "_" and holds letters, digits, "_", "-" and "."`,
}

// Kinds of tokens that only this notation has.
const (
	tokMinus     = tokOwn + iota // A - B
	tokCodePoint                 // #x41
	tokMark                      // @terminals
)

// An ebnfLexer cuts a text in W3C's EBNF into tokens. It reads every byte at most a fixed number
// of times.
type ebnfLexer struct {
	lexer
	hashes tally // comments that begin with "#"
}

// lexEBNF cuts text into tokens, from the offset from on.
func lexEBNF(text string, from int) *ebnfLexer {
	l := &ebnfLexer{lexer: lexer{signs: &ebnfSigns, text: text, pos: from}}
	l.run(l.step)
	return l
}

var ebnfPunctuation = [...]kind{
	'|': tokChoice, '-': tokMinus,
	'?': tokOptional, '*': tokStar, '+': tokPlus,
	'(': tokOpenGroup, ')': tokCloseGroup,
}

// step reads one token, or skips text between tokens: blanks, line ends and comments.
func (l *ebnfLexer) step() {
	switch c := l.text[l.pos]; {
	case l.layout(c):
	case c == '/' && l.byteAt(l.pos+1) == '*':
		l.comment()
	case isAlpha(c) || c == '_':
		l.name()
	case c == '"' || c == '\'':
		l.quoted(c)
	case c == '[':
		l.bracket()
	case c == '#' && l.beginsComment():
		l.hashComment()
	case c == '#':
		l.codePoint()
	case c == '@' && l.indent >= 0 && l.mark():
	case c == ':' || c == '=' || c == '<':
		l.define()
	case int(c) < len(ebnfPunctuation) && ebnfPunctuation[c] != 0:
		l.emit(ebnfPunctuation[c], l.pos+1)
	default:
		l.unknown()
	}
}

func isEBNFNameByte(c byte) bool { return isNameByte(c) || c == '.' }

// name reads a name. A "-" or "." at its end is not part of it.
func (l *ebnfLexer) name() {
	end := l.span(l.pos, isEBNFNameByte)
	if isForeignLetter(l.text[end:]) {
		l.badName(end, ebnfLetterHint)
		return
	}
	for l.text[end-1] == '-' || l.text[end-1] == '.' {
		end--
	}
	l.emit(tokName, end)
}

// comment skips /* ... */, over any number of lines. If the comment begins with "@name", it is a
// directive, whose text is joined into one line.
func (l *ebnfLexer) comment() {
	n := strings.Index(l.text[l.pos+2:], "*/")
	if n < 0 {
		l.report("unterminated-comment", l.pos, l.pos+2,
			`the comment is not closed: "*/" is missing, so the rest of the document is comment`)
		l.pos = len(l.text)
		return
	}
	from, to := l.pos+2, l.pos+2+n
	l.checkUTF8("ill-formed-comment", from, to)
	l.directive(from, to)
	l.pos = to + 2
}

// beginsComment reports whether the "#" at l.pos begins a comment, as the tools of the RDF groups
// have it. It does if a blank or the line end follows. The first "#" of a line also does, unless
// an "x" or a hexadecimal digit follows, as in a code point.
func (l *ebnfLexer) beginsComment() bool {
	switch c := l.byteAt(l.pos + 1); {
	case c == 0 || strings.IndexByte(blanks, c) >= 0:
		return true
	case l.indent < 0 || c == 'x' || c == 'X':
		return false
	default:
		return digit(c) >= 16
	}
}

// hashComment skips a comment up to the line end.
func (l *ebnfLexer) hashComment() {
	l.hashes.add(l.pos)
	end, _ := l.until(l.pos, '\n')
	l.checkUTF8("ill-formed-comment", l.pos, end)
	l.pos = end
}

const passed = "white space between tokens, which no table has: " +
	"each rule matches by the letter of its production"

// marks holds the declarations of the RDF groups' tools, with a message for each. They define no
// rule.
var marks = map[string]string{
	"@terminals": "the productions after it are terminals, with no white space inside; " +
		"that changes nothing here, because each rule matches by the letter of its production",
	"@pass": passed,
	"@skip": passed,
}

// mark reads the name of a declaration such as "@terminals" at l.pos. It returns false if there is
// no such name.
func (l *ebnfLexer) mark() bool {
	end := l.span(l.pos+1, isEBNFNameByte)
	if marks[l.text[l.pos:end]] == "" {
		return false
	}
	l.emit(tokMark, end)
	return true
}

// directive adds a directive to l.directives if the comment between the offsets from and to holds
// one.
func (l *ebnfLexer) directive(from, to int) {
	text := strings.TrimLeft(l.text[from:to], blanks)
	name, rest := text, ""
	if i := strings.IndexAny(text, blanks); i >= 0 {
		name, rest = text[:i], text[i:]
	}
	if len(name) < 2 || name[0] != '@' ||
		strings.IndexFunc(name[1:], func(r rune) bool { return r >= utf8.RuneSelf || !isNameByte(byte(r)) }) >= 0 {
		return
	}
	rest = strings.Join(strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(blanks, r) }), " ")
	l.directives = append(l.directives, Directive{Name: name[1:], Text: rest, Pos: Pos(to - len(text))})
}

// quoted reads "string" or 'string'. The notation has no escapes: all characters between
// the quotes stand for themselves.
func (l *ebnfLexer) quoted(quote byte) {
	end, found := l.until(l.pos+1, quote)
	if !found {
		l.report("unterminated-string", l.pos, end, "the string is not closed: %s is missing on this line",
			describe(string(quote)))
		l.emit(tokBad, end)
		return
	}
	l.emitText(tokString, end+1)
}

// annotation matches the beginning of a constraint in words. XML 1.0, section 6, has [ wfc: ...]
// and [ vc: ...], Namespaces in XML has [ nsc: ...]. Without a blank after the colon, [vc:] is a
// class.
var annotation = regexp.MustCompile(`^\[[ \t]*(?i:wfc|vc|nsc):[ \t]`)

// A class that begins with a scheme and "://" is a link to the production of another document. The
// recommendations for XPath and XQuery write a label after it, as in
//
//	Char ::= [http://www.w3.org/TR/REC-xml#NT-Char]XML
var (
	link      = regexp.MustCompile(`^\[[ \t]*[A-Za-z][A-Za-z+]*://`)
	linkLabel = regexp.MustCompile(`^(?:[A-Za-z]\w*|[ \t]+(?:Names|XML)\b|[ \t\r\n]*\^[A-Za-z]\w*)`)
)

// skipLabel skips the label of the link before l.pos. A name before "::=" is not a label: it begins
// the next definition.
func (l *ebnfLexer) skipLabel() {
	n := len(linkLabel.FindString(l.text[l.pos:]))
	if rest := l.text[l.pos+n:]; !strings.HasPrefix(strings.TrimLeft(rest, " \t"), l.signs.define) {
		l.pos += n
	}
}

// bracket reads a class, or skips a constraint in words.
func (l *ebnfLexer) bracket() {
	end, found := l.until(l.pos+1, ']')
	switch {
	case !found:
		l.report("unterminated-class", l.pos, end, `the class is not closed: "]" is missing on this line`)
		l.emit(tokBad, end)
	case annotation.MatchString(l.text[l.pos : end+1]):
		l.report("annotation-skipped", l.pos, end+1, "a constraint in words; it changes nothing here")
		l.pos = end + 1
	default:
		isLink := link.MatchString(l.text[l.pos : end+1])
		if l.emitText(tokClass, end+1); isLink {
			l.skipLabel()
		}
	}
}

// codePoint reads a code point by number, #x41.
func (l *ebnfLexer) codePoint() {
	end := l.span(l.pos+1, isWordByte)
	switch digits := hexDigits(l.text[l.pos:end]); {
	case l.byteAt(l.pos+1) != 'x':
		l.badCharacter(l.pos + 1)
	case digits == 0 || l.pos+2+digits != end:
		l.report("bad-number", l.pos, end, `%q is not a code point; write hexadecimal digits after "#x": #x41`,
			clip(l.text[l.pos:end]))
		l.emit(tokBad, end)
	default:
		l.emit(tokCodePoint, end)
	}
}

// hexDigits returns the number of hexadecimal digits after "#x" at the beginning of s. It returns
// 0 if s begins with another text.
func hexDigits(s string) int {
	if len(s) < 3 || s[:2] != "#x" {
		return 0
	}
	n := 2
	for n < len(s) && digit(s[n]) < 16 {
		n++
	}
	return n - 2
}

// define reads "::=", or the definition sign of another notation.
func (l *ebnfLexer) define() {
	switch sign := l.signs.define; {
	case strings.HasPrefix(l.text[l.pos:], sign):
		l.emit(tokDefine, l.pos+len(sign))
	case l.foreignDefine():
	default:
		l.badCharacter(l.pos + 1)
	}
}

// unknown reports characters that begin no token, and makes a bad token of them.
func (l *ebnfLexer) unknown() {
	r, size := utf8.DecodeRuneInString(l.text[l.pos:])
	switch {
	case l.foreign(r, size):
	case isForeignLetter(l.text[l.pos:]):
		l.badName(l.pos, ebnfLetterHint)
	default:
		l.badCharacter(l.same(r, size))
	}
}

// badCharacter makes a bad token of the text from l.pos to end, and reports it. The message names
// its first character.
func (l *ebnfLexer) badCharacter(end int) {
	r, _ := utf8.DecodeRuneInString(l.text[l.pos:])
	l.report("bad-character", l.pos, end, "unexpected %s: %s", describe(l.text[l.pos:]), ebnfHint(r))
	l.emit(tokBad, end)
}

// ebnfLetterHint says how W3C's EBNF writes r, a letter, mark or digit beyond ASCII.
func ebnfLetterHint(r rune) string {
	if unicode.IsLetter(r) {
		return "names are ASCII"
	}
	return `write literal text in double quotes: "text"`
}

// ebnfHint says how W3C's EBNF writes a construct for which other notations use the sign r.
func ebnfHint(r rune) string {
	switch r {
	case '/':
		return `write "|" between alternatives, and comments between /* and */`
	case ';', '@', '!':
		return "a definition has no mark at its end, and a comment is written /* text */"
	case ']':
		return `no class is open here; "]" itself is written #x5D`
	case '{', '}':
		return "W3C's EBNF writes ( expression )* for any number"
	case ',':
		return `separate elements with a blank; "," is from ISO EBNF (ISO/IEC 14977), which is not read`
	case '%', '\\':
		return "a code point is written #x41"
	case '#':
		return "a code point is written #x41, and a comment /* text */"
	case '\u2018', '\u2019', '\u201C', '\u201D':
		return `write strings in straight quotes: "text" or 'text'`
	}
	if r >= utf8.RuneSelf {
		return fmt.Sprintf("write the character as #x%X, or in quotes", r)
	}
	return `write literal text in quotes: "text" or 'text'`
}

// showRange writes a range of code points for a message.
func showRange(r ClassRange) string { return fmt.Sprintf("#x%X-#x%X", r.Lo, r.Hi) }

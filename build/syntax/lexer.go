package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is a sort of token. The sections are RFC 5234's, unless another document is named.
type kind uint8

const (
	tokEnd         kind = iota // of the definition, or of the text
	tokBad                     // reported already; stands in place of an element
	tokBadName                 // a word with letters beyond ASCII, reported already
	tokName                    // rulename: section 2.1
	tokDefine                  // "=": section 2.2
	tokIncrement               // "=/": section 3.3
	tokChoice                  // section 3.2; RFC 2396, 1.6
	tokNumber                  // the digits of a repeat: sections 3.6, 3.7
	tokStar                    // section 3.6
	tokList                    // RFC 9110, section 5.6.1
	tokOpenGroup               // section 3.5
	tokCloseGroup              // = tokOpenGroup + 1
	tokOpenOption              // section 3.8
	tokCloseOption             // = tokOpenOption + 1
	tokString                  // char-val: section 2.3; with its prefix: RFC 7405, 2.1
	tokNumVal                  // num-val: sections 2.3, 3.4; the parser checks its digits
	tokProse                   // prose-val: section 4
	tokTerminator              // ";" of aParse
	tokDeclaration             // "$include" of aParse
)

// A token is a stretch of the text. No token reaches over a line end, so a defect in a
// token affects at most its line.
type token struct {
	kind     kind
	indent   int32 // columns of blank before the first token of a line, -1 for the others
	pos, end Pos
}

// bad reports whether t has an error already.
func (t token) bad() bool { return t.kind == tokBad || t.kind == tokBadName }

// A lexer is the shared part of the lexers of all dialects. It reads every byte a bounded
// number of times.
type lexer struct {
	notation *notation
	text     string
	pos      int
	indent   int32 // of the line so far; -1 after its first token

	// noProse is the end of the last search for a ">" that found none. The search began at a
	// "<", so from there to noProse is no ">". Without it the text "<-<-<-..." would be
	// searched to its end again and again.
	noProse int

	inner               // the result; after run, the last of its tokens is a tokEnd
	comments []*swallow // comments that may have rules in them, see repair.go
	joined   bool       // whether comments end early, see [joinedEnd]

	wideBlanks, nonASCII tally
}

// A tally counts positions of one kind.
type tally struct {
	first Pos
	n     int
}

// add counts a position, and keeps the first one.
func (t *tally) add(pos int) {
	if t.n == 0 {
		t.first = Pos(pos)
	}
	t.n++
}

// maxLexed is the number of diagnostics kept by a lexer. It exceeds MaxItems, so that those
// of the prose before the first rule, dropped later, take no other's place.
const maxLexed = 10 * MaxItems

// run cuts the text into tokens; step is the function of the dialect.
func (l *lexer) run(step func()) {
	l.diagnostics.most = maxLexed
	l.diagnostics.begin()
	for l.pos < len(l.text) {
		step()
	}
	l.diagnostics.end()
	l.emit(tokEnd, l.pos)
}

// layout skips c if it is a blank or ends a line.
func (l *lexer) layout(c byte) bool {
	switch c {
	case '\n', '\r':
		l.pos++
		l.indent = 0
	case ' ', '\t':
		l.blank(1)
	default:
		return false
	}
	return true
}

// emit adds the text from l.pos to end as a token. A definition sign after a name begins a
// definition with its own count of errors.
func (l *lexer) emit(k kind, end int) {
	l.tokens = append(l.tokens, token{k, l.indent, Pos(l.pos), Pos(end)})
	if n := len(l.tokens); n > 1 && startsRule(l.tokens, n-2) {
		l.diagnostics.begin()
	}
	l.pos, l.indent = end, -1
}

// emitText adds the text from l.pos to end as a token of kind k if it is UTF-8, and else as
// a bad one.
func (l *lexer) emitText(k kind, end int) {
	if !l.checkUTF8("ill-formed-utf8", l.pos, end) {
		k = tokBad
	}
	l.emit(k, end)
}

// report adds a diagnostic about the text between two offsets, unless the rule it stands in
// has too many.
func (l *lexer) report(code Code, from, to int, format string, args ...any) {
	if !l.diagnostics.hush(code, Pos(from)) {
		l.diagnostics.Add(NewDiagnostic(code, Pos(from), to-from, format, args...))
	}
}

// blank skips a blank of size bytes. Tabs reach to the next multiple of eight columns.
func (l *lexer) blank(size int) {
	switch {
	case l.indent < 0:
	case l.text[l.pos] == '\t':
		l.indent += 8 - l.indent%8
	default:
		l.indent++
	}
	l.pos += size
}

// span returns the end of the bytes of the class from the offset from on.
func (l *lexer) span(from int, class func(byte) bool) int {
	for from < len(l.text) && class(l.text[from]) {
		from++
	}
	return from
}

// until returns the offset of the first c from the offset from on, and true; if c is not on
// the line, the offset of the line end, and false. A lone CR, reported by [checkEncoding],
// ends a line here. Otherwise a comment in a document with such line ends would swallow the
// rest.
func (l *lexer) until(from int, c byte) (at int, found bool) {
	for at = from; at < len(l.text); at++ {
		switch l.text[at] {
		case c:
			return at, true
		case '\n', '\r':
			return at, false
		}
	}
	return at, false
}

// badName reports a word with its first letter beyond ASCII at the offset at: one mistake.
// The word stays a name: followed by "=", it begins a rule.
func (l *lexer) badName(at int) {
	end := at
	for end < len(l.text) && (isNameByte(l.text[end]) || isForeignLetter(l.text[end:])) {
		_, size := utf8.DecodeRuneInString(l.text[end:])
		end += size
	}
	if rest := strings.TrimLeft(l.text[end:], blanks); rest != "" && strings.IndexByte("=:<", rest[0]) >= 0 {
		l.diagnostics.begin() // the error belongs to the new definition
	}
	r, _ := utf8.DecodeRuneInString(l.text[at:])
	l.report("bad-character", l.pos, end, "unexpected %s: %s", describe(l.text[at:]), l.notation.hint(r))
	l.emit(tokBadName, end)
}

// lineComment reads a comment to the line end. It may hold any UTF-8. In joined lines it
// may end early: see [joinedEnd]. The function rule reports whether a rule begins or ends
// at an offset.
func (l *lexer) lineComment(rule func(at int) bool, lookInside func(end int)) {
	end := len(l.text)
	if to := end; l.joined { // the text ends with the line
		if end = joinedEnd(l.text, l.pos, to, l.notation.choice, rule); end < to {
			l.diagnostics.Add(repaired(l.text, l.pos, end, to))
		}
	} else {
		end, _ = l.until(l.pos, '\n')
		lookInside(end)
	}
	l.checkUTF8("ill-formed-comment", l.pos, end)
	l.countNonASCII(end)
	l.directive(l.pos+1, end)
	l.pos = end
}

// countNonASCII counts the characters beyond ASCII from l.pos to end.
func (l *lexer) countNonASCII(end int) {
	for i, r := range l.text[l.pos:end] {
		if r >= utf8.RuneSelf {
			l.nonASCII.add(l.pos + i)
		}
	}
}

// directive keeps the directive in the comment text between from and to, if it holds one.
func (l *lexer) directive(from, to int) {
	text := strings.TrimLeft(l.text[from:to], " \t")
	at := to - len(text)
	if !strings.HasPrefix(text, "@") {
		return
	}
	end := min(l.span(at+1, isNameByte), to)
	name, rest := l.text[at+1:end], l.text[end:to]
	if name == "" || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return
	}
	l.directives = append(l.directives, Directive{Name: name, Text: strings.Trim(rest, " \t"), Pos: Pos(at)})
}

// checkUTF8 reports every run of bytes between from and to outside of UTF-8; ok is false
// for any run.
func (l *lexer) checkUTF8(code Code, from, to int) (ok bool) {
	if utf8.ValidString(l.text[from:to]) {
		return true
	}
	for from < to {
		r, size := utf8.DecodeRuneInString(l.text[from:to])
		if r != utf8.RuneError || size != 1 {
			from += size
			continue
		}
		end := from + illFormed(l.text[from:to])
		l.report(code, from, end, "not UTF-8: %s", hexBytes(l.text[from:end]))
		from = end
	}
	return false
}

// byteAt returns the byte at i, 0 after the end of the text.
func (l *lexer) byteAt(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// foreignDefine reads the definition sign of another notation, and reports whether it found
// one.
func (l *lexer) foreignDefine() bool {
	for _, d := range definitions {
		if d.sign == l.notation.define || !strings.HasPrefix(l.text[l.pos:], d.sign) {
			continue
		}
		at, end := l.pos, l.pos+len(d.sign)
		l.emit(tokDefine, end)
		l.report("foreign-definition", at, end,
			"%q is the definition sign of %s; %s writes %q", d.sign, d.from, l.notation.name, l.notation.define)
		return true
	}
	return false
}

// untilAngle finds the ">" after the "<" at l.pos. Its results are those of until. It does not
// search again where an earlier search found no ">", see noProse.
func (l *lexer) untilAngle() (at int, found bool) {
	if l.pos < l.noProse {
		return l.noProse, false
	}
	return l.until(l.pos, '>')
}

// foreign reports and skips r if no notation has it: bytes outside of UTF-8, NUL, and
// blanks of other character sets.
func (l *lexer) foreign(r rune, size int) bool {
	switch {
	case r == utf8.RuneError && size == 1:
		end := l.pos + illFormed(l.text[l.pos:])
		l.checkUTF8("ill-formed-utf8", l.pos, end)
		l.emit(tokBad, end)
	case r == 0: // reported by checkEncoding
		l.emit(tokBad, l.pos+1)
	case isForeignBlank(r):
		l.foreignBlank(r, size)
	default:
		return false
	}
	return true
}

// foreignBlank reports a run of the blank r, and skips it like spaces.
func (l *lexer) foreignBlank(r rune, size int) {
	end := l.pos + size
	for strings.HasPrefix(l.text[end:], string(r)) {
		end += size
	}
	l.report("foreign-blank", l.pos, end,
		"%s is not a blank in %s; use a space, a tab or a line end", describe(l.text[l.pos:]), l.notation.name)
	for l.pos < end {
		l.blank(size)
	}
}

// same returns the end of a run of the ASCII character r, or of characters beyond ASCII.
func (l *lexer) same(r rune, size int) int {
	end := l.pos + size
	for end < len(l.text) {
		next, size := utf8.DecodeRuneInString(l.text[end:])
		beyond := r >= utf8.RuneSelf && next >= utf8.RuneSelf
		if next != r && !beyond || next == utf8.RuneError && size == 1 || isForeignBlank(next) {
			break
		}
		end += size
	}
	return end
}

func isAlpha(c byte) bool      { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool      { return '0' <= c && c <= '9' }
func isNameByte(c byte) bool   { return isAlpha(c) || isDigit(c) || c == '-' || c == '_' }
func isNumValByte(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' || c == '.' }
func isPrintable(c byte) bool  { return ' ' <= c && c <= '~' }

func isBeyondASCII(r rune) bool { return r >= utf8.RuneSelf }

// isForeignLetter reports whether s begins with a letter, mark or digit beyond ASCII.
func isForeignLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

// wideBlank is the no-break space. Some editors write it for a space.
const wideBlank = '\u00A0'

// isForeignBlank reports whether r looks like a blank but is not one in any notation.
func isForeignBlank(r rune) bool {
	return r != '\n' && r != '\r' && r != ' ' && r != '\t' && unicode.IsSpace(r) || r == '\u200B' || r == '\uFEFF'
}

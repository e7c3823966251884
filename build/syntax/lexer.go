package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is a sort of token. The sections are those of RFC 5234 unless said otherwise.
type kind uint8

const (
	tokEnd         kind = iota // of the definition, or of the text
	tokBad                     // reported already; stands where an element may stand
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
	tokNumVal                  // num-val: sections 2.3, 3.4; looked into by the parser
	tokProse                   // prose-val: section 4
	tokTerminator              // ";" of aParse
	tokDeclaration             // "$include" of aParse
)

// A token is a stretch of the text. No token reaches over a line end, so a
// defect inside of one cannot spoil more than its line.
type token struct {
	kind     kind
	indent   int32 // columns of blank before the first token of a line, -1 for the others
	pos, end Pos
}

// bad reports whether an error is known of t.
func (t token) bad() bool { return t.kind == tokBad || t.kind == tokBadName }

// A lexer is what the lexers of all dialects share. It reads every byte a bounded number of times.
type lexer struct {
	notation *notation
	text     string
	pos      int
	indent   int32 // of the line so far; -1 behind its first token

	// noProse is known to be a place that the "<" before it find no ">" before.
	// Without it "<-<-<-..." would be searched to its end again and again.
	noProse int

	inner               // the last token is a tokEnd
	comments []*swallow // each comment that may be one
	joined   bool       // comments end early, see [joinedEnd]

	wideBlanks, nonASCII tally
}

// A tally counts places of one kind.
type tally struct {
	first Pos
	n     int
}

func (t *tally) add(pos int) {
	if t.n == 0 {
		t.first = Pos(pos)
	}
	t.n++
}

// maxLexed is how many diagnostics a lexer keeps. Those of the prose before the first rule will be
// dropped, and should not take the place of others.
const maxLexed = 10 * MaxItems

// run cuts the text; step is that of the dialect.
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

// emit makes what stands between l.pos and end a token. A definition sign after a name begins a definition
// with errors of its own, however many the text before it has.
func (l *lexer) emit(k kind, end int) {
	l.tokens = append(l.tokens, token{k, l.indent, Pos(l.pos), Pos(end)})
	if n := len(l.tokens); n > 1 && startsRule(l.tokens, n-2) {
		l.diagnostics.begin()
	}
	l.pos, l.indent = end, -1
}

// emitText makes what stands between l.pos and end a token of that kind, if it is UTF-8.
func (l *lexer) emitText(k kind, end int) {
	if !l.checkUTF8("ill-formed-utf8", l.pos, end) {
		k = tokBad
	}
	l.emit(k, end)
}

func (l *lexer) report(code Code, from, to int, format string, args ...any) {
	if !l.diagnostics.hush(code, Pos(from)) {
		l.diagnostics.Add(NewDiagnostic(code, Pos(from), to-from, format, args...))
	}
}

// blank skips a blank of that many bytes. Tabs reach to the next multiple of eight columns.
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

// span returns the end of the bytes from from on that are in the class.
func (l *lexer) span(from int, class func(byte) bool) int {
	for from < len(l.text) && class(l.text[from]) {
		from++
	}
	return from
}

// until returns where c stands in the rest of the line, else where the line ends.
// A lone CR, which [checkEncoding] reports, ends a line here: so a comment in a
// document with the line ends of another age does not swallow the rest of it.
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

// badName reports a word whose first letter beyond ASCII stands at at. It is one mistake,
// and stays a word: with a "=" behind it, it begins a rule.
func (l *lexer) badName(at int) {
	end := at
	for end < len(l.text) && (isNameByte(l.text[end]) || isForeignLetter(l.text[end:])) {
		_, size := utf8.DecodeRuneInString(l.text[end:])
		end += size
	}
	if rest := strings.TrimLeft(l.text[end:], blanks); rest != "" && strings.IndexByte("=:<", rest[0]) >= 0 {
		l.diagnostics.begin() // the error is that of the definition
	}
	r, _ := utf8.DecodeRuneInString(l.text[at:])
	l.report("bad-character", l.pos, end, "unexpected %s: %s", describe(l.text[at:]), l.notation.hint(r))
	l.emit(tokBadName, end)
}

// lineComment reads a comment to the line end. Any UTF-8 is welcome in it. Where lines were
// joined, it may end early: at what rule says begins or ends a rule, among others.
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

func (l *lexer) countNonASCII(end int) {
	for i, r := range l.text[l.pos:end] {
		if r >= utf8.RuneSelf {
			l.nonASCII.add(l.pos + i)
		}
	}
}

// directive takes the directive out of the comment text between from and to, if it is one.
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

// checkUTF8 reports every run of bytes between from and to that is not UTF-8, and whether there was one.
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

func (l *lexer) byteAt(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// foreignDefine reads the definition sign of another notation, if there is one.
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

// untilAngle is until for the ">" of the "<" at l.pos, see noProse.
func (l *lexer) untilAngle() (at int, found bool) {
	if l.pos < l.noProse {
		return l.noProse, false
	}
	return l.until(l.pos, '>')
}

// foreign reports and skips r if no notation has it: what is not UTF-8, NUL, and blanks of
// other character sets.
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

// foreignBlank reports a run of the blank r, and skips it as if it were spaces.
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

// isForeignLetter reports whether s begins with what is part of a word in some script, and is not ASCII.
func isForeignLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

// wideBlank is the no-break space, which some editors write for a space.
const wideBlank = '\u00A0'

// isForeignBlank reports whether r looks like a blank to people and is none to the notations.
func isForeignBlank(r rune) bool {
	return r != '\n' && r != '\r' && r != ' ' && r != '\t' && unicode.IsSpace(r) || r == '\u200B' || r == '\uFEFF'
}

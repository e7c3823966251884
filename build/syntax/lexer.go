package syntax

import (
	"strings"
	"unicode/utf8"
)

// A lexer is the common part of the lexers of all dialects. It reads every byte at most a fixed
// number of times.
type lexer struct {
	signs  *signs
	text   string
	pos    int
	indent int32 // columns of blank at the beginning of the line; -1 after its first token

	lexed               // after run, the last token is a tokEnd
	comments []*swallow // comments that may have rules in them, see lineComment
	joined   bool       // whether the text is a comment read a second time, which may end early, see [joinedEnd]

	// noAngle is the offset where the last search for a ">" ended without finding one. The search
	// began at a "<", and there is no ">" between the two. A later "<" before noAngle needs no
	// search. Otherwise the text "<-<-<-..." would be searched to its end again and again.
	noAngle int

	nonASCII tally // characters beyond ASCII in comments and prose
}

// A tally counts positions at which one kind of remark applies.
type tally struct {
	first Pos
	n     int
}

// add counts the position pos. The first call also stores it as t.first.
func (t *tally) add(pos int) {
	if t.n == 0 {
		t.first = Pos(pos)
	}
	t.n++
}

// maxLexed is the largest number of diagnostics that a lexer keeps. It is larger than MaxItems,
// because those in the prose before the first rule are dropped later.
const maxLexed = 10 * MaxItems

// run cuts the text into tokens. The function step, which depends on the dialect, reads one of
// them.
func (l *lexer) run(step func()) {
	l.diagnostics.Max = maxLexed
	l.diagnostics.Begin()
	for l.pos < len(l.text) {
		step()
	}
	l.diagnostics.End()
	l.emit(tokEnd, l.pos)
}

// layout skips c, the byte at l.pos, if it is a blank or ends a line. It reports whether it did.
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

// emit adds the text from l.pos to end as a token of kind k. If the last two tokens are a name and
// a definition sign, a new definition begins, and its errors are counted from 0.
func (l *lexer) emit(k kind, end int) {
	l.tokens = append(l.tokens, token{k, l.indent, Pos(l.pos), Pos(end)})
	if n := len(l.tokens); n > 1 && startsRule(l.tokens, n-2) {
		l.diagnostics.Begin()
	}
	l.pos, l.indent = end, -1
}

// emitText adds the text from l.pos to end as a token of kind k. If the text is not UTF-8, it
// reports that, and the token is a tokBad.
func (l *lexer) emitText(k kind, end int) {
	if !l.checkUTF8("ill-formed-utf8", l.pos, end) {
		k = tokBad
	}
	l.emit(k, end)
}

// report adds a diagnostic about the text from the offset from to the offset to. After maxErrors
// errors in one definition it only counts further errors.
func (l *lexer) report(code Code, from, to int, format string, args ...any) {
	l.diagnostics.Report(code, Pos(from), Pos(to), format, args...)
}

// blank skips a blank of size bytes at l.pos, and adds its columns to l.indent at the beginning of
// a line. A tab reaches to the next multiple of eight columns.
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

// span returns the offset of the first byte, from the offset from on, for which class returns
// false.
func (l *lexer) span(from int, class func(byte) bool) int {
	for from < len(l.text) && class(l.text[from]) {
		from++
	}
	return from
}

// until returns the offset of the first c from the offset from on, and true. If c is not on the
// line, it returns the offset of the line end, and false. A CR without LF ends a line too,
// although [checkEncoding] reports it. Otherwise a comment in a document with such line ends would
// take the rest of the text.
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

// badName reports the word at l.pos, whose first letter beyond ASCII is at the offset at, as one
// mistake. hint says how to write that letter. The word becomes a tokBadName. If a "=" follows, it
// begins a rule.
func (l *lexer) badName(at int, hint func(r rune) string) {
	end := at
	for end < len(l.text) && (isNameByte(l.text[end]) || isForeignLetter(l.text[end:])) {
		_, size := utf8.DecodeRuneInString(l.text[end:])
		end += size
	}
	if rest := strings.TrimLeft(l.text[end:], blanks); rest != "" && strings.IndexByte("=:<", rest[0]) >= 0 {
		l.diagnostics.Begin() // the error belongs to the new definition
	}
	r, _ := utf8.DecodeRuneInString(l.text[at:])
	l.report("bad-character", l.pos, end, "unexpected %s: %s", describe(l.text[at:]), hint(r))
	l.emit(tokBadName, end)
}

// lineComment reads a comment up to the line end. It may hold any UTF-8. The function rule reports
// whether a rule begins at an offset, or in Treetop ends there.
//
// The lexer reads the comment a second time, as if it ended before such an offset, with reread: the
// lexer of the dialect around another state. If found reports true for the tokens, they are added to
// l.comments. The reader decides later whether the author meant a comment.
func (l *lexer) lineComment(rule func(at int) bool, reread func(in lexer) lexed, found func(tokens []token) bool) {
	end := len(l.text)
	if l.joined { // the text ends with the line
		if end = joinedEnd(l.text, l.pos, len(l.text), l.signs.choice, rule); end < len(l.text) {
			l.diagnostics.Add(repaired(l.text, l.pos, end, len(l.text)))
		}
	} else {
		end, _ = l.until(l.pos, '\n')
		in := reread(lexer{signs: l.signs, text: l.text[:end], pos: l.pos, indent: -1, joined: true})
		if in.tokens = in.tokens[:len(in.tokens)-1]; found(in.tokens) {
			l.comments = append(l.comments, &swallow{
				pos: Pos(l.pos), end: Pos(end), index: len(l.tokens), behind: l.indent < 0, inside: in,
			})
		}
	}
	l.checkUTF8("ill-formed-comment", l.pos, end)
	l.countNonASCII(end)
	l.directive(l.pos+1, end)
	l.pos = end
}

// countNonASCII counts the characters beyond ASCII from l.pos to end, in l.nonASCII.
func (l *lexer) countNonASCII(end int) {
	for i, r := range l.text[l.pos:end] {
		if r >= utf8.RuneSelf {
			l.nonASCII.add(l.pos + i)
		}
	}
}

// directive adds a directive to l.directives if the text of a comment between the offsets from and
// to begins with "@name".
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

// checkUTF8 reports each run of bytes between the offsets from and to that is not UTF-8. ok is
// true if there is no such run.
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

// byteAt returns the byte at the offset i. It returns 0 at the end of the text and after it.
func (l *lexer) byteAt(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// foreignDefine reads a definition sign of another notation at l.pos, and reports it as an error.
// It returns false if there is no such sign.
func (l *lexer) foreignDefine() bool {
	for _, d := range definitionSigns {
		if d.sign == l.signs.define || !strings.HasPrefix(l.text[l.pos:], d.sign) {
			continue
		}
		at, end := l.pos, l.pos+len(d.sign)
		l.emit(tokDefine, end)
		l.report("foreign-definition", at, end,
			"%q is the definition sign of %s; %s writes %q", d.sign, d.from, l.signs.name, l.signs.define)
		return true
	}
	return false
}

// untilAngle finds the ">" after the "<" at l.pos, with the results of until.
func (l *lexer) untilAngle() (at int, found bool) {
	if l.pos < l.noAngle {
		return l.noAngle, false
	}
	if at, found = l.until(l.pos, '>'); !found {
		l.noAngle = at
	}
	return at, found
}

// foreign reports r, the character at l.pos, if it belongs to no notation, and skips it. This
// holds for bytes outside of UTF-8, NUL, and blanks of other character sets. For other characters
// it returns false.
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

// foreignBlank reports a run of the blank r at l.pos as one error, and skips it as if it were
// spaces.
func (l *lexer) foreignBlank(r rune, size int) {
	end := l.pos + size
	for strings.HasPrefix(l.text[end:], string(r)) {
		end += size
	}
	l.report("foreign-blank", l.pos, end,
		"%s is not a blank in %s; use a space, a tab or a line end", describe(l.text[l.pos:]), l.signs.name)
	for l.pos < end {
		l.blank(size)
	}
}

// same returns the end of the run at l.pos that consists of the ASCII character r or, if r is
// beyond ASCII, of any characters beyond ASCII.
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

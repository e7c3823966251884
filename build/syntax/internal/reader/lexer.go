package reader

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// Signs describes the signs of a dialect and the words that the shared lexer and parser use for
// them in messages.
type Signs struct {
	Name      string         // name of the notation
	Define    string         // the sign between a name and its definition
	Choice    byte           // the sign between alternatives
	Increment bool           // "=/" adds alternatives (RFC 5234, 3.3)
	Element   string         // the word for an element
	Optional  string         // a clause that explains how to write an optional element
	Names     *regexp.Regexp // matches a name
	Letters   string         // the allowed bytes of a name, in words
}

// definitionSigns lists the definition signs of all notations, and signs that people write in their
// place. The lexer reports another notation's sign as an error but reads it like the notation's own
// sign.
var definitionSigns = []struct{ sign, from string }{
	{"::=", "BNF and W3C EBNF"},
	{":=", "older BNF"},
	{"<-", "PEG"},
	{"==", ""},
	{"=>", ""},
	{"=", "ABNF"},
}

// A Lexer is the common part of all dialects' lexers. It reads every byte a bounded number of
// times.
type Lexer struct {
	Signs  *Signs
	Hint   func(r rune) string // describes how the dialect writes a construct for which other dialects use the sign r
	Text   string
	Pos    int
	Indent int32 // width in columns of the blanks at the start of the line; -1 after the line's first token

	Lexed               // after Run, the last token is a token.End
	Comments []*Swallow // comments that may contain rules; see LineComment
	joined   bool       // whether the text is a comment that is read again and may end early; see joinedEnd

	// noAngle is the offset at which the last unsuccessful search for a ">" ended. For a later "<"
	// before noAngle there is no need to search again. Otherwise every "<" in the text "<-<-<-..."
	// would cause a search to the end of the text.
	noAngle int

	NonASCII Tally // non-ASCII characters in comments and prose
}

// A Tally counts the positions at which a remark applies.
type Tally struct {
	First syntax.Pos
	N     int
}

// Add counts the position pos. The first call also stores pos in t.First.
func (t *Tally) Add(pos int) {
	if t.N == 0 {
		t.First = syntax.Pos(pos)
	}
	t.N++
}

// maxLexed is the maximum number of diagnostics that a lexer keeps. It exceeds MaxItems because the
// diagnostics in the prose before the first rule are dropped later.
const maxLexed = 10 * syntax.MaxItems

// Run splits the text into tokens. It calls step, which depends on the dialect, to read each token.
func (l *Lexer) Run(step func()) {
	l.Diagnostics.Max = maxLexed
	l.Diagnostics.Begin()
	for l.Pos < len(l.Text) {
		step()
	}
	l.Diagnostics.End()
	l.Emit(token.End, l.Pos)
}

// Layout skips c, the byte at l.Pos, if c is a blank or ends a line. It reports whether it skipped
// c.
func (l *Lexer) Layout(c byte) bool {
	switch c {
	case '\n', '\r':
		l.Pos++
		l.Indent = 0
	case ' ', '\t':
		l.Blank(1)
	default:
		return false
	}
	return true
}

// Emit adds the text from l.Pos to end as a token of kind k. If the last two tokens are then a name
// and a definition sign, a new definition begins, and its errors are counted from 0.
func (l *Lexer) Emit(k token.Kind, end int) {
	l.Tokens = append(l.Tokens, token.Token{Kind: k, Indent: l.Indent, Pos: syntax.Pos(l.Pos), End: syntax.Pos(end)})
	if n := len(l.Tokens); n > 1 && token.StartsRule(l.Tokens, n-2) {
		l.Diagnostics.Begin()
	}
	l.Pos, l.Indent = end, -1
}

// EmitText adds the text from l.Pos to end as a token of kind k. If the text is not valid UTF-8,
// EmitText reports an error and emits a token.Bad.
func (l *Lexer) EmitText(k token.Kind, end int) {
	if !l.CheckUTF8("ill-formed-utf8", l.Pos, end) {
		k = token.Bad
	}
	l.Emit(k, end)
}

// Report adds a diagnostic about the text between the offsets from and to. After maxErrors errors
// in one definition, it only counts further errors.
func (l *Lexer) Report(code syntax.Code, from, to int, format string, args ...any) {
	l.Diagnostics.Report(code, syntax.Pos(from), syntax.Pos(to), format, args...)
}

// Bad reports the text from l.Pos to end as an error and turns it into a bad token in place of an
// element.
func (l *Lexer) Bad(code syntax.Code, end int, format string, args ...any) {
	l.Report(code, l.Pos, end, format, args...)
	l.Emit(token.Bad, end)
}

// BadCharacter is Bad for meaningless text. The message names the first character.
func (l *Lexer) BadCharacter(end int) {
	r, _ := utf8.DecodeRuneInString(l.Text[l.Pos:])
	l.Bad("bad-character", end, "unexpected %s: %s", char.Describe(l.Text[l.Pos:]), l.Hint(r))
}

// BadString is Bad for a string without a closing quote.
func (l *Lexer) BadString(end int, quote byte) {
	l.Bad("unterminated-string", end, "the string is not closed: %s is missing on this line", char.Describe(string(quote)))
}

// Quoted reads a string between quotes at l.Pos, for a notation without escapes.
func (l *Lexer) Quoted(quote byte) {
	end, found := l.Until(l.Pos+1, quote)
	if !found {
		l.BadString(end, quote)
		return
	}
	l.EmitText(token.String, end+1)
}

// Blank skips a blank of size bytes at l.Pos. At the start of a line, it adds the width of the
// blank to l.Indent. A tab extends to the next multiple of eight columns.
func (l *Lexer) Blank(size int) {
	switch {
	case l.Indent < 0:
	case l.Text[l.Pos] == '\t':
		l.Indent += 8 - l.Indent%8
	default:
		l.Indent++
	}
	l.Pos += size
}

// Span returns the offset of the first byte at or after from for which class returns false.
func (l *Lexer) Span(from int, class func(byte) bool) int {
	for from < len(l.Text) && class(l.Text[from]) {
		from++
	}
	return from
}

// Until returns the offset of the first c at or after from, and true. If c does not occur on the
// line, Until returns the offset of the end of the line, and false. A CR without LF also ends a
// line, although [CheckEncoding] reports it. Otherwise a comment in a document that uses such line
// endings would swallow the rest of the text.
func (l *Lexer) Until(from int, c byte) (at int, found bool) {
	for at = from; at < len(l.Text); at++ {
		switch l.Text[at] {
		case c:
			return at, true
		case '\n', '\r':
			return at, false
		}
	}
	return at, false
}

// BadName reports the word at l.Pos, whose first non-ASCII letter is at the given offset, as a
// single error. The word becomes a token.BadName, which starts a rule if "=" follows.
func (l *Lexer) BadName(at int) {
	end := at
	for end < len(l.Text) && (char.IsNameByte(l.Text[end]) || char.IsForeignLetter(l.Text[end:])) {
		_, size := utf8.DecodeRuneInString(l.Text[end:])
		end += size
	}
	if rest := strings.TrimLeft(l.Text[end:], char.Blanks); rest != "" && strings.IndexByte("=:<", rest[0]) >= 0 {
		l.Diagnostics.Begin() // the error belongs to the new definition
	}
	r, _ := utf8.DecodeRuneInString(l.Text[at:])
	l.Report("bad-character", l.Pos, end, "unexpected %s: %s", char.Describe(l.Text[at:]), l.Hint(r))
	l.Emit(token.BadName, end)
}

// LineComment reads a comment up to the end of the line, for a dialect that supports Repair. The
// function rule reports whether a rule starts or, in Treetop, ends at an offset.
//
// The second argument reads the comment once more with the dialect's lexer, as if the comment ended
// before such an offset. If it reports that the comment may contain rules, the comment is added to
// l.Comments, and the reader later decides whether it was meant as a comment.
func (l *Lexer) LineComment(rule func(at int) bool, again func(l Lexer) (in Lexed, found bool)) {
	var end int
	if l.joined { // the text ends with the line
		if end = joinedEnd(l.Text, l.Pos, len(l.Text), l.Signs.Choice, rule); end < len(l.Text) {
			l.Diagnostics.Add(repaired(l.Text, l.Pos, end, len(l.Text)))
		}
	} else {
		end, _ = l.Until(l.Pos, '\n')
		in, found := again(Lexer{Signs: l.Signs, Hint: l.Hint, Text: l.Text[:end], Pos: l.Pos, Indent: -1, joined: true})
		if in.Tokens = in.Tokens[:len(in.Tokens)-1]; found {
			l.Comments = append(l.Comments, &Swallow{
				pos: syntax.Pos(l.Pos), end: syntax.Pos(end), Index: len(l.Tokens), Follows: l.Indent < 0, Inside: in,
			})
		}
	}
	l.Comment(1, end)
}

// Comment skips the comment from l.Pos to end, which begins with a sign of size bytes. The comment
// may contain any UTF-8 text and a directive.
func (l *Lexer) Comment(size, end int) {
	l.CheckUTF8("ill-formed-comment", l.Pos, end)
	l.CountNonASCII(end)
	l.directive(l.Pos+size, end)
	l.Pos = end
}

// CountNonASCII adds the non-ASCII characters between l.Pos and end to l.NonASCII.
func (l *Lexer) CountNonASCII(end int) {
	for i, r := range l.Text[l.Pos:end] {
		if r >= utf8.RuneSelf {
			l.NonASCII.Add(l.Pos + i)
		}
	}
}

// directive adds a directive to l.Directives if the comment text between the offsets from and to
// starts with "@name".
func (l *Lexer) directive(from, to int) {
	text := strings.TrimLeft(l.Text[from:to], " \t")
	at := to - len(text)
	if !strings.HasPrefix(text, "@") {
		return
	}
	end := min(l.Span(at+1, char.IsNameByte), to)
	name, rest := l.Text[at+1:end], l.Text[end:to]
	if name == "" || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return
	}
	l.Directives = append(l.Directives, syntax.Directive{Name: name, Text: strings.Trim(rest, " \t"), Pos: syntax.Pos(at)})
}

// BlockComment skips the comment at l.Pos between the signs open and end, which may span any number
// of lines. It may contain comments itself if they nest. A comment that begins with "@name" is a
// directive, and its text is joined into one line.
func (l *Lexer) BlockComment(open, end string, nest bool) {
	from := l.Pos + len(open)
	to, depth := from, 1
	for to < len(l.Text) {
		if rest := l.Text[to:]; strings.HasPrefix(rest, end) {
			if depth--; depth == 0 {
				break
			}
			to += len(end)
		} else if nest && strings.HasPrefix(rest, open) {
			depth++
			to += len(open)
		} else {
			to++
		}
	}
	if to == len(l.Text) {
		l.Report("unterminated-comment", l.Pos, from,
			"the comment is not closed: %q is missing, so the rest of the document is a comment", end)
		l.Pos = len(l.Text)
		return
	}
	l.CheckUTF8("ill-formed-comment", from, to)
	l.blockDirective(from, to)
	l.Pos = to + len(end)
}

// blockDirective adds a directive to l.Directives if the comment between the offsets from and to is
// a directive.
func (l *Lexer) blockDirective(from, to int) {
	text := strings.TrimLeft(l.Text[from:to], char.Blanks)
	name, rest := text, ""
	if i := strings.IndexAny(text, char.Blanks); i >= 0 {
		name, rest = text[:i], text[i:]
	}
	if len(name) < 2 || name[0] != '@' ||
		strings.IndexFunc(name[1:], func(r rune) bool { return r >= utf8.RuneSelf || !char.IsNameByte(byte(r)) }) >= 0 {
		return
	}
	rest = strings.Join(strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(char.Blanks, r) }), " ")
	l.Directives = append(l.Directives, syntax.Directive{Name: name[1:], Text: rest, Pos: syntax.Pos(to - len(text))})
}

// CheckUTF8 reports each run of invalid UTF-8 bytes between the offsets from and to. ok is true if
// the text is valid.
func (l *Lexer) CheckUTF8(code syntax.Code, from, to int) (ok bool) {
	if utf8.ValidString(l.Text[from:to]) {
		return true
	}
	for from < to {
		r, size := utf8.DecodeRuneInString(l.Text[from:to])
		if r != utf8.RuneError || size != 1 {
			from += size
			continue
		}
		end := from + char.IllFormed(l.Text[from:to])
		l.Report(code, from, end, "not UTF-8: %s", char.HexBytes(l.Text[from:end]))
		from = end
	}
	return false
}

// ByteAt returns the byte at the offset i, or 0 if i is at or beyond the end of the text.
func (l *Lexer) ByteAt(i int) byte {
	if i < len(l.Text) {
		return l.Text[i]
	}
	return 0
}

// ForeignDefine reads another notation's definition sign at l.Pos and reports it as an error. It
// returns false if there is no such sign.
func (l *Lexer) ForeignDefine() bool {
	for _, d := range definitionSigns {
		if d.sign == l.Signs.Define || !strings.HasPrefix(l.Text[l.Pos:], d.sign) {
			continue
		}
		what := "the definition sign of " + d.from
		if d.from == "" {
			what = "not a definition sign"
		}
		at, end := l.Pos, l.Pos+len(d.sign)
		l.Emit(token.Define, end)
		l.Report("foreign-definition", at, end, "%q is %s; %s uses %q", d.sign, what, l.Signs.Name, l.Signs.Define)
		return true
	}
	return false
}

// foreignIncrement matches a sign that other languages use to add to a definition.
var foreignIncrement = regexp.MustCompile(`^[/+|]=`)

// ForeignIncrement reads such a sign at l.Pos and reports it as an error. It returns false if there
// is none, or if the token before it is not a name at the start of a line.
func (l *Lexer) ForeignIncrement() bool {
	n := len(l.Tokens) - 1
	if n < 0 || l.Tokens[n].Kind != token.Name || l.Tokens[n].Indent < 0 || !foreignIncrement.MatchString(l.Text[l.Pos:]) {
		return false
	}
	kind, hint := token.Define, fmt.Sprintf("%s uses %q", l.Signs.Name, l.Signs.Define)
	if l.Signs.Increment {
		kind, hint = token.Increment, l.Signs.Name+` adds alternatives to a rule with "=/"`
	}
	at := l.Pos
	l.Emit(kind, at+2)
	l.Report("foreign-definition", at, at+2, "%q is not a definition sign; %s", l.Text[at:at+2], hint)
	return true
}

// UntilAngle finds the ">" after the "<" at l.Pos and returns the same results as Until.
func (l *Lexer) UntilAngle() (at int, found bool) {
	if l.Pos < l.noAngle {
		return l.noAngle, false
	}
	if at, found = l.Until(l.Pos, '>'); !found {
		l.noAngle = at
	}
	return at, found
}

// Foreign reports and skips r, the character at l.Pos, if no notation allows it: an invalid UTF-8
// byte, NUL, or a Unicode blank. It returns false for any other character.
func (l *Lexer) Foreign(r rune, size int) bool {
	switch {
	case r == utf8.RuneError && size == 1:
		end := l.Pos + char.IllFormed(l.Text[l.Pos:])
		l.CheckUTF8("ill-formed-utf8", l.Pos, end)
		l.Emit(token.Bad, end)
	case r == 0: // reported by CheckEncoding
		l.Emit(token.Bad, l.Pos+1)
	case char.IsForeignBlank(r):
		l.foreignBlank(r, size)
	default:
		return false
	}
	return true
}

// foreignBlank reports a run of the blank r at l.Pos as a single error and skips the run as if it
// were spaces.
func (l *Lexer) foreignBlank(r rune, size int) {
	end := l.Pos + size
	for strings.HasPrefix(l.Text[end:], string(r)) {
		end += size
	}
	l.Report("foreign-blank", l.Pos, end,
		"%s is not a blank in %s; use a space, a tab or a line ending", char.Describe(l.Text[l.Pos:]), l.Signs.Name)
	for l.Pos < end {
		l.Blank(size)
	}
}

// Same returns the end of the run at l.Pos that consists of the character r or, if r is not ASCII,
// of any non-ASCII characters.
func (l *Lexer) Same(r rune, size int) int {
	end := l.Pos + size
	for end < len(l.Text) {
		next, size := utf8.DecodeRuneInString(l.Text[end:])
		beyond := r >= utf8.RuneSelf && next >= utf8.RuneSelf
		if next != r && !beyond || next == utf8.RuneError && size == 1 || char.IsForeignBlank(next) {
			break
		}
		end += size
	}
	return end
}

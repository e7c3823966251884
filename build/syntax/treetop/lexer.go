package treetop

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// Token kinds that only Treetop uses. The examples are followed by the rule names in Treetop's own
// grammar, metagrammar.treetop. A keyword is a token.Name, and a character_class is a token.Class.
const (
	tokLabel     = token.Own + iota // "name:", named_label
	tokPredicate                    // "&" or "!", prefix
	tokTilde                        // "~", TransientPrefix
	tokTimes                        // "2..5", occurrence_range
	tokAny                          // ".", anything_symbol
	tokModule                       // "<Name>", node_class_expression
	tokBlock                        // "{ Ruby }", inline_module
	tokTopLevel                     // "::" in a Ruby module name
	tokRequire                      // "require …", require_statement
)

// signs describes Treetop for the messages of the shared lexer and parser.
var signs = reader.Signs{Name: "Treetop", Define: "=", Choice: '/'}

// A lexer splits text in Treetop's notation into tokens.
type lexer struct {
	reader.Lexer
	whole string // the entire document; when a comment is read again, Text ends with the comment

	begun bool // whether a grammar, module, class or rule has begun, after which "require" is not allowed

	// noBlock is set after a "{" that is never closed. From then on, a block must close on the line
	// where it starts. Otherwise every "{" in the text "{\n{\n{..." would cause a search to the end of
	// the text.
	noBlock bool
}

// lex splits text into tokens, starting at the given offset.
func lex(text string, from int) *lexer {
	l := &lexer{Lexer: reader.Lexer{Signs: &signs, Hint: hint, Text: text, Pos: from}, whole: text}
	l.Run(l.step)
	return l
}

var punctuation = [...]token.Kind{
	'/': token.Choice, '*': token.Star, '+': token.Plus, '?': token.Optional, '&': tokPredicate, '!': tokPredicate,
	'~': tokTilde, '(': token.OpenGroup, ')': token.CloseGroup, '=': token.Define,
}

// step reads one token or skips the blanks, line endings and comments between tokens.
func (l *lexer) step() {
	switch c := l.Text[l.Pos]; {
	case l.Layout(c):
	case c == '#':
		l.comment()
	case char.IsAlpha(c) || c == '_':
		l.word()
	case char.IsDigit(c) && l.afterRule():
		l.BadName(l.Pos)
	case char.IsDigit(c) || strings.HasPrefix(l.Text[l.Pos:], "..") && l.ByteAt(l.Pos+2) != '.': // "..." is not a range
		l.times()
	case c == '.':
		l.Emit(tokAny, l.Pos+1)
	case c == '\'' || c == '"':
		l.quoted()
	case c == '[':
		l.class()
	case c == '<':
		l.module()
	case c == '{':
		l.block()
	case strings.HasPrefix(l.Text[l.Pos:], "::"):
		l.Emit(tokTopLevel, l.Pos+2)
	case int(c) < len(punctuation) && punctuation[c] != 0:
		l.Emit(punctuation[c], l.Pos+1)
	default:
		l.unknown()
	}
}

// word reads a name, a keyword or, if ":" follows, a label. A require_statement may contain any
// Ruby code, so the text up to the end of the line becomes one token.
func (l *lexer) word() {
	end := l.Span(l.Pos, char.IsWordByte)
	switch word := l.Text[l.Pos:end]; {
	case l.Indent < 0 || l.begun:
	case word == "require" && (l.ByteAt(end) == ' ' || l.ByteAt(end) == '\t'):
		end, _ = l.Until(end, '\n')
		l.CheckUTF8("ill-formed-comment", l.Pos, end)
		l.Emit(tokRequire, end)
		return
	default:
		l.begun = opening[word]
	}
	if l.ByteAt(end) == ':' && l.ByteAt(end+1) != ':' {
		l.Emit(tokLabel, end+1)
		return
	}
	if l.Text[l.Pos:end] == "rule" {
		l.Diagnostics.Begin()
	}
	l.Emit(token.Name, end)
}

// opening contains the keywords that require an "end".
var opening = map[string]bool{"rule": true, "grammar": true, "module": true, "class": true}

// afterRule reports whether the last token is the keyword "rule" at the start of a line.
func (l *lexer) afterRule() bool {
	if len(l.Tokens) == 0 {
		return false
	}
	last := l.Tokens[len(l.Tokens)-1]
	return last.Kind == token.Name && last.Indent >= 0 && l.Text[last.Pos:last.End] == "rule"
}

// times reads an occurrence range such as 2..5: *DIGIT ".." *DIGIT.
func (l *lexer) times() {
	end := l.Span(l.Pos, char.IsDigit)
	if !strings.HasPrefix(l.Text[end:], "..") {
		l.Bad("stray-number", end,
			"a number is allowed only in a range; write 2..5 after an element for two to five repetitions, "+
				"4..4 for exactly four")
		return
	}
	l.Emit(tokTimes, l.Span(end+2, char.IsDigit))
}

// comment reads a comment, from "#" to the end of the line. Only a comment that contains "end" may
// have swallowed rules.
func (l *lexer) comment() {
	l.LineComment(l.atEnd, func(in reader.Lexer) (reader.Lexed, bool) {
		again := &lexer{Lexer: in, whole: l.whole}
		again.Run(again.step)
		isEnd := func(t token.Token) bool { return l.Text[t.Pos:t.End] == "end" }
		return again.Lexed, slices.ContainsFunc(again.Tokens, isEnd)
	})
}

// atEnd reports whether the "end" of a rule is at the given offset. Since comments may also contain
// the word "end", "end" must be followed by "rule", another "end", a comment or the end of the
// document.
func (l *lexer) atEnd(at int) bool {
	if l.Text[at:l.Span(at, char.IsWordByte)] != "end" {
		return false
	}
	rest := strings.TrimLeft(l.whole[at+len("end"):], " \t\r\n")
	for _, word := range []string{"rule", "end"} {
		if after, found := strings.CutPrefix(rest, word); found && (after == "" || !char.IsWordByte(after[0])) {
			return true
		}
	}
	return rest == "" || rest[0] == '#'
}

// quoted reads a string and its modifiers (quoted_string). The parser interprets the escapes.
func (l *lexer) quoted() {
	end, found := l.closing(l.Pos+1, l.Text[l.Pos])
	if !found {
		l.BadString(end, l.Text[l.Pos])
		return
	}
	end++
	for c := l.ByteAt(end); c == 'i' || c == 'r'; c = l.ByteAt(end) {
		end++
	}
	l.EmitText(token.String, end)
}

// closing finds the first c at or after from, and returns the same results as Until. It ignores a
// character after a backslash.
func (l *lexer) closing(from int, c byte) (at int, found bool) {
	for at = from; at < len(l.Text); at++ {
		switch l.Text[at] {
		case c:
			return at, true
		case '\n', '\r':
			return at, false
		case '\\':
			if next := l.ByteAt(at + 1); next != '\n' && next != '\r' {
				at++
			}
		}
	}
	return min(at, len(l.Text)), false
}

// class reads a character class, up to its closing "]". A "]" in an escape or in a bracket like
// [:alpha:] does not close the class.
func (l *lexer) class() {
	var at int
	for from := l.Pos + 1; ; {
		var found bool
		if at, found = l.closing(from, ']'); !found {
			l.Bad("unterminated-class", at, `the class is not closed: "]" is missing on this line`)
			return
		}
		if l.Text[at-1] != ':' || !isPOSIXBracket(l.Text[from:at+1]) {
			break
		}
		from = at + 1
	}
	l.EmitText(token.Class, at+1)
}

// isPOSIXBracket reports whether s ends with a bracket like [:alpha:], a bracket_expression in
// Treetop's grammar.
func isPOSIXBracket(s string) bool {
	i := strings.LastIndex(s, "[:")
	if i < 0 || !posixClass.MatchString(s[i:]) {
		return false
	}
	before := s[:i]
	escapes := len(before) - len(strings.TrimRight(before, `\`))
	return escapes%2 == 0
}

// posixClass matches a bracket like [:alpha:].
var posixClass = regexp.MustCompile(
	`^\[:\^?(?:alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit|word):\]`)

// module reads a Ruby class name in angle brackets.
func (l *lexer) module() {
	end, found := l.UntilAngle()
	if !found {
		l.BadCharacter(l.Pos + 1)
		return
	}
	l.EmitText(tokModule, end+1)
}

// block reads Ruby code in braces.
func (l *lexer) block() {
	if at, found := l.closingBrace(); found {
		l.EmitText(tokBlock, at+1)
		return
	}
	l.noBlock = true
	end, _ := l.Until(l.Pos, '\n')
	l.Bad("unterminated-block", end, `the Ruby block is not closed: a "}" is missing`)
}

// closingBrace returns the offset of the "}" that closes the "{" at l.Pos. Like Treetop, it counts
// all braces in between, even in strings. If no "}" closes the block, found is false. If l.noBlock
// is set, closingBrace searches only to the end of the line.
func (l *lexer) closingBrace() (at int, found bool) {
	depth := 0
	for at = l.Pos; at < len(l.Text); at++ {
		switch l.Text[at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at, true
			}
		case '\n':
			if l.noBlock {
				return at, false
			}
		}
	}
	return at, false
}

// unknown reports characters that cannot begin a token and turns them into a bad token.
func (l *lexer) unknown() {
	if r, size := utf8.DecodeRuneInString(l.Text[l.Pos:]); !l.Foreign(r, size) {
		l.BadCharacter(l.Same(r, size))
	}
}

// hint describes how Treetop writes a construct that begins with c in other notations.
func hint(c rune) string {
	switch {
	case c == '|':
		return `Treetop uses "/" for choice`
	case c == ';':
		return `a comment begins with "#"`
	case c == '%':
		return `write a character by number in a class, [\u0041], or in a string, "\u0041"`
	case c <= '9' && char.IsDigit(byte(c)):
		return `a name begins with a letter or "_"`
	case c == '-':
		return `names contain letters, digits and "_"`
	case c == ']':
		return `no "[" opens a class before it`
	case c == '}':
		return `no "{" opens a block before it`
	case c >= utf8.RuneSelf:
		return "names are ASCII; write literal text in quotes: 'text'"
	}
	return "write literal text in quotes: 'text'"
}

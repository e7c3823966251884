package bnf

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// signs describes classic BNF for the shared lexer and parser.
var signs = reader.Signs{
	Name: "classic BNF", Define: "::=", Choice: '|', Element: "element",
	Optional: `an optional element is written <element> | ""`,
	Names:    regexp.MustCompile(`^<[^<>\r\n]*[^<>\s][^<>\r\n]*>$`),
	Letters:  "is written in angle brackets",
}

// tokBare is the kind of text without quotes.
const tokBare = token.Own

// A lexer splits text in classic BNF into tokens. It reads every byte a bounded number of times.
type lexer struct{ reader.Lexer }

// lex splits text into tokens, starting at the given offset.
func lex(text string, from int) *lexer {
	l := &lexer{reader.Lexer{Signs: &signs, Hint: hint, Text: text, Pos: from}}
	l.Run(l.step)
	return l
}

// step reads one token or skips the blanks, line endings and comments between tokens.
func (l *lexer) step() {
	switch c := l.Text[l.Pos]; {
	case l.Layout(c):
	case strings.HasPrefix(l.Text[l.Pos:], "::="):
		l.Emit(token.Define, l.Pos+len("::="))
	case c == '<':
		l.name()
	case c == '|':
		l.Emit(token.Choice, l.Pos+1)
	case c == '"' || c == '\'':
		l.Quoted(c)
	case c == ';' && l.beginsComment():
		end, _ := l.Until(l.Pos, '\n')
		l.Comment(1, end)
	case l.afterName() && (c == '=' || c == ':') && l.ForeignDefine():
	case strings.IndexByte("()[]{}", c) >= 0:
		l.Bad("bad-character", l.Pos+1, "unexpected %s: %s", char.Describe(l.Text[l.Pos:]), hint(rune(c)))
	case strings.IndexByte("*+?", c) >= 0 && l.Pos > 0 && strings.IndexByte(`>"')]}`, l.Text[l.Pos-1]) >= 0:
		l.BadCharacter(l.Pos + 1)
	default:
		l.bare()
	}
}

// afterName reports whether the last token is a name at the start of a line, so that a definition
// sign must follow.
func (l *lexer) afterName() bool {
	n := len(l.Tokens)
	return n > 0 && l.Tokens[n-1].Kind == token.Name && l.Tokens[n-1].Indent >= 0
}

// beginsComment reports whether the ";" at l.Pos begins a comment.
func (l *lexer) beginsComment() bool {
	end, _ := l.Until(l.Pos, '\n')
	return l.Indent >= 0 || strings.Trim(l.Text[l.Pos+1:end], char.Blanks) != ""
}

// name reads <name>. A "<" without such a name is literal text.
func (l *lexer) name() {
	at, found := l.UntilAngle()
	if !found || strings.TrimSpace(l.Text[l.Pos+1:at]) == "" || strings.Contains(l.Text[l.Pos+1:at], "<") {
		l.bare()
		return
	}
	l.EmitText(token.Name, at+1)
}

// bare reads text without quotes, up to a blank or a sign of the notation.
func (l *lexer) bare() {
	r, size := utf8.DecodeRuneInString(l.Text[l.Pos:])
	if l.Foreign(r, size) {
		return
	}
	end := l.Pos + size
	for end < len(l.Text) && strings.IndexByte(" \t\r\n<|\"'()[]{}", l.Text[end]) < 0 &&
		!strings.HasPrefix(l.Text[end:], "::=") {
		end++
	}
	if word := l.Text[l.Pos:end]; word == "ε" || word == "ϵ" || word == "λ" {
		l.Bad("bad-character", end, `unexpected %s: the empty string is written ""; the letter itself is written %q`,
			char.Describe(word), word)
		return
	}
	l.EmitText(tokBare, end)
}

// hint describes how classic BNF writes a construct for which other notations use the sign r.
func hint(r rune) string {
	switch r {
	case '*', '+', '{', '}':
		return `repetition is written as a recursive rule: <list> ::= <item> | <item> <list>; ` +
			`the character itself is written "` + string(r) + `"`
	case '?', '[', ']':
		return `an optional element is written <element> | ""; the character itself is written "` + string(r) + `"`
	case '(', ')':
		return `a group is written as a rule of its own; the character itself is written "` + string(r) + `"`
	}
	return `write literal text in quotes: "text" or 'text'`
}

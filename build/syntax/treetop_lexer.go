package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Kinds of tokens that only Treetop has. The names after the examples are those of rules in
// Treetop's own grammar, metagrammar.treetop. A keyword is a tokName, a character_class a tokClass.
const (
	tokLabel     = tokOwn + iota // "name:", named_label
	tokPredicate                 // "&" or "!", prefix
	tokTilde                     // "~", TransientPrefix
	tokTimes                     // "2..5", occurrence_range
	tokAny                       // ".", anything_symbol
	tokModule                    // "<Name>", node_class_expression
	tokBlock                     // "{ Ruby }", inline_module
	tokTopLevel                  // "::" in the name of a Ruby module
	tokRequire                   // "require …", require_statement
)

// treetopSigns has the words and signs of Treetop for messages of the shared lexer and parser.
var treetopSigns = signs{name: "Treetop", define: "=", choice: '/'}

// A treetopLexer cuts a text in Treetop's notation into tokens.
type treetopLexer struct {
	lexer
	whole string // the whole document; in a comment read a second time, text ends with the comment

	begun bool // whether a grammar, module, class or rule has begun, so that no "require" may follow

	// noBlock is set after a "{" without its "}". From then on the "}" of a block must be on the
	// same line. Otherwise the text "{\n{\n{..." would be searched to its end again and again.
	noBlock bool
}

// lexTreetop cuts text into tokens, from the offset from on.
func lexTreetop(text string, from int) *treetopLexer {
	l := &treetopLexer{lexer: lexer{signs: &treetopSigns, text: text, pos: from}, whole: text}
	l.run(l.step)
	return l
}

var treetopPunctuation = [...]kind{
	'/': tokChoice, '*': tokStar, '+': tokPlus, '?': tokOptional, '&': tokPredicate, '!': tokPredicate,
	'~': tokTilde, '(': tokOpenGroup, ')': tokCloseGroup, '=': tokDefine,
}

// step reads one token, or skips text between tokens: blanks, line ends and comments.
func (l *treetopLexer) step() {
	switch c := l.text[l.pos]; {
	case l.layout(c):
	case c == '#':
		l.comment()
	case isAlpha(c) || c == '_':
		l.word()
	case isDigit(c) || strings.HasPrefix(l.text[l.pos:], "..") && l.byteAt(l.pos+2) != '.': // no "." before a range
		l.times()
	case c == '.':
		l.emit(tokAny, l.pos+1)
	case c == '\'' || c == '"':
		l.quoted()
	case c == '[':
		l.class()
	case c == '<':
		l.module()
	case c == '{':
		l.block()
	case strings.HasPrefix(l.text[l.pos:], "::"):
		l.emit(tokTopLevel, l.pos+2)
	case int(c) < len(treetopPunctuation) && treetopPunctuation[c] != 0:
		l.emit(treetopPunctuation[c], l.pos+1)
	default:
		l.unknown()
	}
}

// word reads a name or keyword or, with a ":" after it, a label. A require_statement, which may
// have any Ruby in it, is one token up to its line end.
func (l *treetopLexer) word() {
	end := l.span(l.pos, isWordByte)
	switch word := l.text[l.pos:end]; {
	case l.indent < 0 || l.begun:
	case word == "require" && (l.byteAt(end) == ' ' || l.byteAt(end) == '\t'):
		end, _ = l.until(end, '\n')
		l.checkUTF8("ill-formed-comment", l.pos, end)
		l.emit(tokRequire, end)
		return
	default:
		l.begun = opening[word]
	}
	if l.byteAt(end) == ':' && l.byteAt(end+1) != ':' {
		l.emit(tokLabel, end+1)
		return
	}
	if l.text[l.pos:end] == "rule" {
		l.diagnostics.Begin()
	}
	l.emit(tokName, end)
}

// opening holds the keywords that need an "end".
var opening = map[string]bool{"rule": true, "grammar": true, "module": true, "class": true}

// times reads an occurrence range such as 2..5: *DIGIT ".." *DIGIT.
func (l *treetopLexer) times() {
	end := l.span(l.pos, isDigit)
	if !strings.HasPrefix(l.text[end:], "..") {
		l.report("stray-number", l.pos, end,
			"a number is a part of a range only; write 2..5 after an element for two to five of it, 4..4 for four")
		l.emit(tokBad, end)
		return
	}
	l.emit(tokTimes, l.span(end+2, isDigit))
}

// comment reads a comment, from "#" to the line end. Only a comment with an "end" in it may have
// taken rules.
func (l *treetopLexer) comment() {
	l.lineComment(l.atEnd, func(in lexer) lexed {
		again := &treetopLexer{lexer: in, whole: l.whole}
		again.run(again.step)
		return again.lexed
	}, func(tokens []token) bool {
		return slices.ContainsFunc(tokens, func(t token) bool { return l.text[t.pos:t.end] == "end" })
	})
}

// atEnd reports whether the "end" of a rule stands at the offset at. A "rule", another "end", a
// comment or the end of the document must follow. Comments may use the word "end" too, so the word
// alone is not enough.
func (l *treetopLexer) atEnd(at int) bool {
	if l.text[at:l.span(at, isWordByte)] != "end" {
		return false
	}
	rest := strings.TrimLeft(l.whole[at+len("end"):], " \t\r\n")
	for _, word := range []string{"rule", "end"} {
		if after, found := strings.CutPrefix(rest, word); found && (after == "" || !isWordByte(after[0])) {
			return true
		}
	}
	return rest == "" || rest[0] == '#'
}

// quoted reads a string with the modifiers after it (quoted_string). The parser reads its escapes.
func (l *treetopLexer) quoted() {
	end, found := l.closing(l.pos+1, l.text[l.pos])
	if !found {
		l.report("unterminated-string", l.pos, end, "the string is not closed: %s is missing on this line",
			describe(l.text[l.pos:]))
		l.emit(tokBad, end)
		return
	}
	end++
	for c := l.byteAt(end); c == 'i' || c == 'r'; c = l.byteAt(end) {
		end++
	}
	l.emitText(tokString, end)
}

// closing finds the first c from the offset from on, with the results of until. A character after
// a backslash does not count.
func (l *treetopLexer) closing(from int, c byte) (at int, found bool) {
	for at = from; at < len(l.text); at++ {
		switch l.text[at] {
		case c:
			return at, true
		case '\n', '\r':
			return at, false
		case '\\':
			if next := l.byteAt(at + 1); next != '\n' && next != '\r' {
				at++
			}
		}
	}
	return min(at, len(l.text)), false
}

// class reads a character class, up to its "]". A "]" in an escape or in a bracket like [:alpha:]
// does not end it.
func (l *treetopLexer) class() {
	var at int
	for from := l.pos + 1; ; {
		var found bool
		if at, found = l.closing(from, ']'); !found {
			l.report("unterminated-class", l.pos, at, `the class is not closed: "]" is missing on this line`)
			l.emit(tokBad, at)
			return
		}
		if l.text[at-1] != ':' || !isPOSIXBracket(l.text[from:at+1]) {
			break
		}
		from = at + 1
	}
	l.emitText(tokClass, at+1)
}

// isPOSIXBracket reports whether s ends with a bracket like [:alpha:], bracket_expression in
// Treetop's grammar.
func isPOSIXBracket(s string) bool {
	i := strings.LastIndex(s, "[:")
	if i < 0 || posixClass(s[i:]) == "" {
		return false
	}
	before := s[:i]
	escapes := len(before) - len(strings.TrimRight(before, `\`))
	return escapes%2 == 0
}

// posixClass returns the bracket like [:alpha:] with which s begins. If s begins with another
// text, it returns "".
func posixClass(s string) string {
	name, found := strings.CutPrefix(s, "[:")
	if !found {
		return ""
	}
	name = strings.TrimPrefix(name, "^")
	for _, known := range []string{
		"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "word",
	} {
		if rest, found := strings.CutPrefix(name, known+":]"); found {
			return s[:len(s)-len(rest)]
		}
	}
	return ""
}

// module reads the name of a Ruby class between angle brackets.
func (l *treetopLexer) module() {
	end, found := l.untilAngle()
	if !found {
		l.badCharacter(l.pos + 1)
		return
	}
	l.emitText(tokModule, end+1)
}

// block reads Ruby code between braces.
func (l *treetopLexer) block() {
	if at, found := l.closingBrace(); found {
		l.emitText(tokBlock, at+1)
		return
	}
	l.noBlock = true
	end, _ := l.until(l.pos, '\n')
	l.report("unterminated-block", l.pos, end, `the block of Ruby is not closed: a "}" is missing`)
	l.emit(tokBad, end)
}

// closingBrace returns the offset of the "}" that closes the "{" at l.pos. It counts all braces
// between them, also those in strings, as Treetop does. found is false if no "}" closes the block.
// If l.noBlock is true, closingBrace searches only to the end of the line.
func (l *treetopLexer) closingBrace() (at int, found bool) {
	depth := 0
	for at = l.pos; at < len(l.text); at++ {
		switch l.text[at] {
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

// unknown reports characters that begin no token, and makes a bad token of them.
func (l *treetopLexer) unknown() {
	if r, size := utf8.DecodeRuneInString(l.text[l.pos:]); !l.foreign(r, size) {
		l.badCharacter(l.same(r, size))
	}
}

// badCharacter makes a bad token of the text from l.pos to end, and reports it. The message names
// its first character.
func (l *treetopLexer) badCharacter(end int) {
	l.report("bad-character", l.pos, end, "unexpected %s: %s", describe(l.text[l.pos:]), treetopHint(l.text[l.pos]))
	l.emit(tokBad, end)
}

// treetopHint says how Treetop writes a construct that begins with c in other notations.
func treetopHint(c byte) string {
	switch {
	case c == '|':
		return `Treetop writes "/" for choice`
	case c == ';':
		return `a comment begins with "#"`
	case c == '%':
		return `a character is given by number in a class, [\u0041], or in a string, "\u0041"`
	case c == '-':
		return `names hold letters, digits and "_"`
	case c == ']':
		return `no "[" opens a class before it`
	case c == '}':
		return `no "{" opens a block before it`
	case c >= utf8.RuneSelf:
		return "names are ASCII; write literal text in quotes: 'text'"
	}
	return "write literal text in quotes: 'text'"
}

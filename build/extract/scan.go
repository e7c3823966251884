package extract

import (
	"regexp"
	"strings"
)

// A sign is the kind of a token.
type sign uint8

const (
	other   sign = iota // a character of no notation, or without significance
	name                // of a rule
	literal             // "text", %x41, #x41, a class of W3C's
	prose               // <text>
	number              // of a repeat
	choice              // "/" or "|"
	open                // a bracket
	closing             // a bracket
	repeat              // "*", and "#", "?", "+" of RFC 822 and W3C
)

// A token is a part of a line of grammar.
type token struct {
	sign   sign
	text   string
	joined bool // no blank precedes it
}

// scan splits a line into tokens, roughly as all notations do, and omits comments and blanks. W3C's
// EBNF has other strings, classes and comments. scan returns the comment at the end of the line.
func scan(text string, w3c bool, yield func(token)) (rest string) {
	line := scanner{w3c: w3c}
	joined := false
	for text != "" {
		s, n := line.next(text)
		if n == 0 {
			break
		}
		if c := text[0]; c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\f' {
			yield(token{s, text[:n], joined})
			joined = true
		} else {
			joined = false
		}
		text = text[n:]
	}
	return text
}

// A scanner remembers the closing signs missing from the rest of the line. Searching for them
// repeatedly would take quadratic time.
type scanner struct {
	w3c  bool
	lost [256]bool
}

// after returns the length of the text up to and including the byte end, or 0 if it is missing.
func (s *scanner) after(text string, end byte) int {
	if s.lost[end] {
		return 0
	}
	i := strings.IndexByte(text[1:], end)
	s.lost[end] = i < 0
	if i < 0 {
		return 0
	}
	return i + 2
}

// aroundQuotes matches prose with <"> inside, as in <any TEXT except <">> of RFC 2616.
var aroundQuotes = regexp.MustCompile(`^<(?:[^<>\r\n]|<">)+>`)

// next returns the sign and the length of the token at the start of text; length 0 at a comment.
func (s *scanner) next(text string) (sign, int) {
	switch c := text[0]; {
	case isAlpha(c):
		return name, span(text, isNameByte)
	case isDigit(c):
		return number, span(text, isDigit)
	case c == '"', s.w3c && c == '\'':
		return literal, quoted(text, c)
	case c == '%', c == '#' && len(text) > 1 && text[1] == 'x':
		if len(text) > 2 && text[2] == '"' {
			return literal, 2 + quoted(text[2:], '"')
		}
		return literal, 1 + span(text[1:], isNumValByte)
	case c == ';' && !s.w3c:
		return other, 0
	case s.w3c && strings.HasPrefix(text, "/*"):
		if i := strings.Index(text[2:], "*/"); i >= 0 {
			return other, i + 4
		}
		return other, 0
	case strings.HasPrefix(text, `<">`) && !s.w3c:
		return literal, 3
	case c == '<':
		if n := s.after(text, '>'); n > 0 {
			return prose, max(n, len(aroundQuotes.FindString(text)))
		}
	case c == '[' && s.w3c:
		if n := s.after(text, ']'); n > 0 {
			return literal, n
		}
	}
	return punctuation(text[0]), 1
}

// punctuation returns the sign of a single character.
func punctuation(c byte) sign {
	switch c {
	case '/', '|':
		return choice
	case '(', '[':
		return open
	case ')', ']':
		return closing
	case '*', '#', '?', '+':
		return repeat
	}
	return other
}

// quoted returns the length of the string at the start of text, or of all the text if it is not
// closed.
func quoted(text string, quote byte) int {
	if i := strings.IndexByte(text[1:], quote); i >= 0 {
		return i + 2
	}
	return len(text)
}

// span returns the number of bytes of the class at the start of text.
func span(text string, class func(byte) bool) int {
	n := 0
	for n < len(text) && class(text[n]) {
		n++
	}
	return n
}

func isAlpha(c byte) bool      { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool      { return '0' <= c && c <= '9' }
func isNameByte(c byte) bool   { return isAlpha(c) || isDigit(c) || c == '-' || c == '_' }
func isNumValByte(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' || c == '.' }

// fold returns a name in the form in which notations like ABNF compare it. In classic BNF it
// removes the angle brackets.
func fold(name string) string { return strings.ToLower(strings.Trim(name, "<>")) }

package extract

import (
	"regexp"
	"strings"
)

// A sign is the kind of a token.
type sign uint8

const (
	other   sign = iota // a character that is insignificant or that no notation uses
	name                // a rule name
	literal             // "text", %x41, #x41, or a class in W3C's EBNF
	prose               // <text>
	number              // a number in a repeat
	choice              // "/" or "|"
	open                // an opening bracket
	closing             // a closing bracket
	repeat              // "*"; also "#" in RFC 822 and "?" and "+" in W3C's EBNF
)

// A token is a part of a grammar line.
type token struct {
	sign   sign
	text   string
	joined bool // whether no blank precedes the token
}

// scan splits a line into tokens, calls yield for each token, and returns the comment at the end of
// the line. It follows the rules that most notations share or, for strings, classes and comments if
// w3c is set, the rules of W3C's EBNF.
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

// A scanner remembers which closing signs are missing from the rest of the line. Searching for them
// repeatedly would take quadratic time.
type scanner struct {
	w3c  bool
	lost [256]bool
}

// after returns the length of the text up to and including the byte end, or 0 if that byte is
// missing.
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

// aroundQuotes matches prose that may contain <">, such as <any TEXT except <">> in RFC 2616.
var aroundQuotes = regexp.MustCompile(`^<(?:[^<>\r\n]|<">)+>`)

// next returns the sign and length of the token at the start of text. The length is 0 at a comment.
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

// punctuation returns the sign of a one-character token.
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

// quoted returns the length of the string at the start of text, or of the entire text if the string
// is not closed.
func quoted(text string, quote byte) int {
	if i := strings.IndexByte(text[1:], quote); i >= 0 {
		return i + 2
	}
	return len(text)
}

// span returns the number of bytes at the start of text that are in the class.
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

// fold returns the form of a name that notations such as ABNF use for comparison. It also removes
// the angle brackets of classic BNF.
func fold(name string) string { return strings.ToLower(strings.Trim(name, "<>")) }

package records

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file describes errors in JSON lines.

// surrogateProblem returns the problem for a lone surrogate at offset at.
func surrogateProblem(line []byte, at int) *Problem {
	return &Problem{
		Code: JSONSurrogate, Offset: at, Length: 6,
		Message: fmt.Sprintf("%s is half of a surrogate pair, not a character; write both halves, or the character",
			line[at:at+6]),
	}
}

// encodingProblem returns the problem for a line that is not valid UTF-8.
func encodingProblem(line []byte) *Problem {
	at := 0
	for {
		c, n := utf8.DecodeRune(line[at:])
		if c == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return &Problem{
		Code: JSONEncoding, Offset: at, Length: 1,
		Message: fmt.Sprintf("the byte %02X is not UTF-8, which JSON requires; convert the file, for example with iconv",
			line[at]),
	}
}

// syntaxProblem returns the problem for a syntax error at offset at. want describes what is allowed
// there.
func syntaxProblem(line []byte, at int, want string) *Problem {
	if at == len(line) {
		return &Problem{
			Code: JSONOpen, Offset: at, Open: true,
			Message: fmt.Sprintf("the line ends within a JSON text, where %s was expected; "+
				"jq -c . FILE joins the lines of a JSON text", want),
		}
	}
	if want == wantLess {
		return &Problem{
			Code: JSONDepth, Offset: at, Length: 1,
			Message: fmt.Sprintf("objects and arrays are nested more than %d deep here; reduce the nesting", MaxDepth),
		}
	}
	found, length := foundAt(line, at)
	message := fmt.Sprintf("%s instead of %s", found, want)
	switch want {
	case wantQuote:
		message = fmt.Sprintf(`%s in a string; write \u%04x`, found, line[at])
	case wantEscape:
		message = found + ` is not an escape; write \\ for a backslash, or one of \" \/ \b \f \n \r \t \uHHHH`
	default:
		if remedy := syntaxRemedy(line, at, length, want); remedy != "" {
			message += "; " + remedy
		}
	}
	return &Problem{Code: JSONSyntax, Offset: at, Length: length, Message: message}
}

// foundAt describes the word, escape or character at offset at of a line and returns its length.
func foundAt(line []byte, at int) (found string, length int) {
	rest := line[at:]
	for length < len(rest) && isWordByte(rest[length]) {
		length++
	}
	if rest[0] == '\\' {
		for length = 1; length < min(len(rest), 6) && isWordByte(rest[length]); length++ {
		}
		if length == 1 && len(rest) > 1 && rest[1] >= ' ' {
			_, n := utf8.DecodeRune(rest[1:])
			length += n
		}
	}
	c, n := utf8.DecodeRune(rest)
	length = max(length, n)
	switch {
	case c == utf8.RuneError && n == 1:
		return fmt.Sprintf("the byte %02X", rest[0]), length
	case c < ' ' || c == 0x7F:
		return fmt.Sprintf("the control character U+%04X", c), length
	case length > 24:
		return strconv.Quote(string(rest[:24]) + "…"), length
	case c == '"':
		return `a quote`, length
	}
	return strings.ReplaceAll(strconv.Quote(string(rest[:length])), `\\`, `\`), length
}

func isWordByte(b byte) bool { return b-'0' <= 9 || b|0x20-'a' < 26 || b == '_' }

// syntaxRemedy returns the remedy for the text at offset at, or "".
func syntaxRemedy(line []byte, at, length int, want string) string {
	switch c, text := line[at], string(line[at:at+length]); {
	case want == wantEnd:
		return "write one JSON text per line"
	case c == '\'':
		return `write JSON strings in double quotes`
	case want == wantName && c == '}', want == wantValue && c == ']':
		return "remove the comma before it"
	case want == wantName:
		return `write names as "name"`
	case text == "None":
		return "write null"
	case text == "True", text == "False":
		return "write " + strings.ToLower(text)
	case text == "NaN", text == "nan", text == "Infinity":
		return "JSON does not allow this number; write null or a string"
	case c == '/' || c == '#':
		return "JSON does not allow comments; remove the comment"
	case want == wantDigit:
		return "write a JSON number such as 0, -1.5 or 2e9"
	}
	return ""
}

// Descriptions of what is allowed at a position, for messages.
const (
	wantValue   = "a value"
	wantName    = "a name in quotes"
	wantColon   = "a colon"
	wantMember  = "a comma or }"
	wantElement = "a comma or ]"
	wantEnd     = "the end of the line"
	wantDigit   = "a digit"
	wantQuote   = "the closing quote"
	wantEscape  = "an escape"
	wantLess    = "fewer levels"
)

// MaxDepth is the maximum nesting depth of objects and arrays in a JSON line. encoding/json and jq
// have the same limit.
const MaxDepth = 10_000

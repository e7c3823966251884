package fault

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// A Character is what a text has at a place: a code point, a byte that is not UTF-8, or the end.
type Character struct {
	Text      *string `json:"text,omitempty"`
	CodePoint string  `json:"code_point,omitempty"` // U+0020
	Byte      string  `json:"byte,omitempty"`       // 0xFF
	End       bool    `json:"end,omitempty"`
}

// character returns the first character of a text.
func character(text []byte) Character {
	c, size := utf8.DecodeRune(text)
	switch {
	case size == 0:
		return Character{End: true}
	case c == utf8.RuneError && size == 1:
		return Character{Byte: fmt.Sprintf("0x%02X", text[0])}
	}
	return codePoint(string(c))
}

func codePoint(text string) Character {
	c, _ := utf8.DecodeRuneInString(text)
	return Character{Text: &text, CodePoint: fmt.Sprintf("U+%04X", c)}
}

// An Expected is a set of characters that the rule allows at a place: one character, a range, a rule,
// or a class of ASCII.
type Expected struct {
	*Character
	From  *Character `json:"from,omitempty"`
	To    *Character `json:"to,omitempty"`
	Rule  string     `json:"rule,omitempty"`
	Class string     `json:"class,omitempty"` // letter, digit, hex digit, others
}

// expectations returns what the error expects, and the end if the string might have ended.
func expectations(e *tables.SyntaxError) []Expected {
	list := []Expected{}
	for _, word := range e.Expected() {
		list = append(list, expectation(word))
	}
	if e.AtEnd && !e.Incomplete {
		list = append(list, Expected{Character: &Character{End: true}})
	}
	return list
}

// The forms of the words in tables (build/expect.go).
var (
	oneWord   = regexp.MustCompile(`^(".+"|U\+[0-9A-F]{4,6}|the byte 0x[0-9A-F]{2}|a space)$`)
	rangeWord = regexp.MustCompile(`^(?:a byte )?(".+"|U\+[0-9A-F]{4,6}|0x[0-9A-F]{2}|a space) to (".+"|U\+[0-9A-F]{4,6}|0x[0-9A-F]{2})$`)
)

// expectation returns a word of a table as a structure.
func expectation(word string) Expected {
	switch m := rangeWord.FindStringSubmatch(word); {
	case m != nil:
		return Expected{From: named(m[1]), To: named(m[2])}
	case oneWord.MatchString(word):
		return Expected{Character: named(word)}
	case word == "others":
		return Expected{Class: word}
	}
	if class, ok := strings.CutPrefix(word, "a "); ok {
		return Expected{Class: class}
	}
	return Expected{Rule: word}
}

// named returns the character of a name in a table.
func named(name string) *Character {
	c := Character{}
	var number rune
	switch byteName := strings.TrimPrefix(name, "the byte "); {
	case name == "a space":
		c = codePoint(" ")
	case name[0] == '"':
		c = codePoint(name[1 : len(name)-1])
	case strings.HasPrefix(byteName, "0x"):
		c.Byte = byteName
	default:
		fmt.Sscanf(name, "U+%X", &number)
		c = codePoint(string(number))
	}
	return &c
}

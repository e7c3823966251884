package fault

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// AppendJSON appends the members of the fault's JSON object, without braces.
func (f *Fault) AppendJSON(b []byte) []byte {
	b = terminal.AppendField(b, "code", f.Code)
	b = strconv.AppendInt(append(b, `,"column":`...), int64(f.Column), 10)
	b = strconv.AppendInt(append(b, `,"offset":`...), int64(f.Offset), 10)
	b = strconv.AppendInt(append(b, `,"length":`...), int64(f.Length), 10)
	b = appendOrNull(b, "part", f.Part)
	b = terminal.AppendField(append(b, ','), "message", f.Message)
	b = appendOrNull(b, "remedy", f.Remedy)
	b = appendOrNull(b, "repaired", f.Repaired)
	b = appendOrNull(b, "accepted_by", f.Accepted)
	if f.stop.err == nil {
		return append(appendOrNull(b, "rule", f.rule), `,"stop":null`...)
	}
	b = terminal.AppendField(append(b, ','), "rule", f.stop.err.Rule().Name())
	b = f.stop.appendJSON(append(b, `,"stop":{`...))
	return append(b, '}')
}

// appendOrNull appends a comma and a member. An empty value becomes null.
func appendOrNull(b []byte, name, value string) []byte {
	if b = append(b, ','); value == "" {
		return append(append(append(b, '"'), name...), `":null`...)
	}
	return terminal.AppendField(b, name, value)
}

// appendJSON appends the members of the object "stop".
func (p *place) appendJSON(b []byte) []byte {
	e := p.err
	b = strconv.AppendInt(append(b, `"column":`...), int64(p.column), 10)
	b = strconv.AppendInt(append(b, `,"offset":`...), int64(p.offset), 10)
	b = appendOrNull(b, "component", e.Component())
	b = appendCharacter(append(b, `,"found":{`...), p.found)
	b = append(b, `},"expected":[`...)
	begin := len(b)
	for _, word := range e.Expected() {
		b = append(appendExpected(append(b, '{'), word), "},"...)
	}
	if e.AtEnd && !e.Incomplete {
		b = append(b, `{"end":true},`...)
	}
	if len(b) > begin {
		b = b[:len(b)-1] // the last comma
	}
	return strconv.AppendBool(append(b, `],"incomplete":`...), e.Incomplete)
}

// appendCharacter appends the members for the first character of a text: "text" and "code_point",
// "byte" for an invalid UTF-8 byte, or "end".
func appendCharacter(b, text []byte) []byte {
	c, size := utf8.DecodeRune(text)
	switch {
	case size == 0:
		return append(b, `"end":true`...)
	case c == utf8.RuneError && size == 1:
		return fmt.Appendf(b, `"byte":"0x%02X"`, text[0])
	}
	return appendCodePoint(b, c)
}

func appendCodePoint(b []byte, c rune) []byte {
	b = terminal.AppendField(b, "text", string(c))
	return fmt.Appendf(b, `,"code_point":"U+%04X"`, c)
}

// end matches either end of a character range.
const end = `".+"|'"'|U\+[0-9A-F]{4,6}|0x[0-9A-F]{2}|a space|a tab`

// Patterns for the words in tables (build/internal/labels/vocabulary.go). Other words are rule
// names, which contain no blank, or names of character classes.
var (
	oneWord   = regexp.MustCompile(`^(".+"|'"'|U\+[0-9A-F]{4,6}|the byte 0x[0-9A-F]{2}|a space|a tab)$`)
	rangeWord = regexp.MustCompile(`^(?:a byte )?(` + end + `) to (` + end + `)$`)
)

// appendExpected appends the members for a word from a table: the members for a character, "from"
// and "to" for a range, "class" (letter, digit, hex digit, others, or words of the grammar), or
// "rule".
func appendExpected(b []byte, word string) []byte {
	if len(word) == len(`"x"`) && word[0] == word[2] { // true for most words
		return appendCodePoint(b, rune(word[1]))
	}
	switch m := rangeWord.FindStringSubmatch(word); {
	case m != nil:
		b = appendNamed(append(b, `"from":{`...), m[1])
		b = appendNamed(append(b, `},"to":{`...), m[2])
		return append(b, '}')
	case oneWord.MatchString(word):
		return appendNamed(b, word)
	case word != "others" && !strings.Contains(word, " "):
		return terminal.AppendField(b, "rule", word)
	}
	return terminal.AppendField(b, "class", strings.TrimPrefix(word, "a "))
}

// appendNamed appends the members for a character that a table names.
func appendNamed(b []byte, name string) []byte {
	var number rune
	switch byteName := strings.TrimPrefix(name, "the byte "); {
	case name == "a space":
		number = ' '
	case name == "a tab":
		number = '\t'
	case name[0] == '"' || name[0] == '\'':
		number, _ = utf8.DecodeRuneInString(name[1:])
	case strings.HasPrefix(byteName, "0x"):
		return terminal.AppendField(b, "byte", byteName)
	default:
		fmt.Sscanf(name, "U+%X", &number)
	}
	return appendCodePoint(b, number)
}

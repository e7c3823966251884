package explain

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// controls maps well-known control characters to their names.
var controls = map[rune]string{
	0: "NUL", '\a': "BEL", '\b': "a backspace", '\t': "a tab", '\n': "a line feed", '\v': "a vertical tab",
	'\f': "a form feed", '\r': "a carriage return", 0x1B: "ESC", 0x7F: "DEL",
	0x85: "a next line character",
}

// blanks maps characters that look like a space or are invisible to their names.
var blanks = map[rune]string{
	0xA0: "a no-break space", 0xAD: "a soft hyphen", 0x200B: "a zero-width space", 0x2028: "a line separator",
	0x2029: "a paragraph separator", 0x3000: "an ideographic space", 0xFEFF: "a byte order mark",
	0xFFFD: "a replacement character",
}

// named describes the first character of s and returns the character's length in bytes. Examples
// are `"<"`, "a space", "a tab (U+0009)" and "the byte 0xFF".
func named(s string) (name string, size int) {
	c, size := utf8.DecodeRuneInString(s)
	switch word := controls[c] + blanks[c]; {
	case size == 0:
		return "the end", 0
	case c == utf8.RuneError && size == 1:
		return theByte(s[0]), 1
	case c == ' ':
		return "a space", 1
	case word != "":
		return word + " (" + codePoint(c) + ")", size
	case !strconv.IsPrint(c):
		return codePoint(c), size
	case c == '"':
		return `'"'`, 1
	case c < utf8.RuneSelf:
		return `"` + s[:1] + `"`, 1
	}
	return `"` + string(c) + `" (` + codePoint(c) + ")", size
}

// hex formats a number in upper-case hex, padded with zeros to at least digits digits.
func hex(n uint32, digits int) string {
	s := strings.ToUpper(strconv.FormatUint(uint64(n), 16))
	return strings.Repeat("0", max(0, digits-len(s))) + s
}

// codePoint formats a code point: "U+00E9".
func codePoint(c rune) string { return "U+" + hex(uint32(c), 4) }

// theByte describes a byte: "the byte 0xFF".
func theByte(b byte) string { return "the byte 0x" + hex(uint32(b), 2) }

// noncharacter reports whether c is one of the 66 noncharacters (Unicode Standard, section 23.7).
func noncharacter(c rune) bool { return c&0xFFFE == 0xFFFE || 0xFDD0 <= c && c <= 0xFDEF }

// percentEncoded percent-encodes all bytes of s (RFC 3986, section 2.1).
func percentEncoded(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString("%" + hex(uint32(s[i]), 2))
	}
	return b.String()
}

func alphanumeric(c int) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdefABCDEF") == "" }

// quoted returns text in quotation marks. It replaces the middle of a long text with "…".
func quoted(text string) string {
	const limit = 40 // bytes
	if len(text) > limit {
		head, tail := text[:limit/2], text[len(text)-limit/4:]
		text = strings.ToValidUTF8(head, "") + "…" + strings.ToValidUTF8(tail, "")
	}
	return `"` + text + `"`
}

// short shortens s in the same way as quoted.
func short(s string) string {
	q := quoted(s)
	return q[1 : len(q)-1]
}

// article prefixes the name of a part with an indefinite article.
func article(part string) string {
	if strings.ContainsAny(part[:1], "aeioAEIO") {
		return "an " + part
	}
	return "a " + part
}

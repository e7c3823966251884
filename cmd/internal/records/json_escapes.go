package records

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/files"
)

// jsonEscapes is the escape notation of JSON strings. A surrogate pair counts as one escape. A lone
// surrogate becomes U+FFFD.
var jsonEscapes = &files.Escapes{Marks: `\`, Decode: func(dst, raw []byte) (text []byte, length int) {
	c, length, _ := unescapeJSON(raw)
	return utf8.AppendRune(dst, c), length
}}

// beginsEscape reports whether s is a prefix of a valid escape. s must begin with a backslash.
func beginsEscape(s []byte) bool {
	const digits = "0000"
	return len(s) < 2 || s[1] == 'u' && len(s) < 6 && escapeLength(append(s[:len(s):len(s)], digits[:6-len(s)]...)) > 0
}

// escapeLength returns the length of the escape at the beginning of s, or 0 if it is invalid. Each
// half of a surrogate pair counts as one escape. s must begin with a backslash.
func escapeLength(s []byte) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(s); ok {
			return 6
		}
	}
	return 0
}

// hex4 returns the code unit of the escape \uHHHH at the beginning of s.
func hex4(s []byte) (c rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for _, b := range s[2:6] {
		switch {
		case b-'0' <= 9:
			b -= '0'
		case b|0x20-'a' <= 5:
			b = b | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		c = c<<4 | rune(b)
	}
	return c, true
}

// unescapeJSON returns the character and the length of the escape at the beginning of s. For a lone
// surrogate, lone is true and c is U+FFFD. The escape must be valid.
func unescapeJSON(s []byte) (c rune, length int, lone bool) {
	switch s[1] {
	case 'b':
		return '\b', 2, false
	case 'f':
		return '\f', 2, false
	case 'n':
		return '\n', 2, false
	case 'r':
		return '\r', 2, false
	case 't':
		return '\t', 2, false
	case 'u':
	default:
		return rune(s[1]), 2, false
	}
	c, _ = hex4(s)
	if !utf16.IsSurrogate(c) {
		return c, 6, false
	}
	if second, ok := hex4(s[6:]); ok {
		if c = utf16.DecodeRune(c, second); c != utf8.RuneError {
			return c, 12, false
		}
	}
	return utf8.RuneError, 6, true
}

// loneSurrogate returns the offset of the first lone surrogate in raw, or -1.
func loneSurrogate(raw []byte) int {
	for at := 0; ; {
		n := bytes.IndexByte(raw[at:], '\\')
		if n < 0 {
			return -1
		}
		at += n
		_, length, lone := unescapeJSON(raw[at:])
		if lone {
			return at
		}
		at += length
	}
}

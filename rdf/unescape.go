package rdf

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// This file decodes escapes and maps offsets back.
//
// Idea. A byte search finds each backslash, and the text between escapes is copied in one piece.
// RawOffset walks the text in the same way and counts, so no table of offsets is needed.
//
// Cost. Linear in the length of the text.
//
// Tested against: unescaped, which decodes byte by byte (TestUnescapeInTheSmall).

// AppendUnescaped decodes the escapes in raw, the text between the angle brackets of an IRI or the
// quotes of a literal, and appends the result to dst. The escapes are ECHAR, such as \n, and UCHAR,
// such as \u00E9 and \U0001F600. The error is an [*EscapeError] if other text follows a backslash,
// or if an escape denotes a surrogate, even in a pair, or a number above 10FFFF. In that case the
// result ends before that escape.
func AppendUnescaped(dst, raw []byte) ([]byte, error) {
	for at := 0; ; {
		n := bytes.IndexByte(raw[at:], '\\')
		if n < 0 {
			return append(dst, raw[at:]...), nil
		}
		dst, at = append(dst, raw[at:at+n]...), at+n
		for at < len(raw) && raw[at] == '\\' { // escapes often follow one another
			c, size, code := escape(raw[at:])
			if code == CodeSurrogate && pair(raw[at:]) != utf8.RuneError {
				size = len(`\uD83D\uDE00`)
			}
			if code != "" {
				return dst, &EscapeError{Offset: at, Text: string(raw[at : at+size]), Code: code}
			}
			dst, at = utf8.AppendRune(dst, c), at+size
		}
	}
}

// RawOffset converts an offset in the text that [AppendUnescaped] returns to an offset in raw. For
// a byte that was written as an escape it returns the offset of the backslash. For offsets after
// the text it returns len(raw), or the offset of the first invalid escape.
func RawOffset(raw []byte, unescaped int) int {
	for at := 0; ; {
		n := bytes.IndexByte(raw[at:], '\\')
		if n < 0 || n > unescaped {
			return min(at+unescaped, len(raw))
		}
		at, unescaped = at+n, unescaped-n
		c, size, code := escape(raw[at:])
		if unescaped -= max(utf8.RuneLen(c), 1); unescaped < 0 || code != "" {
			return at
		}
		at += size
	}
}

// escape decodes the escape at the beginning of raw and returns its size. If the escape is invalid,
// escape returns a code and the size of the invalid text.
func escape(raw []byte) (c rune, size int, code string) {
	if len(raw) < 2 {
		return 0, len(raw), CodeEscape
	}
	digits := 0
	switch raw[1] {
	case 't':
		return '\t', 2, ""
	case 'b':
		return '\b', 2, ""
	case 'n':
		return '\n', 2, ""
	case 'r':
		return '\r', 2, ""
	case 'f':
		return '\f', 2, ""
	case '"', '\'', '\\':
		return rune(raw[1]), 2, ""
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		_, size = utf8.DecodeRune(raw[1:])
		return 0, 1 + size, CodeEscape
	}
	var number uint32
	for size = 2; size < 2+digits; size++ {
		if size == len(raw) || hexDigit(raw[size]) < 0 {
			return 0, size, CodeEscape
		}
		number = number<<4 | uint32(hexDigit(raw[size]))
	}
	switch {
	case number > utf8.MaxRune:
		return 0, size, CodeRange
	case number >= 0xD800 && number <= 0xDFFF:
		return 0, size, CodeSurrogate
	}
	return rune(number), size, ""
}

// pair returns the character that the surrogate pair at the beginning of raw denotes in UTF-16, or
// [utf8.RuneError].
func pair(raw []byte) rune {
	var halves [2]rune
	for i := range halves {
		if len(raw) < len(`\uD83D`) || raw[0] != '\\' || raw[1] != 'u' {
			return utf8.RuneError
		}
		for _, digit := range raw[2:6] {
			halves[i] = halves[i]<<4 | rune(hexDigit(digit)) // -1 gives no surrogate
		}
		raw = raw[6:]
	}
	return utf16.DecodeRune(halves[0], halves[1])
}

// hexDigit returns the value of a hex digit, or -1 for other bytes.
func hexDigit(b byte) int {
	switch {
	case '0' <= b && b <= '9':
		return int(b - '0')
	case 'A' <= b && b <= 'F':
		return int(b-'A') + 10
	case 'a' <= b && b <= 'f':
		return int(b-'a') + 10
	}
	return -1
}

// An EscapeError reports an escape that does not denote a character.
type EscapeError struct {
	Offset int    // byte offset of the backslash in raw
	Text   string // the escape, from the backslash; for a surrogate pair, both escapes
	Code   string // CodeEscape, CodeSurrogate or CodeRange
}

// Error returns a message that quotes Text.
func (e *EscapeError) Error() string {
	c := pair([]byte(e.Text))
	switch {
	case c != utf8.RuneError:
		return fmt.Sprintf(`%s is a surrogate pair of UTF-16, not a character; write \U%08X`, e.Text, c)
	case e.Code == CodeSurrogate:
		return e.Text + " is a surrogate, not a character; write the character as \\U and eight digits"
	case e.Code == CodeRange:
		return e.Text + " is above 10FFFF, the last Unicode code point"
	}
	return strconv.Quote(e.Text) + " is not an escape; write \"\\\\\" for a backslash"
}

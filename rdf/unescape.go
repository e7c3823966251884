package rdf

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// This file takes escapes out of text, and finds the way back.
//
// Idea. A search for one byte finds each backslash, and the text between two escapes is copied as a
// whole. RawOffset walks the same way and counts, so no table of offsets is kept.
//
// Cost. Linear in the length of the text.
//
// Tested against: unescaped, byte by byte (TestUnescapeInTheSmall).

// AppendUnescaped appends raw, the text between the angle brackets of an IRI or between the quotes
// of a literal, with its escapes taken out: ECHAR such as \n, and UCHAR such as \u00E9 and
// \U0001F600. Any other text after a backslash, a surrogate, alone or in a pair, and a number above
// 10FFFF return an [*EscapeError]; dst then has the text before it.
func AppendUnescaped(dst, raw []byte) ([]byte, error) {
	for at := 0; ; {
		n := bytes.IndexByte(raw[at:], '\\')
		if n < 0 {
			return append(dst, raw[at:]...), nil
		}
		dst, at = append(dst, raw[at:at+n]...), at+n
		for at < len(raw) && raw[at] == '\\' { // escapes often follow each other
			c, size, code := escape(raw[at:])
			if code != "" {
				return dst, &EscapeError{Offset: at, Text: string(raw[at : at+size]), Code: code}
			}
			dst, at = utf8.AppendRune(dst, c), at+size
		}
	}
}

// RawOffset returns the offset in raw of the byte at an offset of the text made of it by
// [AppendUnescaped]: the backslash, if an escape stands for the byte. For offsets after that text
// it returns len(raw), or the offset of the first wrong escape.
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

// escape returns the code point of the escape at the beginning of raw, and the size of the escape.
// If it stands for no code point, escape returns a code, and the size of the text at fault.
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

// hexDigit returns the value of a hexadecimal digit, -1 for other bytes.
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

// An EscapeError is an escape that stands for no character.
type EscapeError struct {
	Offset int    // of the backslash, in raw
	Text   string // from the backslash on
	Code   string // CodeEscape, CodeSurrogate or CodeRange
}

// Error formats the error.
func (e *EscapeError) Error() string {
	switch e.Code {
	case CodeSurrogate:
		return e.Text + " is a surrogate, half of a character in UTF-16: write \\U and eight digits for the whole character"
	case CodeRange:
		return e.Text + " is above 10FFFF, the last code point of Unicode"
	}
	return strconv.Quote(e.Text) + " is no escape"
}

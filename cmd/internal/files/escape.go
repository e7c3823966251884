package files

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// An EscapeError is an invalid escape: a backslash and the bytes after it.
type EscapeError string

// Error quotes the invalid escape and lists the valid forms.
func (e EscapeError) Error() string {
	const format = `"\%s is not an escape; escapes are \xHH, \uHHHH, \U00HHHHHH and \\`
	return fmt.Sprintf(format, strconv.Quote(string(e[1:]))[1:])
}

// maxEscape is the maximum length in bytes of an escape, valid or not.
const maxEscape = len(`\U0010FFFF`)

// Unescape appends the text of line to dst: \xHH is a byte, \uHHHH and \U00HHHHHH are code points,
// and \\ is a backslash. All other bytes are copied. Surrogates and numbers above 10FFFF are
// encoded by an extension of UTF-8, so they become ill-formed.
//
// If more is true, the line continues, and Unescape stops at an escape that may be incomplete.
// taken is the number of bytes read. An [EscapeError] starts at line[taken].
//
// Tested against: FuzzEscape escapes a text and reads it back. FuzzUnescape unescapes a line in two
// pieces and compares the result with unescaping the whole line.
func Unescape(dst, line []byte, more bool) (text []byte, taken int, err error) {
	for taken < len(line) {
		i := bytes.IndexByte(line[taken:], '\\')
		if i < 0 {
			return append(dst, line[taken:]...), len(line), nil
		}
		dst = append(dst, line[taken:taken+i]...)
		taken += i
		if more && len(line)-taken < maxEscape {
			break
		}
		n, ok := 0, false
		if dst, n, ok = unescape(dst, line[taken:]); !ok {
			return dst, taken, EscapeError(line[taken : taken+n])
		}
		taken += n
	}
	return dst, taken, nil
}

// unescape appends the text of the escape at the beginning of s. n is the length of the escape. ok
// is false if the escape is invalid.
func unescape(dst, s []byte) (to []byte, n int, ok bool) {
	switch {
	case len(s) == 1:
		return dst, 1, false
	case s[1] == '\\':
		return append(dst, '\\'), 2, true
	}
	_, size := utf8.DecodeRune(s[1:])
	digits := digitsOf[s[1]]
	n = min(1+size+digits, len(s))
	value, err := strconv.ParseUint(string(s[2:n]), 16, 32)
	switch {
	case n < 2+digits || err != nil || value > 0xFFFFFF:
		return dst, n, false
	case digits == 2:
		return append(dst, byte(value)), n, true
	}
	return appendCodePoint(dst, uint32(value)), n, true
}

// digitsOf maps the letter of an escape to its number of hex digits.
var digitsOf = [256]int{'x': 2, 'u': 4, 'U': 8}

// appendCodePoint is like utf8.AppendRune, but accepts all numbers below 2^24, including
// surrogates.
func appendCodePoint(dst []byte, c uint32) []byte {
	if c < utf8.RuneSelf {
		return append(dst, byte(c))
	}
	tail := 1 // number of bytes after the first byte, which holds 6-tail bits of c
	for c>>(6+5*tail) > 0 {
		tail++
	}
	dst = append(dst, byte(0xFF<<(7-tail)|c>>(6*tail)))
	for tail--; tail >= 0; tail-- {
		dst = append(dst, 0x80|byte(c>>(6*tail)&0x3F))
	}
	return dst
}

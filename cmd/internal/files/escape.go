package files

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// An EscapeError is a wrong escape: a backslash and the bytes after it.
type EscapeError string

// Error names the wrong escape and the right ones.
func (e EscapeError) Error() string {
	return fmt.Sprintf(`"\%s is no escape; those are \xHH, \uHHHH, \U00HHHHHH and \\`, strconv.Quote(string(e[1:]))[1:])
}

// longestEscape is the length of the longest escape in bytes. A wrong escape has no more bytes.
const longestEscape = len(`\U0010FFFF`)

// Unescape appends the text of line to dst: \xHH is a byte, \uHHHH and \U00HHHHHH a code point, \\
// a backslash. All other bytes stay. Surrogates and numbers over 10FFFF become ill-formed bytes, by
// UTF-8's scheme extended to them.
//
// With more text to follow, Unescape stops where an escape may be cut. taken is the number of bytes
// read. An [EscapeError] begins at line[taken].
//
// Tested against: FuzzEscape writes a text with escapes and reads it back. FuzzUnescape reads lines
// in two pieces and as a whole.
func Unescape(dst, line []byte, more bool) (text []byte, taken int, err error) {
	for taken < len(line) {
		i := bytes.IndexByte(line[taken:], '\\')
		if i < 0 {
			return append(dst, line[taken:]...), len(line), nil
		}
		dst = append(dst, line[taken:taken+i]...)
		taken += i
		if more && len(line)-taken < longestEscape {
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

// unescape appends the text of the first n bytes of s, an escape or another byte. ok is false for a
// wrong escape of n bytes.
func unescape(dst, s []byte) (to []byte, n int, ok bool) {
	switch {
	case s[0] != '\\':
		return append(dst, s[0]), 1, true
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

// digitsOf has the number of hexadecimal digits by the letter of an escape.
var digitsOf = [256]int{'x': 2, 'u': 4, 'U': 8}

// appendCodePoint is utf8.AppendRune for all numbers below 2^24, surrogates too.
func appendCodePoint(dst []byte, c uint32) []byte {
	if c < utf8.RuneSelf {
		return append(dst, byte(c))
	}
	tail := 1 // bytes after the first, whose low bits are 6-tail bits of c
	for c>>(6+5*tail) > 0 {
		tail++
	}
	dst = append(dst, byte(0xFF<<(7-tail)|c>>(6*tail)))
	for tail--; tail >= 0; tail-- {
		dst = append(dst, 0x80|byte(c>>(6*tail)&0x3F))
	}
	return dst
}

// origin returns the bytes of line that become the byte at offset of its unescaped form. The length
// is 0 after the last byte. Requires: line has no wrong escape.
func origin(line []byte, offset int) (at, length int) {
	for text := []byte(nil); at < len(line); at += length {
		if text, length, _ = unescape(text, line[at:]); len(text) > offset {
			return at, length
		}
	}
	return at, 0
}

package files

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// An EscapeError is a backslash that begins no escape, and the bytes after it that look like one.
type EscapeError string

// Error names the escapes.
func (e EscapeError) Error() string {
	return fmt.Sprintf(`"\%s is no escape; those are \xHH, \uHHHH, \U00HHHHHH and \\`, strconv.Quote(string(e[1:]))[1:])
}

// longestEscape is how many bytes an escape has at most, or what looks like one.
const longestEscape = len(`\U0010FFFF`)

// Unescape appends what line stands for to dst: \xHH is a byte, \uHHHH and \U00HHHHHH a code
// point, \\ a backslash, and everything else itself. Surrogates and numbers over 10FFFF become the
// bytes that UTF-8 would have for them if it had them, which are ill-formed.
//
// If there is more of the line, Unescape stops where an escape may be cut. It returns how many
// bytes it has taken; an [EscapeError] is about the next.
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

// unescape appends what the first n bytes of s stand for: an escape, or another byte. If s begins
// with a backslash that begins no escape, ok is false and n bytes look like one.
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

// digitsOf has the number of digits after each letter.
var digitsOf = [256]int{'x': 2, 'u': 4, 'U': 8}

// appendCodePoint is utf8.AppendRune without its refusals.
func appendCodePoint(dst []byte, c uint32) []byte {
	if c < utf8.RuneSelf {
		return append(dst, byte(c))
	}
	tail := 1 // bytes after the first, which has 6-tail bits of c
	for c>>(6+5*tail) > 0 {
		tail++
	}
	dst = append(dst, byte(0xFF<<(7-tail)|c>>(6*tail)))
	for tail--; tail >= 0; tail-- {
		dst = append(dst, 0x80|byte(c>>(6*tail)&0x3F))
	}
	return dst
}

// origin returns the bytes of line, which has no wrong escape, that the byte at offset of its
// unescaped form comes from. After the last byte the length is 0.
func origin(line []byte, offset int) (at, length int) {
	for text := []byte(nil); at < len(line); at += length {
		if text, length, _ = unescape(text, line[at:]); len(text) > offset {
			return at, length
		}
	}
	return at, 0
}

package lines

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// An EscapeError is a backslash that begins no escape.
type EscapeError struct {
	Offset int // of the backslash
	Text   string
}

// Error says which escapes there are.
func (e *EscapeError) Error() string {
	return fmt.Sprintf(`"\%s is no escape; those are \xHH, \uHHHH, \U00HHHHHH and \\`, strconv.Quote(e.Text[1:])[1:])
}

// Unescape appends what line stands for to dst: \xHH is a byte, \uHHHH and \U00HHHHHH a
// code point, \\ a backslash, and everything else itself. Surrogates and numbers over
// 10FFFF become the bytes that UTF-8 would have for them if it had them, which are ill-formed.
func Unescape(dst, line []byte) ([]byte, error) {
	dst, _, err := unescapePiece(dst, line, false)
	return dst, err
}

// longestEscape is how many bytes one has, or what looks like one.
const longestEscape = len(`\U0010FFFF`)

// unescapePiece is Unescape for a piece of a line. When there is more of the line it stops
// where the piece may end inside an escape. It returns how many bytes it has taken.
func unescapePiece(dst, line []byte, more bool) (to []byte, taken int, err error) {
	for at := 0; at < len(line); {
		i := bytes.IndexByte(line[at:], '\\')
		if i < 0 {
			return append(dst, line[at:]...), len(line), nil
		}
		dst = append(dst, line[at:at+i]...)
		at += i
		if more && len(line)-at < longestEscape {
			return dst, at, nil
		}
		n, ok := 0, false
		if dst, n, ok = unescape(dst, line[at:]); !ok {
			return dst, at, &EscapeError{Offset: at, Text: string(line[at : at+n])}
		}
		at += n
	}
	return dst, len(line), nil
}

// unescape appends what the escape at the beginning of s stands for, n bytes long. If it
// is none, n is the length of what looks like one.
func unescape(dst, s []byte) (to []byte, n int, ok bool) {
	if len(s) < 2 {
		return dst, len(s), false
	}
	_, size := utf8.DecodeRune(s[1:])
	digits := 0
	switch s[1] {
	case '\\':
		return append(dst, '\\'), 2, true
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	}
	n = min(1+size+digits, len(s))
	value, err := strconv.ParseUint(string(s[2:n]), 16, 32)
	if n < 2+digits || err != nil || value > 0xFFFFFF {
		return dst, n, false
	}
	if digits == 2 {
		return append(dst, byte(value)), n, true
	}
	return appendCodePoint(dst, uint32(value)), n, true
}

// appendCodePoint is utf8.AppendRune without its refusals.
func appendCodePoint(dst []byte, c uint32) []byte {
	tail := func(shift int) byte { return 0x80 | byte(c>>shift&0x3F) }
	switch {
	case c < 0x80:
		return append(dst, byte(c))
	case c < 0x800:
		return append(dst, 0xC0|byte(c>>6), tail(0))
	case c < 0x10000:
		return append(dst, 0xE0|byte(c>>12), tail(6), tail(0))
	case c < 0x200000:
		return append(dst, 0xF0|byte(c>>18), tail(12), tail(6), tail(0))
	}
	return append(dst, 0xF8|byte(c>>24), tail(18), tail(12), tail(6), tail(0))
}

// Origin returns the bytes of line, which has no wrong escape, that the byte at offset of
// its unescaped form comes from: length is 0 behind the last one.
func Origin(line []byte, offset int) (at, length int) {
	var scratch []byte
	for done := 0; at < len(line); at += length {
		length = 1
		made := 1
		if line[at] == '\\' {
			scratch, length, _ = unescape(scratch[:0], line[at:])
			made = len(scratch)
		}
		if done += made; done > offset {
			return at, length
		}
	}
	return at, 0
}

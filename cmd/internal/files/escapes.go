package files

import "bytes"

// Escapes is a notation for characters, such as \u00E9.
type Escapes struct {
	// Marks lists the bytes with which escapes begin. All are ASCII.
	Marks string

	// Decode appends the text of the escape at the beginning of raw and returns the length of the
	// escape. raw must begin with one of Marks and must not contain an invalid escape.
	Decode func(dst, raw []byte) (text []byte, length int)
}

// In reports whether raw contains an escape, or a byte with which escapes begin.
func (e *Escapes) In(raw []byte) bool { return bytes.ContainsAny(raw, e.Marks) }

// Append appends the unescaped form of raw to dst. raw must not contain an invalid escape.
func (e *Escapes) Append(dst, raw []byte) []byte {
	for {
		n := bytes.IndexAny(raw, e.Marks)
		if n < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:n]...)
		var length int
		dst, length = e.Decode(dst, raw[n:])
		raw = raw[n+length:]
	}
}

// Origin locates the bytes of raw that produce the byte at offset in the unescaped form. The length
// is 0 if offset is at the end.
func (e *Escapes) Origin(raw []byte, offset int) (at, length int) {
	var text []byte
	for {
		n := bytes.IndexAny(raw[at:min(len(raw), at+offset+1)], e.Marks)
		switch {
		case n >= 0:
		case at+offset < len(raw):
			return at + offset, 1
		default:
			return len(raw), 0
		}
		at, offset = at+n, offset-n
		if text, length = e.Decode(text[:0], raw[at:]); offset < len(text) {
			return at, length
		}
		at, offset = at+length, offset-len(text)
	}
}

// Backslashes is the notation that [Unescape] reads.
var Backslashes = &Escapes{Marks: `\`, Decode: func(dst, raw []byte) (text []byte, length int) {
	text, length, _ = unescape(dst, raw)
	return text, length
}}

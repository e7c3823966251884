package iri

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/internal/chars"
)

// An EscapeError reports a malformed percent-encoding, or invalid UTF-8 after decoding. [Unescape]
// and [AppendUnescape] return it.
type EscapeError struct {
	Offset  int    // in bytes
	Text    string // text at Offset: "%" and up to two bytes, or one non-ASCII byte
	NotUTF8 bool   // whether Text is well-formed, but not UTF-8 after decoding
}

// Error returns a message such as `offset 3: "%zz" is not a percent-encoding; two hex digits must
// follow "%"`.
func (e *EscapeError) Error() string {
	text := "offset " + strconv.Itoa(e.Offset) + ": " + strconv.Quote(e.Text)
	if e.NotUTF8 {
		return text + " does not decode to UTF-8; encode all bytes of the character"
	}
	return text + ` is not a percent-encoding; two hex digits must follow "%"`
}

// Unescape decodes the percent-encodings in s (RFC 3986, section 2.1). The error is an
// [*EscapeError]: a "%" is not followed by two hex digits, or the result is not UTF-8. If s
// contains no "%", Unescape does not allocate.
//
// Split a component into parts first, and decode each part once: Unescape decodes "%2F" to "/", and
// "%2526" to "%26". It does not change "+": for HTML forms, replace "+" with a space first.
func Unescape(s string) (string, error) {
	if strings.IndexByte(s, '%') < 0 && utf8.ValidString(s) {
		return s, nil
	}
	var buffer [128]byte
	b, err := AppendUnescape(buffer[:0], s)
	switch {
	case err != nil:
		return "", err
	case !utf8.Valid(b):
		return "", notUTF8(s, b)
	}
	return string(b), nil
}

// AppendUnescape appends the decoded bytes of s to dst, whether or not they are UTF-8. If a "%" is
// not followed by two hex digits, it returns dst unchanged and an [*EscapeError].
func AppendUnescape(dst []byte, s string) ([]byte, error) {
	out := dst
	for rest := s; ; {
		n := strings.IndexByte(rest, '%')
		if n < 0 {
			return append(out, rest...), nil
		}
		c, ok := chars.ParsePct(rest[n:])
		if !ok {
			at := len(s) - len(rest) + n
			return dst, &EscapeError{Offset: at, Text: strings.Clone(s[at:min(at+chars.PctLength, len(s))])}
		}
		out = append(append(out, rest[:n]...), c)
		rest = rest[n+chars.PctLength:]
	}
}

// notUTF8 returns the error for s, which decodes to b: it locates the first invalid byte in s.
// Tested against: TestUnescapeOfShortTexts.
func notUTF8(s string, b []byte) *EscapeError {
	at := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			break
		}
		for range size {
			at += chars.PctWidth(s[at:])
		}
		b = b[size:]
	}
	return &EscapeError{Offset: at, Text: strings.Clone(s[at : at+chars.PctWidth(s[at:])]), NotUTF8: true}
}

package iri

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/internal/chars"
)

// An EscapeError reports a "%" without two hex digits after it in text of a component, or bytes
// outside of UTF-8 after decoding. It is the error of [Unescape] and [AppendUnescape].
type EscapeError struct {
	Offset  int    // in bytes
	Text    string // the text there: "%", up to two bytes after it; or one byte beyond ASCII
	NotUTF8 bool   // Text is well-formed, and not UTF-8 after decoding
}

// Error formats the error: `offset 3: "%zz" is no percent-encoding, expected two hex digits after
// "%"`.
func (e *EscapeError) Error() string {
	text := "offset " + strconv.Itoa(e.Offset) + ": " + strconv.Quote(e.Text)
	if e.NotUTF8 {
		return text + " is not UTF-8, expected the percent-encodings of a whole character"
	}
	return text + ` is no percent-encoding, expected two hex digits after "%"`
}

// Unescape returns s with each percent-encoding replaced by its byte (RFC 3986, section 2.1). The
// error is an [*EscapeError]: s has a "%" without two hex digits after it, or the result is not
// UTF-8. Without a "%" there is no allocation.
//
// Cut a component into its parts before, and decode once: "%2F" in a segment becomes "/", and
// "%2526" becomes "%26". A "+" stays "+": in a form of HTML replace it by a space before.
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

// AppendUnescape appends the decoded bytes of s to dst, UTF-8 or not. If s has a "%" without two
// hex digits after it, it returns dst unchanged and an [*EscapeError].
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

// notUTF8 returns the error of s with the decoded bytes b: the place in s of the first byte outside
// of UTF-8. Tested against: TestUnescapeOfShortTexts.
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

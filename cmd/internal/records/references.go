package records

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"
)

// references are the character references of a link in text, such as &amp; and &#38;. Those of
// Markdown end in ";" (CommonMark 0.31.2, section 2.5).
type references struct {
	// attribute is whether the link is the value of an HTML attribute. A number without ";" is a
	// reference there (HTML, section 13.2.5.72). A name without ";" would be one in some places,
	// such as before "&", but it is more likely a query key there: "?a=1&lt&b=2".
	attribute bool
}

// Append appends raw with its references decoded.
func (r references) Append(dst, raw []byte) []byte {
	for {
		n := bytes.IndexByte(raw, '&')
		if n < 0 {
			return append(dst, raw...)
		}
		text, length := r.decode(raw[n:])
		dst = append(append(dst, raw[:n]...), text...)
		raw = raw[n+length:]
	}
}

// Origin returns the place in raw of the byte at offset of the decoded link.
func (r references) Origin(raw []byte, offset int) (at, length int) {
	for {
		n := bytes.IndexByte(raw[at:], '&')
		if n < 0 || offset < n {
			if at = min(at+offset, len(raw)); at == len(raw) {
				return at, 0
			}
			return at, 1
		}
		at, offset = at+n, offset-n
		text, length := r.decode(raw[at:])
		if offset -= len(text); offset < 0 {
			return at, length
		}
		at += length
	}
}

// The largest number of digits in a numeric reference (CommonMark 0.31.2, section 2.5).
const (
	maxDecimal = 7
	maxHex     = 6
)

// decode returns the text of the reference at the beginning of s and its length, or "&" and 1 if
// there is no reference. Requires: s begins with "&".
func (r references) decode(s []byte) (text string, length int) {
	kind, most := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", len(s)
	n := 1
	switch {
	case bytes.HasPrefix(s, []byte("&#x")), bytes.HasPrefix(s, []byte("&#X")):
		n, kind, most = len("&#x"), "0123456789abcdefABCDEF", maxHex
	case bytes.HasPrefix(s, []byte("&#")):
		n, kind, most = len("&#"), "0123456789", maxDecimal
	}
	run := len(s[n:]) - len(bytes.TrimLeft(s[n:], kind))
	length = n + run
	switch ended := length < len(s) && s[length] == ';'; {
	case run == 0, run > most, !ended && (!r.attribute || s[1] != '#'):
		return "&", 1
	case ended:
		length++
	}
	text = html.UnescapeString(string(s[:n+run]) + ";")
	switch {
	case s[1] != '#' && strings.HasSuffix(text, string(s[n+run-1])+";"):
		return "&", 1 // not a name, or only its beginning: "&notit;" is "¬it;"
	case text[0] < utf8.RuneSelf && len(text) > 1:
		return "&", 1 // "&nvlt;" is "<" with a mark on it: "<" cannot be replaced alone
	}
	return text, length
}

package records

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"

	"github.com/irilex/iri/cmd/internal/files"
)

// Notations for character references in links, such as &amp; and &#38;. In Markdown a reference
// ends with ";" (CommonMark 0.31.2, section 2.5).
//
// In HTML a number without ";" is also a reference (HTML, section 13.2.5.72). In some places, such
// as before "&", HTML also treats a name without ";" as a reference, but the name is more likely a
// query key: "?a=1&lt&b=2".
var (
	references     = newReferences(false)
	htmlReferences = newReferences(true)
)

func newReferences(isHTML bool) *files.Escapes {
	return &files.Escapes{Marks: "&", Decode: func(dst, raw []byte) (text []byte, length int) {
		reference, length := decodeReference(raw, isHTML)
		return append(dst, reference...), length
	}}
}

// Maximum numbers of digits in a numeric reference (CommonMark 0.31.2, section 2.5).
const (
	maxDecimal = 7
	maxHex     = 6
)

// decodeReference returns the text and the length of the reference at the beginning of s, or "&"
// and 1 if there is no reference. s must begin with "&".
func decodeReference(s []byte, isHTML bool) (text string, length int) {
	kind, limit := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", len(s)
	n := 1
	switch {
	case bytes.HasPrefix(s, []byte("&#x")), bytes.HasPrefix(s, []byte("&#X")):
		n, kind, limit = len("&#x"), "0123456789abcdefABCDEF", maxHex
	case bytes.HasPrefix(s, []byte("&#")):
		n, kind, limit = len("&#"), "0123456789", maxDecimal
	}
	run := len(s[n:]) - len(bytes.TrimLeft(s[n:], kind))
	length = n + run
	switch ended := length < len(s) && s[length] == ';'; {
	case run == 0, run > limit, !ended && (!isHTML || s[1] != '#'):
		return "&", 1
	case ended:
		length++
	}
	text = html.UnescapeString(string(s[:n+run]) + ";")
	switch {
	case s[1] != '#' && strings.HasSuffix(text, string(s[n+run-1])+";"):
		return "&", 1 // not a name, or only a prefix is a name: "&notit;" is "¬it;"
	case text[0] < utf8.RuneSelf && len(text) > 1:
		return "&", 1 // "&nvlt;" is "<" with a combining mark: "<" cannot be replaced without the mark
	}
	return text, length
}

// destinationEscapes is the notation of Markdown destinations (CommonMark 0.31.2, sections 2.4 and
// 2.5).
var destinationEscapes = &files.Escapes{Marks: `\&`, Decode: func(dst, raw []byte) (text []byte, length int) {
	switch {
	case raw[0] == '&':
		return references.Decode(dst, raw)
	case len(raw) > 1 && util.IsPunct(raw[1]):
		return append(dst, raw[1]), 2
	}
	return append(dst, raw[0]), 1
}}

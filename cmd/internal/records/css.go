package records

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/files"
)

// css appends the links in a style sheet: url(…), and strings after @import. before and after
// surround the style sheet in a frame.
func (d *linker) css(m decoding, before, after string) {
	s, imports := m.text, -1 // the offset of @import before a string
	add := func(open, start, end, closed int) {
		if start == end {
			return
		}
		from := m.origin(open)
		l := m.link(start, end, nil)
		if l.escapes == nil {
			l.escapes = cssEscapes
		}
		to := m.origin(closed)
		l.frame = &frame{before + string(m.raw[from:l.start-m.base]), string(m.raw[l.end-m.base:to]) + after}
		d.links = append(d.links, l)
	}
	for at := 0; at < len(s); {
		switch c := s[at]; {
		case c == '/' && at+1 < len(s) && s[at+1] == '*':
			n := bytes.Index(s[at+2:], []byte("*/"))
			if n < 0 {
				return
			}
			at += n + len("/**/")
		case c == '"', c == '\'':
			end := cssString(s, at)
			if closed := end == len(s) || s[end] == c; closed && imports >= 0 {
				add(imports, at+1, end, min(end+1, len(s)))
			}
			at, imports = min(end+1, len(s)), -1
		case isSpace(c):
			at++
		case hasFold(s[at:], "<!--"):
			imports = -1
			at += len("<!--")
		case hasFold(s[at:], "url("):
			imports = -1
			at = cssURL(s, at, add)
		case c == '@', c == '#', c == '\\', isOfName(c):
			end := cssName(s, at)
			if imports = -1; bytes.EqualFold(s[at:end], []byte("@import")) {
				imports = at
			}
			at = end
		default:
			imports = -1
			at++
		}
	}
}

// cssURL adds the link in the url(…) at offset open and returns the offset of its end.
func cssURL(s []byte, open int, add func(open, start, end, closed int)) (next int) {
	at := open + len("url(")
	value, blanks := trim(s[at:])
	at += blanks
	if len(value) > 0 && (value[0] == '"' || value[0] == '\'') {
		end := cssString(s, at)
		if end < len(s) && s[end] != s[at] {
			return end // a line ending in a string
		}
		closed := min(end+1, len(s))
		add(open, at+1, end, closed)
		return closed
	}
	end := at
	for end < len(s) && s[end] != ')' {
		if s[end] == '\\' {
			end++
		}
		end++
	}
	end = min(end, len(s))
	value, _ = trim(s[at:end])
	add(open, at, at+len(value), min(end+1, len(s)))
	return min(end+1, len(s))
}

// cssName returns the offset of the end of the name at offset at, whose first byte may be a mark.
func cssName(s []byte, at int) (end int) {
	for end = at; end < len(s); end++ {
		switch {
		case s[end] == '\\' && !bytes.HasPrefix(s[end+1:], newline):
			end++
		case end > at && !isOfName(s[end]):
			return end
		}
	}
	return min(end, len(s))
}

// cssString returns the offset of the quote that closes the string at offset at, or of the line
// ending before it.
func cssString(s []byte, at int) (end int) {
	for end = at + 1; end < len(s) && s[end] != s[at] && s[end] != '\n'; end++ {
		if s[end] == '\\' {
			if end++; bytes.HasPrefix(s[end:], crlf) {
				end++
			}
		}
	}
	return min(end, len(s))
}

// crlf is a line ending, which disappears from a string if it is escaped.
var crlf = []byte("\r\n")

func hasFold(s []byte, word string) bool {
	return len(s) >= len(word) && bytes.EqualFold(s[:len(word)], []byte(word))
}

// isOfName reports whether c may occur in a CSS name.
func isOfName(c byte) bool {
	return c == '-' || c == '_' || c >= utf8.RuneSelf || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// cssEscapes is the escape notation of CSS (CSS Syntax Module Level 3, section 4.3.7).
var cssEscapes = &files.Escapes{Marks: `\`, Decode: func(dst, raw []byte) (text []byte, length int) {
	const maxDigits = 6
	digits := 0
	for digits < min(maxDigits, len(raw)-1) && bytes.IndexByte([]byte("0123456789abcdefABCDEF"), raw[1+digits]) >= 0 {
		digits++
	}
	switch {
	case len(raw) == 1:
		return append(dst, raw...), 1
	case digits == 0 && raw[1] == '\n':
		return dst, 2
	case bytes.HasPrefix(raw[1:], crlf):
		return dst, 1 + len(crlf)
	case digits == 0:
		_, size := utf8.DecodeRune(raw[1:])
		return append(dst, raw[1:1+size]...), 1 + size
	}
	value, _ := strconv.ParseUint(string(raw[1:1+digits]), 16, 32)
	if length = 1 + digits; length < len(raw) && bytes.IndexByte([]byte(whitespace), raw[length]) >= 0 {
		length++
	}
	return utf8.AppendRune(dst, rune(value)), length
}}

package svg

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sizes of text in pixels: that of boxes, and that of notes, which have the class "small".
const (
	TextSize  = 13
	SmallSize = 11
)

// Width returns an upper bound of the width of a text in pixels, in a monospace font of a size.
//
// A character of a monospace font is at most 8/13 em wide (SF Mono 0.618, Menlo and DejaVu 0.602,
// Courier 0.6, Consolas 0.55). A character that these fonts may lack comes from some other font and
// is counted twice, as East Asian wide characters are in terminals. Combining and invisible
// characters are not counted.
func Width(text string, size int) int {
	cells := 0
	for _, c := range text {
		switch {
		case unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf):
		case c < 0x500, 0x2010 <= c && c <= 0x2027: // Latin, Greek, Cyrillic; dashes, quotes, "…"
			cells++
		default:
			cells += 2
		}
	}
	return (cells*8*size + TextSize - 1) / TextSize
}

// Escape escapes a text for use in an element or in a quoted attribute. Characters that XML 1.0
// does not allow, and invalid UTF-8, become U+FFFD (section 2.2).
func Escape(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch {
		case c == '&':
			b.WriteString("&amp;")
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '"':
			b.WriteString("&quot;")
		case c == '\'':
			b.WriteString("&#39;")
		case c == '\r': // a bare carriage return would be read as a line feed (section 2.11)
			b.WriteString("&#13;")
		case c < ' ' && c != '\t' && c != '\n', c == 0xFFFE, c == 0xFFFF:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

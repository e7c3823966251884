package terminal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Visible replaces characters that are invisible or affect others with names. Control, formatting,
// invisible and bidirectional characters, blanks other than the space, and unassigned code points
// become names such as "<U+202E>". An invalid UTF-8 byte becomes a name such as "<0xFF>".
func Visible(s string) string {
	if Printable(s) == len(s) && base(s) == "" {
		return s
	}
	var b strings.Builder
	for at := 0; at < len(s); {
		n := Printable(s[at:])
		if n > 0 {
			b.WriteString(base(s[at:]))
			b.WriteString(s[at : at+n])
		} else {
			b.WriteString(name(s[at:]))
			_, n = utf8.DecodeRuneInString(s[at:])
		}
		at += n
	}
	return b.String()
}

// A cell is an indivisible piece of a line: a character and its combining characters, or a name.
type cell struct {
	text   string
	width  int  // width on a terminal
	offset int  // offset of its first byte in the line
	char   rune // the character that text names, or 0
}

// cells splits a line into cells.
func cells(s string) []cell {
	list := make([]cell, 0, len(s))
	for at := 0; at < len(s); {
		n := plain(s[at:])
		for i := at; i < at+n; i++ {
			list = append(list, cell{text: s[i : i+1], width: 1, offset: i})
		}
		if n == 0 {
			list, n = appendCells(list, s[at:], at)
		}
		at += n
	}
	return list
}

// appendCells appends the cells for the first n bytes of s, which starts at offset in the line.
func appendCells(list []cell, s string, offset int) (to []cell, n int) {
	if n = Printable(s); n > 0 {
		return appendClusters(list, s[:n], offset), n
	}
	c := cell{text: name(s), offset: offset}
	c.width = len(c.text)
	c.char, n = utf8.DecodeRuneInString(s)
	return append(list, c), n
}

// plain returns the number of printable ASCII characters at the beginning of s. It does not count
// the last one if the next character may combine with it. Most texts contain only printable ASCII.
func plain(s string) int {
	n := printableASCII(s)
	if n > 0 && n < len(s) && s[n] >= utf8.RuneSelf {
		n--
	}
	return n
}

// name returns the name of the first character of s, or "" if the character is visible.
func name(s string) string {
	c, size := utf8.DecodeRuneInString(s)
	switch {
	case c == utf8.RuneError && size == 1:
		return fmt.Sprintf("<0x%02X>", s[0])
	case shows(c):
		return ""
	}
	return fmt.Sprintf("<U+%04X>", c)
}

// appendClusters appends the grapheme clusters of s, which starts at offset in the line. s begins
// the line or follows a name.
func appendClusters(list []cell, s string, offset int) []cell {
	if b := base(s); b != "" {
		text, _, _, _ := uniseg.FirstGraphemeClusterInString(s, -1)
		list = append(list, cell{text: b + text, width: 1, offset: offset})
		s = s[len(text):]
		offset += len(text)
	}
	for state := -1; s != ""; {
		var text string
		var width int
		text, s, width, state = uniseg.FirstGraphemeClusterInString(s, state)
		list = append(list, cell{text: text, width: width + halfwidthMarks(text), offset: offset})
		offset += len(text)
	}
	return list
}

// base returns a dotted circle if s begins with a combining mark. Otherwise the mark would combine
// with the preceding text.
func base(s string) string {
	if c, _ := utf8.DecodeRuneInString(s); unicode.Is(unicode.M, c) {
		return "◌"
	}
	return ""
}

// halfwidthMarks counts the halfwidth katakana marks in a cluster, which occupy their own cells.
func halfwidthMarks(cluster string) int {
	return strings.Count(cluster, "\uff9e") + strings.Count(cluster, "\uff9f")
}

package terminal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Visible replaces characters that are invisible or affect others with names: "<U+202E>" for a
// control, a blank other than the space, a formatting, invisible or bidirectional character, or an
// unassigned code point, and "<0xFF>" for a byte that is not UTF-8.
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

// A cell is an indivisible piece of a line: a character with its combining characters, or a name.
type cell struct {
	text   string
	width  int  // on a terminal
	offset int  // of its first byte in the line
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

// appendCells appends the cells of the first n bytes of s, which begins at offset in the line.
func appendCells(list []cell, s string, offset int) (to []cell, n int) {
	if n = Printable(s); n > 0 {
		return appendClusters(list, s[:n], offset), n
	}
	c := cell{text: name(s), offset: offset}
	c.width = len(c.text)
	c.char, n = utf8.DecodeRuneInString(s)
	return append(list, c), n
}

// plain returns the number of printable ASCII characters at the beginning of s, except a last one
// with which the next character may combine. Most texts contain only such characters.
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

// appendClusters appends the grapheme clusters of s, which begins at offset in the line, at its
// start or after a name.
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

// base returns a dotted circle if s begins with a combining mark, which would otherwise combine
// with the previous text.
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

package terminal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Visible returns s with a name in place of everything that does not show, or that shows
// what is around it in another way: "<U+202E>" for controls, for blanks that are not the
// space, for formatting, invisible and bidirectional characters and what is not assigned,
// "<0xFF>" for a byte that is not UTF-8.
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

// A cell is a piece of a line that is not to be cut: a character with all that combines
// with it, or a name in place of one.
type cell struct {
	text   string
	width  int  // on a terminal
	offset int  // of its first byte in the line
	char   rune // that text is the name of, when it is a name
}

// cells takes a line apart.
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

// appendCells appends cells of the first n bytes of s, which begins at offset of the line.
func appendCells(list []cell, s string, offset int) (to []cell, n int) {
	if n = Printable(s); n > 0 {
		return appendClusters(list, s[:n], offset), n
	}
	c := cell{text: name(s), offset: offset}
	c.width = len(c.text)
	c.char, n = utf8.DecodeRuneInString(s)
	return append(list, c), n
}

// plain returns how many characters at the beginning of s are of printable ASCII and have
// nothing to combine with behind them, which is most of most texts.
func plain(s string) int {
	n := printableASCII(s)
	if n > 0 && n < len(s) && s[n] >= utf8.RuneSelf {
		n--
	}
	return n
}

// name returns what stands for the first character of s, "" if that is itself.
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

// appendClusters appends the grapheme clusters of s, which begins at offset of the line,
// behind something that does not show as itself or behind nothing.
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

// base returns a dotted circle when s begins with a mark, which would otherwise combine
// with what we print before it.
func base(s string) string {
	if c, _ := utf8.DecodeRuneInString(s); unicode.Is(unicode.M, c) {
		return "◌"
	}
	return ""
}

// halfwidthMarks counts the marks that have a cell of their own although they extend a
// cluster: those of halfwidth katakana.
func halfwidthMarks(cluster string) int {
	return strings.Count(cluster, "\uff9e") + strings.Count(cluster, "\uff9f")
}

package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Excerpt is a line of text in which a part is marked.
type Excerpt struct {
	Line   string // the line without its line ending
	Offset int    // byte offset of the marked part; len(Line) means the end
	Len    int    // length of the marked part in bytes; 0 means a position between characters
	Width  int    // maximum width in cells, from 20 to 1000
}

const (
	minColumns = 20   // fits the longest name, two ellipses, and some text
	maxWidth   = 1000 // wider than any terminal
)

// cellBytes is the number of bytes of a line that are read per cell. In malicious text a cell may
// contain any number of bytes.
const cellBytes = 8

// Reach is the number of bytes that [Window] needs on each side of an offset.
const Reach = cellBytes*maxWidth + 4*utf8.UTFMax

// Window returns the text around offset that an excerpt needs, and the offset in that text. The
// text is at most a few kilobytes long, however long the line is.
func Window(line []byte, offset int) (text string, at int) {
	const more = utf8.UTFMax // lets the excerpt detect that the line continues
	from, to := around(line, offset, cellBytes*maxWidth+2*more)
	return string(line[from:to]), offset - from
}

// Render returns the line and a line to print below it, which has a caret under the first marked
// cell and tildes under the others. A long line is cut on both sides. Characters are shown as in
// [Visible], with two exceptions: tabs become spaces up to a multiple of eight, and blanks other
// than the space become "␣".
func (e Excerpt) Render() (text, mark string) {
	before, marked, after, mark := e.Split()
	return before + marked + after, mark
}

// Split is like Render but splits the line into the cells before, in and after the marked part.
func (e Excerpt) Split() (before, marked, after, mark string) {
	width := min(max(e.Width, minColumns), maxWidth)
	v := e.window(width)
	v.expandBlanks()
	v.cut(width)
	before, marked, after = v.texts()
	return before, marked, after, v.mark()
}

// A view is the shown part of a line.
type view struct {
	cells       []cell
	first, last int  // cells[first:last] are marked; empty at the end of the line
	left, right bool // whether the line is cut on that side
}

// window returns the part of the line needed for width cells. It bounds the work if a line is
// megabytes long.
func (e Excerpt) window(width int) *view {
	offset := min(max(e.Offset, 0), len(e.Line))
	from, to := around(e.Line, offset, cellBytes*width)
	if plain(e.Line[offset:to]) > width { // in most lines each cell is one byte
		to = offset + width
	}
	if near := max(offset-width, from); plain(e.Line[near:offset]) == offset-near {
		from = near
	}
	v := &view{cells: cells(e.Line[from:to]), left: from > 0, right: to < len(e.Line)}
	v.first = len(v.cells)
	for i, c := range v.cells {
		if from+c.offset <= offset && offset < to {
			v.first = i
		}
		if from+c.offset < offset+max(e.Len, 1) {
			v.last = i + 1
		}
	}
	return v
}

// around returns the bounds of the part of s that extends reach bytes, in complete characters, to
// both sides of offset.
func around[T string | []byte](s T, offset, reach int) (from, to int) {
	if offset > reach { // otherwise the part begins with the line
		from = boundary(s, offset-reach)
	}
	return from, boundary(s, min(offset+reach, len(s)))
}

// boundary returns the first offset from at where a character begins. It searches only
// [utf8.UTFMax] bytes, and returns at if no character begins there.
func boundary[T string | []byte](s T, at int) int {
	for i := at; i < len(s) && i < at+utf8.UTFMax; i++ {
		if utf8.RuneStart(s[i]) {
			return i
		}
	}
	return at
}

// expandBlanks replaces tabs with spaces and other blanks with "␣", which are shorter than their
// names. Tab stops are relative to the left end of the view.
func (v *view) expandBlanks() {
	const stop = 8
	column := 0
	for i := range v.cells {
		c := &v.cells[i]
		switch {
		case c.char == '\t':
			c.width = stop - column%stop
			c.text = strings.Repeat(" ", c.width)
		case unicode.Is(unicode.Zs, c.char):
			c.text, c.width = "␣", 1
		}
		column += c.width
	}
}

// cut removes cells on both sides until the others fit. The marked part ends up in the middle
// unless the line begins or ends nearby.
func (v *view) cut(width int) {
	room := width - 2 // for an ellipsis on each side
	if v.first == len(v.cells) {
		room-- // for the caret after the end
	}
	if !v.left && !v.right && sum(v.cells) <= room+2 {
		return
	}
	from, to := v.first, v.first
	take := func(i int) bool {
		if i < 0 || i >= len(v.cells) || v.cells[i].width > room {
			return false
		}
		room -= v.cells[i].width
		return true
	}
	for left, right := true, true; left || right; {
		if right = right && take(to); right {
			to++
		}
		if left = left && take(from-1); left {
			from--
		}
	}
	v.left, v.right = v.left || from > 0, v.right || to < len(v.cells)
	v.cells, v.first, v.last = v.cells[from:to], v.first-from, min(v.last, to)-from
}

func sum(list []cell) int {
	width := 0
	for _, c := range list {
		width += c.width
	}
	return width
}

const ellipsis = "…"

// texts returns the texts of the cells before, in and after the marked part.
func (v *view) texts() (before, marked, after string) {
	last := max(v.first, v.last)
	before, marked, after = text(v.cells[:v.first]), text(v.cells[v.first:last]), text(v.cells[last:])
	if v.left {
		before = ellipsis + before
	}
	if v.right {
		after += ellipsis
	}
	return before, marked, after
}

func text(list []cell) string {
	var b strings.Builder
	for _, c := range list {
		b.WriteString(c.text)
	}
	return b.String()
}

func (v *view) mark() string {
	indent, under := sum(v.cells[:v.first]), 0
	if v.left {
		indent++
	}
	if v.first < v.last {
		under = sum(v.cells[v.first:v.last])
	}
	return strings.Repeat(" ", indent) + "^" + strings.Repeat("~", max(under-1, 0))
}

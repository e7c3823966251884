package railroad

import (
	"github.com/irilex/iri/build/emit/internal/svg"
)

// Distances in pixels.
const (
	radius  = 10 // of the curves
	gap     = 8  // between rows, and around the text in a frame
	between = 10 // between the items of a sequence
	padding = 10 // between a text and the sides of its box
	box     = 26 // height of a box with one line of text
	leading = 18 // height of each further line
	ascent  = 4  // from the middle of a line of text down to its baseline
)

// A node is a laid out part of a diagram. The main line enters it at its left side and leaves it at
// its right side, at the same height. So any node can take the place of any other.
//
// The outline of a node is the rectangle that draw fills: width pixels wide, from up pixels above
// the main line to down pixels below it. Outlines never overlap, except that a node's outline
// contains those of its parts.
type node struct {
	width, up, down int
	draw            func(p *svg.Picture, x, y int)
}

// line returns a plain part of the main line.
func line(width int) node {
	return node{width: width, draw: func(p *svg.Picture, x, y int) { straight(p, x, y, width) }}
}

func straight(p *svg.Picture, x, y, width int) {
	if width > 0 {
		p.Path("line", svg.Start(x, y).By(width, 0))
	}
}

// arrow draws the head of an arrow on a line, with its middle at x, y.
func arrow(p *svg.Picture, x, y int, left bool) {
	if left {
		p.Path("head", svg.Start(x-4, y).By(8, -4).By(0, 8))
	} else {
		p.Path("head", svg.Start(x+4, y).By(-8, -4).By(0, 8))
	}
}

// sequence places items on one line.
func sequence(items []node) node {
	n := node{width: between * (len(items) - 1)}
	for _, item := range items {
		n.width += item.width
		n.up, n.down = max(n.up, item.up), max(n.down, item.down)
	}
	n.draw = func(p *svg.Picture, x, y int) {
		for i, item := range items {
			if i > 0 {
				straight(p, x, y, between)
				x += between
			}
			item.draw(p, x, y)
			x += item.width
		}
	}
	return n
}

// wrapped places items on as many lines as needed so that none is wider than limit, unless a single
// item is. The main line returns to the start of each next line. If ends is set, it ends at the end
// of the last line. Otherwise it returns to the height of the first line at the end.
//
//	──a──b──╮   ╭──
//	╭───────╯   │
//	╰─c─────────╯
func wrapped(items []node, limit int, ends bool) node {
	var rows []node
	for len(items) > 0 {
		n, width := 1, items[0].width
		for n < len(items) && width+between+items[n].width <= limit {
			width += between + items[n].width
			n++
		}
		rows = append(rows, sequence(items[:n]))
		items = items[n:]
	}
	inner := 0
	for _, row := range rows {
		inner = max(inner, row.width)
	}
	const left = radius // of the items; the line that returns turns there
	n := node{width: left + inner + 3*radius, up: rows[0].up}
	if ends {
		n.width = left + inner + radius
	}
	var tops, heights []int // of the line that returns above each row, and of each row
	for i, row := range rows {
		top := 0
		if i > 0 {
			top = n.down + gap
			if rows[i-1].down < 2*radius-gap {
				top = heights[i-1] + 2*radius
			}
			n.down = top + max(2*radius, gap+row.up)
		}
		tops, heights = append(tops, top), append(heights, n.down)
		n.down += row.down
	}
	n.draw = func(p *svg.Picture, x, y int) {
		x += left
		straight(p, x-left, y, left)
		for i, row := range rows {
			row.draw(p, x, y+heights[i])
			end := x + row.width
			switch {
			case i < len(rows)-1:
				straight(p, end, y+heights[i], inner-row.width)
				p.Path("line", svg.Start(x+inner, y+heights[i]).Turn(radius, radius, true).
					By(0, tops[i+1]-heights[i]-2*radius).Turn(-radius, radius, true).By(-inner, 0).
					Turn(-radius, radius, false).By(0, heights[i+1]-tops[i+1]-2*radius).Turn(radius, radius, false))
			case !ends:
				p.Path("line", svg.Start(end, y+heights[i]).By(inner+radius-row.width, 0).Turn(radius, -radius, false).
					By(0, 2*radius-heights[i]).Turn(radius, -radius, true))
			}
		}
	}
	return n
}

// choice places rows below one another. The first row is on the main line. If skip is set, a line
// above it bypasses all rows.
func choice(rows []node, skip bool) node {
	if len(rows) == 1 && !skip {
		return rows[0]
	}
	inner := 0
	for _, row := range rows {
		inner = max(inner, row.width)
	}
	n := node{width: inner + 4*radius, up: rows[0].up}
	bypass := max(2*radius, rows[0].up+gap)
	if skip {
		n.up = bypass
	}
	heights := make([]int, len(rows)) // of the line of each row
	for i, row := range rows {
		if i > 0 {
			heights[i] = max(2*radius, n.down+gap+row.up)
		}
		n.down = heights[i] + row.down
	}
	n.draw = func(p *svg.Picture, x, y int) {
		left, right := x+2*radius, x+2*radius+inner
		if skip {
			p.Path("line", svg.Start(x, y).Turn(radius, -radius, false).By(0, 2*radius-bypass).Turn(radius, -radius, true).
				By(inner, 0).Turn(radius, radius, true).By(0, bypass-2*radius).Turn(radius, radius, false))
		}
		for i, row := range rows {
			height := y + heights[i]
			row.draw(p, left, height)
			straight(p, left+row.width, height, inner-row.width)
			if i == 0 {
				straight(p, x, y, 2*radius)
				straight(p, right, y, 2*radius)
				continue
			}
			down := heights[i] - 2*radius
			p.Path("line", svg.Start(x, y).Turn(radius, radius, true).By(0, down).Turn(radius, radius, false))
			p.Path("line", svg.Start(right, height).Turn(radius, -radius, false).By(0, -down).Turn(radius, -radius, true))
		}
	}
	return n
}

// loop repeats an item. The line that returns leads through back, whose width may be 0. The note
// below it states how often the item occurs; it may be empty. If reversed is set, the main line
// leads from right to left.
func loop(item, back node, note string, reversed bool) node {
	noteWidth := svg.Width(note, svg.SmallSize)
	inner := max(item.width, noteWidth)
	if back.width > 0 {
		inner = max(inner, back.width+3*between)
	}
	height := max(2*radius, item.down+gap+back.up)
	n := node{width: inner + 2*radius, up: item.up, down: height + max(back.down, ascent)}
	if note != "" {
		n.down += svg.SmallSize + 3
	}
	n.draw = func(p *svg.Picture, x, y int) {
		left, right := x+radius, x+radius+inner
		straight(p, x, y, radius)
		item.draw(p, left, y)
		straight(p, left+item.width, y, inner-item.width+radius)
		at := right - between - back.width
		if back.width > 0 {
			back.draw(p, at, y+height)
		}
		p.Path("line", svg.Start(right, y).Turn(radius, radius, true).By(0, height-2*radius).Turn(-radius, radius, true).
			By(at+back.width-right, 0))
		p.Path("line", svg.Start(at, y+height).By(left-at, 0).Turn(-radius, -radius, true).By(0, 2*radius-height).
			Turn(radius, -radius, true))
		arrow(p, left+between, y+height, !reversed)
		if note != "" {
			p.Text("small middle", (left+right)/2, y+n.down-3, note)
		}
	}
	return n
}

// framed surrounds an item with a dashed frame that begins with a note. If the frame contains a
// second item, it is below the first one, after a note of its own, and the main line does not lead
// through it.
func framed(note string, item node, second string, other *node) node {
	const top = svg.SmallSize + gap
	n := node{
		width: 2*padding + max(item.width, svg.Width(note, svg.SmallSize)),
		up:    item.up + gap, down: item.down + gap,
	}
	if note != "" {
		n.up += top
	}
	below, indent := 0, svg.Width(second, svg.SmallSize)+gap
	if other != nil {
		below = item.down + gap + other.up
		n.width = max(n.width, 2*padding+indent+other.width)
		n.down = below + other.down + gap
	}
	n.draw = func(p *svg.Picture, x, y int) {
		p.Box("dashed", x, y-n.up, n.width, n.up+n.down, 4)
		if note != "" {
			p.Text("small", x+padding, y-n.up+svg.SmallSize+3, note)
		}
		straight(p, x, y, padding)
		item.draw(p, x+padding, y)
		straight(p, x+padding+item.width, y, n.width-padding-item.width)
		if other != nil {
			p.Text("small", x+padding, y+below+ascent, second)
			other.draw(p, x+padding+indent, y+below)
		}
	}
	return n
}

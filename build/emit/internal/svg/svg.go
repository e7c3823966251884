// Package svg writes the pictures of the packages in build/emit: boxes, paths, texts and links in
// one visual style, for light and dark screens and for paper.
//
// All coordinates are integers, in CSS pixels, so that the same picture has the same bytes on every
// machine. [Width] estimates texts from above. A box that is as wide as the estimate of its text
// therefore contains it in every common monospace font.
package svg

import (
	"fmt"
	"strings"
)

// A Picture is an SVG image under construction. Its methods append elements; later elements cover
// earlier ones. Classes name styles in [Style]. The zero Picture is empty and ready to use.
type Picture struct {
	body  strings.Builder
	links bool // whether it contains a link
}

// Box appends a rectangle with rounded corners.
func (p *Picture) Box(class string, x, y, width, height, radius int) {
	fmt.Fprintf(&p.body, `<rect%s x="%d" y="%d" width="%d" height="%d"`, classOf(class), x, y, width, height)
	if radius > 0 {
		fmt.Fprintf(&p.body, ` rx="%d"`, radius)
	}
	p.body.WriteString("/>\n")
}

// Circle appends a circle.
func (p *Picture) Circle(class string, x, y, radius int) {
	fmt.Fprintf(&p.body, `<circle%s cx="%d" cy="%d" r="%d"/>`+"\n", classOf(class), x, y, radius)
}

// Text appends a line of text. The coordinates are those of the start of its baseline; the style
// "middle" centers the text there instead, and "end" ends it there.
func (p *Picture) Text(class string, x, y int, text string) {
	fmt.Fprintf(&p.body, `<text%s x="%d" y="%d">%s</text>`+"\n", classOf(class), x, y, Escape(text))
}

// Path appends a line. If the line is empty, Path appends nothing.
func (p *Picture) Path(class string, line *Line) {
	if line.d.Len() > 0 {
		fmt.Fprintf(&p.body, `<path%s d="%s"/>`+"\n", classOf(class), line.d.String())
	}
}

// Group appends the elements that content appends, as one group. A title is shown as a tooltip and
// read by screen readers; it may be empty.
func (p *Picture) Group(class, title string, content func()) {
	fmt.Fprintf(&p.body, `<g%s>`+"\n", classOf(class))
	p.tooltip(title)
	content()
	p.body.WriteString("</g>\n")
}

// Link appends the elements that content appends, as a link.
func (p *Picture) Link(href, title string, content func()) {
	p.links = true
	fmt.Fprintf(&p.body, `<a href="%s">`+"\n", Escape(href))
	p.tooltip(title)
	content()
	p.body.WriteString("</a>\n")
}

func (p *Picture) tooltip(title string) {
	if title != "" {
		fmt.Fprintf(&p.body, "<title>%s</title>\n", Escape(title))
	}
}

// classOf returns the class attribute of an element; without a class it has none.
func classOf(class string) string {
	if class == "" {
		return ""
	}
	return ` class="` + Escape(class) + `"`
}

// A Frame is what surrounds the elements of a picture.
type Frame struct {
	Width, Height int    // of the view box, which starts at 0, 0
	ID            string // a prefix of the IDs in the picture: unique on its page
	Title, Desc   string // what screen readers announce; Desc may be empty
}

// Inline returns the picture as an element of an HTML page, which includes [Style] once. The
// picture is at most as wide as its container.
func (p *Picture) Inline(f Frame) string { return p.element(f, "", "") }

// File returns the picture as a file, with its own style and a background.
func (p *Picture) File(f Frame) string {
	background := fmt.Sprintf(`<rect class="paper" width="%d" height="%d"/>`+"\n", f.Width, f.Height)
	return p.element(f, ` xmlns="http://www.w3.org/2000/svg"`, "<style>\n"+Style+"</style>\n"+background)
}

func (p *Picture) element(f Frame, namespace, head string) string {
	id := Escape(f.ID)
	title, desc, labels := fmt.Sprintf(`<title id="%s-title">%s</title>`, id, Escape(f.Title)), "", id+"-title"
	if f.Desc != "" {
		desc = fmt.Sprintf("\n"+`<desc id="%s-desc">%s</desc>`, id, Escape(f.Desc))
		labels += " " + id + "-desc"
	}
	role := "img"
	if p.links { // screen readers do not see the content of an img
		role = "group"
	}
	return fmt.Sprintf(`<svg%s class="picture" width="%d" height="%d" viewBox="0 0 %d %d" role="%s" aria-labelledby="%s">`+
		"\n%s%s\n%s%s</svg>\n",
		namespace, f.Width, f.Height, f.Width, f.Height, role, labels, title, desc, head, p.body.String())
}

// A Line is the outline of a path. Its methods return the line, so that calls can be chained.
type Line struct {
	d strings.Builder
}

// Start returns a line that starts at a point.
func Start(x, y int) *Line { return new(Line).Move(x, y) }

// Move starts a new part of the line at a point.
func (l *Line) Move(x, y int) *Line { return l.add("M%d %d", x, y) }

// To continues straight to a point.
func (l *Line) To(x, y int) *Line { return l.add("L%d %d", x, y) }

// By continues straight by an offset. If the offset is zero, By does nothing.
func (l *Line) By(dx, dy int) *Line {
	switch {
	case dx == 0 && dy == 0:
		return l
	case dy == 0:
		return l.add("h%d", dx)
	case dx == 0:
		return l.add("v%d", dy)
	}
	return l.add("l%d %d", dx, dy)
}

// Turn continues by an offset along a quarter of an ellipse, clockwise or counterclockwise.
func (l *Line) Turn(dx, dy int, clockwise bool) *Line {
	sweep := 0
	if clockwise {
		sweep = 1
	}
	return l.add("a%d %d 0 0 %d %d %d", max(dx, -dx), max(dy, -dy), sweep, dx, dy)
}

// Curve continues to a point along a cubic Bézier curve with two control points.
func (l *Line) Curve(x1, y1, x2, y2, x, y int) *Line {
	return l.add("C%d %d %d %d %d %d", x1, y1, x2, y2, x, y)
}

func (l *Line) add(format string, numbers ...any) *Line {
	fmt.Fprintf(&l.d, format, numbers...)
	return l
}

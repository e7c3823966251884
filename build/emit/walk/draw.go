package walk

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/emit/internal/svg"
)

// Distances in pixels.
const (
	margin      = 16
	maxWidth    = 960 // of a row
	minWidth    = 480
	nameHeight  = 18 // of the name of a component
	cellHeight  = 30
	stateHeight = 22
	rowGap      = 14
	padding     = 10 // of the text in a cell, on both sides together
	lineHeight  = 18
)

// SVG returns a picture of the trace. Its bytes depend only on the table and the string.
func (t *Trace) SVG() string {
	p, f := t.draw("walk", maxWidth+2*margin, t.verdict())
	return p.File(f)
}

// Rows is like [Trace.SVG], but the picture is at most width pixels wide if each cell fits, and
// does not state the verdict, for a page that states it elsewhere.
func (t *Trace) Rows(width int) string {
	p, f := t.draw("walk", width, nil)
	return p.File(f)
}

// draw draws the trace and writes the verdict below it. The prefix distinguishes the IDs of several
// pictures on a page.
func (t *Trace) draw(id string, most int, verdict []string) (*svg.Picture, svg.Frame) {
	d := &drawing{Trace: t, y: margin, x: margin, most: most - margin}
	d.cells()
	d.y += nameHeight + cellHeight + stateHeight + rowGap
	width := max(d.right+margin, min(most, minWidth))
	for i, sentence := range verdict {
		switch {
		case i > 0:
			d.paragraph("plain", sentence, svg.TextSize, width)
		case t.member:
			d.picture.Group(color(1), "", func() { d.paragraph("strong", sentence, svg.TextSize, width) })
		default:
			d.paragraph("alert", sentence, svg.TextSize, width)
		}
	}
	for _, sentence := range t.legend() {
		d.paragraph("small", sentence, svg.SmallSize, width)
	}
	return &d.picture, svg.Frame{Width: width, Height: d.y + margin, ID: id,
		Title: "How " + clip(t.rule.Name()) + " reads " + quote(t.text), Desc: t.description(verdict)}
}

// paragraph wraps a sentence into lines and writes them.
func (d *drawing) paragraph(class, sentence string, size, width int) {
	for _, line := range wrap(sentence, size, width-2*margin) {
		d.y += lineHeight
		d.picture.Text(class, margin, d.y-4, line)
	}
}

// legend explains what the picture shows besides the verdict.
func (t *Trace) legend() (lines []string) {
	n := 0
	for _, c := range t.chars {
		if c.fate == gap {
			n++
		}
	}
	if n > 0 {
		lines = append(lines, fmt.Sprintf("%d of %d characters are shown.", len(t.chars)-n, t.total))
	}
	return append(lines, "Below each character: the state after it, framed if the string so far is a member.")
}

// description describes the picture for screen readers.
func (t *Trace) description(verdict []string) string {
	text := strings.Join(verdict, " ")
	for i, name := range t.components {
		value := ""
		for _, c := range t.chars {
			if c.component == i {
				value += c.bytes
			}
		}
		if value != "" {
			text += fmt.Sprintf(" %s: %s.", name, quote(value))
		}
	}
	return strings.TrimSpace(text)
}

// A drawing is a picture in progress.
type drawing struct {
	*Trace
	picture svg.Picture
	x, y    int // the upper left corner of the next cell with its name
	right   int // of the rightmost cell
	most    int // maximum right side of a cell
	minimum int // the minimum x of a cell that does not belong to the current component: the end of its name
}

// cells draws the characters in rows.
func (d *drawing) cells() {
	component := -1
	d.cell("start", "quiet", "the state before the first character", -1, d.start, d.startFinal)
	for i, c := range d.chars {
		if c.component != component {
			d.x, d.minimum, component = max(d.x, d.minimum), 0, c.component
			if component >= 0 {
				d.name(component, width(c.text, c.state))
			}
		}
		if d.wraps(width(c.text, c.state)) && component >= 0 {
			d.name(component, 0)
		}
		class := [...]string{"tint", "alert", "dashed", "dashed"}[c.fate]
		d.cell(c.text, class, d.tooltip(i), c.component, c.state, c.final)
	}
	if d.read == len(d.text) && !d.member {
		d.x = max(d.x, d.minimum)
		d.cell("end", "alert", "the string ends too early", -1, "", false)
	}
}

// width returns the width of a cell.
func width(text, state string) int {
	return max(24, svg.Width(text, svg.TextSize)+padding, svg.Width(state, svg.SmallSize)+padding+4)
}

// wraps starts a new row if a width does not fit in the current one, and reports whether it did.
func (d *drawing) wraps(width int) bool {
	if d.x == margin || d.x+width <= d.most {
		return false
	}
	d.x, d.minimum = margin, 0
	d.y += nameHeight + cellHeight + stateHeight + rowGap
	return true
}

// name writes the name of a component above its next cell. If the first cell would not fit in the
// row, the name begins the next one.
func (d *drawing) name(component, first int) {
	name := clip(d.components[component])
	n := svg.Width(name, svg.SmallSize)
	d.wraps(max(n, first))
	d.picture.Group(color(component), "", func() { d.picture.Text("small strong", d.x+1, d.y+nameHeight-6, name) })
	d.minimum = d.x + n + padding
	d.right = max(d.right, d.x+n)
}

func color(component int) string { return fmt.Sprintf("c%d", component%6+1) }

// cell draws a character and the state after it.
func (d *drawing) cell(text, class, title string, component int, state string, final bool) {
	w := width(text, state)
	d.wraps(w)
	group := "cell"
	switch {
	case component >= 0:
		group = color(component)
	case class == "tint": // read, in a rule without components
		class = "plain"
	}
	x, y := d.x, d.y+nameHeight
	d.picture.Group(group, title, func() {
		d.picture.Box(class, x, y, w-2, cellHeight, 4)
		if class == "quiet" {
			d.picture.Text("small middle", x+w/2-1, y+cellHeight/2+4, text)
		} else {
			d.picture.Text("middle", x+w/2-1, y+cellHeight/2+5, text)
		}
	})
	switch {
	case class == "alert":
		d.picture.Text("small alert middle", x+w/2-1, y+cellHeight+16, "×")
	case state != "":
		n := svg.Width(state, svg.SmallSize)
		if final {
			d.picture.Box("ring", x+w/2-1-n/2-4, y+cellHeight+4, n+8, 16, 8)
		}
		d.picture.Text("small middle", x+w/2-1, y+cellHeight+16, state)
	}
	d.x += w
	d.right = max(d.right, d.x)
}

// tooltip describes a character.
func (d *drawing) tooltip(i int) string {
	c := d.chars[i]
	if c.fate == gap {
		return ""
	}
	text := fmt.Sprintf("byte %d: % X", c.at+1, c.bytes)
	if len(c.bytes) > 1 {
		text = fmt.Sprintf("bytes %d to %d: % X", c.at+1, c.at+len(c.bytes), c.bytes)
	}
	switch c.fate {
	case passed:
		text += "; then: " + c.expected
	case failed:
		text += "; expected: " + d.expected
	}
	return text
}

// wrap breaks a text into lines at spaces. A word that is too long is broken too.
func wrap(text string, size, width int) (lines []string) {
	for _, word := range strings.Fields(text) {
		for svg.Width(word, size) > width {
			r := []rune(word)
			n := max(1, min(len(r)-1, width/16)) // characters are at most 16 pixels wide
			lines, word = append(lines, string(r[:n])), string(r[n:])
		}
		if n := len(lines); n > 0 && svg.Width(lines[n-1]+" "+word, size) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

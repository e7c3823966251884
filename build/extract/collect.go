package extract

import (
	"html"
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// A collector concatenates the figures of a document.
type collector struct {
	*reading
	text   strings.Builder
	starts []int // offsets of the figures in text
}

// open begins a figure. Figures do not share lines.
func (c *collector) open(f figure) {
	c.starts = append(c.starts, c.text.Len())
	c.figures = append(c.figures, f)
}

// close ends the figure.
func (c *collector) close() {
	at := syntax.Pos(0)
	if n := len(c.pieces); n > 0 {
		at = c.pieces[n-1].To
	}
	c.put("\n", int(at), int(at))
}

// put adds text that corresponds to the part of the document between from and to.
func (c *collector) put(text string, from, to int) {
	if text == "" {
		return
	}
	p := syntax.Piece{Text: text, From: syntax.Pos(from), To: syntax.Pos(to)}
	c.pieces = append(c.pieces, piece{c.text.Len(), p})
	c.text.WriteString(text)
}

const cdata, cdataEnd = "<![CDATA[", "]]>"

// characters adds the text between from and to in the document, which is the content of an element.
func (c *collector) characters(from, to int) {
	raw := c.document.Text[from:to]
	if strings.HasPrefix(raw, cdata) {
		end := to - len(cdataEnd)
		if from += len(cdata); from < end {
			c.put(c.document.Text[from:end], from, end)
		}
		return
	}
	for raw != "" {
		plain := strings.IndexByte(raw, '&')
		if plain < 0 {
			plain = len(raw)
		}
		c.put(raw[:plain], from, from+plain)
		raw, from = raw[plain:], from+plain
		if raw != "" {
			n := entity(raw)
			c.put(html.UnescapeString(raw[:n]), from, from+n)
			raw, from = raw[n:], from+n
		}
	}
}

// entity returns the length of the entity at the start of text, or 1 for an "&" that does not start
// an entity.
func entity(text string) int {
	const most = 32 // the length of the longest HTML name
	if i := strings.IndexByte(text[:min(len(text), most)], ';'); i > 0 {
		return i + 1
	}
	return 1
}

// collect splits the figures into lines.
func (c *collector) collect() {
	r := c.reading
	r.text = c.text.String()
	from, figure := 0, int32(0)
	g := blank
	for raw := range strings.Lines(r.text) {
		to := from + len(raw)
		for int(figure) < len(c.starts) && from >= c.starts[figure] {
			figure++
			g = blank
		}
		if strings.TrimSpace(raw) == "" {
			g = blank
		} else {
			s := r.pieces[r.pieceAt(from)]
			at := s.From
			if len(s.Text) == int(s.To-s.From) {
				at += syntax.Pos(from - s.at)
			}
			r.add(from, to, r.document.Position(at).Line, g, figure)
			g = adjacent
		}
		from = to
	}
}

// pieceAt returns the index of the piece that contains the byte at the offset at.
func (r *reading) pieceAt(at int) int {
	i, found := slices.BinarySearchFunc(r.pieces, at, func(s piece, at int) int { return s.at - at })
	if found {
		return i
	}
	return i - 1
}

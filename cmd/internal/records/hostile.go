package records

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// This file bounds the time that goldmark takes: it is quadratic in the length of a paragraph that
// contains many marks, and in the depth of nested quotations and lists.

// Limits on a paragraph and on a line. No text written by a person reaches them.
const (
	maxWeight = 1 << 26 // the product of its length in bytes and the number of its marks
	maxDepth  = 100     // number of quotations and list items in a line
)

// A weight measures the cost of a paragraph.
type weight struct{ size, marks int }

// add adds a line and reports whether the limit is exceeded.
func (w *weight) add(line []byte) (heavy bool) {
	w.size += len(line)
	for _, c := range line {
		switch c {
		case '[', ']', '(', ')', '<', '>', '*', '_', '`', '!', '&', '\\', '"', '\'':
			w.marks++
		}
	}
	return w.size*w.marks > maxWeight
}

// depth returns the number of quotations and list items that a line may open.
func depth(line []byte) (n int) {
	for i, c := range line {
		switch c {
		case ' ', '\t', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '\r', '\n':
		case '>', '.', ')':
			n++
		case '-', '+', '*':
			if i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t') {
				n++
			}
		default:
			return n
		}
	}
	return n
}

// withoutHostile returns the source with blanks in place of the lines that exceed a limit, which
// count as running text.
func withoutHostile(source []byte) []byte {
	view, cloned, at := source, false, 0
	for line := range bytes.Lines(source) {
		if new(weight).add(line) || depth(line) > maxDepth {
			if !cloned {
				view, cloned = slices.Clone(source), true
			}
			for i := range bytes.TrimRight(line, "\r\n") {
				view[at+i] = ' '
			}
		}
		at += len(line)
	}
	return view
}

// A splitter splits heavy paragraphs, such as long tables, between lines.
type splitter struct{}

// Transform implements [parser.ParagraphTransformer].
func (splitter) Transform(p *ast.Paragraph, reader text.Reader, pc parser.Context) {
	source, w := reader.Source(), weight{}
	lines := p.Lines().Sliced(0, p.Lines().Len())
	first := 0
	for i, s := range lines {
		if !w.add(s.Value(source)) || i == first {
			continue
		}
		part := ast.NewParagraph()
		part.Lines().AppendAll(lines[first:i])
		p.Parent().InsertBefore(p.Parent(), p, part)
		parser.LinkReferenceParagraphTransformer.Transform(part, reader, pc)
		first, w = i, weight{}
		w.add(s.Value(source))
	}
	if first > 0 {
		rest := text.NewSegments()
		rest.AppendAll(slices.Clone(lines[first:]))
		p.SetLines(rest)
	}
}

package records

import (
	"cmp"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// commonMark parses Markdown without extensions. Those of GitHub contain further links only in
// running text.
var commonMark = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithInlineParsers(parser.DefaultInlineParsers()...),
	parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(), util.Prioritized(splitter{}, 0))...),
)

// markdown appends the links in a Markdown document: destinations, also of link reference
// definitions, autolinks, links in HTML, and links in running text, such as titles. Code is left
// out.
func (d *linker) markdown(source []byte) {
	view := withoutHostile(source)
	var apart []tables.Span // what is not running text: links, code and HTML
	add := func(part []byte, escapes *files.Escapes, plain, angle *frame) {
		if len(part) == 0 {
			return
		}
		at, ok := offsetIn(view, part)
		if !ok {
			panic("BUG: goldmark copied a destination")
		}
		f := plain
		if at > 0 && source[at-1] == '<' {
			f = angle
		}
		d.links = append(d.links, link{start: at, end: at + len(part), escapes: escapes, frame: f})
		apart = append(apart, tables.Span{Start: at, End: at + len(part)})
	}
	hide := func(lines *text.Segments) {
		for _, s := range lines.Sliced(0, lines.Len()) {
			apart = append(apart, tables.Span{Start: s.Start, End: s.Stop})
		}
	}
	root := commonMark.Parse(text.NewReader(view))
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			if n.Reference == nil {
				add(n.Destination, destinationEscapes, &destination, &angleDestination)
			}
		case *ast.Image:
			if n.Reference == nil {
				add(n.Destination, destinationEscapes, &destination, &angleDestination)
			}
		case *ast.LinkReferenceDefinition:
			if len(n.Label) == 0 || n.Label[0] != '^' { // a footnote
				add(n.Destination, destinationEscapes, &destination, &angleDestination)
			}
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL {
				add(n.Label(view), references, &autolink, &autolink)
			}
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil && !d.code; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					apart = append(apart, tables.Span{Start: t.Segment.Start, End: t.Segment.Stop})
				}
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if !d.code {
				hide(n.Lines())
			}
		case *ast.RawHTML:
			hide(n.Segments)
			d.embedded(source, n.Segments)
		case *ast.HTMLBlock:
			lines := allLines(n)
			hide(lines)
			d.embedded(source, lines)
		}
		return ast.WalkContinue, nil
	})
	d.running(source, apart)
	slices.SortFunc(d.links, func(a, b link) int { return cmp.Compare(a.start, b.start) })
}

// allLines returns the lines of an HTML block, including the line that closes it.
func allLines(n *ast.HTMLBlock) *text.Segments {
	lines := text.NewSegments()
	lines.AppendAll(n.Lines().Sliced(0, n.Lines().Len()))
	if n.HasClosure() {
		lines.Append(n.ClosureLine)
	}
	return lines
}

// running finds the IRIs in the running text, which is the source between the spans apart.
func (d *linker) running(source []byte, apart []tables.Span) {
	slices.SortFunc(apart, func(a, b tables.Span) int { return cmp.Compare(a.Start, b.Start) })
	from := 0
	for _, s := range append(apart, tables.Span{Start: len(source), End: len(source)}) {
		if s.Start > from {
			d.links = d.prose(d.links, source[from:s.Start], from)
		}
		from = max(from, s.End)
	}
}

// embedded appends the links in lines of HTML. Between them may be the marks of a list or
// quotation, which are blanks for HTML.
func (d *linker) embedded(source []byte, lines *text.Segments) {
	if lines.Len() == 0 {
		return
	}
	from, at := lines.At(0).Start, lines.At(0).Start
	view, cloned := source[from:lines.At(lines.Len()-1).Stop], false
	for _, s := range lines.Sliced(0, lines.Len()) {
		if s.Start > at && !cloned {
			view, cloned = slices.Clone(view), true
		}
		for ; at < s.Start; at++ {
			view[at-from] = ' '
		}
		at = s.Stop
	}
	d.html(view, from)
}

var (
	destination      = frame{"[x](", ")"}
	angleDestination = frame{"[x](<", ">)"}
	autolink         = frame{"<", ">"}
)

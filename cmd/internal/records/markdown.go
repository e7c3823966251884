package records

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// commonMark parses Markdown without extensions. GitHub's extensions add links only in running
// text.
var commonMark = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithInlineParsers(parser.DefaultInlineParsers()...),
	parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(), util.Prioritized(splitter{}, 0))...),
)

// markdown appends the links in a Markdown document: destinations (including those of link
// reference definitions), autolinks, links in HTML, and links in running text, such as titles. Code
// is skipped unless d.code is set.
func (d *linker) markdown(source []byte) {
	m := markdown{linker: d, source: source, view: withoutHostile(source)}
	ast.Walk(commonMark.Parse(text.NewReader(m.view)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			m.node(n)
		}
		return ast.WalkContinue, nil
	})
	d.running(source, m.apart)
	slices.SortFunc(d.links, func(a, b link) int { return cmp.Compare(a.start, b.start) })
}

// A markdown collects the links of a document.
type markdown struct {
	*linker
	source []byte
	view   []byte        // what goldmark reads, as long as the source
	apart  []tables.Span // the parts that are not running text: links, code and HTML
}

// node adds the links of a node of the syntax tree.
func (m *markdown) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Link:
		if n.Reference == nil {
			m.add(n.Destination, destinationEscapes, &destination, &angleDestination)
		}
	case *ast.Image:
		if n.Reference == nil {
			m.add(n.Destination, destinationEscapes, &destination, &angleDestination)
		}
	case *ast.LinkReferenceDefinition:
		if len(n.Label) == 0 || n.Label[0] != '^' { // a footnote
			m.add(n.Destination, destinationEscapes, &destination, &angleDestination)
		}
	case *ast.AutoLink:
		if n.AutoLinkType == ast.AutoLinkURL {
			m.add(n.Label(m.view), references, &autolink, &autolink)
		}
	case *ast.CodeSpan:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				m.addCode(t.Segment)
			}
		}
	case *ast.CodeBlock:
		m.addCode(all(n.Lines())...)
	case *ast.FencedCodeBlock:
		if n.Info != nil {
			m.addCode(n.Info.Segment)
		}
		m.addCode(all(n.Lines())...)
	case *ast.RawHTML:
		m.addHTML(all(n.Segments))
	case *ast.HTMLBlock:
		lines := all(n.Lines())
		if n.HasClosure() {
			lines = append(lines, n.ClosureLine)
		}
		m.addHTML(lines)
	}
}

// add adds the link part. Its frame is angle if it follows "<", and plain otherwise.
func (m *markdown) add(part []byte, escapes *files.Escapes, plain, angle *frame) {
	at, ok := offsetIn(m.view, part)
	if len(part) > 0 && !ok {
		at, ok = m.copied(part)
	}
	if !ok {
		return
	}
	f := plain
	if at > 0 && m.source[at-1] == '<' {
		f = angle
	}
	part, start := trim(part)
	if at += start; len(part) == 0 {
		return
	}
	m.links = append(m.links, link{start: at, end: at + len(part), escapes: escapes, frame: f})
	m.apart = append(m.apart, tables.Span{Start: at, End: at + len(part)})
}

// copied returns the offset of a destination that is not a slice of the text. goldmark copies a
// line that begins within a tab, although currently it never copies a destination. ok is false if
// the text does not contain the destination; its links are then found as running text.
func (m *markdown) copied(part []byte) (at int, ok bool) {
	if len(m.links) > 0 {
		at = m.links[len(m.links)-1].end
	}
	for first := -1; ; at++ {
		n := bytes.Index(m.view[at:], part)
		if n < 0 {
			return max(first, 0), first >= 0
		}
		at += n
		before := bytes.TrimRight(m.view[:at], whitespace+"<")
		if bytes.HasSuffix(before, []byte("](")) || bytes.HasSuffix(before, []byte("]:")) {
			return at, true
		}
		if first < 0 { // the same text may precede the destination
			first = at
		}
	}
}

// addCode adds the links in lines of code if they are requested.
func (m *markdown) addCode(lines ...text.Segment) {
	for _, s := range lines {
		m.apart = append(m.apart, tables.Span{Start: s.Start, End: s.Stop})
		if m.code {
			m.links = m.prose(m.links, m.source[s.Start:s.Stop], s.Start, nil)
		}
	}
}

// addHTML adds the links in lines of HTML.
func (m *markdown) addHTML(lines []text.Segment) {
	for _, s := range lines {
		m.apart = append(m.apart, tables.Span{Start: s.Start, End: s.Stop})
	}
	m.embedded(m.source, lines)
}

// all returns a copy of segments.
func all(segments *text.Segments) []text.Segment {
	return slices.Clone(segments.Sliced(0, segments.Len()))
}

// running finds the IRIs in the running text, which is the source outside the spans in apart.
func (d *linker) running(source []byte, apart []tables.Span) {
	slices.SortFunc(apart, func(a, b tables.Span) int { return cmp.Compare(a.Start, b.Start) })
	from := 0
	for _, s := range append(apart, tables.Span{Start: len(source), End: len(source)}) {
		if s.Start > from {
			d.links = d.prose(d.links, source[from:s.Start], from, d.escapes())
		}
		from = max(from, s.End)
	}
}

// embedded appends the links in lines of HTML. The list or quotation marks that may come between
// the lines count as blanks in HTML.
func (d *linker) embedded(source []byte, lines []text.Segment) {
	if len(lines) == 0 {
		return
	}
	from, at := lines[0].Start, lines[0].Start
	view, cloned := source[from:lines[len(lines)-1].Stop], false
	for _, s := range lines {
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

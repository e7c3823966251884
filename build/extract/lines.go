package extract

import (
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// A reading holds the nonblank lines of a document, without page breaks and markup.
type reading struct {
	document *syntax.Source
	kind     Kind
	text     string  // text of the document, or of its figures without markup
	pieces   []piece // pieces of text, if text differs from the document
	lines    []line
	figures  []figure // the first one is the text of the document outside the others
}

// A figure is a part of a document that its markup separates from prose, such as a fenced block.
type figure struct {
	name     string // the name in the markup, or ""
	language string // the language in the markup, or ""
	trusted  bool   // whether the markup declares that the figure contains ABNF
	whole    bool   // whether every line is grammar, in a notation other than ABNF
	left     bool   // whether the figure is not read, because the markup of others declares grammar
}

// declared reports whether everything in the figure is taken for grammar.
func (f *figure) declared() bool { return f.trusted || f.whole }

// A piece is a part of a text, with its offset in that text.
type piece struct {
	at int
	syntax.Piece
}

// A line is a line of the text, without its indentation.
type line struct {
	from, to int   // offsets in text; the line ending is included
	number   int   // line number in the document, from 1
	indent   int32 // in columns
	gap      gap
	figure   int32 // lines of different figures are never joined
}

// A gap is the space between a line and the previous one.
type gap uint8

const (
	adjacent gap = iota
	blank        // one or more blank lines
	page         // a page break, possibly with blank lines
)

// read returns the lines of a document, or nil if the document is of kind Other or its XML has too
// many errors.
func read(document *syntax.Source) *reading {
	r := &reading{document: document, kind: kindOf(document), figures: make([]figure, 1)}
	switch r.kind {
	case Text:
		r.readPages()
	case XML:
		if !r.readXML() {
			return nil
		}
	case Other:
		return nil
	default:
		r.readMarkup()
	}
	return r
}

// add appends the line between the offsets from and to, which must not be blank.
func (r *reading) add(from, to, number int, g gap, figure int32) {
	l := line{from: from, to: to, number: number, gap: g, figure: figure}
	for l.from < to && (r.text[l.from] == ' ' || r.text[l.from] == '\t' || r.text[l.from] == '\f') {
		switch r.text[l.from] {
		case ' ':
			l.indent++
		case '\t':
			l.indent += 8 - l.indent%8
		}
		l.from++
	}
	r.lines = append(r.lines, l)
}

// content returns the text of the i-th line, without surrounding blanks.
func (r *reading) content(i int) string {
	return strings.TrimRight(r.text[r.lines[i].from:r.lines[i].to], " \t\r\n\f")
}

// cut returns the document pieces for the text between from and to.
func (r *reading) cut(from, to int) (pieces []syntax.Piece) {
	if r.pieces == nil {
		return []syntax.Piece{{Text: r.text[from:to], From: syntax.Pos(from), To: syntax.Pos(to)}}
	}
	for i := r.pieceAt(from); i < len(r.pieces) && r.pieces[i].at < to; i++ {
		s := r.pieces[i]
		p := s.Piece
		if len(p.Text) == int(p.To-p.From) { // a verbatim copy, so a part of it can be used
			low, high := max(from-s.at, 0), min(to-s.at, len(p.Text))
			p = syntax.Piece{Text: p.Text[low:high], From: p.From + syntax.Pos(low), To: p.From + syntax.Pos(high)}
		}
		pieces = append(pieces, p)
	}
	return pieces
}

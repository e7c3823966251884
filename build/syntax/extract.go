package syntax

import (
	"sort"
	"strings"
)

// A Piece is a part of an extract, paired with the corresponding part of the document. Either both
// texts are equal, or the piece replaces its part as a unit: "&" for "&amp;". A line ending may
// correspond to an empty part.
type Piece struct {
	Text     string
	From, To Pos // offsets in the document text; equal if the document does not contain the piece
}

// A placement is a Piece without its text; at is the offset of that text in the extract.
type placement struct{ at, from, to Pos }

// NewExtract returns a source that concatenates the texts of the pieces. Its [Source.Position]
// returns lines and columns in the document. The pieces must be in document order, so that
// diagnostics about the extract are also in document order.
func NewExtract(document *Source, pieces []Piece) *Source {
	s := &Source{Name: document.Name, origin: document}
	var text strings.Builder
	for _, p := range pieces {
		if p.Text == "" {
			continue
		}
		s.pieces = append(s.pieces, placement{Pos(text.Len()), p.From, p.To})
		text.WriteString(p.Text)
	}
	s.Text = text.String()
	return s
}

// Document returns the document from which an extract was taken. It returns any other source
// unchanged.
func (s *Source) Document() *Source {
	for s.origin != nil {
		s = s.origin
	}
	return s
}

// Span returns the offset and length of the part of the document that corresponds to the n bytes at
// pos.
func (s *Source) Span(pos Pos, n int) (at Pos, length int) {
	if s.origin == nil {
		return pos, n
	}
	from := s.start(pos)
	if n == 0 {
		return s.origin.Span(from, 0)
	}
	return s.origin.Span(from, int(max(s.end(pos+Pos(n)), from)-from))
}

// start maps pos, the offset of a byte in the extract, to its offset in the document. If pos is the
// end of the extract, start returns the end of the last piece.
func (s *Source) start(pos Pos) Pos {
	i := sort.Search(len(s.pieces), func(i int) bool { return s.pieces[i].at > pos }) - 1
	switch {
	case i < 0:
		return 0
	case int(pos) == len(s.Text):
		return s.pieces[i].to
	case s.verbatim(i):
		return s.pieces[i].from + pos - s.pieces[i].at
	}
	return s.pieces[i].from
}

// end maps pos, the end of some text in the extract, to the end of the corresponding text in the
// document.
func (s *Source) end(pos Pos) Pos {
	i := sort.Search(len(s.pieces), func(i int) bool { return s.pieces[i].at >= pos }) - 1
	switch {
	case i < 0:
		return 0
	case s.verbatim(i):
		return s.pieces[i].from + pos - s.pieces[i].at
	}
	return s.pieces[i].to
}

// verbatim reports whether the i-th piece is as long as its part of the document, in which case
// their bytes correspond one to one.
func (s *Source) verbatim(i int) bool {
	end := Pos(len(s.Text))
	if i+1 < len(s.pieces) {
		end = s.pieces[i+1].at
	}
	return end-s.pieces[i].at == s.pieces[i].to-s.pieces[i].from
}

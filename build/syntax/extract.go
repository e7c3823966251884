package syntax

import (
	"sort"
	"strings"
)

// A Piece is a part of an extract, with the corresponding part of the document. Both texts are
// equal, or the piece replaces its part as a unit: "&" for "&amp;". A line end may correspond to an
// empty part.
type Piece struct {
	Text     string
	From, To Pos // offsets in the text of the document; equal if the document lacks the text
}

// A placement is a Piece without its text. at is the offset of that text in the extract.
type placement struct{ at, from, to Pos }

// NewExtract returns a source that concatenates the texts of the pieces. Its [Source.Position]
// returns lines and columns in the document. The pieces must be in document order, so that the
// diagnostics of the extract are in that order too.
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

// Document returns the document of an extract. It returns any other source unchanged.
func (s *Source) Document() *Source {
	for s.origin != nil {
		s = s.origin
	}
	return s
}

// Span returns the offset and length of the part of the document that corresponds to the n bytes
// from pos.
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

// start returns the offset in the document of the byte at pos in the extract. For the end of the
// extract it returns the end of the last piece.
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

// end returns the offset in the document at which the text before pos in the extract ends.
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

// verbatim reports whether piece number i has the length of its part of the document, so that each
// of its bytes corresponds to one byte there.
func (s *Source) verbatim(i int) bool {
	end := Pos(len(s.Text))
	if i+1 < len(s.pieces) {
		end = s.pieces[i+1].at
	}
	return end-s.pieces[i].at == s.pieces[i].to-s.pieces[i].from
}

package syntax

import (
	"sort"
	"strings"
)

// A Piece is a stretch of an extract, with the stretch of the document it stands for. The
// two are equal, or one stands for the other as a whole: "&" for "&amp;", a line end for
// an empty stretch.
type Piece struct {
	Text     string
	From, To Pos // in the text of the document; equal if the document lacks the text
}

// A placed is a Piece without its text; at is its offset in the text of the extract.
type placed struct{ at, from, to Pos }

// NewExtract returns a source made of the pieces, one after the other. [Source.Position]
// reports lines and columns of the document. The pieces must stand in the order of the
// document, so that the diagnostics of the extract do.
func NewExtract(document *Source, pieces []Piece) *Source {
	s := &Source{Name: document.Name, origin: document}
	var text strings.Builder
	for _, p := range pieces {
		if p.Text == "" {
			continue
		}
		s.pieces = append(s.pieces, placed{Pos(text.Len()), p.From, p.To})
		text.WriteString(p.Text)
	}
	s.Text = text.String()
	return s
}

// Document returns the document of an extract, and any other source itself.
func (s *Source) Document() *Source {
	for s.origin != nil {
		s = s.origin
	}
	return s
}

// Span returns the offset and the length in the document of the n bytes from pos on.
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

// start returns the offset in the document of the byte at pos, and for the end of the text
// the end of the last piece.
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

// end returns the offset in the document of the end of the text before pos.
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

// verbatim reports whether piece number i equals its stretch of the document, byte for
// byte.
func (s *Source) verbatim(i int) bool {
	end := Pos(len(s.Text))
	if i+1 < len(s.pieces) {
		end = s.pieces[i+1].at
	}
	return end-s.pieces[i].at == s.pieces[i].to-s.pieces[i].from
}

package syntax

import (
	"sort"
	"strings"
)

// A Piece is a stretch of an extract, and the stretch of the document that it stands for. The two
// are equal, or one stands for the other as a whole: "&" for "&amp;", a line end for nothing.
type Piece struct {
	Text     string
	From, To Pos // in the text of the document; equal for text that the document does not have
}

// A placed is a Piece without its text, which begins at at in the text of the extract.
type placed struct{ at, from, to Pos }

// NewExtract returns a source whose text is that of the pieces, one after the other. Its places are
// told in lines and columns of the document that the pieces were taken from. The pieces stand in the
// order of the document, so that the diagnostics of the extract do.
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

// Document returns the document that an extract was taken from, and every other source itself.
func (s *Source) Document() *Source {
	for s.origin != nil {
		s = s.origin
	}
	return s
}

// Span returns where the n bytes from pos on stand in the document: the offset, and how many bytes
// they are there.
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

// start returns where in the document the byte at pos stands; at the end of the text, where the last
// piece ends.
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

// end returns where in the document the text before pos ends.
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

// verbatim reports whether piece number i is the text of the document, byte for byte.
func (s *Source) verbatim(i int) bool {
	end := Pos(len(s.Text))
	if i+1 < len(s.pieces) {
		end = s.pieces[i+1].at
	}
	return end-s.pieces[i].at == s.pieces[i].to-s.pieces[i].from
}

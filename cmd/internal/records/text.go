package records

import (
	"iter"

	"github.com/irilex/iri/cmd/internal/lines"
	"github.com/irilex/iri/tables"
)

// Text is the [Syntax] of running text. A record is a line with IRIs, which are its values. A line without an
// IRI is blank.
type Text struct {
	lines Lines
	find  func(text string) iter.Seq[tables.Span] // the places of IRIs
}

// Whole implements [Syntax].
func (t *Text) Whole(text []byte) int { return t.lines.Whole(text) }

// Next implements [Syntax].
func (t *Text) Next(r *Record, text []byte) (rest []byte) {
	rest = t.lines.Next(r, text)
	r.Values = r.Values[:0]
	for s := range t.find(lines.View(r.Raw)) {
		r.Values = append(r.Values, Value{Start: s.Start, End: s.End, Text: r.Raw[s.Start:s.End]})
	}
	r.Blank = len(r.Values) == 0
	return rest
}

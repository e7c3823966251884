package syntax

import "testing"

// The positions in an extract are those in the document: inside a line without its indentation, at
// an entity, in text that the document does not contain, and at both ends.
func TestExtract(t *testing.T) {
	document := NewSource("d.xml", "intro\n   a = &lt;b&gt;\n[Page 1]\n     / c\nend")
	src := NewExtract(document, []Piece{
		{"a = ", 9, 13}, {"<", 13, 17}, {"b", 17, 18}, {">", 18, 22}, {"\n", 22, 23},
		{"", 23, 23}, {"  ", 37, 37}, {"/ c\n", 37, 41},
	})
	if src.Text != "a = <b>\n  / c\n" || src.Name != "d.xml" || src.Document() != document ||
		document.Document() != document {
		t.Fatalf("%q of %s", src.Text, src.Name)
	}
	for _, tt := range []struct {
		pos    Pos
		n      int
		want   Position
		column int // of the position in its line, from 0
		at     Pos
		length int
	}{
		{0, 1, Position{2, 4}, 3, 9, 1},
		{2, 1, Position{2, 6}, 5, 11, 1},
		{4, 1, Position{2, 8}, 7, 13, 4},
		{4, 3, Position{2, 8}, 7, 13, 9},
		{5, 1, Position{2, 12}, 11, 17, 1},
		{0, 12, Position{2, 4}, 3, 9, 30},
		{8, 2, Position{4, 6}, 5, 37, 0}, // the blanks, replaced by an empty text
		{8, 3, Position{4, 6}, 5, 37, 1},
		{10, 0, Position{4, 6}, 5, 37, 0},
		{14, 0, Position{5, 1}, 0, 41, 0},
	} {
		if got := src.Position(tt.pos); got != tt.want {
			t.Errorf("Position(%d) = %v, want %v", tt.pos, got, tt.want)
		}
		line, start := src.Line(tt.pos)
		want, _ := document.Line(tt.at)
		if line != want || int(tt.pos-start) != tt.column {
			t.Errorf("Line(%d) = %q, %d", tt.pos, line, start)
		}
		if at, length := src.Span(tt.pos, tt.n); at != tt.at || length != tt.length {
			t.Errorf("Span(%d, %d) = %d, %d, want %d, %d", tt.pos, tt.n, at, length, tt.at, tt.length)
		}
	}
	if at, length := document.Span(3, 4); at != 3 || length != 4 {
		t.Errorf("Span of a document = %d, %d", at, length)
	}
}

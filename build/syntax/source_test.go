package syntax

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPosition(t *testing.T) {
	src := NewSource("test", "ab\r\né\xFFx\n\nz")
	for _, tt := range []struct {
		pos   Pos
		want  Position
		line  string
		start Pos
	}{
		{0, Position{1, 1}, "ab", 0},
		{2, Position{1, 3}, "ab", 0},
		{3, Position{1, 4}, "ab", 0},
		{4, Position{2, 1}, "é\xFFx", 4},
		{6, Position{2, 2}, "é\xFFx", 4},
		{7, Position{2, 3}, "é\xFFx", 4},
		{8, Position{2, 4}, "é\xFFx", 4},
		{9, Position{3, 1}, "", 9},
		{10, Position{4, 1}, "z", 10},
		{11, Position{4, 2}, "z", 10},
	} {
		if got := src.Position(tt.pos); got != tt.want {
			t.Errorf("Position(%d) = %v, want %v", tt.pos, got, tt.want)
		}
		if line, start := src.Line(tt.pos); line != tt.line || start != tt.start {
			t.Errorf("Line(%d) = %q, %d, want %q, %d", tt.pos, line, start, tt.line, tt.start)
		}
	}
}

// Columns on long lines are counted from a nearby mark. At every byte they equal those counted from
// the start of the line.
func TestPositionOnLongLines(t *testing.T) {
	var b strings.Builder
	for i := range 3 {
		b.WriteString(strings.Repeat("é\xFF\xE2\x82x", 500*i))
		b.WriteString("\nshort\n")
	}
	src := NewSource("test", b.String())
	for pos := range len(src.Text) + 1 {
		_, start := src.Line(Pos(pos))
		if got, want := src.Position(Pos(pos)).Column, utf8.RuneCountInString(src.Text[start:pos])+1; got != want {
			t.Fatalf("Position(%d) is in column %d, want %d", pos, got, want)
		}
	}
}

// Finding a position costs as much on one long line as on many short ones.
func TestPositionIsCheap(t *testing.T) {
	const size = 1 << 20
	src := NewSource("test", strings.Repeat("x", size))
	src.Position(0)
	if n := len(src.marks); n < size/markDistance-1 {
		t.Errorf("%d marks on a line of %d bytes: columns are counted from far away", n, size)
	}
}

func TestPositionInNothing(t *testing.T) {
	src := NewSource("test", "")
	if got := src.Position(0); got != (Position{1, 1}) {
		t.Errorf("Position(0) = %v", got)
	}
	if line, start := src.Line(0); line != "" || start != 0 {
		t.Errorf("Line(0) = %q, %d", line, start)
	}
}

// A source built without a constructor has lines too.
func TestPositionInLiteral(t *testing.T) {
	src := &Source{Name: "test", Text: "a\nb"}
	if got := src.Position(2); got != (Position{2, 1}) {
		t.Errorf("Position(2) = %v", got)
	}
}

func TestList(t *testing.T) {
	l := &List{Source: NewSource("test", "abc")}
	if l.Err() != nil || l.Error() != "no errors" {
		t.Errorf("empty list: %v", l)
	}
	l.Add(Diagnostic{Warning, "w", 2, 1, "a warning"})
	l.Add(Diagnostic{Note, "n", 0, 1, "a note"})
	if l.Err() != nil {
		t.Errorf("no error: %v", l.Err())
	}
	l.Add(Diagnostic{Error, "e", 1, 1, "an error"})
	l.Sort()
	if got := []string{l.Items[0].Code, l.Items[1].Code, l.Items[2].Code}; !slices.Equal(got, []string{"n", "e", "w"}) {
		t.Errorf("sorted: %q", got)
	}
	if err := l.Err(); err == nil || err.Error() != "test:1:2: an error" {
		t.Errorf("one error: %v", err)
	}
}

func TestDialectString(t *testing.T) {
	for d, want := range map[Dialect]string{ABNF: "abnf", RFC822: "rfc822", 99: "unknown"} {
		if d.String() != want {
			t.Errorf("%d: %s, want %s", uint8(d), d, want)
		}
	}
}

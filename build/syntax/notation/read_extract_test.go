package notation

import (
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// An extract without pieces has only one position: the beginning of the document.
func TestExtractOfNothing(t *testing.T) {
	src := syntax.NewExtract(syntax.NewSource("d", "text"), nil)
	if _, l := Read(src, syntax.ABNF); codes(l) != "1:1 no-rules" {
		t.Errorf("%s", codes(l))
	}
}

// The diagnostics of an extract have positions in the document.
func TestReadExtract(t *testing.T) {
	text := "prose\n   a = ( \"x\"\n"
	src := syntax.NewExtract(syntax.NewSource("d", text),
		[]syntax.Piece{{Text: text[9:], From: 9, To: syntax.Pos(len(text))}})
	_, l := Read(src, syntax.ABNF)
	if got := l.Error(); got != "d:2:8: \"(\" is not closed: \")\" is missing" {
		t.Error(got)
	}
}

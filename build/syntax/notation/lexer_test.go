package notation

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/abnf"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// Tokens are in order and nonempty, and only blanks and comments lie between them.
func TestLexCovers(t *testing.T) {
	for _, tt := range errorTests {
		last := syntax.Pos(0)
		for _, tok := range abnf.Tokens(tt.text) {
			gap := tt.text[last:tok.Pos]
			if tok.Kind != token.End && tok.End <= tok.Pos || !isGap(gap) {
				t.Errorf("%q: token %v behind %q", tt.text, tok, gap)
			}
			last = tok.End
		}
	}
}

// isGap reports whether s may appear between tokens.
func isGap(s string) bool {
	for line := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		blank, _, _ := strings.Cut(line, ";")
		for _, r := range blank {
			if r != ' ' && r != '\t' && !char.IsForeignBlank(r) {
				return false
			}
		}
	}
	return true
}

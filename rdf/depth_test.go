package rdf_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/irilex/iri/rdf"
)

// Triple terms can be nested up to MaxDepth in constant stack space and bounded memory.
func TestDepth(t *testing.T) {
	for _, depth := range []int{1, 2, rdf.MaxDepth, rdf.MaxDepth + 1, 100_000} {
		line := "<a:s> <a:p> " + strings.Repeat("<<( _:b <a:p> ", depth) + `"x"` + strings.Repeat(" )>>", depth) + " ."
		r := rdf.NewReader(strings.NewReader(line+"\n_:a <a:p> _:b ."), rdf.NTriples12)
		s, err := r.Read()
		var wrong *rdf.Error
		if errors.As(err, &wrong) != (depth > rdf.MaxDepth) || wrong != nil && (wrong.Code != rdf.CodeTooDeep ||
			wrong.Offset != strings.Index(line, "<<(")+rdf.MaxDepth*len("<<( _:b <a:p> ") ||
			!strings.HasSuffix(wrong.Error(), "object: more than 1000 triple terms are nested")) {
			t.Fatalf("depth %d: %v", depth, err)
		}
		for n := 0; wrong == nil; n++ {
			if s.Object.Triple == nil {
				if string(s.Object.Value) != "x" || n != depth {
					t.Errorf("depth %d: %q at depth %d", depth, s.Object.Value, n)
				}
				break
			}
			s = s.Object.Triple
		}
		if s, err := r.Read(); err != nil || s.Object.Kind != rdf.BlankTerm || s.Object.Triple != nil {
			t.Errorf("after depth %d: %v, %v", depth, s, err)
		}
	}
}

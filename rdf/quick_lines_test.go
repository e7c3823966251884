package rdf

import (
	"bytes"
	"io"
	"testing"

	"github.com/irilex/iri/internal/corpus"
)

// quick reads the lines in dumps, so its speed determines the speed on dumps.
func TestLinesOfDumpsAreQuick(t *testing.T) {
	r := NewReader(bytes.NewReader(corpus.NTriples(1_000_000)), NTriples)
	lines := 0
	for ; r.begin() == nil; lines++ {
		if !r.quick() {
			t.Fatalf("line %d is not quick: %q", lines+1, r.buf[r.from:min(r.from+300, r.full)])
		}
	}
	if r.err != io.EOF || lines < 5000 {
		t.Errorf("%d lines, %v", lines, r.err)
	}
}

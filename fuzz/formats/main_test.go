package main

import (
	"strings"
	"testing"

	"github.com/irilex/iri/formats"
)

// The lines are the same each time, and have both verdicts for each format.
func TestVerdicts(t *testing.T) {
	var a, b strings.Builder
	for _, w := range []*strings.Builder{&a, &b} {
		if err := verdicts(w, 100); err != nil {
			t.Fatal(err)
		}
	}
	if a.String() != b.String() {
		t.Error("two runs differ")
	}
	for _, name := range formats.Names() {
		for _, verdict := range []string{"0", "1"} {
			if n := strings.Count(a.String(), "\n"+name+"\t"+verdict+"\t"); n < 7 {
				t.Errorf("%s: %d lines with the verdict %s", name, n, verdict)
			}
		}
	}
}

package main

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/net/idna"
)

// TestFresh compares the bundled grammar with the output of the command. It is skipped if
// golang.org/x/net has tables of another version of Unicode, as with another release of Go. Then
// the grammar must be written again.
func TestFresh(t *testing.T) {
	text, err := os.ReadFile("../../build/grammars/uts46.abnf")
	if err != nil {
		t.Fatal(err)
	}
	if version := "Unicode " + idna.UnicodeVersion + "."; !strings.Contains(string(text), version) {
		t.Skipf("the grammar is not of %s", version)
	}
	var b strings.Builder
	write(&b)
	if b.String() != string(text) {
		t.Error(`the grammar differs; run "go run ./uts46 > ../build/grammars/uts46.abnf" in benchmarks`)
	}
}

package main

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/net/idna"
)

// The bundled grammar is what the command writes. Where golang.org/x/net has tables of another version
// of Unicode, which comes with another release of Go, the grammar is to be written again.
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

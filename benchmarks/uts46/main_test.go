package main

import (
	"os"
	"strings"
	"testing"
)

// TestFresh compares the bundled grammar with the output of the command.
func TestFresh(t *testing.T) {
	text, err := os.ReadFile("../../build/grammars/uts46.abnf")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	write(&b)
	if b.String() != string(text) {
		t.Error(`the grammar differs; run "go run ./uts46 > ../build/grammars/uts46.abnf" in benchmarks`)
	}
}

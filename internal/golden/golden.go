// Package golden compares what tests make with files that somebody has read and found
// right. With the flag -update the files are rewritten instead; read the difference.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// Updating reports whether the flag -update is given, for what is dear to make again.
func Updating() bool { return *update }

// Compare compares got with the text of a file.
func Compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Documents compares what the tested makes of each document that matches the pattern
// with the file of its name that ends in ".golden".
func Documents(t *testing.T, pattern string, tested func(t *testing.T, name, text string) string) {
	documents, err := filepath.Glob(pattern)
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents are %s (%v)", pattern, err)
	}
	for _, document := range documents {
		t.Run(filepath.Base(document), func(t *testing.T) {
			text, err := os.ReadFile(document)
			if err != nil {
				t.Fatal(err)
			}
			got := tested(t, filepath.Base(document), string(text))
			Compare(t, strings.TrimSuffix(document, filepath.Ext(document))+".golden", got)
		})
	}
}

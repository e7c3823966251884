// Package golden compares output of tests with files read and approved by a person. With the flag
// -update it rewrites the files instead; read the difference.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// Updating reports whether the flag -update is given, for output expensive to make.
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

// Documents calls tested on each document matching the pattern, and compares the result with the
// file of the document's name ending in ".golden".
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

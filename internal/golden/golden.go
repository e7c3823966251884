// Package golden compares test output with reviewed files. If the environment variable IRI_UPDATE
// is set, it rewrites the files instead; review the diff:
//
//	IRI_UPDATE=1 go test ./... && git diff
//
// IRI_UPDATE is not a flag, because go test fails in every package that does not define a given
// flag.
package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Updating reports whether golden files are being rewritten. Tests call it if their output is
// expensive to produce or makes up only part of a file.
func Updating() bool { return os.Getenv("IRI_UPDATE") != "" }

// Compare compares got with the contents of a file.
func Compare(t *testing.T, file, got string) {
	t.Helper()
	if Updating() {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s, which IRI_UPDATE=1 rewrites: got\n%s\nwant\n%s", file, got, want)
	}
}

// Documents calls tested for each document that matches the pattern, and compares the result with
// the file of the same name with the extension ".golden".
func Documents(t *testing.T, pattern string, tested func(t *testing.T, name, text string) string) {
	documents, err := filepath.Glob(pattern)
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents match %s (%v)", pattern, err)
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

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPlaces checks that only "abnf gen" and "abnf compile --places" search for places, because the
// search takes most of the compile time: no other source file of a program sets the option or
// compiles a bundled grammar as it ships.
func TestPlaces(t *testing.T) {
	asks := regexp.MustCompile(`\bPlaces\b|\.Compile\((ctx|cmd\.Context\(\)|context\.\w+\(\))\)|emit\.Generate\(`)
	var found []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if asks.Match(text) {
			found = append(found, filepath.ToSlash(path))
		}
		return err
	})
	if want := []string{"../abnf/compile.go", "../abnf/gen.go"}; err != nil || !slices.Equal(found, want) {
		t.Errorf("places are searched in %q, not in %q: %v", found, want, err)
	}
}

package house

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
)

// Maximum columns of a line; a tab counts as one.
const (
	maxComment = 100
	maxLine    = 120
)

// unbreakable matches comments that may be longer: directives and example output.
var unbreakable = regexp.MustCompile(`(?i)^//([a-z]+:[a-z]|\s*(unordered )?output:)`)

// wideLines returns the numbers of the lines of a Go file that are too long.
func wideLines(source string) (wide []int) {
	long := false // in example output
	n := 0
	for line := range strings.Lines(source) {
		n++
		line = strings.TrimSuffix(line, "\n")
		code, most := strings.TrimSpace(line), maxLine
		if strings.HasPrefix(code, "//") {
			if most = maxComment; unbreakable.MatchString(code) {
				long = true
			}
		} else {
			long = false
		}
		if !long && utf8.RuneCountInString(line) > most {
			wide = append(wide, n)
		}
	}
	return wide
}

// No line of a hand-written Go file is too long, and README.md fits the width of a screen.
func TestWidths(t *testing.T) {
	files := strings.Fields(git(t, "ls-files", "*.go"))
	if len(files) < 500 {
		t.Fatalf("only %d files", len(files))
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			continue // removed but not committed yet
		}
		if strings.HasSuffix(file, "_gen.go") {
			continue
		}
		for _, n := range wideLines(string(source)) {
			t.Errorf("%s:%d: over %d columns, or %d of a comment", file, n, maxLine, maxComment)
		}
	}
	lines := strings.Split(testkit.ReadFile(t, "README.md"), "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) > maxLine {
			t.Errorf("README.md:%d: over %d columns", i+1, maxLine)
		}
	}
	if len(lines) > 121 {
		t.Errorf("README.md has %d lines, more than 120", len(lines)-1)
	}
	wide := strings.Repeat("x", maxLine)
	planted := "// Output:\n// " + wide + "\ncode" + wide + "\n// " + wide + "\n//go:generate " + wide + "\nx\n"
	if got := wideLines(planted); len(got) != 2 || got[0] != 3 || got[1] != 4 {
		t.Errorf("the planted lines at fault are %v", got)
	}
}

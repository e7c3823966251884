package house

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// usesFew is the test file of a program: one test makes no call, one calls Valid, and one calls
// Parse and the accessors of its result.
const usesFew = `package main

import (
	"testing"

	"github.com/irilex/iri"
)

const s = "http://example.org/a%20b?x=é#f"

func TestNothing(t *testing.T) {}

func TestValid(t *testing.T) {
	if !iri.Valid(s) {
		t.Error("not valid")
	}
}

func TestParse(t *testing.T) {
	i, err := iri.Parse(s)
	parts := i.Scheme() + i.Authority() + i.Path() + i.Query() + i.Fragment()
	if err != nil || parts == "" || i.Host() == "" {
		t.Error("no parts")
	}
}
`

// Validating a string runs code in only a few files: reading these is enough to understand a
// verdict. The test counts them in coverage data, excluding SIMD and the helpers in package format.
func TestFewFilesRun(t *testing.T) {
	program := buildOverlaid(t, "main_test.go", usesFew, "test", "-c", "-vet=off", "-tags", "purego",
		"-coverpkg", ".,./tables/...", "-covermode", "count")
	before := covered(t, program, "Nothing") // initializers
	for name, most := range map[string]int{"Valid": 6, "Parse": 8} {
		var files []string
		for block, count := range covered(t, program, name) {
			file, _, _ := strings.Cut(strings.TrimPrefix(block, module+"/"), ":")
			if count != before[block] && !strings.HasPrefix(file, "tables/internal/format/") && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
		slices.Sort(files)
		t.Logf("%s: %q", name, files)
		if len(files) > most || len(files) < 2 {
			t.Errorf("%s runs through %d files, at most %d: %q: join two, or raise the number here; the commit has the reason",
				name, len(files), most, files)
		}
	}
}

// covered returns how often each block of statements runs in a test of a program.
func covered(t *testing.T, program, test string) map[string]string {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "cover.out")
	run := exec.Command(program, "-test.run", "^Test"+test+"$", "-test.coverprofile", profile)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text := testkit.ReadFile(t, profile)
	counts := map[string]string{}
	for line := range strings.Lines(text) { // FILE:FROM,TO STATEMENTS COUNT
		if f := strings.Fields(line); len(f) == 3 && f[1] != "0" {
			counts[f[0]] = f[2]
		}
	}
	return counts
}

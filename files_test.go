package iri_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
)

const filesEnv = "IRI_FILES"

// A string goes through few files. Those with a function that runs are counted by coverage data, without
// SIMD, and without the helpers of package format: who reads how a verdict comes about reads these.
func TestFewFilesRun(t *testing.T) {
	const s = "http://example.org/a%20b?x=é#f"
	what := map[string]func(){
		"Valid": func() { iri.Valid(s) },
		"Parse": func() {
			i, _ := iri.Parse(s)
			if i.Scheme()+i.Authority()+i.Path()+i.Query()+i.Fragment() == "" || i.AuthorityParts().Host == "" || i.Host() == "" {
				t.Error("no parts")
			}
		},
	}
	if todo := os.Getenv(filesEnv); todo != "" {
		if run := what[todo]; run != nil {
			run()
		}
		return
	}
	before := covered(t, "nothing") // initializers
	for name, most := range map[string]int{"Valid": 6, "Parse": 8} {
		var files []string
		for block, count := range covered(t, name) {
			file, _, _ := strings.Cut(strings.TrimPrefix(block, module+"/"), ":")
			if count != before[block] && !strings.HasPrefix(file, "tables/internal/format/") && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
		slices.Sort(files)
		t.Logf("%s: %q", name, files)
		if len(files) > most || len(files) < 2 {
			t.Errorf("%s runs through %d files, at most %d: %q", name, len(files), most, files)
		}
	}
}

// covered returns how often each block with statements ran in a test that does what.
func covered(t *testing.T, what string) map[string]string {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "cover.out")
	cmd := exec.Command("go", "test", "-count=1", "-tags", "purego", "-run", "^TestFewFilesRun$",
		"-coverpkg", "./...", "-covermode", "count", "-coverprofile", profile, ".")
	cmd.Env = append(os.Environ(), filesEnv+"="+what)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]string{}
	for line := range strings.Lines(string(text)) { // FILE:FROM,TO STATEMENTS COUNT
		if f := strings.Fields(line); len(f) == 3 && f[1] != "0" {
			counts[f[0]] = f[2]
		}
	}
	return counts
}

package bundled_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/testkit"
)

const (
	byHand    = "by hand"
	generator = "go generate ./..."
	goldens   = "IRI_UPDATE=1 go test "
)

// places lists the files that must mention each bundled grammar. Each file must contain text, with
// NAME replaced by the grammar and PACKAGE by its package. remedy says how to add a missing text.
// TestChangeLog in internal/house checks the change log.
var places = []struct{ file, text, remedy string }{
	{"cmd/abnf/README.md", "`NAME`", byHand},
	{"tables/PACKAGE/PACKAGE_gen.go", "package PACKAGE", generator},
	{"internal/bundled/bundled_gen.go", `Name: "NAME"`, generator},
	{"tables/languages.txt", "\nNAME#", goldens + "./tables -run TestLanguages"},
	{"fuzz/internal/verdicts/testdata/sample.txt", "\nNAME#", goldens + "./fuzz/internal/verdicts"},
	{"fuzz/internal/verdicts/testdata/sample-words.txt", "\nNAME#", goldens + "./fuzz/internal/verdicts"},
	{"fuzz/internal/verdicts/testdata/all.txt", "\nNAME#", goldens + "./fuzz/internal/verdicts -args -long"},
	{"fuzz/internal/verdicts/testdata/all-words.txt", "\nNAME#", goldens + "./fuzz/internal/verdicts -args -long"},
}

// Every place covers every bundled grammar.
func TestComplete(t *testing.T) {
	root := filepath.Join("..", "..")
	for _, b := range build.BundledGrammars() {
		names := strings.NewReplacer("NAME", b.Name, "PACKAGE", b.Package())
		for _, p := range places {
			file := names.Replace(p.file)
			data, err := os.ReadFile(filepath.Join(root, file))
			if err != nil || !strings.Contains("\n"+string(data), names.Replace(p.text)) {
				t.Errorf("%s has no part for the grammar %s; to add it: %s", file, b.Name, p.remedy)
			}
		}
	}
}

// Each grammar has a unique title and a main rule with a table. The authority is "" or a rule with
// a table.
func TestFields(t *testing.T) {
	named := map[string]string{} // by title
	for _, b := range build.BundledGrammars() {
		g, ok := bundled.Find(b.Name)
		if !ok {
			t.Errorf("%s is not in bundled_gen.go; %s", b.Name, generator)
			continue
		}
		if strings.TrimSpace(b.Title) == "" {
			t.Errorf("%s has no title; add it to its row in build/bundled.go", b.Name)
		}
		if other, ok := named[b.Title]; ok {
			t.Errorf("%s has the title of %s; change it in its row in build/bundled.go", b.Name, other)
		}
		named[b.Title] = b.Name
		for field, rule := range map[string]string{"Main": b.Main, "Authority": b.Authority} {
			if _, ok := g.Lookup(rule); !ok && (rule != "" || field == "Main") {
				t.Errorf("%s of %s is %q, which has no table; mend its row in build/bundled.go", field, b.Name, rule)
			}
		}
	}
}

// Each grammar's main rule accepts the Members in the grammar's row, and rejects the Others.
func TestExamples(t *testing.T) {
	for _, b := range build.BundledGrammars() {
		g, ok := bundled.Find(b.Name)
		if !ok {
			continue // TestFields reports this, and also a rule without a table
		}
		rule, ok := g.Lookup(b.Main)
		if !ok {
			continue
		}
		if len(b.Members) == 0 || len(b.Others) == 0 {
			t.Errorf("%s has no Members or no Others; add them to its row in build/bundled.go", b.Name)
		}
		for want, examples := range map[bool][]string{true: b.Members, false: b.Others} {
			for _, s := range examples {
				if rule.Valid(s) != want {
					t.Errorf("%s#%s: Valid(%q) is %v; mend the document, or the row in build/bundled.go", b.Name, b.Main, s, !want)
				}
			}
		}
	}
}

// Each rule with a table has a line in the rule lists.
func TestEachRule(t *testing.T) {
	for _, p := range places {
		if !strings.HasSuffix(p.text, "#") || strings.HasSuffix(p.file, "words.txt") { // not every rule has messages
			continue
		}
		data := testkit.ReadFile(t, filepath.Join("..", "..", p.file))
		for _, g := range bundled.Grammars() {
			if !strings.Contains("\n"+data, "\n"+g.Name+"#") {
				continue // TestComplete reports it
			}
			for _, r := range g.Rules() {
				if line := "\n" + g.Name + "#" + r.Name() + " "; !strings.Contains("\n"+data, line) {
					t.Errorf("%s has no line for %s#%s; to add it: %s", p.file, g.Name, r.Name(), p.remedy)
				}
			}
		}
	}
}

// Every document in build/grammars is a bundled grammar, or imported by one, and every package with
// tables has a document.
func TestListed(t *testing.T) {
	documents, packages := []string{"check-digits.abnf"}, []string{} // formats.abnf imports it
	for _, b := range build.BundledGrammars() {
		documents, packages = append(documents, b.File()), append(packages, b.Package())
	}
	for _, file := range glob(t, "build/grammars/*") {
		if !slices.Contains(documents, path.Base(file)) {
			t.Errorf("%s: BundledGrammars in build/bundled.go has no row for it", file)
		}
	}
	for _, file := range glob(t, "tables/*/*_gen.go") {
		if !slices.Contains(packages, path.Base(path.Dir(file))) {
			t.Errorf("%s is of no grammar in build/bundled.go; add its row, or delete its folder", file)
		}
	}
	if got := len(bundled.Grammars()); got != len(packages) {
		t.Errorf("%d grammars in internal/bundled/bundled_gen.go, and %d in build/bundled.go; %s", got,
			len(packages), generator)
	}
}

// glob returns the files below the module root that match the pattern, with slashes as separators.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	root := filepath.Join("..", "..")
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	if err != nil || len(files) < 10 {
		t.Fatalf("%s: %q, %v", pattern, files, err)
	}
	for i, file := range files {
		rel, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = filepath.ToSlash(rel)
	}
	return files
}

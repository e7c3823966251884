package tables_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri/tables/machine"
)

// enginePage is the file that describes the engines: the package comment of package engine.
const enginePage = "internal/engine/doc.go"

// Each section of the page has a line for each of these, or one line for several.
var sectionLines = []string{"input", "code", "idea", "cost", "tested against", "bar"}

// The page lists the engines in the same order as their sections, and the sections are complete.
// Each engine's file passes the section name to saw; TestPageOfEngines, which needs the trace tag,
// compares the names.
func TestPageOfEnginesIsWhole(t *testing.T) {
	page, err := os.ReadFile(enginePage)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(page), "\n// # ")
	var names []string
	for _, part := range parts[1:] {
		name, text, _ := strings.Cut(part, "\n")
		if name == "Traces" {
			continue
		}
		names = append(names, name)
		for _, line := range sectionLines {
			if !regexp.MustCompile(`(?mi)^// ([a-z]+, )*` + line + `(, [a-z ]+)*: `).MatchString(text) {
				t.Errorf("%s: the section %q has no line %q", enginePage, "# "+name, line)
			}
		}
	}
	items := regexp.MustCompile(`(?m)^// +\d+\. ([A-Za-z ]+),`).FindAllStringSubmatch(parts[0], -1)
	for i, item := range items {
		if i >= len(names) || names[i] != item[1] {
			t.Errorf("%s: item %d of the order is %q, and the sections are %q", enginePage, i+1, item[1], names)
		}
	}
	if len(items) < 5 || len(names) < 10 {
		t.Errorf("the page has only %d items and %d sections", len(items), len(names))
	}
}

// TestEnginesAreExplained checks that the comment of each engine file contains the five required
// paragraphs, and that the file calls saw for the traces. The engines of counter and hier have no
// traces.
func TestEnginesAreExplained(t *testing.T) {
	others := []string{"valid.go", "components.go", "trace_on.go"} // these call saw for hier's engine, or declare it
	engines := 0
	for _, folder := range []string{"engine", "counter", "hier"} {
		files, err := filepath.Glob("internal/" + folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			calls := regexp.MustCompile(`\tsaw(Places)?\(`).Match(text)
			if !calls && !strings.Contains(string(text), "// Idea.") || slices.Contains(others, filepath.Base(file)) {
				continue
			}
			if engines++; folder == "engine" && !calls {
				t.Errorf("%s has an engine that never calls saw", file)
			}
			for _, paragraph := range []string{"Idea", "Requires", "Cost", "Rejected", "Tested against"} {
				if !regexp.MustCompile(`(?m)^// ` + paragraph + `\b`).Match(text) {
					t.Errorf("the comment of %s has no paragraph that begins with %s", file, paragraph)
				}
			}
		}
	}
	if engines < 12 {
		t.Errorf("only %d files have an engine", engines)
	}
}

// The page lists all places of rfc3987.IRI, each with a string that leads to its state.
func TestPlacesOnThePage(t *testing.T) {
	page, err := os.ReadFile(enginePage)
	if err != nil {
		t.Fatal(err)
	}
	m := shippedLanguage(t, "rfc3987", "IRI").m
	for name, places := range map[string]*machine.Places{"front": m.Front, "rest": m.Rest} {
		missing := map[uint16]bool{}
		for _, place := range places.States {
			missing[place.State] = true
		}
		for _, line := range regexp.MustCompile(`(?m)^//\t`+name+` (".*)$`).FindAllStringSubmatch(string(page), -1) {
			for quoted := range strings.SplitSeq(line[1], ", ") {
				s, err := strconv.Unquote(quoted)
				if err != nil {
					t.Fatalf("%s: %v", quoted, err)
				}
				q := m.Start
				for i := range len(s) {
					q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
				}
				if !missing[q] {
					t.Errorf("%s: %q leads to no place of %s, or a string before leads there", enginePage, s, name)
				}
				delete(missing, q)
			}
		}
		if len(missing) > 0 {
			t.Errorf("%s: no string leads to %d places of %s", enginePage, len(missing), name)
		}
	}
}

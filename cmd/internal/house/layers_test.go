package house

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// policy lists the imports that the packages in each folder may use besides the standard library.
// The first entry that matches the folder or one of its parents applies. "tables/*" matches the
// packages below tables.
var policy = []struct {
	folder string
	may    []string
}{
	{"automaton", []string{"golang.org/x/text/unicode/rangetable"}},
	{"tables/internal/format", nil},
	{"tables/internal/hier", []string{"internal/cpu", "tables/internal/format"}},
	{"tables/internal/counter", []string{"tables/internal/format"}},
	{"tables/internal/engine", []string{"tables/internal/format", "tables/internal/hier", "tables/internal/counter"}},
	{"tables/machine", []string{"tables", "tables/internal/format"}},
	{"explain", []string{"internal/explain", "tables", "tables/rfc3987"}},
	{"tables/*", []string{"tables"}},
	{"tables", []string{"tables/internal/format", "tables/internal/engine", "tables/internal/counter"}},
	{"build/syntax/internal/char", nil},
	{"build/syntax/internal/token", []string{"build/syntax"}},
	{"build/syntax/internal/printer", []string{"build/syntax", "build/syntax/internal/char"}},
	{"build/syntax/internal/reader",
		[]string{"build/syntax", "build/syntax/internal/char", "build/syntax/internal/token"}},
	{"build/syntax/notation", []string{"build/syntax", "build/syntax/*"}},
	{"build/syntax/*", []string{"build/syntax", "build/syntax/internal/*"}}, // the readers are independent of each other
	{"build/syntax", nil},
	{"build/extract", []string{"build/syntax", "build/syntax/notation"}},
	{"build/internal/span", []string{"automaton"}},
	{"build/internal/names", []string{"automaton", "build/syntax", "build/syntax/notation", "internal/similar", "tables",
		"tables/machine"}},
	{"build/internal/recursion", []string{"build/syntax", "build/internal/names"}},
	{"build/internal/classes",
		[]string{"automaton", "build/syntax", "build/internal/span", "build/internal/names", "build/internal/recursion"}},
	{"build/internal/tune", []string{"automaton", "tables/machine", "internal/corpus"}},
	{"build/internal",
		[]string{"automaton", "build/syntax", "build/syntax/notation", "build/internal/*", "tables", "tables/machine"}},
	{"build/emit/internal/svg", nil},
	{"build/emit/railroad", []string{"build", "build/emit/internal/svg", "build/internal/names", "build/syntax",
		"build/syntax/notation"}},
	{"build/emit/internal/svgtest", []string{"build/emit/internal/svg"}},
	{"build/emit/graph",
		[]string{"automaton", "build", "build/emit/internal/svg", "build/internal/span", "tables/machine"}},
	{"build/emit/walk", []string{"build", "build/emit/internal/svg", "tables"}},
	{"build/emit", []string{"build", "tables", "tables/machine"}},
	{"build/emit/port", []string{"build", "tables/machine"}},
	{"build",
		[]string{"automaton", "tables", "tables/machine", "build/syntax", "build/syntax/notation", "build/internal/*"}},
	{"internal/bundled", []string{"tables", "tables/*"}},
	{"internal/chars", []string{"tables", "tables/profiles"}},
	{"internal/corpus", nil},
	{"internal/cpu", nil},
	{"internal/explain", []string{"internal/mend", "tables"}},
	{"internal/formatcases", nil},
	{"internal/golden", nil},
	{"internal/house", nil},
	{"internal/idna", nil},
	{"internal/mend", nil},
	{"internal/sampler", []string{"tables/machine"}},
	{"internal/shared", nil},
	{"internal/similar", []string{"tables"}},
	{"internal/testkit", nil},
	{"internal/twins", []string{"automaton", "build/syntax", "tables/machine"}},
	{"cmd/abnf",
		[]string{"build", "build/extract", "build/syntax", "build/syntax/notation", "build/emit",
			"build/emit/graph", "build/emit/port", "build/emit/railroad", "build/emit/walk", "internal/similar",
			"tables", "cmd/internal/*", "*"}},
	{"cmd/iri",
		[]string{"", "formats", "lint", "policy", "rdf", "text", "internal/bundled", "internal/idna", "internal/similar",
			"build", "build/emit/walk", "build/syntax", "tables", "tables/*",
			"cmd/internal/*", "*"}},
	{"cmd/playground/internal/play",
		[]string{"build", "build/extract", "build/syntax", "build/syntax/notation", "build/emit", "build/emit/*",
			"internal/explain", "tables"}},
	{"cmd/playground", []string{"cmd/playground/internal/*", "*"}},
	{"cmd/internal/scripttest", []string{"build", "internal/golden", "internal/testkit", "cmd/internal/*", "*"}},
	{"cmd/internal",
		[]string{"build", "build/extract", "build/syntax", "build/syntax/notation", "internal/explain", "internal/golden",
			"internal/similar", "rdf",
			"tables", "tables/*", "cmd/internal/*", "*"}},
	{"fuzz/internal/certificate", nil},
	{"fuzz", []string{"", "formats", "lint", "policy", "rdf", "text", "internal/bundled", "internal/formatcases",
		"automaton", "build", "build/syntax", "build/syntax/notation", "tables", "tables/*", "*"}},
	{"formats", []string{"", "internal/chars", "internal/idna", "tables", "tables/*"}},
	{"lint", []string{"", "internal/chars", "internal/idna", "tables", "tables/*"}},
	{"policy/redact", []string{""}},
	{"policy/guard", []string{"", "policy"}},
	{"policy", []string{"", "internal/chars", "tables", "tables/*"}},
	{"rdf", []string{"", "internal/cpu", "tables", "tables/ntriples", "tables/nquads", "tables/ntriples12",
		"tables/nquads12", "tables/rfc3987"}},
	{"text", []string{"", "internal/chars", "internal/mend", "tables", "tables/*"}},
	{"", []string{"internal/chars", "internal/idna", "tables", "tables/*"}},
}

// A listed is the go list output for a package.
type listed struct {
	ImportPath string
	Imports    []string
}

func goList(t *testing.T, args ...string) []listed {
	t.Helper()
	testkit.NeedProcesses(t)
	out, err := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports"}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	return packages
}

// folder returns the folder of a package in this module. ok is false for other packages.
func folder(path string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(path, module)
	return strings.TrimPrefix(rest, "/"), ok && (rest == "" || rest[0] == '/')
}

func standard(path string) bool { return !strings.Contains(strings.Split(path, "/")[0], ".") }

// covers reports whether a policy pattern matches a folder or a package in it.
func covers(pattern, name string) bool {
	if below, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(name, below+"/")
	}
	return pattern == name
}

// allowed reports whether may, the imports of a policy entry, permits importing path. "*" matches
// everything outside this module.
func allowed(may []string, path string) bool {
	name, ours := folder(path)
	return standard(path) || slices.ContainsFunc(may, func(pattern string) bool {
		if ours {
			return covers(pattern, name)
		}
		return pattern == "*" || pattern == path
	})
}

func violations(packages []listed) (found []string) {
	for _, p := range packages {
		name, _ := folder(p.ImportPath)
		i := slices.IndexFunc(policy, func(rule struct {
			folder string
			may    []string
		}) bool {
			return covers(rule.folder, name) || rule.folder != "" && strings.HasPrefix(name, rule.folder+"/")
		})
		if i < 0 {
			found = append(found, p.ImportPath+" has no place in the house")
			continue
		}
		for _, path := range p.Imports {
			if !allowed(policy[i].may, path) {
				found = append(found, p.ImportPath+" imports "+path)
			}
		}
	}
	return found
}

func TestLayers(t *testing.T) {
	packages := goList(t, "./...", "./cmd/...")
	for root, fewest := range map[string]int{"": 50, "cmd/": 10} {
		listed := 0
		for _, p := range packages {
			if name, _ := folder(p.ImportPath); strings.HasPrefix(name, root) {
				listed++
			}
		}
		if listed < fewest {
			t.Fatalf("only %d packages of %q are listed", listed, root)
		}
	}
	for _, v := range violations(packages) {
		t.Error(v)
	}
	planted := []listed{
		{module + "/tables", []string{module + "/automaton"}},
		{module + "/automaton", []string{"github.com/stretchr/testify/require"}},
		{module + "/build", []string{module + "/tables/rfc3987"}},
		{module + "/cmd/abnf", []string{module}},
		{module, []string{"golang.org/x/text/unicode/rangetable"}},
		{module + "/lint", []string{module + "/policy"}},
		{module + "/policy", []string{module + "/policy/guard"}},
		{module + "/explain", []string{module}},
		{module + "/internal/explain", []string{module + "/tables/rfc3987"}},
		{module + "/rdf", []string{module + "/lint"}},
		{module + "/cmd/playground/internal/play", []string{module + "/cmd/internal/files"}},
		{module + "/fuzz/internal/certificate", []string{module + "/build/syntax"}},
		{module + "/build/syntax/abnf", []string{module + "/build/syntax/ebnf"}},
		{module + "/build/syntax/treetop", []string{module + "/build/syntax/notation"}},
		{module + "/build/syntax", []string{module + "/build/syntax/internal/char"}},
		{module + "/elsewhere", nil},
	}
	if v := violations(planted); len(v) != len(planted) {
		t.Errorf("of %d planted violations the test sees %q", len(planted), v)
	}
}

// TestRunTimeHalfStandsAlone follows all imports: a program that imports package iri compiles only
// the standard library, internal/chars, internal/cpu and tables.
func TestRunTimeHalfStandsAlone(t *testing.T) {
	for _, p := range goList(t, "-deps", ".") {
		name, ours := folder(p.ImportPath)
		isKnown := ours && (slices.Contains([]string{"", "internal/chars", "internal/cpu", "tables"}, name) ||
			covers("tables/*", name))
		if !standard(p.ImportPath) && !isKnown {
			t.Errorf("package iri depends on %s", p.ImportPath)
		}
	}
}

// TestGeneratorStandsAlone follows all imports of abnf, which writes the generated files: it must
// compile without them.
func TestGeneratorStandsAlone(t *testing.T) {
	for _, p := range goList(t, "-deps", "./cmd/abnf") {
		name, ours := folder(p.ImportPath)
		generated := covers("tables/*", name) && !covers("tables/internal/*", name) && name != "tables/machine"
		if ours && (generated || slices.Contains([]string{"", "internal/bundled", "internal/chars"}, name)) {
			t.Errorf("abnf depends on %s, which contains generated files", p.ImportPath)
		}
	}
}

// The commands share only a few packages, each with a single purpose, and the folder of the
// benchmarks command contains few files.
func TestFewPackages(t *testing.T) {
	if shared := goList(t, "./cmd/internal/..."); len(shared) < 5 || len(shared) > 10 {
		t.Errorf("cmd/internal has %d packages, not 5 to 10", len(shared))
	}
	if files, err := filepath.Glob("benchmarks/*.go"); len(files) == 0 || len(files) > 8 || err != nil {
		t.Errorf("benchmarks has %d Go files, not 1 to 8 (%v)", len(files), err)
	}
}

package house

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/rfc3987"
)

// runTimePackages returns the folders of the packages that have no state.
func runTimePackages(t *testing.T) []string {
	rooms := []string{".", "lint", "policy", "text", "internal/chars", "internal/cpu", "internal/idna",
		"internal/mend", "tables",
		"tables/internal/format", "tables/internal/hier", "tables/internal/counter", "tables/internal/engine"}
	return append(rooms, generatedPackages(t)...)
}

// generatedPackages returns the folders of the packages that contain the tables of bundled
// grammars.
func generatedPackages(t *testing.T) (folders []string) {
	t.Helper()
	files, err := filepath.Glob("tables/*/*_gen.go")
	if err != nil || len(files) < 7 {
		t.Fatalf("generated packages: %v, %v", files, err)
	}
	for _, file := range files {
		folders = append(folders, filepath.ToSlash(filepath.Dir(file)))
	}
	return folders
}

// exceptions lists the variables that these packages may have. CPU is set once, by its initializer,
// and is absent with the build tag purego. Traced, a hook for testing the page about engines, is
// absent without the build tag trace.
var exceptions = []string{
	"tables/internal/hier/hier_amd64.go: package variable CPU",
	"tables/internal/engine/trace_on.go: package variable Traced",
}

// TestNoStateInTheSource checks the syntax trees for init functions and package variables. These
// packages declare only constants, so they have no state that could be written. The same is true of
// package guard, which is not one of the run-time packages because it links net/http.
func TestNoStateInTheSource(t *testing.T) {
	for _, dir := range append(runTimePackages(t), "policy/guard") {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				text := testkit.ReadFile(t, file)
				for _, s := range stateIn(t, file, text) {
					if !slices.Contains(exceptions, s) || strings.Contains(s, "trace_on") &&
						!strings.HasPrefix(text, "//go:build trace\n") {
						t.Error(s)
					}
				}
			}
		}
	}
	const planted = "package p\nvar count int\nfunc init() {}\nvar table = [2]int{1, 2}\n" +
		"func f() { count++; CPU = 1; hier.CPU++; _ = &hier.CPU }\nconst c = 1\n"
	if found := stateIn(t, "planted.go", planted); len(found) != 6 {
		t.Errorf("of 6 planted pieces of state the test sees %q", found)
	}
}

func stateIn(t *testing.T, name, text string) (found []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	found = append(found, writesOfException(name, file)...)
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				found = append(found, name+": init function")
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR {
					for _, id := range v.Names {
						found = append(found, name+": package variable "+id.Name)
					}
				}
			}
		}
	}
	return found
}

// writesOfException finds possible writes to the variable.
func writesOfException(name string, file *ast.File) (found []string) {
	is := func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.Ident:
			return e.Name == "CPU"
		case *ast.SelectorExpr:
			return e.Sel.Name == "CPU"
		}
		return false
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if slices.ContainsFunc(n.Lhs, is) {
				found = append(found, name+": CPU is written")
			}
		case *ast.IncDecStmt:
			if is(n.X) {
				found = append(found, name+": CPU is written")
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && is(n.X) {
				found = append(found, name+": the address of CPU is taken")
			}
		}
		return true
	})
	return found
}

// userOfEverything returns a program that uses all run-time packages: every generated package and
// all rules and sets.
func userOfEverything(t *testing.T) string {
	var imports, rules, sets strings.Builder
	table := regexp.MustCompile(`(?m)^const (\w+) tables\.(Rule|Set) =`)
	for _, folder := range generatedPackages(t) {
		name := filepath.Base(folder)
		text := testkit.ReadFile(t, filepath.Join(folder, name+"_gen.go"))
		fmt.Fprintf(&imports, "\t%q\n", module+"/"+folder)
		fmt.Fprintf(&rules, "func() tables.Rule { r, _ := %s.Lookup(s); return r }(), ", name)
		for _, found := range table.FindAllStringSubmatch(text, -1) {
			list := &rules
			if found[2] == "Set" {
				list = &sets
			}
			fmt.Fprintf(list, "%s.%s, ", name, found[1])
		}
	}
	return fmt.Sprintf(everything, imports.String(), rules.String(), sets.String())
}

const everything = `package main

import (
	"fmt"
	"os"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables"
%s)

var written [4]byte
var filled = map[string]int{os.Args[0]: 1}

func init() { written[0] = byte(len(os.Args)) }

func main() {
	written[len(os.Args)%%4]++
	fmt.Println(written, filled)
	s := os.Args[0]
	i, err := iri.Parse(s)
	r, err2 := iri.ParseReference(s)
	fmt.Println(iri.Valid(s), iri.ValidURI(s), iri.ValidURIReference(s), i.Host(), i.HostKind(), i.PathKind(),
		r.Offsets(), err, err2)
	for _, r := range []tables.Rule{%s} {
		fmt.Println(r.Check(s), r.Components(), tables.NewBatch(r).AppendValid(nil, os.Args))
	}
	for _, set := range []tables.Set{%s} {
		fmt.Println(set.Check(s), set.Classify(s), set.Rules(), set.Start())
		for rule, span := range set.Tokens(s) {
			fmt.Println(set.RuleName(rule), span)
		}
	}
}
`

// TestNoStateInTheBinary reads the linker's symbols. Our packages have no symbol in a writable
// section and no init function, except for the processor features. The state of package main is a
// control that the test must find.
func TestNoStateInTheBinary(t *testing.T) {
	for _, purego := range []bool{true, false} {
		var flags []string
		if purego {
			flags = []string{"-tags=purego"}
		}
		state := stateInBinary(t, userOfEverything(t), flags...)
		for _, name := range state {
			feature, ok := strings.CutPrefix(name, module+"/tables/internal/hier.")
			exempt := ok && slices.Contains(featuresInBinary, feature) && !purego && runtime.GOARCH == "amd64"
			if strings.HasPrefix(name, module) && !exempt {
				t.Errorf("purego is %t: %s", purego, name)
			}
		}
		for _, planted := range []string{"main.written", "main.filled", "main.init", "main.init.0"} {
			if !slices.Contains(state, planted) {
				t.Errorf("purego is %t: the planted %s is not seen in %q", purego, planted, state)
			}
		}
	}
}

// featuresInBinary lists the symbols of the exception: the variable and its initializers.
var featuresInBinary = []string{"CPU", "init", ".inittask"}

// initFunction matches package variable initializers and numbered init functions.
var initFunction = regexp.MustCompile(`\.init(\.\d+)?$`)

// stateInBinary returns the symbols of a program's writable data and init functions.
func stateInBinary(t *testing.T, program string, flags ...string) (found []string) {
	t.Helper()
	flags = append(flags, "-ldflags=-w") // without debugging information but with symbols
	out, err := exec.Command("go", "tool", "nm", buildProgram(t, program, flags...)).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line) // address, kind, name
		if len(fields) == 2 {
			fields = append([]string{""}, fields...) // an undefined symbol has no address
		}
		kind, name := fields[1], strings.Join(fields[2:], " ")
		writable := strings.Contains("DdBb", kind) && name != "main..inittask"
		if writable || initFunction.MatchString(name) {
			found = append(found, name)
		}
	}
	return found
}

// buildProgram compiles a main package as part of this module and returns the path of the binary.
// It writes no file to the module.
func buildProgram(t *testing.T, text string, flags ...string) string {
	t.Helper()
	return buildOverlaid(t, "main.go", text, append([]string{"build"}, flags...)...)
}

// buildOverlaid runs a go command that builds a single-file package of this module and returns the
// path of the binary.
func buildOverlaid(t *testing.T, name, text string, command ...string) string {
	t.Helper()
	testkit.NeedProcesses(t)
	dir := t.TempDir()
	here, err := filepath.Abs("testprogram")
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, name)
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(here, name): source}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{source: text, filepath.Join(dir, "overlay.json"): string(overlay)} {
		testkit.WriteFile(t, name, data)
	}
	binary := filepath.Join(dir, "program.exe")
	args := append(command, "-overlay", filepath.Join(dir, "overlay.json"), "-o", binary, "./testprogram")
	cmd := exec.Command("go", args...)
	// Use the test's platform, which may be emulated.
	cmd.Env = append(os.Environ(), "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// TestOnlyUsedTablesAreLinked builds a program that uses a single table, and checks that the binary
// contains no other table.
func TestOnlyUsedTablesAreLinked(t *testing.T) {
	binary := buildProgram(t, `package main

import (
	"os"

	"github.com/irilex/iri/tables/rfc3987"
)

func main() {
	if !rfc3987.IPv6address.Valid(os.Args[1]) {
		os.Exit(1)
	}
}
`)
	data, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range rfc3987.Names() {
		rule, _ := rfc3987.Lookup(name)
		if linked := strings.Contains(string(data), string(rule)); linked != (name == "IPv6address") {
			t.Errorf("%s: linked is %v", name, linked)
		}
	}
	for _, name := range rfc3987.Names() {
		if set, ok := rfc3987.Alternatives(name); ok && strings.Contains(string(data), string(set)) {
			t.Errorf("the alternatives of %s are linked", name)
		}
	}
	if strings.Contains(string(data), string(rfc3987.PathKinds)) {
		t.Error("PathKinds is linked")
	}
	t.Logf("a program with the table of IPv6address (%d bytes) has %d bytes", len(rfc3987.IPv6address), len(data))
}

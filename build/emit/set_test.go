package emit

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables/machine"
)

func TestEmitSets(t *testing.T) {
	const text = "; @set Two: a b-c\n; @alternatives r\n; @alternatives deep: a b-c\n" +
		"r = a / \"xy\" / [ b-c ] \"z\" / b-c\na = \"a\"\nb-c = \"bc\"\ndeep = \"(\" r \")\"\n" +
		"n = \"(\" n \")\" / \"[\" n \"]\" / a\n"
	for _, tt := range []struct {
		name, text string
		opt        Options
		want       string // the declarations, or the error
	}{
		{"everything", text, Options{}, `func Names() []string {
func Lookup(name string) (rule tables.Rule, ok bool) {
func Alternatives(rule string) (set tables.Set, ok bool) {
const R tables.Rule = tableR
const A tables.Rule = tableA
const BC tables.Rule = tableBC
const Deep tables.Rule = tableDeep
const Two tables.Set = tableTwo
	TwoA  = 0
	TwoBC = 1
const RAlternatives tables.Set = tableRAlternatives
	RAlternativesA  = 0
	RAlternatives1  = 1
	RAlternatives2  = 2
	RAlternativesBC = 3
const DeepAlternatives tables.Set = tableDeepAlternatives
	DeepAlternativesA  = 0
	DeepAlternativesBC = 1
`},
		{"a set by name", text, Options{Sets: []build.DeclaredSet{{Name: "mine", Rules: []string{"B_C", "a", "A"}}}},
			`const Mine tables.Set = tableMine
	MineBC = 0
	MineA  = 1
	Mine2  = 2
`},
		{"a set and a rule", text,
			Options{Rules: []string{"a"}, Sets: []build.DeclaredSet{{Name: "mine", Rules: []string{"r"}}}},
			`func Names() []string {
func Lookup(name string) (rule tables.Rule, ok bool) {
const A tables.Rule = tableA
const Mine tables.Set = tableMine
	MineR = 0
`},
		{"alternatives by name", text, Options{Alternatives: []string{"DEEP"}},
			`func Alternatives(rule string) (set tables.Set, ok bool) {
const DeepAlternatives tables.Set = tableDeepAlternatives
	DeepAlternativesA  = 0
	DeepAlternativesBC = 1
`},
		{"an empty set", text, Options{Sets: []build.DeclaredSet{{Name: "none"}}}, "const None tables.Set = tableNone\n"},
		{"an unknown rule", text, Options{Sets: []build.DeclaredSet{{Name: "mine", Rules: []string{"x"}}}},
			`the grammar x has no rule "x"`},
		{"a recursive rule", text, Options{Sets: []build.DeclaredSet{{Name: "mine", Rules: []string{"n"}}}},
			`the set mine: the rule n is not compiled`},
		{"a recursive rule in a directive", text + "; @set Deep: n\n", Options{}, `the set Deep: the rule n is not compiled`},
		{"alternatives of no rule", text, Options{Alternatives: []string{"x"}}, `the grammar x has no rule "x"`},
		{"alternatives of no choice", text, Options{Alternatives: []string{"a"}},
			`the alternatives of a: the rule has no choice outside repetitions`},
		{"alternatives twice", text, Options{Alternatives: []string{"r", "R"}},
			`the alternatives of r and the alternatives of r would both be named RAlternatives in Go; select rules with ` +
				`-r`},
		{"no name in Go", text, Options{Sets: []build.DeclaredSet{{Name: "1st", Rules: []string{"a"}}}},
			`the set 1st has no valid Go name`},
		{"no name at all", text, Options{Sets: []build.DeclaredSet{{Name: "", Rules: []string{"a"}}}},
			`the set  has no valid Go name`},
		{"a name in another alphabet", text, Options{Sets: []build.DeclaredSet{{Name: "例", Rules: []string{"a"}}}},
			`the set 例 has no valid Go name`},
		{"the name of a rule", text + "; @set A: a\n", Options{},
			`the set A and the rule a would both be named A in Go; select rules with -r`},
		{"the name of a function", text, Options{Sets: []build.DeclaredSet{{Name: "alternatives", Rules: []string{"a"}}}},
			`the set alternatives and a function of the package would both be named Alternatives in Go; select rules ` +
				`with -r`},
		{"a number with the name of a rule", "; @set s: a\na = \"a\"\ns-a = \"b\"\n", Options{},
			`rule a of S and the rule s-a would both be named SA in Go; select rules with -r`},
		{"numbers of two sets", "a-b = \"a\"\nb = \"b\"\n",
			Options{Sets: []build.DeclaredSet{{Name: "s", Rules: []string{"a-b"}}, {Name: "s-a", Rules: []string{"b"}}}},
			`rule b of SA and rule a-b of S would both be named SAB in Go; select rules with -r`},
	} {
		g, _ := build.Compile(t.Context(), syntax.NewSource("x.abnf", tt.text), build.Options{Name: "x"})
		tt.opt.Package, tt.opt.Doc, tt.opt.Command = "p", "X", "c"
		data, err := Package(g, tt.opt)
		got := ""
		if err != nil {
			got = err.Error()
		}
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "func ") || strings.HasPrefix(line, "const ") && !strings.HasPrefix(line, "const (") &&
				!strings.HasPrefix(line, "const _") && !strings.HasPrefix(line, "const table") || strings.Contains(line, " = ") &&
				line[0] == '\t' {
				got += line
			}
		}
		if got != tt.want {
			t.Errorf("%s: got\n%s, want\n%s", tt.name, got, tt.want)
		}
	}
}

// The emitted package compiles, and its constants, sets and functions have the values that it
// documents.
func TestEmittedSetsCompile(t *testing.T) {
	const text = "; @set Token: key word\n; @alternatives r\nr = key / word \"!\" / %x202E \"*/\" %x22 / key\n" +
		"key = %s\"if\"\nword = 1*ALPHA\n"
	code := packageOf(t, compile(t, text, build.Options{}), Options{})
	const program = `package main

import (
	"fmt"

	"github.com/irilex/iri/build/emit/emitted/p"
	"github.com/irilex/iri/tables/machine"
)

func main() {
	set, ok := p.Alternatives("R")
	_, none := p.Alternatives("key")
	fmt.Println(set == p.RAlternatives, ok, none, machine.VerifySet(p.Token), machine.VerifySet(set))
	fmt.Println(p.Token.First("if") == p.TokenKey, p.Token.First("iff") == p.TokenWord, 
		set.First("if") == p.RAlternativesKey, set.First("if!") == p.RAlternatives1, p.RAlternatives3)
	for l := p.Token.Lexer("if iff"); l.Next(); {
		fmt.Printf("%s %q\n", p.Token.RuleName(l.Rule()), l.Text())
	}
}
`
	const want = `true true false <nil> <nil>
true true true true 3
key "if"
 " "
word "iff"
`
	got, err := runEmitted(t, map[string]string{"emitted/p/p.go": code, "emitted/main.go": program})
	if err != nil || got != want {
		t.Errorf("%v, got\n%s, want\n%s", err, got, want)
	}
}

// runEmitted compiles and runs the program of emitted/main.go, as if the files were in this folder.
func runEmitted(t *testing.T, files map[string]string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for name, text := range files {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(here, filepath.FromSlash(name))] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", "-overlay", file, "./emitted").CombinedOutput()
	return string(out), err
}

// A generated package names the layout of its tables. It does not compile against engines with
// another layout.
func TestStalePackagesDoNotCompile(t *testing.T) {
	code := packageOf(t, compile(t, "a = 1*DIGIT\r\n", build.Options{}), Options{})
	const program = "package main\n\nimport \"github.com/irilex/iri/build/emit/emitted/p\"\n" +
		"\nfunc main() { println(p.A.Valid(\"12\")) }\n"
	fresh := fmt.Sprintf("tables.Layout%d", machine.Layout)
	for _, layout := range []string{fresh, "tables.Layout8", fmt.Sprintf("tables.Layout%d", machine.Layout+1)} {
		text := strings.Replace(code, fresh, layout, 1)
		out, err := runEmitted(t, map[string]string{"emitted/p/p.go": text, "emitted/main.go": program})
		if layout == fresh {
			if err != nil || out != "true\n" {
				t.Errorf("%s: %v\n%s", layout, err, out)
			}
		} else if err == nil || !strings.Contains(out, "undefined: "+layout) {
			t.Errorf("%s compiles, or it is not said why not: %v\n%s", layout, err, out)
		}
	}
}

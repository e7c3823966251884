package emit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// generateOnce returns the generated files, for tests that only read them. If few tests are run,
// places are found for only some packages' tables.
var generateOnce = sync.OnceValues(func() ([]File, error) { return generateSome(testkit.OneIn(2, 1), "rfc8259") })

// generateSome is [Generate] if all is true. Otherwise it finds places only for the named grammars.
// The tables of the other grammars are bare, and the paths of their files end in the constant bare.
func generateSome(all bool, names ...string) ([]File, error) {
	if all {
		return Generate(context.Background())
	}
	without := map[string]bool{}
	files, err := generate(func(b build.Bundled) (*build.Grammar, error) {
		places := slices.Contains(names, b.Name)
		if !places {
			without[path.Join("tables", b.Package(), b.Package()+"_gen.go")] = true
		}
		opt := build.Options{Name: b.Name, Dialect: b.Dialect, Limits: b.Limits(), Places: places}
		return build.Compile(context.Background(), b.Source(), opt)
	})
	for i := range files {
		if without[files[i].Path] {
			files[i].Path += bare
		}
	}
	return files, err
}

const bare = " with bare tables"

// An error in a grammar stops the generation.
func TestGenerateStops(t *testing.T) {
	broken := errors.New("broken")
	files, err := generate(func(build.Bundled) (*build.Grammar, error) { return nil, broken })
	if files != nil || !errors.Is(err, broken) {
		t.Errorf("%d files, %v", len(files), err)
	}
}

var tableSize = regexp.MustCompile(`, \d+ bytes;`)

// withoutTables removes the parts of a package that depend on the places of its tables: their sizes
// and their bytes.
func withoutTables(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "\t\""):
		case strings.Contains(line, " bytes;"):
			b.WriteString(tableSize.ReplaceAllString(line, ""))
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestGeneratedFilesAreFresh compiles the bundled grammars in memory, and compares the generated
// files with those in the module. For bare tables it compares everything but the bytes.
func TestGeneratedFilesAreFresh(t *testing.T) {
	files, err := generateOnce()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name, isBare := strings.CutSuffix(f.Path, bare)
		data, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		if err != nil {
			t.Errorf("%v: go generate ./... writes it", err)
			continue
		}
		have, want := string(data), string(f.Data)
		if isBare {
			have, want = withoutTables(have), withoutTables(want)
		}
		if diff := firstDifference(have, want); diff != "" {
			t.Errorf("%s is stale, go generate ./... writes it anew; %s", name, diff)
		}
	}
	if want := len(build.BundledGrammars()) + 3; len(files) != want {
		t.Errorf("%d files are generated, not %d", len(files), want)
	}
	if firstDifference("a\nb\n", "a\nc\n") == "" {
		t.Error("a difference is not seen")
	}
}

// firstDifference returns the first lines that differ between two texts, or "" if the texts are
// equal.
func firstDifference(have, want string) string {
	h, w := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range max(len(h), len(w)) {
		a, b := "", ""
		if i < len(h) {
			a = h[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b || i >= len(h) || i >= len(w) {
			return fmt.Sprintf("line %d:", i+1) + "\n-" + a + "\n+" + b
		}
	}
	return ""
}

// TestGenerateTwice generates everything twice and requires identical text. It catches output that
// depends on map iteration order. The second run finds places for all tables only with -long.
func TestGenerateTwice(t *testing.T) {
	testkit.SkipSlow(t)
	first, err := generateOnce()
	if err != nil {
		t.Fatal(err)
	}
	second, err := generateSome(testkit.Long())
	if err != nil {
		t.Fatal(err)
	}
	for i := range first {
		one, two := string(first[i].Data), string(second[i].Data)
		if first[i].Path+bare == second[i].Path {
			one, two = withoutTables(one), withoutTables(two)
		} else if first[i].Path != second[i].Path {
			t.Errorf("%s is %s in the next run", first[i].Path, second[i].Path)
		}
		if one != two {
			t.Errorf("%s differs from one run to the next", first[i].Path)
		}
	}
}

// generated is the regular expression that Go tools use to recognize generated files (see go help
// generate).
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func TestGeneratedHeader(t *testing.T) {
	testkit.SkipSlow(t)
	files, err := generateOnce()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		first, _, _ := strings.Cut(string(f.Data), "\n")
		if !generated.MatchString(first) {
			t.Errorf("%s begins with %q", f.Path, first)
		}
		if root, err := filepath.Abs(filepath.Join("..", "..")); err != nil || strings.Contains(string(f.Data), root) {
			t.Errorf("%s names a place of this machine", f.Path)
		}
	}
}

// compile compiles a document and fails the test if it has errors.
func compile(t *testing.T, text string, opt build.Options) *build.Grammar {
	t.Helper()
	opt.Name = "x"
	g, err := build.Compile(t.Context(), syntax.NewSource("x", text), opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// packageOf returns the text of package p.
func packageOf(t *testing.T, g *build.Grammar, opt Options) string {
	t.Helper()
	opt.Package, opt.Doc, opt.Command = "p", "X", "c"
	data, err := Package(g, opt)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Names that differ only in case are distinguished, and each of their rules has its own Go name.
func TestNamesAlike(t *testing.T) {
	g := compile(t, "n ::= 'a'\nN ::= 'b'\nba_se ::= 'c'\nBA-SE ::= 'd'\nother ::= 'e'\n",
		build.Options{Dialect: syntax.W3C})
	text := packageOf(t, g, Options{})
	from := strings.Index(text, "// Lookup")
	const want = `// Lookup returns the rule with that name, in any letter case and with "-" or "_"; names that
// differ only in that must match exactly.
func Lookup(name string) (rule tables.Rule, ok bool) {
	switch name {
	case "n":
		return N2, true
	case "N":
		return N, true
	case "ba_se":
		return BaSe, true
	case "BA-SE":
		return BASE, true
	}
	switch tables.FoldName(name) {
	case "other":
		return Other, true
	}
	return "", false
}
`
	if got := text[from : from+strings.Index(text[from:], "\n}\n")+3]; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for name, member := range map[string]string{"n": "a", "N": "b", "ba_se": "c", "BA-SE": "d", "OTHER": "e"} {
		if r := g.Rule(name); r == nil || !r.Table.Valid(member) {
			t.Errorf("%s: %v", name, r)
		}
	}
	for _, name := range []string{"Ba-Se", "BA_SE", "x"} {
		if r := g.Rule(name); r != nil {
			t.Errorf("%s: %s", name, r.Name)
		}
	}
}

// A rule with the name of a function gets another name, and a rule without a Go name is refused.
func TestNamesOfFunctions(t *testing.T) {
	g := compile(t, "lookup = %x61\nnames = %x62\nalternatives = %x63\nnames-rule = %x64\n", build.Options{})
	text := packageOf(t, g, Options{})
	for _, id := range []string{"LookupRule", "NamesRule", "AlternativesRule", "NamesRule2"} {
		if !strings.Contains(text, "\nconst "+id+" tables.Rule = ") {
			t.Errorf("there is no %s", id)
		}
	}
	const want = "the rule _ has no valid Go name"
	g = compile(t, "_ ::= 'a'\n", build.Options{Dialect: syntax.W3C})
	if _, err := Package(g, Options{Package: "p"}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestEmit(t *testing.T) {
	for _, tt := range []struct{ name, text, wanted, err string }{
		{"all rules", "a-b = %x61\nc = a-b\n", "", ""},
		{"one rule", "a = %x61\nc = a\n", "c", ""},
		{"a core rule by name", "a = ALPHA\n", "ALPHA", ""},
		{"an unknown rule", "a = %x61\n", "b", "the rule b has no table"},
		{"a recursive rule", "a = %x61\nb = [ \"(\" b \")\" / \"[\" b \"]\" ]\n", "b", "the rule b has no table"},
		{"no rule at all", "b = [ \"(\" b \")\" / \"[\" b \"]\" ]\n", "", "no rule in the grammar x has a table"},
		{"two rules of one name", "a-b = %x61\naB = %x61\n", "", ""},
		{"a taken name, not chosen", "a = %x61\nnames = %x61\n", "a", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var wanted []string
			if tt.wanted != "" {
				wanted = []string{tt.wanted}
			}
			src := syntax.NewSource("x.abnf", tt.text)
			g, _ := build.Compile(t.Context(), src, build.Options{Name: "x", Rules: wanted})
			data, err := Package(g, Options{Package: "p", Doc: "x", Command: "c", Rules: wanted})
			if tt.err == "" && (err != nil || !strings.Contains(string(data), "const ")) {
				t.Errorf("%v\n%s", err, data)
			}
			if tt.err != "" && (err == nil || err.Error() != tt.err) {
				t.Errorf("got %v, want %s", err, tt.err)
			}
		})
	}
}

// The package comment describes the rules correctly.
func TestEmitExtent(t *testing.T) {
	const text = "a = DIGIT\nb = a\n"
	for _, tt := range []struct {
		name, text string
		rules      []string
		want       string
	}{
		{"all", text, nil, "a table for every rule of X"},
		{"all by name", text, []string{"B", "a"}, "a table for every rule of X"},
		{"all and a core rule", text, []string{"a", "b", "DIGIT"}, "a table for every rule of X"},
		{"some", text, []string{"a"}, "tables for rules of X"},
		{"one is recursive", text + "c = \"(\" c \")\" / \"[\" c \"]\" / \"\"\n", nil, "tables for rules of X"},
		{"one is not read", text + "c = \"\n", nil, "tables for rules of X"},
		{"one is lost", text + "c = lost\n", nil, "tables for rules of X"},
	} {
		g, _ := build.Compile(t.Context(), syntax.NewSource("x.abnf", tt.text), build.Options{Name: "x", Rules: tt.rules})
		data, err := Package(g, Options{Package: "p", Doc: "X", Command: "c", Rules: tt.rules})
		if err != nil || !strings.Contains(string(data), "// Package p provides "+tt.want+".\n") {
			t.Errorf("%s: no %q (%v) in\n%.300s", tt.name, tt.want, err, data)
		}
	}
}

// The text and the name of a document remain inside the comment that quotes them, and are visible
// there.
func TestEmitPrintable(t *testing.T) {
	text := "a = \"x\" ; é\tb \u202E c \uFEFF d \xFF e \u200B f\x01 \u00A0\n  ; \u2028\n  / \"y\"\n"
	g, err := build.Compile(t.Context(), syntax.NewSource("x\nvar evil = 1 // \u202E.abnf", text),
		build.Options{Name: "x"})
	if err != nil {
		t.Fatal(err)
	}
	data, err := Package(g, Options{Package: "p", Doc: "the\nfile \u202E", Command: "c \u202E"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"//\ta = \"x\" ; é\tb \\u{202E} c \\u{FEFF} d \\x{FF} e \\u{200B} f\\u{1} \\u{A0}\n",
		"//\t  ; \\u{2028}\n",
		"// From x\\u{A}var evil = 1 // \\u{202E}.abnf, SHA-256 ",
		"a table for every rule of the\\u{A}file \\u{202E}.\n",
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %q in\n%q", want, data)
		}
	}
	for _, c := range string(data) {
		if c != '\n' && c != '\t' && !strconv.IsPrint(c) {
			t.Errorf("%U is in the source", c)
		}
	}
}

// Constants hold the bytes of a table, in lines of printable ASCII.
func TestEmittedTextIsTheBytes(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	var e emitter
	e.text(string(all))
	var got []byte
	lines := strings.Split(e.String(), " +\n\t")[1:]
	for _, line := range lines {
		text, err := strconv.Unquote(line)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, text...)
	}
	if string(got) != string(all) || len(lines) != 4 || strings.ContainsFunc(e.String(),
		func(r rune) bool { return r != '\n' && r != '\t' && (r < ' ' || r > '~') }) {
		t.Errorf("%q", e.String())
	}
}

// The package contains everything if and only if the options name no rule, set or alternatives.
func TestEverythingIsAskedForByNothing(t *testing.T) {
	names := [][]string{nil, {"a"}, {"a", "b"}}
	for _, rules := range names {
		for _, sets := range names {
			for _, alternatives := range names {
				o := Options{Rules: rules, Alternatives: alternatives}
				for range sets {
					o.Sets = append(o.Sets, build.DeclaredSet{})
				}
				if got, want := o.everything(), len(rules)+len(sets)+len(alternatives) == 0; got != want {
					t.Errorf("%d rules, %d sets, %d alternatives: %v", len(rules), len(sets), len(alternatives), got)
				}
			}
		}
	}
}

// The package comment names a rule if the package has rules, and a set if it has sets.
func TestEmitExample(t *testing.T) {
	g := compile(t, "a = DIGIT\r\nb = a\r\n", build.Options{})
	rule, set := "such as A.Valid(s).", "such as [S], has the methods of [tables.Set]."
	sets := []build.DeclaredSet{{Name: "s", Rules: []string{"a"}}}
	for _, tt := range []struct {
		opt       Options
		extent    string
		has, lack []string
	}{
		{Options{Rules: []string{"a"}}, "tables for rules", []string{rule}, []string{set}},
		{Options{Sets: sets}, "sets of rules", []string{set}, []string{rule}},
		{Options{Rules: []string{"a"}, Sets: sets}, "tables for rules", []string{rule, set}, nil},
	} {
		text := packageOf(t, g, tt.opt)
		for _, want := range append(tt.has, "// Package p provides "+tt.extent+" of X.\n") {
			if !strings.Contains(text, want) {
				t.Errorf("%+v: no %q in\n%.500s", tt.opt, want, text)
			}
		}
		for _, unwanted := range tt.lack {
			if strings.Contains(text, unwanted) {
				t.Errorf("%+v: %q in\n%.500s", tt.opt, unwanted, text)
			}
		}
	}
}

// The package comment gives the number of approximations. The comment of an approximation gives its
// kind, and the comment of a table mentions PEG semantics.
func TestEmitApproximations(t *testing.T) {
	src := syntax.NewSource("x.abnf", "list = \"(\" *list \")\"\nword = \"a\"\ntop = list word\n")
	for _, tt := range []struct {
		opt  build.Options
		want []string
	}{
		{build.Options{Recursion: build.Recursion{Exactness: tables.Superset}}, []string{
			"// Tables of recursive rules (2 here) are approximations, as their names show.\n",
			"is a superset of the rule list. It matches every member, and other strings too:\n"}},
		{build.Options{Recursion: build.Recursion{Exactness: tables.Subset, Depth: 2}}, []string{
			"// Tables of recursive rules (2 here) are approximations, as their names show.\n",
			"is a subset of the rule list. It matches the members with at most 2 nested references\n// to list:\n"}},
		{build.Options{}, []string{"// List is the rule list:\n"}},
		{build.Options{Semantics: build.PEG, Rules: []string{"word"}},
			[]string{"; exact, read with PEG semantics; language "}},
	} {
		tt.opt.Name = "x"
		g, err := build.Compile(t.Context(), src, tt.opt)
		if err != nil && tt.opt.Semantics != build.PEG { // with PEG semantics list has no table
			t.Fatal(err)
		}
		text := packageOf(t, g, Options{Rules: tt.opt.Rules})
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%+v: the text lacks %q:\n%.2000s", tt.opt, want, text)
			}
		}
		if tt.opt.Recursion == (build.Recursion{}) && strings.Contains(text, "approximations") {
			t.Errorf("%+v has approximations", tt.opt)
		}
	}
}

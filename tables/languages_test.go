package tables_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/tables"
)

// languagesFile contains one line for each shipped rule; see languagesHead.
const languagesFile = "languages.txt"

const languagesHead = `# The language of every rule that ships: the SHA-256 of its minimal DFA over bytes, in canonical
# form. Two rules match the same strings exactly if these are equal, however the tables are packed;
# "iri rules --json" shows them too.
#
# Languages are what is promised to users. A line that changes, comes or goes needs a note in
# CHANGELOG.md, which names the rule and the first 12 digits, or a grammar that is new:
# go test . -run TestChangeLog. To rewrite this file: IRI_UPDATE=1 go test ./tables -run TestLanguages
`

// withRegions lists the bundled grammars with rules that have the shape of a hierarchical
// identifier.
var withRegions = []string{"rfc3987", "rfc3986", "rfc2396", "xri30"}

// compiledBundles compiles each bundled grammar once, when it is first used. The rules get regions.
// Few of them get places, because searching for the places of all shipped rules takes ten seconds.
var compiledBundles = func() map[string]func() (*build.Grammar, error) {
	grammars := map[string]func() (*build.Grammar, error){}
	for _, b := range build.BundledGrammars() {
		grammars[b.Name] = sync.OnceValues(func() (*build.Grammar, error) {
			opt := build.Options{Name: b.Name, Dialect: b.Dialect, Limits: b.Limits()}
			if b.Name == "ntriples" || slices.Contains(withRegions, b.Name) { // a set is made from ntriples
				opt.Places, opt.Limits.Tuning = true, 20_000_000
			}
			return build.Compile(context.Background(), b.Source(), opt)
		})
	}
	return grammars
}()

func bundledGrammar(t testing.TB, name string) *build.Grammar {
	t.Helper()
	g, err := compiledBundles[name]()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestLanguages compares the languages of the unpacked shipped tables, and those of the freshly
// compiled grammars, with the list.
func TestLanguages(t *testing.T) {
	shipped := map[string]string{}
	var text strings.Builder
	text.WriteString(languagesHead)
	for _, b := range build.BundledGrammars() {
		p, ok := bundled.Find(b.Name)
		if !ok {
			t.Fatalf("the grammar %s has no package here", b.Name)
		}
		for _, name := range p.Names() {
			if rule, ok := p.Lookup(name); ok {
				id := b.Name + "#" + name
				shipped[id] = languageHash(t, rule)
				fmt.Fprintf(&text, "%-40s %s\n", id, shipped[id])
			}
		}
	}
	if len(shipped) < 100 {
		t.Fatalf("only %d rules", len(shipped))
	}
	if golden.Updating() {
		if err := os.WriteFile(languagesFile, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	listed, err := os.ReadFile(languagesFile)
	if err != nil {
		t.Fatal(err)
	}
	want := readLanguages(t, string(listed))
	for _, difference := range languagesDiffer(want, shipped) {
		t.Errorf("%s, say the tables", difference)
	}
	for _, difference := range languagesDiffer(want, compiledLanguages(t)) {
		t.Errorf("%s, says the grammar", difference)
	}
	if t.Failed() {
		t.Log("if the languages were to change: IRI_UPDATE=1 go test ./tables -run TestLanguages")
	} else if string(listed) != text.String() {
		t.Errorf(
			"%s is not as it would be written: the order or the comment differs; write it again with IRI_UPDATE=1",
			languagesFile)
	}
	t.Logf("%d rules", len(want))
}

// languageHash unpacks a table, checks that it is minimal and canonical (otherwise its hash would
// be meaningless), and hashes it.
func languageHash(t *testing.T, r tables.Rule) string {
	t.Helper()
	m := machineOf(t, r)
	if err := m.Verify(); err != nil {
		t.Errorf("%s#%s: %v", r.Grammar(), r.Name(), err)
	}
	if m.Hash() != r.Hash() {
		t.Errorf("%s#%s says that its language is %x", r.Grammar(), r.Name(), r.Hash())
	}
	return fmt.Sprintf("%x", m.Hash())
}

// compiledLanguages returns the languages of the rules that the grammars define, without the core
// rules that they merely use.
func compiledLanguages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, b := range build.BundledGrammars() {
		for _, r := range bundledGrammar(t, b.Name).Rules {
			if r.Table != "" && !r.Core {
				all[b.Name+"#"+r.Name] = languageHash(t, r.Table)
			}
		}
	}
	return all
}

// readLanguages reads lines that each contain a rule and its hash.
func readLanguages(t *testing.T, text string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fields := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "#"):
		case len(fields) != 2 || len(fields[1]) != 64 || all[fields[0]] != "":
			t.Fatalf("%s:%d: a line is a rule and 64 digits, every rule once: %q", languagesFile, i+1, line)
		default:
			all[fields[0]] = fields[1]
		}
	}
	return all
}

// languagesDiffer returns the changed, added and removed rules, sorted by name.
func languagesDiffer(listed, now map[string]string) (differences []string) {
	names := slices.AppendSeq(slices.Collect(maps.Keys(listed)), maps.Keys(now))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		was, is := cmp.Or(listed[name], "none"), cmp.Or(now[name], "none")
		switch {
		case was == is:
		case was == "none":
			differences = append(differences, fmt.Sprintf("%s is new: its language is %.12s", name, is))
		case is == "none":
			differences = append(differences, fmt.Sprintf("%s is gone: its language was %.12s", name, was))
		default:
			differences = append(differences, fmt.Sprintf("%s has another language: %.12s, not %.12s", name, is, was))
		}
	}
	return differences
}

// languagesDiffer reports rules whose language changed, and added and removed rules. It does not
// report rules that are merely written or packed differently.
func TestLanguagesThatDiffer(t *testing.T) {
	languages := func(text string) map[string]string {
		g, err := build.Compile(context.Background(), syntax.NewSource("test.abnf", text), build.Options{Name: "test"})
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, r := range g.Rules {
			all[r.Name] = languageHash(t, r.Table)
		}
		return all
	}
	was := languages("a = \"x\" / \"y\"\nb = 1*%x61-7A\nc = [\"z\"]\n")
	for _, c := range []struct{ text, want string }{
		{"a = %s\"x\" / %s\"Y\" / \"y\" / %x58\nb = %x61-7A *%x61-7A\nc = *1\"z\"\n", ""},
		{"a = \"x\"\nb = 1*%x61-7A\nc = [\"z\"]\n", "a has another language"},
		{"a = \"x\" / \"y\"\nb = 1*%x61-7A\n", "c is gone"},
		{"a = \"x\" / \"y\"\nb = 1*%x61-7A\nc = [\"z\"]\nd = \"\"\n", "d is new"},
	} {
		got := languagesDiffer(was, languages(c.text))
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], c.want)) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

package syntax

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/irilex/iri/build/shared"
)

// readFile reads a document in the dialect that [Detect] finds.
func readFile(t *testing.T, file string) (*Grammar, *List) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, _ := Detect(string(text))
	return Read(NewSource(filepath.Base(file), string(text)), d)
}

func TestSeeds(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		dialect Dialect
		rules   int
		last    string
		codes   string
	}{
		{"seeds/000*.txt", ABNF, 42, "IRI-reference", "1:4 prose-skipped note"},
		{"seeds/002*.txt", RFC822, 40, "digit", ""},
		// All on one line: by the letter, the first comment swallows the rest.
		{"seeds/003*.txt", ABNF, 11, "ipath", ""},
	} {
		g, l := readFile(t, shared.Glob(t, tt.pattern)[0])
		if got := codes(l); got != tt.codes || g.Dialect != tt.dialect || len(g.Rules) != tt.rules {
			t.Errorf("%s: %s, %d rules, %s", tt.pattern, g.Dialect, len(g.Rules), got)
		}
		if last := g.Rules[len(g.Rules)-1].Name; last != tt.last {
			t.Errorf("%s: the last rule is %s", tt.pattern, last)
		}
	}
}

// The documents with errors hold blocks of program text between lines of "!!!". What
// stands before the first such block is fine.
func TestSharedGrammars(t *testing.T) {
	const clean = -1
	firstError := map[string]int{
		"ex_abnf-RFC3261.abnf": 34,
		"ex_abnf-RFC4566.abnf": 15,
		"ex_abnf-RFC5322.abnf": 45,
	}
	rules := map[string]int{
		"node-abnf-jid.abnf": 26, // 20 rules are indented by six columns, 6 are not
		"aas-rfc2396.abnf":   40, "declaresub-rfc9110.abnf": 142, "node-abnf-email.abnf": 144,
		"ex_abnf-bad_line_endings.abnf": 7, "ex_abnf-RFC3966.abnf": 44, "node-abnf-json.abnf": 30,
	}
	for _, file := range shared.Glob(t, "grammars/*.abnf") {
		name := filepath.Base(file)
		g, l := readFile(t, file)
		want, found := firstError[name]
		if !found {
			want = clean
		}
		got := clean
		for _, d := range slices.Backward(l.Items) {
			if d.Severity != Note {
				got = l.Source.Position(d.Pos).Line
			}
		}
		if got != want || g.Dialect != ABNF {
			t.Errorf("%s: %s, first diagnostic in line %d, want %d: %v", name, g.Dialect, got, want, l)
		}
		if n, found := rules[name]; found && len(g.Rules) != n {
			t.Errorf("%s: %d rules, want %d", name, len(g.Rules), n)
		}
	}
}

package fuzz

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/fuzz/internal/certificate"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// FuzzCertifyNotations is FuzzCertifyRule for random grammars in ISO EBNF and classic BNF.
func FuzzCertifyNotations(f *testing.F) {
	addChoices(f, testkit.Few(200), 11)
	f.Fuzz(func(t *testing.T, input []byte) {
		for _, n := range []certificate.Notation{certificate.ISO, certificate.BNF} {
			w := notationWriter{grammarWriter: grammarWriter{choices: input}, iso: n == certificate.ISO}
			if certifyText(t, w.grammar(), n) == 0 {
				t.Skip("no rule within the limits")
			}
		}
	})
}

// TestCertifyPublished certifies the tables of published grammars in ISO EBNF and classic BNF,
// including those of recursive rules.
func TestCertifyPublished(t *testing.T) {
	for _, c := range []struct {
		notation certificate.Notation
		folder   string
	}{
		{certificate.ISO, "../build/testdata/published/*.iso-ebnf"},
		{certificate.BNF, "../build/testdata/published/*.bnf"},
	} {
		files, err := filepath.Glob(c.folder)
		if err != nil || len(files) < 3 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			if certifyText(t, testkit.ReadFile(t, file), c.notation) == 0 {
				t.Errorf("%s: no table", file)
			}
		}
	}
	for file, more := range map[string]string{ // definitions that the document lacks
		"kgt-expr":       "INTEGER = 'i';",
		"kgt-expr-minus": "INTEGER = 'i';",
		"kgt-json":       "char = 'c'; hex = 'h'; digit = '0' | '1'; digit 1-9 = '1';",
		"kgt-iso-ebnf":   "",
	} {
		text := shared.Read(t, "documents", file+".iso-ebnf")
		text, _, _ = strings.Cut(text, "(*\n\tThe third part") // which defines some rules again
		prose := strings.NewReplacer("? ISO 6429 character ", `"`, " ?", `"`)
		if certifyText(t, prose.Replace(text)+more, certificate.ISO) == 0 {
			t.Errorf("%s: no table", file)
		}
	}
	_, semver, _ := strings.Cut(shared.Read(t, "documents", "semver.md"), "```\n<")
	semver, _, _ = strings.Cut("<"+semver, "```")
	if n := certifyText(t, semver, certificate.BNF); n != 20 {
		t.Errorf("semver: %d tables", n)
	}
}

// certifyText certifies the tables of a document that both readers must accept.
func certifyText(t *testing.T, text string, n certificate.Notation) int {
	t.Helper()
	g, err := build.Compile(context.Background(), syntax.NewSource("fuzz", text),
		build.Options{Name: "fuzz", Dialect: notations[n], Limits: small})
	if g == nil || g.Diagnostics.Errors() > 0 {
		t.Fatalf("%v\n%s", err, text)
	}
	own, err := certificate.Read(text, n)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return certify(t, g, own, text)
}

// A notationWriter writes a random grammar in ISO EBNF or classic BNF. A rule refers only to later
// rules.
type notationWriter struct {
	grammarWriter
	iso bool
}

func (w *notationWriter) grammar() string {
	for w.rule = rulesOfGrammar - 1; w.rule >= 0; w.rule-- {
		if w.iso {
			fmt.Fprintf(w, "rule %d = ", w.rule)
			w.list(2)
			w.WriteString([]string{" ;\n", ".", ";(* x = 'y'; *)"}[w.pick(3)])
			continue
		}
		fmt.Fprintf(w, "<rule %d> ::=", w.rule)
		w.list(0)
		w.WriteString([]string{"\n", "\n; <x> ::=\n", " "}[w.pick(3)])
	}
	return w.String()
}

// list writes one to three alternatives of one to three items.
func (w *notationWriter) list(depth int) {
	comma := " "
	if w.iso {
		comma = " , "
	}
	for i := range 1 + w.pick(3) {
		if i > 0 {
			w.WriteString(" | ")
		}
		for i := range 1 + w.pick(3) {
			if i > 0 {
				w.WriteString(comma)
			}
			w.item(depth)
			if w.iso && w.pick(4) == 3 {
				w.WriteString(" - ")
				w.item(depth)
			}
		}
	}
}

func (w *notationWriter) item(depth int) {
	if w.iso && w.pick(4) == 3 {
		fmt.Fprintf(w, "%d * ", w.pick(4))
	}
	switch kind := w.pick(8); {
	case depth > 0 && kind > 3:
		b := []string{"( )", "[ ]", "{ }", "(/ /)", "(: :)"}[w.pick(5)]
		open, end, _ := strings.Cut(b, " ")
		w.WriteString(open + " ")
		w.list(depth - 1)
		w.WriteString(" " + end)
	case kind > 1 && w.rule+1 < rulesOfGrammar:
		name := fmt.Sprintf("rule %d", w.rule+1+w.pick(rulesOfGrammar-w.rule-1))
		if !w.iso {
			name = "<" + name + ">"
		}
		w.WriteString(name)
	default:
		w.WriteString([]string{`"a"`, `'b'`, `"ab"`, `""`, `'"'`, `"é"`, `"A"`, "'|'"}[w.pick(8)])
	}
}

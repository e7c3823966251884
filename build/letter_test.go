package build

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/golden"
)

// Handwritten documents, each for one remark or error. The golden file contains the dialect, one
// line per rule with its language or the reason why it has no table, and the diagnostics. Comments
// select options. "imports: NAME=FILE#RULE …" names bundled grammars and documents in the same
// folder. "rules: NAME …" compiles only these rules. "semantics: peg" applies PEG semantics.
func TestLetter(t *testing.T) {
	files, err := filepath.Glob("testdata/letter/*.*")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(file, filepath.Ext(file))
		if strings.HasSuffix(file, ".golden") {
			continue
		}
		if known[name] {
			t.Errorf("two documents are called %s", name)
		}
		known[name] = true
		t.Run(filepath.Base(file), func(t *testing.T) { golden.Compare(t, name+".golden", letterReport(t, file)) })
	}
	if n := len(known); n < 60 {
		t.Errorf("%d documents, fewer than 60", n)
	}
}

// letterReport compiles a document and reports the results.
func letterReport(t *testing.T, file string) string {
	src := sourceOf(t, file)
	dialect, why := notation.Detect(src.Text)
	opt := Options{Name: "letter", Dialect: dialect, Places: true, Imports: letterImports(t, src.Text),
		Rules: letterOption(src.Text, "rules: ")}
	opt.Limits = DefaultLimits()
	opt.Limits.Automata.Subsets = 30_000
	if len(letterOption(src.Text, "semantics: ")) > 0 {
		opt.Semantics = PEG
	}
	g, _ := Compile(t.Context(), src, opt)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", dialect, why)
	for _, name := range opt.Rules {
		if r, err := g.Find(name); err != nil {
			fmt.Fprintf(&b, "asked for %s: %v\n", name, err)
		} else {
			fmt.Fprintf(&b, "asked for %s: %s\n", name, r.Name)
		}
	}
	for _, r := range g.Rules {
		switch {
		case !r.Own():
		case r.Table == "":
			fmt.Fprintf(&b, "%s: no table: %s\n", r.Name, r.Reason())
		default:
			exactness, _ := r.Table.Exactness()
			fmt.Fprintf(&b, "%s: %s %s\n", r.Name, exactness, letterLanguage(g, r))
		}
	}
	b.WriteString("\n")
	for _, d := range g.Diagnostics.Items {
		if d.Severity > syntax.Note ||
			!strings.Contains(" line-end final-line-end unused-rule same-language ", " "+d.Code+" ") {
			fmt.Fprintf(&b, "%s [%s] %s\n", d.Severity, d.Code, g.Diagnostics.Format(d))
		}
	}
	if g.Elsewhere > 0 {
		fmt.Fprintf(&b, "errors elsewhere: %d\n", g.Elsewhere)
	}
	return b.String()
}

// letterLanguage writes the language of a rule as a regular expression; if there is none, as W3C
// EBNF; failing that, as the hash of the language.
func letterLanguage(g *Grammar, r *Rule) string {
	if expression, err := g.Regexp(context.Background(), r.Name, RE2); err == nil {
		return expression
	}
	const most = 40 // ranges; too few for many states. Octets in a row are not code points
	if r.made().DFA == nil {
		return fmt.Sprintf("with calls of %s, %d states, hash %.8x",
			r.made().Calls.Rule.Name, r.Table.States(), r.Table.Hash())
	}
	if d := r.made().DFA; d.Live() > 100 || d.Live() > 2 && d.Step(d.Start(), 0x80) != automaton.Dead {
		return fmt.Sprintf("%d states, hash %.8x", r.Table.States(), r.Table.Hash())
	}
	if e, err := automaton.Express(r.made().DFA, most, maxNesting, g.automata.Meter); err == nil && e != nil {
		return notation.FormatExpr(expr(e, 0), syntax.W3C)
	}
	return fmt.Sprintf("%d states, hash %.8x", r.Table.States(), r.Table.Hash())
}

// letterOption returns the words of the comments that begin with a key.
func letterOption(text, key string) (words []string) {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, ";#/* "), key); ok {
			rest, _, _ = strings.Cut(rest, "*/")
			words = append(words, strings.Fields(rest)...)
		}
	}
	return words
}

// letterImports returns the imports of a document.
func letterImports(t *testing.T, text string) (imports []Import) {
	for _, word := range letterOption(text, "imports: ") {
		name, file, named := strings.Cut(word, "=")
		if !named {
			name, file = "", word
		}
		file, rule, _ := strings.Cut(file, "#")
		i := Import{Name: name, Rule: rule}
		if b, ok := FindBundled(file); ok {
			i.Source, i.Options = b.Source(), b.Import().Options
		} else {
			i.Source = sourceOf(t, filepath.Join("testdata/letter", file))
			i.Options = Options{Name: strings.TrimSuffix(file, filepath.Ext(file))}
			i.Options.Dialect, _ = notation.Detect(i.Source.Text)
		}
		imports = append(imports, i)
	}
	return imports
}

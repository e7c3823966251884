package build

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/golden"
)

// Documents by the letter, made by hand: each shows one thing that a document may say or do wrong. Its
// golden file has the dialect that it is read in, a line for each rule, with its language or the reason
// why it has no table, and the diagnostics. A first line "imports: NAME=FILE#RULE …" in a comment names
// documents beside it.
func TestLetter(t *testing.T) {
	files, err := filepath.Glob("testdata/letter/*.*")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		if strings.HasSuffix(file, ".golden") {
			continue
		}
		n++
		t.Run(filepath.Base(file), func(t *testing.T) {
			golden.Compare(t, strings.TrimSuffix(file, filepath.Ext(file))+".golden", letterReport(t, file))
		})
	}
	if n < 60 {
		t.Errorf("%d documents, fewer than 60", n)
	}
}

// letterReport compiles a document, and says what became of it.
func letterReport(t *testing.T, file string) string {
	src := letterSource(t, file)
	dialect, why := syntax.Detect(src.Text)
	g, _ := Compile(t.Context(), src, Options{Name: "letter", Dialect: dialect, Imports: letterImports(t, src.Text)})
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", dialect, why)
	for _, r := range g.Rules {
		switch {
		case !r.Own():
		case r.Table == "":
			fmt.Fprintf(&b, "%s: no table: %s\n", r.Name, r.Reason())
		default:
			exactness, _ := r.Table.Exactness()
			expression, err := g.Regexp(r.Name)
			if err != nil {
				expression = fmt.Sprintf("%d states", r.Table.States())
			}
			fmt.Fprintf(&b, "%s: %s %s\n", r.Name, exactness, expression)
		}
	}
	b.WriteString("\n")
	for _, d := range g.Diagnostics.Items {
		if d.Severity > syntax.Note || !strings.Contains(" line-end final-line-end unused-rule same-language ", " "+d.Code+" ") {
			fmt.Fprintf(&b, "%s [%s] %s\n", d.Severity, d.Code, g.Diagnostics.Format(d))
		}
	}
	return b.String()
}

func letterSource(t *testing.T, file string) *syntax.Source {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return syntax.NewSource(filepath.Base(file), string(text))
}

// letterImports reads the line of a document that begins with "imports:".
func letterImports(t *testing.T, text string) (imports []Import) {
	for line := range strings.Lines(text) {
		_, words, ok := strings.Cut(line, "imports: ")
		if !ok {
			continue
		}
		for _, word := range strings.Fields(words) {
			name, file, named := strings.Cut(word, "=")
			if !named {
				name, file = "", word
			}
			file, rule, _ := strings.Cut(file, "#")
			i := Import{Name: name, Rule: rule}
			if b, ok := FindBundled(file); ok {
				i.Source, i.Options = b.Source(), b.Import().Options
			} else {
				i.Source = letterSource(t, filepath.Join("testdata/letter", file))
				i.Options = Options{Name: strings.TrimSuffix(file, filepath.Ext(file))}
				i.Options.Dialect, _ = syntax.Detect(i.Source.Text)
			}
			imports = append(imports, i)
		}
	}
	return imports
}

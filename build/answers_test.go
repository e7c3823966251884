package build

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/extract"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
)

// TestAnswers lists the start rules of the shared documents without a verdict: the first rules, and
// those to which no other rule refers. A parser answers for each start rule, whether it has a table
// or not, unless a definition that it reaches is missing or could not be read.
func TestAnswers(t *testing.T) {
	var b strings.Builder
	for _, file := range slices.Concat(shared.Glob(t, "documents/*"), shared.Glob(t, "grammars/*")) {
		src := sourceOf(t, file)
		if src.Name == "README.md" {
			continue
		}
		if found := extract.Extract(src); found != nil {
			src = found.Source
		}
		dialect, _ := notation.Detect(src.Text)
		opt := Options{Name: src.Name, Dialect: dialect, Rules: []string{"no rule"}} // parsers need no tables
		g, _ := compileSource(context.Background(), src, opt)
		starts, without := 0, ""
		for i, r := range g.Rules {
			if !r.Own() || i > 0 && r.names.Referred {
				continue
			}
			starts++
			if _, err := g.Parser(r.Name, 1); err != nil {
				_, reason, _ := strings.Cut(err.Error(), " has no parser: ")
				without += fmt.Sprintf("  %s: %s\n", r.Name, reason)
			}
		}
		n := strings.Count(without, "\n")
		fmt.Fprintf(&b, "%s: %d start rules, %d without an answer\n%s", src.Name, starts, n, without)
		if starts == 0 {
			t.Errorf("%s has no rules", src.Name)
		}
	}
	golden.Compare(t, "testdata/answers.golden", b.String())
}

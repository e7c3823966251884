package build

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/golden"
)

// Each document in testdata is compiled, and the results of all stages are compared with its golden
// file: the dumps in stage order, then the diagnostics.
func TestGolden(t *testing.T) {
	for _, pattern := range []string{"testdata/*bnf", "testdata/*.treetop", "testdata/*.aparse"} {
		golden.Documents(t, pattern, func(t *testing.T, name, text string) string {
			return stages(t, syntax.NewSource(name, text))
		})
	}
}

// stages compiles a document in the dialect given by its file name, and returns all dumps.
func stages(t *testing.T, src *syntax.Source) string {
	var b strings.Builder
	opt := Options{Name: strings.TrimSuffix(src.Name, filepath.Ext(src.Name)), Places: true}
	opt.Dialect = map[string]syntax.Dialect{
		".abnf": syntax.ABNF, ".bnf": syntax.RFC822, ".ebnf": syntax.W3C, ".treetop": syntax.Treetop,
		".aparse": syntax.AParse,
	}[filepath.Ext(src.Name)]
	opt.Dump = func(stage, rule string, write func(io.Writer) error) {
		fmt.Fprintf(&b, "-- %s\n", strings.TrimSpace(stage+" "+rule))
		if err := write(&b); err != nil {
			t.Error(err)
		}
	}
	g, list := compileSource(context.Background(), src, opt)
	b.WriteString("-- diagnostics\n" + diagnostics(list))
	for _, r := range g.Rules {
		if r.Err != nil {
			fmt.Fprintf(&b, "%v\n", r.Err)
		}
	}
	return b.String()
}

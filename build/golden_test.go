package build

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// Each document in testdata is compiled, and what every stage made of it is compared with
// its golden file: the dumps in the order of the stages, then the diagnostics.
func TestGolden(t *testing.T) {
	documents, err := filepath.Glob("testdata/*bnf")
	if err != nil || len(documents) == 0 {
		t.Fatal("no documents in testdata", err)
	}
	for _, document := range documents {
		t.Run(filepath.Base(document), func(t *testing.T) {
			text, err := os.ReadFile(document)
			if err != nil {
				t.Fatal(err)
			}
			got := stages(t, syntax.NewSource(filepath.Base(document), string(text)))
			golden := strings.TrimSuffix(document, filepath.Ext(document)) + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// stages compiles a document in the dialect that its name says and returns all dumps.
func stages(t *testing.T, src *syntax.Source) string {
	var b strings.Builder
	opt := Options{Name: strings.TrimSuffix(src.Name, filepath.Ext(src.Name))}
	if strings.HasSuffix(src.Name, ".bnf") {
		opt.Dialect = syntax.RFC822
	}
	opt.Dump = func(stage, rule string, write func(io.Writer) error) {
		fmt.Fprintf(&b, "-- %s\n", strings.TrimSpace(stage+" "+rule))
		if err := write(&b); err != nil {
			t.Error(err)
		}
	}
	g, list := Compile(context.Background(), src, opt)
	b.WriteString("-- diagnostics\n" + diagnostics(list))
	for _, r := range g.Rules {
		if r.Err != nil {
			fmt.Fprintf(&b, "%v\n", r.Err)
		}
	}
	return b.String()
}

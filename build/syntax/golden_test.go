package syntax

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// Each document in testdata is read in the dialect that [Detect] finds, and compared with
// its golden file: the dump, an empty line, the diagnostics.
func TestGolden(t *testing.T) {
	documents, err := filepath.Glob("testdata/*.abnf")
	if err != nil || len(documents) == 0 {
		t.Fatal("no documents in testdata", err)
	}
	for _, document := range documents {
		t.Run(filepath.Base(document), func(t *testing.T) {
			text, err := os.ReadFile(document)
			if err != nil {
				t.Fatal(err)
			}
			got := report(t, NewSource(filepath.Base(document), string(text)))
			golden := strings.TrimSuffix(document, ".abnf") + ".golden"
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

func report(t *testing.T, src *Source) string {
	d, why := Detect(src.Text)
	g, l := Read(src, d)
	var b strings.Builder
	b.WriteString("# " + d.String() + ": " + why + "\n" + dump(t, g) + "\n\n")
	for _, item := range l.Items {
		b.WriteString(item.Severity.String() + " " + item.Code + " " + l.Format(item) + "\n")
	}
	return b.String()
}

package notation

import (
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/golden"
)

// Each document in testdata is read in the dialect that [Detect] finds and compared with its golden
// file: the dump, an empty line, and the diagnostics.
func TestGolden(t *testing.T) {
	for _, d := range syntax.Dialects() {
		if d == syntax.W3C || d == syntax.RFC822 || len(documents(t, d)) == 0 { // see TestEBNFGolden
			continue
		}
		golden.Documents(t, "testdata/*"+d.Endings()[0], func(t *testing.T, name, text string) string {
			return report(t, syntax.NewSource(name, text))
		})
	}
}

func report(t *testing.T, src *syntax.Source) string {
	d, why := Detect(src.Text)
	g, l := Read(src, d)
	return "# " + d.String() + ": " + why + "\n" + dump(t, g) + "\n\n" + diagnostics(l)
}

package build

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// The work for a document grows in proportion to its length: twice the length takes less than three
// times the memory, measured by allocation. Quadratic work would take four times as much.
func TestWorkIsInProportion(t *testing.T) {
	for _, test := range []struct {
		name, line string
		compiled   func(rules int) int
	}{
		{"a chain of classes", "r%d = r%d / \"x\"\n", func(rules int) int { return rules + 1 }},
		{"undefined names", "a%d = undefined%d\n", func(int) int { return 1 }},
	} {
		allocated := func(rules int) uint64 {
			var text strings.Builder
			for i := range rules {
				fmt.Fprintf(&text, test.line, i, i+1)
			}
			source := syntax.NewSource("g.abnf", fmt.Sprintf("%sr%d = \"y\"\n", &text, rules))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			g, list := compileSource(t.Context(), source, Options{Lint: true})
			runtime.ReadMemStats(&after)
			if n := len(compiled(g)); n != test.compiled(rules) || list.Errors() != rules+1-n {
				t.Errorf("%s: of %d rules %d are compiled: %v", test.name, rules+1, n, list.Err())
			}
			return after.TotalAlloc - before.TotalAlloc
		}
		if once, twice := allocated(testkit.Few(2_000)), allocated(testkit.Few(4_000)); twice > 3*once {
			t.Errorf("%s: %d bytes, and %d for twice the length", test.name, once, twice)
		}
	}
}

package build

import (
	"testing"

	"github.com/irilex/iri/automaton"
)

// BenchmarkHottest ranks all rules of RFC 3987.
func BenchmarkHottest(b *testing.B) {
	g := bundled(b, "rfc3987")
	for b.Loop() {
		g.tuning = automaton.NewMeter(b.Context(), automaton.DefaultLimits())
		for _, r := range compiled(g) {
			m, err := r.Table.Machine()
			if err != nil {
				b.Fatal(err)
			}
			measure(m, nil, g.training(r)).hottest(14)
		}
	}
}

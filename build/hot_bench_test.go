package build

import "testing"

// BenchmarkHottest ranks all rules of RFC 3987.
func BenchmarkHottest(b *testing.B) {
	g := bundled(b, "rfc3987")
	for b.Loop() {
		g.sampleSteps = 0
		for _, r := range compiled(g) {
			m, err := r.Table.Machine()
			if err != nil {
				b.Fatal(err)
			}
			measure(m, nil, g.training(r)).hottest(14)
		}
	}
}

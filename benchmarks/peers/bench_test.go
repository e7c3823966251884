package peers

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/benchmarks/measure"
)

// BenchmarkOurs times the functions of iri and tables and reports in the format that benchstat
// reads. An operation is one pass over a corpus.
func BenchmarkOurs(b *testing.B) {
	for _, p := range slices.Concat(GoPeers(), BatchPeers()) {
		if !IsServed(p.Name) && !strings.HasPrefix(p.Name, "tables.Batch") {
			continue
		}
		for _, kind := range measure.Kinds() {
			b.Run(strings.ReplaceAll(p.Name, " ", "_")+"/"+kind, func(b *testing.B) {
				c, err := measure.Generate(kind, 20_000)
				if err != nil {
					b.Fatal(err)
				}
				asked, err := p.Open(c.Asked)
				if err != nil {
					b.Fatal(err)
				}
				pass := func() {}
				switch asked := asked.(type) {
				case measure.ByLine:
					pass = func() { asked.Count(c.Lines) }
				case *ourBatch:
					pass = asked.of(c).pass
				}
				b.SetBytes(int64(c.Bytes))
				b.ReportAllocs()
				for b.Loop() {
					pass()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.Lines)), "ns/line")
			})
		}
	}
}

package peers

import (
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/measure"
)

// The benchmarks of the functions of iri and tables, for benchstat; the command compares them with
// other peers. An operation is a pass over a corpus. The figure to compare is ns/line.

const benchLines = 20_000

func benchmark(b *testing.B, valid, validReference func(string) bool) {
	for _, kind := range measure.Kinds() {
		b.Run("corpus="+kind, func(b *testing.B) {
			c, err := measure.Generate(kind, benchLines)
			if err != nil {
				b.Fatal(err)
			}
			count := measure.ByLine(valid).Count
			if c.Asked == measure.IsReference {
				count = measure.ByLine(validReference).Count
			}
			b.SetBytes(int64(c.Bytes))
			b.ReportAllocs()
			for b.Loop() {
				count(c.Lines)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.Lines)), "ns/line")
		})
	}
}

func BenchmarkValid(b *testing.B) { benchmark(b, iri.Valid, iri.ValidReference) }

func BenchmarkParse(b *testing.B) { benchmark(b, parse, parseReference) }

func BenchmarkParseComponents(b *testing.B) { benchmark(b, access, accessReference) }

func BenchmarkParseAuthority(b *testing.B) { benchmark(b, accessAuthority, accessAuthorityReference) }

// BenchmarkBatch measures the ways of tables.Batch, on one core.
func BenchmarkBatch(b *testing.B) {
	for _, p := range BatchPeers() {
		for _, kind := range measure.Kinds() {
			_, way, _ := strings.Cut(p.Name, ", ")
			b.Run("way="+strings.ReplaceAll(way, " ", "_")+"/corpus="+kind, func(b *testing.B) {
				c, err := measure.Generate(kind, benchLines)
				if err != nil {
					b.Fatal(err)
				}
				asked, err := p.Open(c.Asked)
				if err != nil {
					b.Fatal(err)
				}
				pass := asked.(*ourBatch).of(c).pass
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

package rdf_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
)

// minRatio is the minimum ratio required in BenchmarkReader after minRounds rounds. With fewer
// rounds, the minimum times vary too much.
const minRatio, minRounds = 1.0, 5

// BenchmarkReader reads 50 MB of N-Triples from memory, decodes all escapes and validates all IRIs,
// and reports its rate as a multiple of the lexer's (ratio). read-ratio is the same figure without
// validation. All times are minima over interleaved rounds.
func BenchmarkReader(b *testing.B) {
	text := corpus.NTriples(50_000_000)
	read := func(r *rdf.Reader) (n int) {
		r.Reset(bytes.NewReader(text))
		for {
			if _, err := r.Read(); err == io.EOF {
				return n
			} else if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	checking, reading := rdf.NewReader(nil, rdf.NTriples), rdf.NewReader(nil, rdf.NTriples)
	reading.IRI = ""
	statements, tokens := 0, 0
	engines := []func(){
		func() {
			tokens = 0
			for l := ntriples.Token.LexerBytes(text); l.Next(); tokens++ {
				if l.Rule() == tables.NoRule {
					b.Fatal("no token")
				}
			}
		},
		func() { statements = read(checking) },
		func() { read(reading) },
	}
	best := make([]time.Duration, len(engines))
	rounds := 0
	for ; b.Loop(); rounds++ {
		for i, engine := range engines {
			begin := time.Now()
			engine()
			if took := time.Since(begin); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	ratio := float64(best[0]) / float64(best[1])
	if ratio < minRatio && rounds >= minRounds {
		b.Errorf("N-Triples are read at %.2f of the rate of the lexer alone; at least %v is promised", ratio, minRatio)
	}
	b.ReportMetric(ratio, "ratio")
	b.ReportMetric(float64(best[0])/float64(best[2]), "read-ratio")
	b.ReportMetric(float64(best[1].Nanoseconds())/float64(statements), "ns/statement")
	b.ReportMetric(float64(best[0].Nanoseconds())/float64(tokens), "ns/token")
	b.ReportMetric(float64(len(text))/float64(best[1].Nanoseconds()), "GB/s")
}

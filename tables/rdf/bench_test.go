package rdf_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rdf"
)

// leastRatio is the least that BenchmarkReader must reach in as many rounds: minima of fewer say little.
const leastRatio, leastRounds = 0.6, 5

// BenchmarkReader reads N-Triples of 50 MB from memory, with every escape taken out and every IRI
// checked, and reports how fast that is compared with the lexer alone on the same bytes (ratio).
// read-ratio is the same without the check. All are the minima of rounds that take turns.
func BenchmarkReader(b *testing.B) {
	text := nTriples(50_000_000)
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
	if ratio < leastRatio && rounds >= leastRounds {
		b.Errorf("N-Triples are read at %.2f of the rate of the lexer alone; at least %v is promised", ratio, leastRatio)
	}
	b.ReportMetric(ratio, "ratio")
	b.ReportMetric(float64(best[0])/float64(best[2]), "read-ratio")
	b.ReportMetric(float64(best[1].Nanoseconds())/float64(statements), "ns/statement")
	b.ReportMetric(float64(best[0].Nanoseconds())/float64(tokens), "ns/token")
	b.ReportMetric(float64(len(text))/float64(best[1].Nanoseconds()), "GB/s")
}

// nTriples returns about n bytes of N-Triples such as dumps of knowledge graphs have: IRIs of a few
// namespaces, some of them beyond ASCII, blank nodes, and literals with language tags, data types and escapes.
func nTriples(n int) []byte {
	r := rand.New(rand.NewPCG(1, 100))
	var b bytes.Buffer
	for b.Len() < n {
		subject(&b, r)
		fmt.Fprintf(&b, " <http://xmlns.example.com/vocabulary/1.0/property%d> ", r.IntN(40))
		object(&b, r)
		b.WriteString(" .\n")
	}
	return b.Bytes()
}

func subject(b *bytes.Buffer, r *rand.Rand) {
	switch r.IntN(20) {
	case 0, 1:
		fmt.Fprintf(b, "_:b%x", r.Uint32())
	case 2, 3:
		fmt.Fprintf(b, "<http://ja.example.org/resource/日本語_%d>", r.IntN(100000))
	case 4:
		fmt.Fprintf(b, `<http://de.example.org/resource/Stra\u00DFe_%d>`, r.IntN(1000))
	default:
		fmt.Fprintf(b, "<http://www.example.org/%s/%d/item-%x>", [...]string{"person", "place", "work"}[r.IntN(3)], r.IntN(1000), r.Uint32())
	}
}

func object(b *bytes.Buffer, r *rand.Rand) {
	switch r.IntN(10) {
	case 0, 1:
		fmt.Fprintf(b, `"A label of medium length, number %d"@en`, r.IntN(100000))
	case 2:
		fmt.Fprintf(b, `"引き割り納豆 %d"@ja`, r.IntN(1000))
	case 3:
		fmt.Fprintf(b, `"%d"^^<http://www.w3.org/2001/XMLSchema#integer>`, r.IntN(100000))
	case 4:
		fmt.Fprintf(b, `"a \"quoted\" word\nand a line"`)
	default:
		subject(b, r)
	}
}

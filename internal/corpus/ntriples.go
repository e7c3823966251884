package corpus

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// NTriples returns about n bytes of N-Triples, similar to dumps of knowledge graphs: IRIs of a few
// namespaces, some of them beyond ASCII, blank nodes, and literals with language tags, data types
// and escapes.
func NTriples(n int) []byte {
	r := rand.New(rand.NewPCG(1, 100))
	var b bytes.Buffer
	for b.Len() < n {
		appendSubject(&b, r)
		fmt.Fprintf(&b, " <http://xmlns.example.com/vocabulary/1.0/property%d> ", r.IntN(40))
		appendObject(&b, r)
		b.WriteString(" .\n")
	}
	return b.Bytes()
}

func appendSubject(b *bytes.Buffer, r *rand.Rand) {
	switch r.IntN(20) {
	case 0, 1:
		fmt.Fprintf(b, "_:b%x", r.Uint32())
	case 2, 3:
		fmt.Fprintf(b, "<http://ja.example.org/resource/日本語_%d>", r.IntN(100000))
	case 4:
		fmt.Fprintf(b, `<http://de.example.org/resource/Stra\u00DFe_%d>`, r.IntN(1000))
	default:
		kind := [...]string{"person", "place", "work"}[r.IntN(3)]
		fmt.Fprintf(b, "<http://www.example.org/%s/%d/item-%x>", kind, r.IntN(1000), r.Uint32())
	}
}

func appendObject(b *bytes.Buffer, r *rand.Rand) {
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
		appendSubject(b, r)
	}
}

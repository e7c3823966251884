package differences

import (
	"math/rand/v2"

	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/sampler"
	"github.com/irilex/iri/tables/machine"
)

// A Generator generates strings for parsers in chunks. A chunk depends only on its number and size,
// so it can be regenerated, and only one chunk is in memory at a time.
//
// Out of 100 strings, about 25 match a rule and are drawn from its automaton; 30 are such strings
// with one edit; 15 are hard inputs with one edit; 20 are lines from corpora, half of them edited;
// and 10 consist of random bytes. The first chunk starts with the hard inputs, unchanged.
type Generator struct {
	hard     []string
	samplers []*sampler.Sampler
	pools    [][]string // the lines of each corpus with short lines
	long     []string   // lines of a few kilobytes, used for 2 in 1,000 strings
}

// NewGenerator returns a generator with the given hard inputs. It draws rule members from the
// machines' automata.
func NewGenerator(hard []string, machines ...*machine.Machine) *Generator {
	g := &Generator{hard: hard}
	for _, m := range machines {
		g.samplers = append(g.samplers, sampler.New(m))
	}
	for _, kind := range corpus.Kinds() {
		switch kind {
		case "data":
			g.long = corpus.Lines(kind, 100)
		default:
			g.pools = append(g.pools, corpus.Lines(kind, 5000))
		}
	}
	return g
}

// Chunk returns a chunk with the given number of strings. Chunks are numbered from 0, and the
// number seeds the random generator.
func (g *Generator) Chunk(number, size int) []string {
	r := rand.New(rand.NewPCG(uint64(number), 3987))
	strings := make([]string, 0, size)
	if number == 0 {
		strings = append(strings, g.hard[:min(size, len(g.hard))]...)
	}
	for len(strings) < size {
		strings = append(strings, string(g.draw(r)))
	}
	return strings
}

func (g *Generator) draw(r *rand.Rand) []byte {
	switch n := r.IntN(1000); {
	case n < 250:
		return g.member(r)
	case n < 550:
		return edit(r, g.member(r))
	case n < 700 && len(g.hard) > 0:
		return edit(r, []byte(some(r, g.hard)))
	case n < 799:
		return []byte(some(r, some(r, g.pools)))
	case n < 898:
		return edit(r, []byte(some(r, some(r, g.pools))))
	case n < 899:
		return []byte(some(r, g.long))
	case n < 900:
		return edit(r, []byte(some(r, g.long)))
	}
	return noise(r)
}

func (g *Generator) member(r *rand.Rand) []byte {
	length := r.IntN(20)
	if r.IntN(16) == 0 {
		length *= 10
	}
	return some(r, g.samplers).Draw(r, length, nil)
}

func some[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// delimiters are the bytes that edit and noise insert more often than others: delimiters, and bytes
// with a special meaning in some component, such as the "v" of IPvFuture.
const delimiters = ":/?#[]@%.v1afG"

// edit returns a copy of s with one change: a byte or code point is inserted or replaces a byte, or
// a byte is removed. Sometimes it changes nothing.
func edit(r *rand.Rand, s []byte) []byte {
	at := r.IntN(len(s) + 1)
	end := min(at+r.IntN(2), len(s))
	edited := append([]byte(nil), s[:at]...)
	switch r.IntN(4) {
	case 0:
		edited = append(edited, byte(r.IntN(256)))
	case 1:
		edited = append(edited, delimiters[r.IntN(len(delimiters))])
	case 2:
		edited = append(edited, string(rune(r.IntN(0x110000)))...)
	}
	return append(edited, s[end:]...)
}

// noise returns up to 24 random bytes, about half of them delimiters.
func noise(r *rand.Rand) []byte {
	s := make([]byte, r.IntN(25))
	for i := range s {
		s[i] = byte(r.IntN(256))
		if r.IntN(2) == 0 {
			s[i] = delimiters[r.IntN(len(delimiters))]
		}
	}
	return s
}

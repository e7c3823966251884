package tables_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/tables"
)

// BenchmarkBatch reports how many times as fast as the naive loop a batch is on one core:
// from a newline buffer to verdicts, to the places of bad lines and to a count, from a list
// to verdicts; and what a loop of Valid gives. As BenchmarkPlain it takes minima of rounds
// that take turns. Give it rounds: -benchtime=100x.
func BenchmarkBatch(b *testing.B) {
	for _, name := range []string{"urls", "iris", "nonascii", "bad"} {
		b.Run(name, func(b *testing.B) {
			list := batchCorpus(b, name)
			text := []byte(strings.Join(list, "\n") + "\n")
			rule := bundledRule(b, "rfc3987", "IRI")
			slow := newNaive(machineOf(b, rule))
			batch := tables.NewBatch(rule)
			batch.Workers = 1
			verdicts, spans := make([]bool, 0, len(list)), make([]tables.Span, 0, len(list))
			each := func(valid func(string) bool) func() {
				return func() {
					verdicts = verdicts[:0]
					for _, s := range list {
						verdicts = append(verdicts, valid(s))
					}
				}
			}
			ways := []struct {
				name string
				do   func()
			}{
				{"naive", each(slow.valid)},
				{"Valid", each(rule.Valid)},
				{"lines", func() { verdicts = batch.AppendValidLines(verdicts[:0], text) }},
				{"list", func() { verdicts = batch.AppendValid(verdicts[:0], list) }},
				{"invalid", func() { spans = batch.AppendInvalidLines(spans[:0], text) }},
				{"count", func() { batch.CountLines(text) }},
			}
			best := make([]time.Duration, len(ways))
			for b.Loop() {
				for i, way := range ways {
					begin := time.Now()
					way.do()
					if took := time.Since(begin); best[i] == 0 || took < best[i] {
						best[i] = took
					}
				}
			}
			for i, way := range ways {
				if i > 0 {
					b.ReportMetric(float64(best[0])/float64(best[i]), way.name+"-ratio")
				}
			}
			b.ReportMetric(float64(best[2].Nanoseconds())/float64(len(list)), "ns/line")
		})
	}
}

// batchCorpus returns the lines of a shared corpus, of non-ASCII text, or with an error in most of them.
func batchCorpus(b *testing.B, name string) (list []string) {
	switch name {
	case "nonascii":
		return nonASCII(20_000)
	case "bad":
		r := seeded(9)
		for _, line := range corpus(b, "urls.txt") {
			line := mutate(r, []byte(line))
			list = append(list, string(bytes.ReplaceAll(line, []byte("\n"), []byte(" "))))
		}
		return list
	}
	return corpus(b, name+".txt")
}

// nonASCII returns IRIs of which most bytes are not ASCII.
func nonASCII(n int) (list []string) {
	r := seeded(10)
	scripts := [][2]rune{{0x3B1, 0x3C9}, {0x430, 0x44F}, {0x5D0, 0x5EA}, {0x905, 0x939}, {0x3042, 0x3093}, {0x4E00, 0x9FA5}, {0xAC00, 0xD7A3}, {0x10330, 0x1034A}}
	for range n {
		var s strings.Builder
		script := scripts[r.IntN(len(scripts))]
		word := func() {
			for range 3 + r.IntN(9) {
				s.WriteRune(script[0] + rune(r.IntN(int(script[1]-script[0])+1)))
			}
		}
		s.WriteString("https://")
		word()
		s.WriteString(".example")
		for range 1 + r.IntN(4) {
			s.WriteByte('/')
			word()
		}
		if r.IntN(3) == 0 {
			s.WriteString("?q=")
			word()
		}
		list = append(list, s.String())
	}
	return list
}

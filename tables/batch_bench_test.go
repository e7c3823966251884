package tables_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	ours "github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/tables"
)

// BenchmarkBatch reports the speed of a batch on one core as a multiple of the naive loop's speed:
// from lines to verdicts, the spans of invalid lines, and a count; and from a list to verdicts. It
// also reports the speed of a loop over Valid. Like BenchmarkPlain, it takes the minima of
// interleaved rounds. Run it with -benchtime=100x.
func BenchmarkBatch(b *testing.B) {
	for _, name := range []string{"urls", "iris", "nonascii", "references", "data", "invalid"} {
		b.Run(name, func(b *testing.B) {
			list := batchCorpus(b, name)
			text := []byte(strings.Join(list, "\n") + "\n")
			rule := bundledRule(b, "rfc3987", "IRI")
			if name == "references" {
				rule = bundledRule(b, "rfc3987", "IRI-reference")
			}
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
				{"split", func() { // a loop over the lines of a text
					verdicts = verdicts[:0]
					for rest := text; len(rest) > 0; {
						line, more, _ := bytes.Cut(rest, []byte{'\n'})
						verdicts, rest = append(verdicts, rule.ValidBytes(line)), more
					}
				}},
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
			b.ReportMetric(float64(best[3].Nanoseconds())/float64(len(list)), "ns/line")
		})
	}
}

// batchCorpus returns the lines of a shared corpus or of a generated one.
func batchCorpus(b *testing.B, name string) []string {
	if name == "urls" || name == "iris" {
		return corpus(b, name+".txt")
	}
	return ours.Lines(name, map[string]int{"nonascii": 20_000, "invalid": 30_000, "references": 30_000, "data": 500}[name])
}

// BenchmarkBatchTogether compares a batch on all cores, for 100 MB, with as many single-worker
// processes that share the same text, using the minima of interleaved rounds. The ratio is the
// processes' time divided by the batch's, so the batch is faster if it exceeds 1. Run it with
// -benchtime=20x.
func BenchmarkBatchTogether(b *testing.B) {
	cores := runtime.GOMAXPROCS(0)
	text := batchText(largeText)
	batch := tables.NewBatch(bundledRule(b, "rfc3987", "IRI"))
	verdicts := make([]bool, 0, bytes.Count(text, []byte("\n")))
	spans := []tables.Span{}
	servants := make([]*servant, cores)
	for i := range servants {
		servants[i] = newServant(b, largeText/cores)
	}
	ways := []struct {
		name string
		what string // the request to the other processes
		do   func()
	}{
		{"lines", "v", func() { verdicts = batch.AppendValidLines(verdicts[:0], text) }},
		{"invalid", "i", func() { spans = batch.AppendInvalidLines(spans[:0], text) }},
		{"count", "c", func() { batch.CountLines(text) }},
	}
	best := make([][2]time.Duration, len(ways))
	took := func(least *time.Duration, do func()) {
		begin := time.Now()
		do()
		if took := time.Since(begin); *least == 0 || took < *least {
			*least = took
		}
	}
	for b.Loop() {
		for i, way := range ways {
			took(&best[i][0], way.do)
			took(&best[i][1], func() {
				for _, s := range servants {
					s.begin(b, way.what)
				}
				for _, s := range servants {
					s.wait(b)
				}
			})
		}
	}
	for i, way := range ways {
		b.ReportMetric(float64(best[i][1])/float64(best[i][0]), way.name+"-ratio")
		b.ReportMetric(float64(len(text))/float64(best[i][0].Nanoseconds()), way.name+"-GB/s")
	}
}

const largeText = 100 << 20

// batchText returns n bytes of lines, both ASCII and non-ASCII.
func batchText(n int) []byte {
	var some []byte
	for i, s := range ours.Lines("nonascii", 20_000) {
		some = append(append(some, s...), '\n')
		for j := range 3 {
			some = fmt.Appendf(some, "https://www.example.org/%d/articles/of-the-day?page=%d\n", i, j)
		}
	}
	text := bytes.Repeat(some, n/len(some)+1)[:n]
	text[n-1] = '\n'
	return text
}

// A servant is another process that runs on one core.
type servant struct {
	in  io.Writer
	out *bufio.Reader
}

const isServant = "IRI_BATCH_SERVANT"

func newServant(b *testing.B, n int) *servant {
	cmd := exec.Command(os.Args[0], "-test.run=^TestBatchServant$")
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", isServant, n), "GOMAXPROCS=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			b.Error(err)
		}
	})
	s := &servant{in, bufio.NewReader(out)}
	s.wait(b) // its text is ready
	return s
}

func (s *servant) begin(b *testing.B, what string) {
	if _, err := io.WriteString(s.in, what); err != nil {
		b.Fatal(err)
	}
}

func (s *servant) wait(b *testing.B) {
	if answer, err := s.out.ReadString('\n'); err != nil || answer != "done\n" {
		b.Fatal(answer, err)
	}
}

// TestBatchServant runs as the other process.
func TestBatchServant(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv(isServant))
	if err != nil {
		t.Skip("for BenchmarkBatchTogether")
	}
	text := batchText(n)
	batch := tables.NewBatch(bundledRule(t, "rfc3987", "IRI"))
	batch.Workers = 1
	verdicts := make([]bool, 0, bytes.Count(text, []byte("\n")))
	spans := []tables.Span{}
	for what := []byte{0}; ; {
		fmt.Println("done")
		if _, err := os.Stdin.Read(what); err != nil {
			return
		}
		switch what[0] {
		case 'v':
			verdicts = batch.AppendValidLines(verdicts[:0], text)
		case 'i':
			spans = batch.AppendInvalidLines(spans[:0], text)
		case 'c':
			batch.CountLines(text)
		}
	}
}

package report

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
	"github.com/irilex/iri/internal/golden"
)

// someReport has one example of each case in tables.
func someReport() *Report {
	r := &Report{
		Time: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), Command: "go run -C benchmarks . -quick",
		Machine:   "linux/amd64",
		Processor: "a processor", Go: "go1.26", Build: "GOAMD64=v1", Revision: "abc", SIMD: true, Chart: "results.svg",
		Gigahertz: 3, Rounds: 2,
		Corpora: []*measure.Corpus{
			{Name: "urls", Asked: measure.IsIRI, Count: 10, Bytes: 400, Lines: make([]string, 10)},
			{Name: "references", Asked: measure.IsReference, Count: 5, Bytes: 100, Lines: make([]string, 5)},
		},
		Peers: []measure.Peer{
			{Name: "whatever", Language: "C", Version: "1", Standard: "of its own"},
			{Name: "whatwg", Language: "Go", Version: "2", Standard: measure.WHATWG},
			{Name: "slow", Language: "Go", Version: "3", Standard: measure.RFC3987},
			{Name: "broken", Language: "Rust", Version: "4", Standard: measure.RFC3987},
			{Name: "gone", Language: "Java", Standard: measure.RFC3987, Missing: "there is no java here: apt-get install java"},
			{Name: "floor", Language: "Go", Version: "5", Standard: measure.Bound},
			{Name: measure.Ours, Language: "Go", Version: "this", Standard: measure.RFC3987},
			{Name: measure.Ours + peers.Portable, Language: "Go", Version: "this", Standard: measure.RFC3987},
			{Name: peers.TheNaiveLoop, Language: "Go", Version: "6", Standard: measure.Bound},
		},
		Results: []measure.Result{
			{Peer: "whatever", Corpus: "urls", Nanoseconds: 80, Allocs: -1, Accepted: 10},
			{Peer: "whatwg", Corpus: "urls", Nanoseconds: 4000.4, Allocs: 50.25, Accepted: 10, WrongAccepts: 2},
			{Peer: "slow", Corpus: "urls", Nanoseconds: 400, Allocs: 0.001, Accepted: 7, WrongRejects: 1},
			{Peer: "broken", Corpus: "urls", Error: "the child ended"},
			{Peer: "floor", Corpus: "urls", Nanoseconds: 20, Accepted: 10, WrongAccepts: 2},
			{Peer: measure.Ours, Corpus: "urls", Nanoseconds: 40, Accepted: 8},
			{Peer: measure.Ours + peers.Portable, Corpus: "urls", Nanoseconds: 41, Accepted: 8},
			{Peer: peers.TheNaiveLoop, Corpus: "urls", Nanoseconds: 134, Accepted: 8},
			{Peer: measure.Ours, Corpus: "references", Nanoseconds: 25, Accepted: 5},
			{Peer: "slow", Corpus: "references", Nanoseconds: 30, Accepted: 5},
		},
	}
	r.Complete()
	return r
}

func TestTables(t *testing.T) {
	r := someReport()
	for name, write := range map[string]func(*bytes.Buffer) error{
		"report.txt":  func(b *bytes.Buffer) error { return r.Text(b) },
		"report.md":   func(b *bytes.Buffer) error { return r.Markdown(b) },
		"report.json": func(b *bytes.Buffer) error { return r.JSON(b) },
		"list.txt":    func(b *bytes.Buffer) error { return r.List(b) },
	} {
		var b bytes.Buffer
		require.NoError(t, write(&b))
		golden.Compare(t, filepath.Join("testdata", name), b.String())
	}
}

func TestCompleteFollowsFromTheTimes(t *testing.T) {
	r := someReport()
	slow, ok := r.result("slow", "urls")
	require.True(t, ok)
	require.Equal(t, 10.0, slow.Ratio)
	require.Equal(t, 0.1, slow.Gigabytes) // 40 bytes in 400 ns
	require.Equal(t, 30.0, slow.Cycles)   // 10 ns a byte at 3 GHz
	broken, _ := r.result("broken", "urls")
	require.Zero(t, broken.Ratio)
	require.Equal(t, []string{"broken, urls: the child ended"}, r.Errors())
}

func TestChartIsDrawn(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, someReport().SVG(&b))
	for _, text := range []string{"<svg", "iri.Valid (Go)", "whatwg (Go)", "references"} {
		require.Contains(t, b.String(), text)
	}
	rows := 0
	for _, result := range someReport().of(someReport().Corpora[0]) {
		rows += int(measure.Number(result.Gigabytes > 0))
	}
	require.Equal(t, 1+rows, strings.Count(b.String(), `<text x="12"`), "the title and the labels begin at the margin")
}

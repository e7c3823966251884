package report

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
	"github.com/irilex/iri/internal/golden"
)

// someReport contains one example of each case in tables.
func someReport() *Report {
	r := &Report{
		SIMD: true,
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
	measure.Complete(r.Results[:8], r.Corpora[0], 3)
	measure.Complete(r.Results[8:], r.Corpora[1], 3)
	return r
}

func TestTables(t *testing.T) {
	r := someReport()
	var b bytes.Buffer
	require.NoError(t, r.Text(&b))
	golden.Compare(t, filepath.Join("testdata", "report.txt"), b.String())
	b.Reset()
	require.NoError(t, List(&b, r.Peers))
	golden.Compare(t, filepath.Join("testdata", "list.txt"), b.String())
	require.Equal(t, []string{"broken, urls: the child ended"}, r.Errors())
	_, err := r.Section(measure.Section{})
	require.ErrorContains(t, err, "a page has all rows")
}

func TestCompleteFollowsFromTheTimes(t *testing.T) {
	slow, ok := find(someReport().on("urls"), "slow")
	require.True(t, ok)
	require.Equal(t, 10.0, slow.Ratio)
	require.Equal(t, 0.1, slow.Gigabytes) // 40 bytes in 400 ns
	require.Equal(t, 30.0, slow.Cycles)   // 10 ns per byte at 3 GHz
}

// TestHeadlineIsMeasured: the page's Go peers and corpora exist, and the section has a row for each
// peer.
func TestHeadlineIsMeasured(t *testing.T) {
	r := &Report{}
	for _, name := range headline {
		r.Peers = append(r.Peers, measure.Peer{Name: name})
		for i, corpus := range headlineCorpora {
			require.Contains(t, measure.Kinds(), corpus)
			r.Results = append(r.Results, measure.Result{Peer: name, Corpus: corpus, Nanoseconds: float64(i + 1), Ratio: 2,
				WrongAccepts: i, WrongRejects: 1})
		}
	}
	s, err := r.Section(measure.Section{})
	require.NoError(t, err)
	require.Len(t, s.Table.Rows, len(headline))
	require.Equal(t, []string{measure.Ours, "", "", "1.0", "2.00", "2.00", "2.00", "2.00", "2.00", "5"}, s.Table.Rows[0])
	for _, p := range peers.GoPeers() {
		r.Results = append(r.Results, measure.Result{Peer: p.Name})
	}
	for _, name := range []string{"regexp", "net/url.Parse", "fredbi/uri", "iri.Parse"} {
		_, ok := find(r.on(""), name)
		require.True(t, ok, name)
	}
}

package report

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// TestFastest: the shorter of the two times counts, and an error is never treated as a time.
func TestFastest(t *testing.T) {
	results := []measure.Result{{Peer: "a", Nanoseconds: 3}, {Peer: "b", Nanoseconds: 5}, {Peer: "c", Nanoseconds: 1},
		{Peer: "d", Nanoseconds: 6, Accepted: 1}}
	fastest(results,
		[]measure.Result{{Peer: "b", Nanoseconds: 2}, {Peer: "a", Nanoseconds: 4}, {Peer: "c", Error: "wrong"}})
	require.Equal(t,
		[]measure.Result{{Peer: "a", Nanoseconds: 3}, {Peer: "b", Nanoseconds: 2},
			{Peer: "c", Nanoseconds: 1, Error: "wrong"}, {Peer: "d", Nanoseconds: 6, Accepted: 1}}, results)
	_, err := bar{of: "b", to: "c"}.in(results)
	require.ErrorContains(t, err, "wrong")
	_, err = bar{of: "b", to: "e"}.in(results)
	require.ErrorContains(t, err, "e was not measured")
	_, err = bar{of: "b", to: "d", same: true}.in(results)
	require.ErrorContains(t, err, "b finds 0, and d 1")
	m, err := bar{of: "b", to: "a"}.in(results)
	require.NoError(t, err)
	require.InDelta(t, 2.0/3, m.ratio, 1e-9)
}

func TestBarHolds(t *testing.T) {
	for _, test := range []struct {
		bar         bar
		m           measured
		simd, holds bool
	}{
		{bar{portable: 3, simd: 60}, measured{2.39, 0}, false, false},
		{bar{portable: 3, simd: 60}, measured{2.41, 0}, false, true},
		{bar{portable: 3, simd: 60}, measured{47, 0}, true, false},
		{bar{portable: 3, simd: 60}, measured{49, 0}, true, true},
		{bar{portable: 1.6, atMost: true}, measured{1.9, 0}, true, true},
		{bar{portable: 1.6, atMost: true}, measured{2.1, 0}, false, false},
		{bar{portable: 1.6, atMost: true}, measured{0, 0}, false, false},
		{bar{portable: 3, reached: 2}, measured{2.3, 0}, false, false},
		{bar{noAllocs: true}, measured{2, 1}, true, false},
		{bar{noAllocs: true, atMost: true}, measured{2, 0}, true, true},
		{bar{noAllocs: true, portable: 3}, measured{4, 1}, true, false},
	} {
		require.Equal(t, test.holds, test.bar.holds(test.m, test.simd, 0.8), test)
	}
	b := bar{portable: 3, reached: 2}
	require.True(t, b.keeps(measured{2*Slack + 0.1, 0}, true) && !b.keeps(measured{2*Slack - 0.1, 0}, false))
	b = bar{simd: 1, reached: 0.9}
	require.True(t, b.keeps(measured{0.9*Slack + 0.01, 0}, true) && !b.keeps(measured{0.9*Slack - 0.01, 0}, true))
	require.False(t, b.isPromise(false))
	require.Equal(t, "at most 2.00, 0 allocs", bar{portable: 2, atMost: true, noAllocs: true}.promise(true))
}

func TestBars(t *testing.T) {
	b := bar{kind: "urls", simd: 3.3}
	require.True(t, b.isAbout("urls") && b.isAbout("urls.txt") && !b.isAbout("urls.csv"))
	require.False(t, bar{kind: "urls.txt"}.isAbout("urls"))
	for _, b := range bars {
		require.Contains(t, measure.Kinds(), b.generated())
		require.NotZero(t, b.limit(true))
		require.True(t, b.reached == 0 || b.reached < b.portable || b.portable == 0 && b.reached < b.simd,
			"a ratio that was reached is under its bar")
	}
	all, err := validators(1000)
	require.NoError(t, err)
	of := func(kind string) *Subject {
		return all[slices.IndexFunc(all, func(s *Subject) bool { return s.Corpus.Name == kind })]
	}
	urls := of("urls")
	for _, about := range []string{peers.RulePrefix, peers.RuleAdvance, peers.EachPart} {
		b := bars[slices.IndexFunc(bars, func(b bar) bool { return b.to == about })]
		require.Equal(t, "urls.txt", b.kind)
		require.Empty(t, b.skipped(urls, true), about)
	}
	require.Contains(t, bar{simd: 3}.skipped(urls, false), "AVX-512")
	require.Contains(t, bar{simd: 3, of: "oxiri Iri::parse", to: measure.Ours}.skipped(urls, true), "no peer in Go")
	require.True(t, urls.has(peers.TheNaiveLoop) && urls.has("regexp") && !of("iris").has("regexp"))
	for _, line := range of(measure.Short).Corpus.Lines {
		require.LessOrEqual(t, len(line), 63)
	}
}

package report

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// TestFastest: the lesser of both times counts, and an error is never a time.
func TestFastest(t *testing.T) {
	results := []measure.Result{{Peer: "a", Nanoseconds: 3}, {Peer: "b", Nanoseconds: 5}, {Peer: "c", Nanoseconds: 1},
		{Peer: "d", Nanoseconds: 6}}
	fastest(results,
		[]measure.Result{{Peer: "b", Nanoseconds: 2}, {Peer: "a", Nanoseconds: 4}, {Peer: "c", Error: "wrong"}})
	require.Equal(t,
		[]measure.Result{{Peer: "a", Nanoseconds: 3}, {Peer: "b", Nanoseconds: 2},
			{Peer: "c", Nanoseconds: 1, Error: "wrong"}, {Peer: "d", Nanoseconds: 6}}, results)
	_, err := bar{of: "b", to: "c"}.ratio(results)
	require.ErrorContains(t, err, "wrong")
	ratio, err := bar{of: "b", to: "a"}.ratio(results)
	require.NoError(t, err)
	require.InDelta(t, 2.0/3, ratio, 1e-9)
}

func TestBars(t *testing.T) {
	b := bar{portable: 3, simd: 60}
	for _, test := range []struct {
		ratio      float64
		simd, want bool
	}{{2.39, false, false}, {2.41, false, true}, {47, true, false}, {49, true, true}} {
		require.Equal(t, test.want, b.holds(test.ratio, test.simd, 0.8), test)
	}
	b = bar{portable: 1.6, atMost: true}
	require.True(t, b.holds(1.9, true, 0.8), "the bar with SIMD is the same")
	require.False(t, b.holds(2.1, false, 0.8))
	require.False(t, b.holds(0, false, 0.8), "what was not measured holds nothing")
	b = bar{portable: 3, reached: 2}
	require.True(t, b.keeps(2*Slack+0.1, true) && !b.keeps(2*Slack-0.1, false) && !b.holds(2.3, false, 0.8),
		"the bar is the bar, whatever was reached")
	b = bar{simd: 1, reached: 0.9}
	require.True(t, b.keeps(0.9*Slack+0.01, true) && !b.keeps(0.9*Slack-0.01, true) && b.limit(false) == 0,
		"without another bar, with SIMD")
	b = bar{kind: "urls", simd: 3.3}
	require.Zero(t, b.limit(false))
	require.True(t, b.isAbout("urls") && b.isAbout("urls.txt") && !b.isAbout("urls.csv"))
	require.False(t, bar{kind: "urls.txt"}.isAbout("urls"))
	for _, b := range bars {
		require.Contains(t, measure.Kinds(), b.generated())
		require.Contains(t,
			[]string{measure.Ours, peers.RulePrefix, peers.RuleAdvance, peers.RuleCheck, peers.TextVerdicts, peers.TextCount,
				peers.EachPart, "iri.Parse"}, b.to)
		require.NotZero(t, b.limit(true))
		require.True(t, b.reached == 0 || b.reached < b.portable || b.portable == 0 && b.reached < b.simd,
			"a ratio that was reached is under its bar")
	}
	chosen := gatePeers("urls")
	for _, about := range []string{peers.RulePrefix, peers.RuleAdvance, peers.EachPart} {
		b := bars[slices.IndexFunc(bars, func(b bar) bool { return b.to == about })]
		require.Equal(t, "urls.txt", b.kind)
		require.Empty(t, b.skipped(chosen, true), about)
	}
	require.Contains(t, bar{simd: 3}.skipped(chosen, false), "AVX-512")
	require.Contains(t, bar{simd: 3, of: "oxiri Iri::parse", to: measure.Ours}.skipped(chosen, true), "no peer in Go")
	require.Contains(t, names(chosen), peers.TheNaiveLoop)
	require.Contains(t, names(chosen), "regexp")
	require.NotContains(t, names(gatePeers("iris")), "regexp")
	c, err := measure.Generate(measure.Short, 1000)
	require.NoError(t, err)
	for _, line := range c.Lines {
		require.LessOrEqual(t, len(line), 63)
	}
}

func names(peers []measure.Peer) (names []string) {
	for _, p := range peers {
		names = append(names, p.Name)
	}
	return names
}

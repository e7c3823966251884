package peers

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
)

// TestGoPeers runs the real peers. The peers for RFC 3987 must be correct.
func TestGoPeers(t *testing.T) {
	peers := append(GoPeers(), BatchPeers()...)
	for _, kind := range measure.Kinds() {
		c, err := measure.Generate(kind, 100)
		require.NoError(t, err)
		results, err := measure.Run(peers, c, measure.Plan{Rounds: 1, Turn: time.Nanosecond}, &measure.Clock{},
			func(string) {})
		require.NoError(t, err)
		require.Greater(t, len(results), 10)
		for i, p := range peers {
			for _, r := range results {
				if r.Peer != p.Name {
					continue
				}
				require.Empty(t, r.Error, "%s, %s", kind, p.Name)
				if p.Standard == measure.RFC3987 || i == 0 || p.Name == TheNaiveLoop {
					require.Zero(t, r.WrongAccepts+r.WrongRejects, "%s, %s", kind, p.Name)
				}
			}
		}
	}
}

// TestABatchThatIsWrong passes wrong batch results to verdictsOf, and requests the verdicts of a
// counting way from a batch for a different rule.
func TestABatchThatIsWrong(t *testing.T) {
	c := testCorpus(t, "a:", "no", "b:")
	bad := tables.Span{Start: 3, End: 5}
	require.Equal(t, []byte{1, 0, 1}, verdictsOf(c, []tables.Span{bad}))
	require.Equal(t, []byte{1, 1, 1}, verdictsOf(c, []tables.Span{{Start: 3, End: 4}}), "another line")
	c = testCorpus(t, "a:", "no", "b:é", "", "c:")
	counts := &ourBatch{make: func(c *measure.Corpus) way { return textToCount(tables.NewBatch(rfc3986.URI), c) }}
	got, err := counts.Verdicts(c)
	require.NoError(t, err)
	require.Equal(t, []byte{1, 0, 0, 0, 1}, got, "the verdicts are its own")
}

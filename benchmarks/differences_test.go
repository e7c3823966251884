package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/differences"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

func TestAPageHasAllParsers(t *testing.T) {
	t.Chdir(t.TempDir())
	p := peers.Prepared{Parsers: []peers.Foreign{{Language: "Rust", Peers: "oxiri", Missing: "there is no cargo here"}}}
	err := hardInputs(measure.Options{Write: true, Partial: true}, p, io.Discard)
	require.ErrorContains(t, err, "missing: oxiri: there is no cargo here")
	_, err = measure.NewSection("", "abc-dirty")
	require.ErrorContains(t, err, "commit first")
}

// TestDifferentialOfGo is the small run, with the peers in Go. To run the others, use "go run .
// -differential 20000", or 10000000 for the long run.
func TestDifferentialOfGo(t *testing.T) {
	var b strings.Builder
	c, err := compareGenerated(slices.Concat(peers.GoPeers(), peers.BatchPeers()), 20_000)
	require.NoError(t, err)
	require.True(t, c.Report(&b), b.String())
	require.Contains(t, b.String(), "wasilibs/go-re2")
	require.Contains(t, b.String(), "buf.build/go/protovalidate")
	for _, r := range c.Results {
		require.Equal(t, 20_000, r.Strings, r.Name)
	}
}

func TestDifferentialWantsItsPeers(t *testing.T) {
	require.ErrorContains(t, wanted(peers.GoPeers()), "oxiri")
	present := append(peers.GoPeers(), measure.Peer{Name: "fluent-uri, all of them", Missing: "it is called so"})
	require.ErrorContains(t, wanted(present), "fluent-uri")
	for _, name := range required {
		present = append(present, measure.Peer{Name: name + " whatever"})
	}
	require.NoError(t, wanted(present))
}

func TestKnownReasonsAreOfPeers(t *testing.T) {
	known := []string{"Boost.URL", "Jena RFC3986.checkSyntax"} // these two may be missing
	for _, p := range peers.GoPeers() {
		known = append(known, p.Name)
	}
	for _, r := range differences.Known {
		require.Contains(t, known, r.Of)
	}
}

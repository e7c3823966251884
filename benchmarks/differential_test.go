package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/differential"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// TestDifferentialOfGo is the small run, with the engines in Go. The commands for the others are
// "go run . -differential 20000" and, for the long run, the same with 10000000.
func TestDifferentialOfGo(t *testing.T) {
	var b strings.Builder
	c, err := runDifferential(slices.Concat(peers.GoPeers(), peers.BatchPeers()), 20_000, nil)
	require.NoError(t, err)
	require.True(t, c.Report(&b), b.String())
	require.Contains(t, b.String(), "wasilibs/go-re2")
	require.Contains(t, b.String(), "buf.build/go/protovalidate")
	for _, r := range c.Results {
		require.Equal(t, 20_000, r.Strings, r.Name)
	}
}

func TestDifferentialWantsItsEngines(t *testing.T) {
	require.ErrorContains(t, wanted(peers.GoPeers()), "oxiri")
	present := append(peers.GoPeers(), measure.Peer{Name: "fluent-uri, all of them", Missing: "it is called so"})
	require.ErrorContains(t, wanted(present), "fluent-uri")
	for _, name := range required {
		present = append(present, measure.Peer{Name: name + " whatever"})
	}
	require.NoError(t, wanted(present))
}

func TestExplanationsAreOfEngines(t *testing.T) {
	known := []string{"Boost.URL, one call for all", "Jena RFC3986.checkSyntax"} // these two may be missing
	for _, p := range peers.GoPeers() {
		known = append(known, p.Name)
	}
	for _, x := range differential.Explanations {
		require.Contains(t, known, x.Engine)
	}
}

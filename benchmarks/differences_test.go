package main

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/differences"
	"github.com/irilex/iri/benchmarks/peers"
)

func TestThePageStaysWhereParsersAreMissing(t *testing.T) {
	t.Chdir(t.TempDir())
	p := peers.Prepared{Parsers: []peers.Foreign{{Language: "Rust", Peers: "oxiri", Missing: "there is no cargo here"}}}
	err := writeDifferences(p, io.Discard, false)
	require.ErrorContains(t, err, "DIFFERENCES.md stays as it is; -partial")
	require.NoFileExists(t, differencesPage)
}

func TestRecordWantsAnAnswerForEachInput(t *testing.T) {
	short := peers.GoParser("short", "", "rfc3986 URI", nil)
	short.Says = func([]string) ([]differences.Says, error) { return make([]differences.Says, 1), nil }
	_, err := record([]peers.Parser{short}, "", peers.Prepared{})
	require.ErrorContains(t, err, "short: 1 answers about")
	require.True(t, strings.HasPrefix(err.Error(), "short"))
}

package report

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// TestLibrary builds the table with the Go operations. With so few lines, a missed bar is not a
// failure.
func TestLibrary(t *testing.T) {
	o := measure.Options{Lines: 200, Rounds: 1, Turn: time.Microsecond}
	table, _, err := Library(o, peers.Prepared{})
	require.NoError(t, err)
	count := map[string]int{}
	for _, row := range table.Rows {
		count[row[1]]++
	}
	require.Equal(t, map[string]int{netURLResolve: 3, ourNormalize: 2, ourIsNormal: 2, ourEquivalent: 2, ourSchemes: 2,
		ourPolicy: 2, ourFindings: 2, strict: 3, ourLexer: 1}, count)
	_, err = LibrarySection(measure.Section{}, table)
	require.ErrorContains(t, err, oxiriAppend+": it was not measured")
	table.Rows = append(table.Rows, []string{"references", oxiriAppend, ourAppend, "1.00", "", "holds", "0"})
	s, err := LibrarySection(measure.Section{}, table)
	require.NoError(t, err)
	require.Len(t, s.Table.Rows, len(libraryRows))
	require.Regexp(t, `^\d+ of \d+ bars hold\.$`, s.Bars)
}

// TestLibraryFails: the run returns an error if an operation fails or miscounts.
func TestLibraryFails(t *testing.T) {
	c, err := measure.NewCorpus("lines", measure.IsIRI, []string{"a:", "no"})
	require.NoError(t, err)
	s := &Subject{Corpus: c}
	s.add("fails", asking(c.Lines, func(_, _ iri.IRI) bool { return true }))
	s.add("counts", exactly(2, func() int { return 1 }))
	s.add("right", exactly(2, func() int { return 2 }))
	results, err := s.run(measure.Plan{Rounds: 1}, func(string) {})
	require.NoError(t, err)
	require.Contains(t, results[0].Error, "it fails on a line")
	require.Contains(t, results[1].Error, "a wrong count")
	require.Empty(t, results[2].Error)
	_, err = bar{of: "fails", to: "right"}.in(results)
	require.Error(t, err)
}

// TestLibraryFinds: each text contains IRIs to find, and each line for the lexer contains tokens.
func TestLibraryFinds(t *testing.T) {
	subjects, err := librarySubjects(measure.Options{Lines: 200}, nil)
	require.NoError(t, err)
	for _, s := range subjects {
		results, err := s.run(measure.Plan{Rounds: 1, Turn: time.Microsecond}, func(string) {})
		require.NoError(t, err)
		for _, r := range results {
			require.Empty(t, r.Error)
			if s.Corpus.Name != "prose without links" && r.Peer != ourEquivalent && r.Peer != ourFindings {
				require.Positive(t, r.Accepted, "%s: %s", s.Corpus.Name, r.Peer)
			}
		}
	}
}

func TestRelativized(t *testing.T) {
	got := relativized([]string{"http://h/b", "http://h/a", "no IRI", "http://h/b", "http://g/", "urn:a", "http://h/b?q"})
	if want := []string{"http://h/a\tb", "http://h/b\t?q"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

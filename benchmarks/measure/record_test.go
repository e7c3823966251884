package measure

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/internal/golden"
)

// TestPageMatchesRecord compares the page and the chart with the record, and checks that the
// page fits on one screen.
func TestPageMatchesRecord(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", recordFile))
	require.NoError(t, err)
	var r Record
	require.NoError(t, json.Unmarshal(text, &r))
	for file, text := range r.files() {
		golden.Compare(t, filepath.Join("..", file), string(text))
	}
	require.LessOrEqual(t, strings.Count(r.page(), "\n"), 60)
	for _, s := range []Section{r.Validators, r.Library, r.Files} {
		require.NotContains(t, s.Revision, "dirty")
		require.NotEmpty(t, s.Table.Rows)
	}
}

func TestUpdateRecordKeepsOtherSections(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, UpdateRecord(folder, func(r *Record) { r.Library.Bars = "all" }))
	require.NoError(t, UpdateRecord(folder, func(r *Record) {
		require.Equal(t, "all", r.Library.Bars)
		r.Validators.Table = Table{Header: []string{"peer", "language", "claims", "ns", "× a", "× b"}, Left: 3,
			Rows: [][]string{{"p<q", "C", "x", "9", "1.00", "100"}}}
	}))
	chart, err := os.ReadFile(filepath.Join(folder, chartFile))
	require.NoError(t, err)
	for _, text := range []string{"p&lt;q (C)", ">a<", `cx="330"`, `cx="650"`} {
		require.Contains(t, string(chart), text)
	}
	_, err = NewSection("", "abc-dirty")
	require.ErrorContains(t, err, "commit first")
}

func TestTable(t *testing.T) {
	table := Table{Header: []string{"a", "bb", "c"}, Left: 1,
		Rows: [][]string{{"long", "1", "22"}, {"x", "no figures here"}}}
	var b strings.Builder
	require.NoError(t, table.Write(&b))
	require.Equal(t, "a     bb   c\nlong   1  22\nx     no figures here\n", b.String())
	require.Equal(t, "| a | bb | c |\n| --- | --: | --: |\n| long | 1 | 22 |\n| x | no figures here |\n", table.Markdown())
}

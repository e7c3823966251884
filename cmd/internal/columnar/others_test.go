package columnar

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// othersRows is the number of rows in each of the files written by testdata/write.py, except the
// tiny ones.
const othersRows = 60

// others returns the values of a column in row i of these files, computed as in testdata/write.py.
func others(column string, i int) (values []string) {
	url, few := fmt.Sprintf("https://example.org/%d/é?q=%d", i%7, i), fmt.Sprintf("urn:x:%d", i%3)
	switch column {
	case "plain", "delta", "view":
		return []string{url}
	case "binary":
		return []string{strings.ReplaceAll(url, "é", "\xE9")}
	case "delta_length", "large":
		if i%5 > 0 {
			values = []string{url}
		}
	case "dictionary", "category":
		return []string{few}
	case "list", "page.links":
		if i%4 > 1 {
			values = []string{fmt.Sprintf("t:%d-0", i)}
		}
	case "nested":
		values = others("list", i)
		return append(values, values...)
	case "page.url":
		if i%4 > 0 {
			values = []string{url}
		}
	case "map.key":
		return slices.Repeat([]string{few}, i%3)
	case "map.value":
		return slices.Repeat([]string{url}, i%3)
	}
	return values
}

// TestOthers reads files from other writers. The files pyarrow-empty-* contain a row group without
// rows.
func TestOthers(t *testing.T) {
	all := []string{"plain", "delta_length", "delta", "dictionary", "large", "view", "binary", "category", "list",
		"nested",
		"page.url", "page.links", "map.key", "map.value", "nulls"}
	for pattern, columns := range map[string][]string{
		"pyarrow-*.parquet":   all,
		"duckdb.parquet":      {"plain", "delta_length", "dictionary", "list"},
		"polars.parquet":      {"plain", "delta_length", "dictionary", "list"},
		"fastparquet.parquet": {"plain", "delta_length", "dictionary"},
	} {
		files, err := filepath.Glob(filepath.Join("testdata", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no file %s: %v", pattern, err)
		}
		for _, name := range files {
			file, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, column := range columns {
				var want []string
				for i := range othersRows {
					for _, text := range others(column, i) {
						want = append(want, fmt.Sprint(i+1, " ", column, " ", text, " false"))
					}
				}
				want = append(want, fmt.Sprint(othersRows, " rows"))
				got, err := lines(file, nil, column)
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s, %s: %v, %.300q instead of %.300q", name, column, err, got, want)
				}
			}
		}
	}
}

// TestNoRows reads files from pyarrow whose only row group has no rows.
func TestNoRows(t *testing.T) {
	for _, name := range []string{"empty-1.parquet", "empty-2.parquet"} {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		columns := []string{"plain", "large", "view", "category", "list", "nested", "page.url", "map.key"}
		for _, asked := range append([][]string{columns}, slices.Collect(slices.Chunk(columns, 1))...) {
			if got, err := lines(file, nil, asked...); err != nil || !slices.Equal(got, []string{"0 rows"}) {
				t.Errorf("%s, %s: %q, %v", name, asked, got, err)
			}
		}
	}
}

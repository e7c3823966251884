package records

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/rfc3987"
)

// TestParquetIsInterrupted checks that reading a Parquet file stops after a batch of rows when the
// context is done.
func TestParquetIsInterrupted(t *testing.T) {
	type row struct {
		U string `parquet:"u"`
	}
	var b bytes.Buffer
	rows := make([]row, 10_000)
	for i := range rows {
		rows[i].U = "urn:a"
	}
	if err := parquet.Write(&b, rows, parquet.PageBufferSize(500)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, chunks := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		in := &files.Inputs{Context: ctx, Names: []string{name}, Parquet: true, Separator: '\n',
			Out: bufio.NewWriter(io.Discard)}
		n, err := 0, error(nil)
		for file, failed := range in.Files() {
			if failed != nil {
				t.Fatal(failed)
			}
			o := Options{Format: Parquet, Columns: []string{"u"}}
			r := o.Open(file, rfc3987.IRI)
			if chunks {
				for s, failed := range r.Chunks() {
					if err = failed; err == nil {
						n += s.Valid
					}
					cancel()
				}
			} else {
				for _, failed := range r.Records() {
					if err = failed; err == nil {
						n++
					}
					cancel()
				}
			}
		}
		if !errors.Is(err, context.Canceled) || n == 0 || n == len(rows) {
			t.Errorf("chunks %t: %d rows, %v", chunks, n, err)
		}
	}
}

// TestChunksAreRecords compares chunks with records: their counts between two rejected rows, and
// the first invalid value of each rejected row. Rows contain nulls, several values and invalid
// ones.
func TestChunksAreRecords(t *testing.T) {
	type row struct {
		U string   `parquet:"u"`
		V *string  `parquet:"v,optional"`
		W []string `parquet:"w,list"`
		D string   `parquet:"d,dict"`
	}
	r := rand.New(rand.NewPCG(32, 1))
	text := func(often int) string {
		if r.IntN(often) == 0 {
			return "<"
		}
		return "urn:a"
	}
	rows := make([]row, testkit.Few(20_000))
	for i := range rows {
		often := []int{3, 400}[i/100%2] // rows with many invalid values, and with few
		rows[i] = row{U: text(often), D: text(often)}
		if v := text(often); r.IntN(often) > 0 {
			rows[i].V = &v
		}
		for k := 0; k == 0 && r.IntN(often) > 0 || k < 3 && r.IntN(often) == 0; k++ {
			rows[i].W = append(rows[i].W, text(often))
		}
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, parquet.PageBufferSize(2000), parquet.MaxRowsPerRowGroup(3000)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, columns := range [][]string{{"u"}, {"v"}, {"w"}, {"d"}, {"u", "v"}, {"w", "u"}, {"v", "d", "w", "u"}} {
		for _, skip := range []bool{false, true} {
			in := &files.Inputs{Context: t.Context(), Names: []string{name, name}, Parquet: true, Separator: '\n',
				Out: bufio.NewWriter(io.Discard)}
			var lists [][]string
			for file, err := range in.Files() {
				if err != nil {
					t.Fatal(err)
				}
				o := Options{Format: Parquet, Columns: columns, SkipMissing: skip}
				r := o.Open(file, rfc3987.IRI)
				if len(lists) == 0 {
					lists = append(lists, refusedRecords(t, r, skip))
				} else {
					lists = append(lists, refusedChunks(t, r))
				}
			}
			if len(lists[0]) < testkit.Few(1000) || !slices.Equal(lists[0], lists[1]) {
				t.Errorf("%q, skip %t: records are\n%.300q\nand chunks\n%.300q", columns, skip, lists[0], lists[1])
			}
		}
	}
}

// refusedRecords returns, for each rejected record, the numbers of valid and missing records before
// it and its first invalid value.
func refusedRecords(t *testing.T, r *Reader, skip bool) (list []string) {
	t.Helper()
	valid, missing := 0, 0
	for record, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		value := slices.IndexFunc(record.Values, func(v Value) bool { return !r.Rule.Valid(v.Text) })
		switch {
		case value >= 0 || len(record.Missing) > 0 && !skip:
			list = append(list, fmt.Sprint(valid, missing, value))
			valid, missing = 0, 0
		case len(record.Missing) > 0 && len(record.Values) == 0:
			missing++
		default:
			valid++
		}
	}
	return append(list, fmt.Sprint(valid, missing))
}

// refusedChunks is like refusedRecords but reads chunks.
func refusedChunks(t *testing.T, r *Reader) (list []string) {
	t.Helper()
	valid, missing := 0, 0
	for s, err := range r.Chunks() {
		if err != nil {
			t.Fatal(err)
		}
		if valid, missing = valid+s.Valid, missing+s.Missing; len(s.Refused) > 0 {
			list = append(list, fmt.Sprint(valid, missing, s.Value))
			valid, missing = 0, 0
		}
	}
	return append(list, fmt.Sprint(valid, missing))
}

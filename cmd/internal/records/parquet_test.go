package records

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables/rfc3987"
)

// TestParquetIsInterrupted checks that the reading of a Parquet file ends after a batch of rows if
// the context has ended.
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
	for _, stretches := range []bool{false, true} {
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
			if stretches {
				for s, failed := range r.Stretches() {
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
			t.Errorf("stretches %t: %d rows, %v", stretches, n, err)
		}
	}
}

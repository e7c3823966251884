package columnar

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/irilex/iri/cmd/internal/pages"
	"github.com/parquet-go/parquet-go"
)

// FuzzReader reads files of arbitrary bytes. The reader must not panic or hang.
func FuzzReader(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.parquet"))
	if err != nil || len(files) < 10 {
		f.Fatal(files, err)
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	rows := rowsOf(20)
	f.Add(write(f, rows, &parquet.DeltaByteArray, &parquet.Uncompressed, parquet.DataPageVersion(1)))
	f.Add(write(f, rows, &parquet.RLEDictionary, &parquet.Uncompressed, parquet.DataPageVersion(2)))
	f.Fuzz(func(t *testing.T, file []byte) {
		f, err := pages.Read(bytes.NewReader(file), int64(len(file)))
		if err != nil || f.NumRows > 1e6 {
			return
		}
		for _, l := range f.Leaves {
			lines(file, nil, l.Name)
		}
		c := NewCopier(io.Discard)
		if c.Copy(bytes.NewReader(file), int64(len(file)), Options{}, func(row int64) bool { return row%2 > 0 }) == nil {
			c.Close()
		}
		c.Discard()
	})
}

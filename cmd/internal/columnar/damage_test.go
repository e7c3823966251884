package columnar

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// tiny are the columns of the files testdata/tiny*.parquet.
var tiny = []string{"url", "link", "list"}

func readTiny(t testing.TB, name string) (file []byte, want []string) {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	want, err = lines(file, nil, tiny...)
	if err != nil || len(want) < 7 {
		t.Fatalf("%s has %q: %v", name, want, err)
	}
	return file, want
}

// TestPrefixes reads each prefix of a file. It fails, because the footer is at the end.
func TestPrefixes(t *testing.T) {
	for _, name := range []string{"tiny.parquet", "tiny-checksum.parquet", "pyarrow-none-1.parquet"} {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for n := range file {
			if got, err := lines(file[:n], nil, "url"); err == nil || got != nil {
				t.Fatalf("%s: %d bytes have %q: %v", name, n, got, err)
			}
		}
	}
}

// A shrinking file keeps its footer, and only the first most bytes before it.
type shrinking struct {
	file         []byte
	most, footer int
}

func (s *shrinking) ReadAt(p []byte, offset int64) (n int, err error) {
	end := len(s.file)
	if int(offset) < s.footer && int(offset) >= len(magic) {
		end = s.most
	}
	if int(offset) < end {
		n = copy(p, s.file[offset:end])
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// TestShrinking cuts a file after the reading of its footer. The error has a place.
func TestShrinking(t *testing.T) {
	file, _ := readTiny(t, "tiny.parquet")
	footer := len(file) - trailer - int(file[len(file)-trailer]) - int(file[len(file)-trailer+1])<<8
	for n := range footer {
		got, err := linesOf(&shrinking{file, n, footer}, int64(len(file)), nil, tiny...)
		if place, ok := errors.AsType[*Error](err); !ok || place.Group != 1 || place.Offset < 4 || place.Column == "" {
			t.Errorf("%d bytes: %q, %v", n, got, err)
		}
	}
}

// bodies returns, for each byte of a file, whether it is in the body of a page.
func bodies(t *testing.T, file []byte) (body []bool) {
	t.Helper()
	f, err := readFooter(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	body = make([]bool, len(file))
	for _, g := range f.RowGroups {
		for _, c := range g.Columns {
			at := int(c.MetaData.V.start())
			for end := at + int(c.MetaData.V.TotalCompressedSize); at < end; {
				h := new(pageHeader)
				n, err := decode(file[at:], h)
				if err != nil {
					t.Fatal(err)
				}
				for at += n; h.CompressedSize > 0; h.CompressedSize-- {
					body[at] = true
					at++
				}
			}
		}
	}
	return body
}

// TestChangedBytes changes every byte of two small files to other values, with -long to every one.
// The result is an error or the same values. A changed byte of a page without a checksum may also
// change values, but not the number of rows.
func TestChangedBytes(t *testing.T) {
	for _, name := range []string{"tiny.parquet", "tiny-checksum.parquet"} {
		file, want := readTiny(t, name)
		body := bodies(t, file)
		same, failed, other := 0, 0, 0
		for i := range file {
			for change := 1; change < 256; change++ {
				if !testkit.Sparse(8, i+change) || !testkit.OneIn(8, (i+change)/8) {
					continue
				}
				changed := slices.Clone(file)
				changed[i] ^= byte(change)
				got, err := lines(changed, nil, tiny...)
				switch {
				case err != nil:
					failed++
				case slices.Equal(got, want):
					same++
				case body[i] && name == "tiny.parquet" && got[len(got)-1] == want[len(want)-1]:
					other++
				default:
					t.Errorf("%s: byte %d changed from %#x to %#x: %q", name, i, file[i], changed[i], got)
				}
			}
		}
		t.Logf("%s: of the changes %d are errors, %d change no value, %d change values", name, failed, same, other)
	}
}

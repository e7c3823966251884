package columnar

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// tiny lists the columns of the files testdata/tiny*.parquet.
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

// TestPrefixes checks that reading a proper prefix of a file fails, because the footer is at the
// end.
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

// A shrinking is a file that keeps its footer but only the first most bytes of the rest.
type shrinking struct {
	file         []byte
	most, footer int
}

func (s *shrinking) ReadAt(p []byte, offset int64) (n int, err error) {
	end := len(s.file)
	if int(offset) < s.footer && int(offset) >= 4 {
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

// TestShrinking truncates a file after its footer has been read. The error must contain a position.
func TestShrinking(t *testing.T) {
	file, _ := readTiny(t, "tiny.parquet")
	footer := len(file) - 8 - int(binary.LittleEndian.Uint16(file[len(file)-8:]))
	for n := range footer {
		got, err := linesOf(&shrinking{file, n, footer}, int64(len(file)), nil, tiny...)
		if place, ok := errors.AsType[*Error](err); !ok || place.Group != 1 || place.Offset < 4 || place.Column == "" {
			t.Errorf("%d bytes: %q, %v", n, got, err)
		}
	}
}

// TestChangedBytes changes each byte of three small files to some other values, or with -long to
// all of them. The result must be an error or the original values. If the pages have no checksum, a
// changed byte may also change values, but not the number of rows. Reading must take little memory.
func TestChangedBytes(t *testing.T) {
	for _, name := range []string{"tiny.parquet", "tiny-checksum.parquet", "tiny-lz4.parquet"} {
		file, want := readTiny(t, name)
		same, failed, other := 0, 0, 0
		for i := range file {
			for change := 1; change < 256; change++ {
				if !testkit.Sparse(8, i+change) || !testkit.OneIn(8, (i+change)/8) {
					continue
				}
				changed := slices.Clone(file)
				changed[i] ^= byte(change)
				before := allocated()
				got, err := lines(changed, nil, tiny...)
				if taken := allocated() - before; taken > 32<<20 {
					t.Errorf("%s: byte %d changed from %#x to %#x: %d bytes of memory", name, i, file[i], changed[i], taken)
				}
				switch {
				case err != nil:
					failed++
				case slices.Equal(got, want):
					same++
				case name != "tiny-checksum.parquet" && got[len(got)-1] == want[len(want)-1]:
					other++
				default:
					t.Errorf("%s: byte %d changed from %#x to %#x: %q", name, i, file[i], changed[i], got)
				}
			}
		}
		t.Logf("%s: of the changes %d are errors, %d change no value, %d change values", name, failed, same, other)
	}
}

// allocated returns the total number of bytes allocated so far.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

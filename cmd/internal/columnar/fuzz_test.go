package columnar

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// FuzzReader reads files of any bytes. The reader does not panic or hang.
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
		footer, err := readFooter(bytes.NewReader(file), int64(len(file)))
		if err != nil || footer.NumRows > 1e6 {
			return
		}
		for _, l := range footer.leaves {
			if l.text {
				lines(file, nil, l.name())
			}
		}
	})
}

// FuzzPage reads pages of any bytes.
func FuzzPage(f *testing.F) {
	for encoding := range int32(10) {
		f.Add([]byte{2, 0, 0, 0, 3, 1, 1, 0, 0, 0, 'a'}, encoding, int32(3), true)
		f.Add([]byte{0x80, 1, 4, 2, 2, 0, 0, 0, 0, 0, 'a', 'b'}, encoding, int32(2), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, encoding, values int32, nested bool) {
		l := &leaf{maxDefinition: 1}
		if nested {
			l.maxDefinition, l.maxRepetition = 3, 1
		}
		d := new(dictionary)
		if err := d.set([]byte("\x01\x00\x00\x00a\x00\x00\x00\x00"), 2); err != nil {
			t.Fatal(err)
		}
		p := &page{dictionary: d}
		h := &pageHeader{Type: format.DataPage}
		h.Data.V = dataHeader{max(values, 0), format.Encoding(encoding), format.RLE, format.RLE}
		if p.open(h, padded(slices.Clone(data)), l) != nil {
			return
		}
		levels, texts, present, size := make([]int32, 100), make([]Value, 100), 0, 0
		for range min(p.left, 1<<16) / len(levels) {
			readLevels(&p.repetition, levels, l.maxRepetition)
			n, err := readLevels(&p.definition, levels, l.maxDefinition)
			if err != nil {
				return
			}
			for present += n; present > 0; present -= n {
				if n, err = p.source.read(texts[:min(present, len(texts))]); err != nil {
					return
				}
				for _, v := range texts[:n] {
					size += len(v.Text)
				}
			}
			if size > 1<<24 {
				return
			}
		}
	})
}

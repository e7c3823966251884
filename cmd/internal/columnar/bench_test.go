package columnar

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"
)

// benchFile returns a file of 400,000 rows, each with one URL. The URLs repeat after the given
// number of distinct rows.
func benchFile(b *testing.B, distinct int, encode encoding.Encoding, codec compress.Codec) []byte {
	b.Helper()
	const rows = 400_000
	urls := corpus.Lines("urls", min(distinct, rows))
	schema := parquet.NewSchema("rows", parquet.Group{"url": parquet.Encoded(parquet.String(), encode)})
	var file bytes.Buffer
	w := parquet.NewGenericWriter[struct {
		URL string `parquet:"url"`
	}](&file, schema, parquet.Compression(codec), parquet.PageBufferSize(1<<20))
	batch := make([]struct {
		URL string `parquet:"url"`
	}, 1000)
	for i := 0; i < rows; i += len(batch) {
		for k := range batch {
			batch[k].URL = strings.TrimSpace(urls[(i+k)%len(urls)])
		}
		if _, err := w.Write(batch); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return file.Bytes()
}

// readAllOf reads the values with this package, and returns the total size of their texts in bytes.
func readAllOf(b *testing.B, file []byte, valid func(int, []byte) bool) (size int) {
	r, err := Open(bytes.NewReader(file), int64(len(file)), []string{"url"}, Options{Valid: valid})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	for {
		batch, err := r.Next()
		if err == io.EOF {
			return size
		}
		if err != nil {
			b.Fatal(err)
		}
		for i := range batch.Values[0] {
			size += len(batch.Values[0][i].Text)
		}
	}
}

// BenchmarkReader reads 400,000 URLs from memory, with and without validating each value.
func BenchmarkReader(b *testing.B) {
	check := func(_ int, text []byte) bool { return rfc3987.IRI.ValidBytes(text) }
	for _, encode := range encodings {
		for _, codec := range []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Zstd} {
			distinct := 400_000
			if encode == encoding.Encoding(&parquet.RLEDictionary) {
				distinct = 4_000
			}
			file := benchFile(b, distinct, encode, codec)
			for name, valid := range map[string]func(int, []byte) bool{"read": nil, "check": check} {
				b.Run(fmt.Sprint(encode, "/", codec, "/", name), func(b *testing.B) {
					for b.Loop() {
						b.SetBytes(int64(readAllOf(b, file, valid)))
					}
				})
			}
		}
	}
}

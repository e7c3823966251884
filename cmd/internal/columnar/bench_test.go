package columnar

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"
)

// The promises of BenchmarkReader. It checks them only after minRounds rounds, because minima of
// fewer say little.
const (
	minOfLibrary = 0.95 // times the rate of parquet-go
	minJoined    = 0.75 // that for DELTA_BYTE_ARRAY without compression, for which it has assembly
	minChecking  = 0.85 // times the rate without the check
	minRounds    = 5
)

// benchFile returns a file of 400,000 rows with a URL each. The URLs repeat after distinct rows.
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

// library reads the values with the pages of parquet-go, and returns the bytes of their texts.
func library(b *testing.B, file []byte) (size int) {
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)),
		parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(64<<10))
	if err != nil {
		b.Fatal(err)
	}
	values := make([]parquet.Value, blockEntries)
	for _, g := range f.RowGroups() {
		pages := g.ColumnChunks()[0].Pages()
		for {
			page, err := pages.ReadPage()
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			for rd := page.Values(); ; {
				n, err := rd.ReadValues(values)
				for i := range values[:n] {
					size += len(values[i].ByteArray())
				}
				if err != nil {
					break
				}
			}
			parquet.Release(page)
		}
		pages.Close()
	}
	return size
}

// readAllOf reads the values with this package, and returns the bytes of their texts.
func readAllOf(b *testing.B, file []byte, valid func(int, []byte) bool) (size int) {
	r, err := Open(bytes.NewReader(file), int64(len(file)), []string{"url"}, valid, nil)
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

// BenchmarkReader reads 400,000 URLs from memory: with parquet-go, with this package, and with the
// check of each value. Library-ratio is the rate of this package divided by that of parquet-go.
// Checking-ratio is the rate with the check divided by that without, and checking-of-library the
// rate with the check divided by that of parquet-go without one. The engines take turns in each
// round, and the rates are those of the minimal times.
//
// Checking-ratio is promised for gzip, the codec of Common Crawl, and for dictionaries, because
// their values are checked once. Reading the other pages takes less time than any check: it goes
// over the lengths of the values only. All cores share the check then, so the ratio grows with
// their number.
func BenchmarkReader(b *testing.B) {
	check := func(_ int, text []byte) bool { return rfc3987.IRI.ValidBytes(text) }
	for _, encode := range encodings {
		for _, codec := range []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Zstd} {
			distinct := 400_000
			if encode == encoding.Encoding(&parquet.RLEDictionary) {
				distinct = 4_000
			}
			b.Run(fmt.Sprint(encode, "/", codec), func(b *testing.B) {
				file := benchFile(b, distinct, encode, codec)
				size := library(b, file)
				engines := []func() int{
					func() int { return library(b, file) },
					func() int { return readAllOf(b, file, nil) },
					func() int { return readAllOf(b, file, check) },
				}
				best := make([]time.Duration, len(engines))
				rounds := 0
				for ; b.Loop(); rounds++ {
					for i, engine := range engines {
						begin := time.Now()
						if got := engine(); got != size {
							b.Fatalf("engine %d reads %d bytes, not %d", i, got, size)
						}
						if took := time.Since(begin); best[i] == 0 || took < best[i] {
							best[i] = took
						}
					}
				}
				ofLibrary, checking := float64(best[0])/float64(best[1]), float64(best[1])/float64(best[2])
				promised := codec == compress.Codec(&parquet.Gzip) || encode == encoding.Encoding(&parquet.RLEDictionary)
				least := minOfLibrary
				if codec == compress.Codec(&parquet.Uncompressed) && encode == encoding.Encoding(&parquet.DeltaByteArray) {
					least = minJoined
				}
				if rounds >= minRounds && (ofLibrary < least || promised && checking < minChecking) {
					b.Errorf("%.2f of the rate of parquet-go, and with the check %.2f of that; promised are %v and %v",
						ofLibrary, checking, least, minChecking)
				}
				b.ReportMetric(ofLibrary, "library-ratio")
				b.ReportMetric(checking, "checking-ratio")
				b.ReportMetric(ofLibrary*checking, "checking-of-library")
				b.ReportMetric(float64(size)/float64(best[2].Nanoseconds()), "GB/s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

package files

import (
	"bufio"
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/irilex/iri/internal/corpus"
)

// minRatio is the minimum ratio that BenchmarkDecompress accepts. Fewer rounds than minRounds do
// not yield a reliable minimum.
const minRatio, minRounds = 0.95, 5

// BenchmarkDecompress counts the lines of 20 MB of compressed N-Triples, and reports its speed
// relative to that of the library, which only reads the text. Both times are the minima of
// alternating rounds. The benchmark needs two cores.
func BenchmarkDecompress(b *testing.B) {
	text := string(corpus.NTriples(20_000_000))
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	io.WriteString(w, text)
	w.Close()
	libraries := map[string]func(file io.Reader) (io.Reader, error){
		"gzip": func(file io.Reader) (io.Reader, error) { return gzip.NewReader(bufio.NewReaderSize(file, readSize)) },
		"zstd": func(file io.Reader) (io.Reader, error) {
			return zstd.NewReader(bufio.NewReaderSize(file, readSize), zstd.WithDecoderConcurrency(1))
		},
	}
	for compression, file := range map[string]string{"gzip": gz.String(), "zstd": zstded(b, text)} {
		b.Run(compression, func(b *testing.B) {
			compare(b, file, text, compression, libraries[compression])
		})
	}
}

func compare(b *testing.B, file, text, compression string, library func(io.Reader) (io.Reader, error)) {
	buf := make([]byte, chunkSize)
	alone := func() (lines int) {
		r, err := library(strings.NewReader(file))
		for err == nil {
			_, err = r.Read(buf)
		}
		return 0
	}
	counting := func() (lines int) {
		r, _ := newDecompressor(b.Context(), strings.NewReader(file), compression, DefaultWindow, func() {})
		defer r.Close()
		for {
			n, err := r.Read(buf)
			if lines += bytes.Count(buf[:n], []byte("\n")); err != nil {
				return lines
			}
		}
	}
	var best [2]time.Duration
	rounds := 0
	for ; b.Loop(); rounds++ {
		for i, engine := range []func() int{alone, counting} {
			begin := time.Now()
			lines := engine()
			if took := time.Since(begin); best[i] == 0 || took < best[i] {
				best[i] = took
			}
			if i == 1 && lines != strings.Count(text, "\n") {
				b.Fatalf("%d lines", lines)
			}
		}
	}
	ratio := float64(best[0]) / float64(best[1])
	if ratio < minRatio && rounds >= minRounds && runtime.GOMAXPROCS(0) > 1 {
		b.Errorf("%s is read at %.2f of the speed of its library; the min is %v", compression, ratio,
			minRatio)
	}
	b.ReportMetric(ratio, "ratio")
	b.ReportMetric(float64(len(text))/float64(best[1].Nanoseconds()), "GB/s")
}

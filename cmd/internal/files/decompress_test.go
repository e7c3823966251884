package files

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"github.com/irilex/iri/internal/testkit"
)

// decompressed returns the text of a compressed file.
func decompressed(t testing.TB, file io.Reader, compression string) ([]byte, error) {
	ctx, cancel := context.WithCancel(t.Context())
	r, ok := newDecompressor(ctx, file, compression, DefaultWindow, func() {})
	if !ok {
		t.Fatalf("%s is not read", compression)
	}
	text, err := io.ReadAll(r)
	cancel()
	r.Close()
	return text, err
}

// gzipped returns a gzip member with a name, a comment and an extra field.
func gzipped(t testing.TB, text, extra string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if w.Name, w.Comment = "name", "comment"; extra != "" {
		w.Extra = []byte(extra)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// zstded returns a zstd frame.
func zstded(t testing.TB, text string, options ...zstd.EOption) string {
	w, err := zstd.NewWriter(nil, append([]zstd.EOption{zstd.WithEncoderConcurrency(1)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return string(w.EncodeAll([]byte(text), nil))
}

// lz4ed returns an lz4 frame with checksums.
func lz4ed(t testing.TB, text string) string {
	var b bytes.Buffer
	w := lz4.NewWriter(&b)
	err := w.Apply(lz4.ChecksumOption(true), lz4.BlockChecksumOption(true), lz4.BlockSizeOption(lz4.Block64Kb))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// brotlied returns a brotli stream.
func brotlied(t testing.TB, text string) string {
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// unhex decodes a hex text.
func unhex(t testing.TB, text string) string {
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A part is a member, frame or stream of an archive, with its text.
type part struct{ data, text string }

const (
	first  = "http://a.example/first\n"
	second = "http://a.example/second\nhttp://a.example/second\nhttp://a.example/second\n"
)

// archives returns the parts of a small archive by compression. In gzip only the last member has an
// extra field, because no checksum covers its length: with a wrong length the field could include
// the next member.
func archives(t testing.TB) map[string][]part {
	const skip = "\x5A\x2A\x4D\x18\x05\x00\x00\x00skip\x00"
	return map[string][]part{
		"gzip": {{gzipped(t, first, ""), first}, {gzipped(t, "", ""), ""}, {gzipped(t, second, "extra"), second}},
		"zstd": {{skip, ""}, {zstded(t, first), first}, {zstded(t, second), second}, {skip, ""}, {zstded(t, first), first}},
		"bzip2": {
			{unhex(t, bzip2First), first}, {unhex(t, bzip2Empty), ""}, {unhex(t, bzip2Second), second},
		},
		"lz4": {{lz4ed(t, first), first}, {lz4ed(t, ""), ""}, {lz4ed(t, second), second}},
		"xz":  {{unhex(t, xzFirst), first}, {unhex(t, xzEmpty), ""}, {unhex(t, xzSecond), second}},
	}
}

// joined returns the file and the text of parts. ends maps the offset at which a part ends to the
// length of the text before it.
func joined(parts []part) (file, text string, ends map[int]int) {
	ends = map[int]int{}
	for _, p := range parts {
		file, text = file+p.data, text+p.text
		ends[len(file)] = len(text)
	}
	return file, text, ends
}

// TestParts checks that the text of all parts is read, whatever the size of the reads.
func TestParts(t *testing.T) {
	for compression, parts := range archives(t) {
		file, want, _ := joined(parts)
		for _, padding := range []int{0, 1, 2, 512, 3 * readSize} {
			if compression == "xz" {
				padding &^= 3 // the format requires it
			}
			file := file + strings.Repeat("\x00", padding)
			for _, rd := range []io.Reader{
				strings.NewReader(file), iotest.OneByteReader(strings.NewReader(file)),
				iotest.DataErrReader(strings.NewReader(file)),
			} {
				if text, err := decompressed(t, rd, compression); string(text) != want || err != nil {
					t.Errorf("%s with %d zeros: %q, %v", compression, padding, text, err)
				}
			}
		}
	}
	if _, ok := newDecompressor(t.Context(), strings.NewReader("BZ"), "compress", DefaultWindow, func() {}); ok {
		t.Error("compress is read")
	}
}

// TestCutData checks that reading a file cut within a part ends with an error.
func TestCutData(t *testing.T) {
	for compression, parts := range archives(t) {
		file, want, ends := joined(parts)
		for size := 1; size < len(file); size++ {
			text, err := decompressed(t, strings.NewReader(file[:size]), compression)
			if n, ok := ends[size]; ok && (string(text) != want[:n] || err != nil) {
				t.Errorf("%s of %d bytes, which are whole parts: %q, %v", compression, size, text, err)
			} else if ok {
				continue
			}
			e, ok := errors.AsType[*damage](err)
			if !ok || !strings.Contains(e.Problem, "truncated") && !strings.Contains(e.Problem, "follow") ||
				e.Offset > int64(size) || e.Text != int64(len(text)) || !strings.HasPrefix(want, string(text)) {
				t.Errorf("%s of %d bytes: %q, %+v", compression, size, text, err)
			}
		}
	}
}

// TestDamage checks that a file with a flipped bit yields its text or an error, never a different
// or shorter text without an error.
func TestDamage(t *testing.T) {
	for compression, parts := range archives(t) {
		file, want, _ := joined(parts)
		same := 0
		for i := range 8 * len(file) {
			if !testkit.OneIn(3, i) {
				continue
			}
			damaged := []byte(file)
			damaged[i/8] ^= 1 << (i % 8)
			text, err := decompressed(t, bytes.NewReader(damaged), compression)
			switch e, ok := errors.AsType[*damage](err); {
			case err == nil && string(text) == want:
				same++
			case !ok:
				t.Errorf("%s, bit %d: %v after %q", compression, i, err, text)
			case e.Offset > int64(len(file)) || e.Text != int64(len(text)):
				t.Errorf("%s, bit %d: %+v after %d bytes", compression, i, e, len(text))
			}
		}
		t.Logf("%s: of %d bits %d do not matter", compression, 8*len(file), same)
	}
}

// TestDamagedBrotli changes each byte of a brotli file, which has no checksum: the text may change,
// but reading must end.
func TestDamagedBrotli(t *testing.T) {
	file := brotlied(t, strings.Repeat(first+second, 20))
	for i := range file {
		for value := range 256 {
			damaged := []byte(file)
			damaged[i] = byte(value)
			_, err := decompressed(t, bytes.NewReader(damaged), "brotli")
			if _, ok := errors.AsType[*damage](err); err != nil && !ok {
				t.Errorf("byte %d is %d: %v", i, value, err)
			}
		}
	}
}

// TestGarbage checks that bytes after the end cause an error that contains their offset.
func TestGarbage(t *testing.T) {
	for compression, parts := range archives(t) {
		file, want, _ := joined(parts)
		for _, rest := range []string{"ab", "\n\n", "\n", "garbage, and more of it", "\x00\x00\x00\x00x", "\x00x",
			"\x00\x00" + parts[0].data, "a\x00\x00"} {
			text, err := decompressed(t, strings.NewReader(file+rest), compression)
			e, ok := errors.AsType[*damage](err)
			if want := (&damage{
				"extra bytes follow the compressed data", int64(len(file)), int64(len(want)), "",
				fmt.Sprintf("head -c %d FILE", len(file)),
			}); !ok || *e != *want && compression != "xz" { // the xz library does not report where a stream ends
				t.Errorf("%s and %q: %+v", compression, rest, err)
			}
			if string(text) != want {
				t.Errorf("%s and %q: %q", compression, rest, text)
			}
		}
	}
}

// TestBrokenFile checks that the text ends with the file's read error.
func TestBrokenFile(t *testing.T) {
	broken := errors.New("broken")
	for compression, parts := range archives(t) {
		file, want, _ := joined(parts)
		for size := range len(file) + 1 {
			text, err := decompressed(t, io.MultiReader(strings.NewReader(file[:size]), iotest.ErrReader(broken)), compression)
			if err != broken || !strings.HasPrefix(want, string(text)) {
				t.Errorf("%s of %d bytes: %q, %v", compression, size, text, err)
			}
		}
	}
}

// TestRefused checks that large windows and dictionaries are rejected.
func TestRefused(t *testing.T) {
	frame := zstded(t, second)
	for header, want := range map[string]string{
		// A frame header: the descriptor and the window, 2^(10+18) bytes or 256 MiB. The second
		// window is 1/8 larger than 2^27.
		"\x28\xB5\x2F\xFD\x00\x90": "the zstd window is 256 MiB; the maximum is 128 MiB",
		"\x28\xB5\x2F\xFD\x00\x89": "the zstd window is 144 MiB; the maximum is 128 MiB",
		"\x28\xB5\x2F\xFD\x00\xF8": "the zstd window is 2097152 MiB; the maximum is 128 MiB",
		// A single-segment frame: the length of the text is the window.
		"\x28\xB5\x2F\xFD\xA0\x01\x00\x00\x08": "the zstd window is 129 MiB; the maximum is 128 MiB",
		"\x28\xB5\x2F\xFD\x01\x58\x07":         "the zstd data needs dictionary 7",
	} {
		text, err := decompressed(t, strings.NewReader(frame+header+strings.Repeat("x", 20)), "zstd")
		e, ok := errors.AsType[*damage](err)
		if !ok || e.Problem != want || e.Offset != int64(len(frame)) || e.Remedy+e.Command == "" ||
			string(text) != second {
			t.Errorf("%q: %+v after %q", header, err, text)
		}
	}
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithWindowSize(DefaultWindow))
	if err != nil {
		t.Fatal(err)
	}
	for range 200_000 {
		io.WriteString(w, first)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if text, err := decompressed(t, &b, "zstd"); len(text) != 200_000*len(first) || err != nil {
		t.Errorf("the largest window: %d bytes, %v", len(text), err)
	}
}

// TestLongText checks that long texts are read completely, whatever the size of the reads, and that
// Place counts the bytes of the file.
func TestLongText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < 5*chunkSize {
		fmt.Fprintf(&b, "http://%d.example/%d\n", rng.IntN(1e6), rng.IntN(1e9))
	}
	text := b.String()
	for compression, file := range map[string]string{"gzip": gzipped(t, text, ""), "zstd": zstded(t, text)} {
		r, _ := newDecompressor(t.Context(), strings.NewReader(file), compression, DefaultWindow, func() {})
		var got []byte
		buf := make([]byte, 2*chunkSize)
		last := int64(0)
		for {
			n, err := r.Read(buf[:rng.IntN(len(buf)+1)])
			got = append(got, buf[:n]...)
			if at := r.Place(); at < last || at > int64(len(file)) {
				t.Fatalf("%s: place %d after %d of %d", compression, at, last, len(file))
			}
			if last = r.Place(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		r.Close()
		if string(got) != text || last != int64(len(file)) {
			t.Errorf("%s: %d bytes of %d, at %d of %d", compression, len(got), len(text), last, len(file))
		}
	}
}

// TestTextComesAtOnce checks that text is returned as soon as it can be decompressed, because the
// program that writes it may be waiting for an answer.
func TestTextComesAtOnce(t *testing.T) {
	var z bytes.Buffer
	gz, flushed := gzip.NewWriter(&z), [2]string{}
	zst, err := zstd.NewWriter(&z)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range []interface {
		io.Writer
		Flush() error
	}{gz, zst} {
		io.WriteString(w, first)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		flushed[i] = z.String()
		z.Reset()
	}
	for i, compression := range []string{"gzip", "zstd"} {
		rd, wr := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := newDecompressor(ctx, rd, compression, DefaultWindow, func() {})
		go wr.Write([]byte(flushed[i]))
		if _, err := io.ReadFull(r, make([]byte, len(first))); err != nil {
			t.Errorf("%s: %v", compression, err)
		}
		cancel()
		rd.Close()
		r.Close()
	}
}

// TestDecompressIsInterrupted checks that canceling the context ends the goroutine, wherever it is
// blocked.
func TestDecompressIsInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it fails if a goroutine is left blocked
		file := gzipped(t, strings.Repeat(first, 100_000), "")
		for round := range 20 {
			ctx, cancel := context.WithCancel(t.Context())
			r, _ := newDecompressor(ctx, strings.NewReader(file), "gzip", DefaultWindow, func() {}) // waits for room
			if _, err := io.ReadFull(r, make([]byte, round*chunkSize/10)); err != nil {
				t.Fatal(err)
			}
			cancel()
			if n, err := r.Read(make([]byte, 1)); n != 0 || err != context.Canceled {
				t.Errorf("%d, %v", n, err)
			}
			r.Close()
		}
		rd, wr := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := newDecompressor(ctx, rd, "gzip", DefaultWindow, func() {}) // waits for the file
		ended := make(chan error)
		go func() { _, err := r.Read(make([]byte, 1)); ended <- err }()
		cancel()
		if err := <-ended; err != context.Canceled {
			t.Error(err)
		}
		wr.CloseWithError(context.Canceled)
		r.Close()
		select {
		case <-r.full: // closed by the goroutine at its end
		default:
			t.Error("Close did not wait for the goroutine")
		}
	})
}

// Texts compressed by bzip2. The standard library can only decompress them.
const (
	// Compressed by xz 5.4. The last one has two blocks (--block-size=24).
	xzFirst = `fd377a585a000004e6d6b4460200210116000000742fe5a3010016687474703a2f2f612e6578616d706c652f66697273
		740a00005402b98bb9462f8200012f17810849b11fb6f37d010000000004595a`
	xzEmpty  = `fd377a585a000004e6d6b446000000001cdf44211fb6f37d010000000004595a`
	xzSecond = `fd377a585a000004e6d6b4460200210116000000742fe5a3010017687474703a2f2f612e6578616d706c652f7365636f6e
		640a0065fc9d189b443d2f0200210116000000742fe5a3010017687474703a2f2f612e6578616d706c652f7365636f6e640a0065
		fc9d189b443d2f0200210116000000742fe5a3010017687474703a2f2f612e6578616d706c652f7365636f6e640a0065fc9d189b
		443d2f0003301830183018d6ba142eb1c467fb020000000004595a`

	bzip2First = `425a68393141592653591a2547c0000005d98000100001801023665c402000314c00134281e91933
		28400d3952fa78678aa2b68fc5dc914e1424068951f000`
	bzip2Empty  = `425a683117724538509000000000`
	bzip2Second = `425a683131415926535952410f10000014d9800010000180102e47cc402000233ff55136a069ea6
		d42869a600384210e52ba9ba5eb4cb2e9e3495292ba92fc5dc914e1424149043c40`
)

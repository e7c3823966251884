package files

import (
	"bytes"
	"compress/bzip2"
	stdgzip "compress/gzip"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
)

// maxText is the maximum length in bytes of the text in the fuzz targets, because hostile files may
// expand enormously.
const maxText = 1 << 20

// fuzz reads arbitrary bytes as a file. The text must equal the output of another decoder, even if
// the file is read in small pieces, and an error must contain its offset.
func fuzz(f *testing.F, compression string, decode func(file []byte) ([]byte, error)) {
	file, _, _ := joined(archives(f)[compression])
	for _, seed := range []string{file, file + "\x00\x00", file + "x", file[:len(file)/2],
		archives(f)[compression][1].data} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if kind, _ := Look(file); kind.Compression != compression {
			return
		}
		read := func(rd io.Reader) ([]byte, error) {
			ctx, cancel := context.WithCancel(t.Context())
			r, _ := newDecompressor(ctx, rd, compression, DefaultWindow, func() {})
			text, err := io.ReadAll(io.LimitReader(r, maxText))
			cancel()
			r.Close()
			return text, err
		}
		text, err := read(bytes.NewReader(file))
		if e, ok := errors.AsType[*damage](err); err != nil &&
			(!ok || e.Offset < 0 || e.Offset > int64(len(file)) || e.Text != int64(len(text))) {
			t.Fatalf("%q, %v", text, err)
		}
		again, err2 := read(iotest.HalfReader(bytes.NewReader(file)))
		if !bytes.Equal(text, again) || (err == nil) != (err2 == nil) {
			t.Fatalf("%q, %v; and with small reads %q, %v", text, err, again, err2)
		}
		if len(text) == maxText {
			return
		}
		if err != nil && strings.Contains(err.Error(), "gzip: invalid header") {
			return // undefined flags, which the standard library accepts
		}
		want, other := decode(file)
		if other == nil && (err != nil || !bytes.Equal(text, want)) {
			t.Fatalf("%q, %v; and not %q", text, err, want)
		}
		if err == nil && other != nil {
			if want, other = decode(bytes.TrimRight(file, "\x00")); other != nil {
				want, other = decode(file[:len(bytes.TrimRight(file, "\x00"))+zerosOf(compression, file, decode)])
			}
		}
		if err == nil && (other != nil || !bytes.Equal(text, want)) {
			t.Fatalf("%q; and not %q, %v", text, want, other)
		}
	})
}

// zerosOf returns how many of the zeros at the end of a file are not padding.
func zerosOf(compression string, file []byte, decode func(file []byte) ([]byte, error)) int {
	end := len(bytes.TrimRight(file, "\x00"))
	for n := range min(len(file)-end+1, 16) {
		if _, err := decode(file[:end+n]); err == nil {
			return n
		}
	}
	return 0
}

func FuzzGzip(f *testing.F) {
	fuzz(f, "gzip", func(file []byte) ([]byte, error) {
		r, err := stdgzip.NewReader(bytes.NewReader(file))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	})
}

func FuzzBzip2(f *testing.F) {
	fuzz(f, "bzip2", func(file []byte) ([]byte, error) { return io.ReadAll(bzip2.NewReader(bytes.NewReader(file))) })
}

func FuzzZstd(f *testing.F) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderMaxWindow(DefaultWindow), zstd.WithDecoderMaxMemory(DefaultWindow))
	if err != nil {
		f.Fatal(err)
	}
	fuzz(f, "zstd", func(file []byte) ([]byte, error) { return d.DecodeAll(file, nil) })
}

// FuzzDamage changes a byte of a file and may cut the file. Reading must return the entire text or
// an error. The file contains only one member, because a cut between members is not an error.
func FuzzDamage(f *testing.F) {
	f.Add("a:b\n", 3, byte(1), 20)
	f.Add(strings.Repeat("http://a.example/\n", 30), 12, byte(0x80), 1)
	f.Fuzz(func(t *testing.T, text string, at int, change byte, cut int) {
		for compression, file := range map[string]string{
			"gzip": gzipped(t, text, ""), "zstd": zstded(t, text, zstd.WithWindowSize(zstd.MinWindowSize)),
		} {
			damaged := []byte(file)
			damaged[uint(at)%uint(len(damaged))] ^= change
			if cut%2 == 0 {
				damaged = damaged[:uint(cut)%uint(len(damaged))]
			}
			if got, err := decompressed(t, bytes.NewReader(damaged), compression); err == nil && string(got) != text &&
				len(damaged) > 0 {
				t.Fatalf("%s %q: %q, and not %q", compression, damaged, got, text)
			}
		}
	})
}

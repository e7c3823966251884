package columnar

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// This file decompresses pages with the libraries that parquet-go uses.
//
// Rejected: parquet-go's codecs. They never return from a damaged LZ4 page, and decompress the
// other formats without a limit.

// A codec decompresses pages. It creates each decoder on first use.
type codec struct {
	gzip *gzip.Reader
	zstd *zstd.Decoder
	src  bytes.Reader
}

var errSize = errors.New("its decompressed size differs from the size in its header")

// decompress decompresses src. The error is errSize unless the result fills dst exactly.
func (c *codec) decompress(with format.CompressionCodec, dst, src []byte) (err error) {
	if len(src) == 0 && len(dst) == 0 {
		return nil // some writers compress empty input to empty output
	}
	n := 0
	switch with {
	case format.Uncompressed:
		n = copy(dst, src)
		if len(src) != len(dst) {
			err = errSize
		}
	case format.Snappy:
		if n, err = snappy.DecodedLen(src); err == nil && n == len(dst) {
			_, err = snappy.Decode(dst, src)
		}
	case format.Lz4Raw:
		if n, err = lz4.UncompressBlock(src, dst); err != nil {
			err = fmt.Errorf("it is not an LZ4 block, or %w", errSize)
		}
	case format.Zstd:
		var got []byte
		if c.zstd == nil {
			if c.zstd, err = newZstd(); err != nil {
				return err
			}
		}
		got, err = c.zstd.DecodeAll(src, dst[:0:len(dst)])
		n = len(got)
	case format.Gzip:
		if err = c.openGzip(src); err == nil {
			n, err = readAll(c.gzip, dst)
		}
	default:
		return supported(with)
	}
	if err != nil && err != errSize {
		return fmt.Errorf("it cannot be decompressed: %w", err)
	}
	if n != len(dst) {
		return errSize
	}
	return err
}

// supported returns an error if this package does not support a codec.
func supported(with format.CompressionCodec) error {
	switch with {
	case format.Uncompressed, format.Snappy, format.Gzip, format.Zstd, format.Lz4Raw:
		return nil
	}
	return fmt.Errorf("it is compressed with %v, which is not supported; use SNAPPY, GZIP, ZSTD or LZ4_RAW", with)
}

// newZstd returns a decoder that starts no goroutines. It allocates no more than its output, which
// is at most MaxPage bytes.
func newZstd() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxMemory(MaxPage))
}

// openGzip starts decompressing src.
func (c *codec) openGzip(src []byte) (err error) {
	c.src.Reset(src)
	if c.gzip == nil {
		c.gzip, err = gzip.NewReader(&c.src)
		return err
	}
	return c.gzip.Reset(&c.src)
}

// readAll fills dst and reads up to the end, where gzip compares the checksum.
func readAll(rd io.Reader, dst []byte) (n int, err error) {
	if n, err = io.ReadFull(rd, dst); err != nil {
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = errSize
		}
		return n, err
	}
	var more [1]byte
	for range 100 {
		switch k, err := rd.Read(more[:]); {
		case k > 0:
			return n, errSize
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, err
		}
	}
	return n, io.ErrNoProgress
}

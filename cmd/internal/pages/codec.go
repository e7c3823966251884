package pages

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
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

var errSize = errors.New("its decompressed size differs from the size in its header")

// zstdDecoder returns a decoder that starts no goroutines and allocates no output.
var zstdDecoder = sync.OnceValue(func() *zstd.Decoder {
	d, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true))
	return d // the options are valid
})

// decompress fills dst from src.
func decompress(with format.CompressionCodec, dst, src []byte) (err error) {
	n := 0
	switch with {
	case format.Snappy:
		if n, err = snappy.DecodedLen(src); err == nil && n == len(dst) {
			_, err = snappy.Decode(dst, src)
		}
	case format.Lz4Raw:
		n, err = lz4.UncompressBlock(src, dst)
	case format.Lz4:
		if n = hadoop(dst, src); n < len(dst) {
			n, err = lz4.UncompressBlock(src, dst)
		}
	case format.Zstd:
		var text []byte
		text, err = zstdDecoder().DecodeAll(src, dst[:0:len(dst)])
		n = len(text)
	case format.Gzip:
		var rd *gzip.Reader
		if rd, err = gzip.NewReader(bytes.NewReader(src)); err == nil {
			n, err = fill(dst, rd)
		}
	case format.Brotli:
		n, err = fill(dst, brotli.NewReader(bytes.NewReader(src)))
	default:
		return fmt.Errorf("it is compressed with %v, which is not supported; use SNAPPY, GZIP, ZSTD, LZ4_RAW or BROTLI",
			with)
	}
	switch {
	case len(src)+len(dst) == 0: // some writers compress empty input to empty output
		return nil
	case err != nil:
		return fmt.Errorf("it cannot be decompressed: %w", err)
	case n != len(dst):
		return errSize
	}
	return nil
}

// hadoop decompresses LZ4 blocks, each preceded by its decompressed and compressed sizes. It
// returns the number of decompressed bytes.
func hadoop(dst, src []byte) (n int) {
	for len(src) >= 8 {
		size, stored := uint64(binary.BigEndian.Uint32(src)), uint64(binary.BigEndian.Uint32(src[4:]))
		if src = src[8:]; size > uint64(len(dst)-n) || stored > uint64(len(src)) {
			break
		}
		k, err := lz4.UncompressBlock(src[:stored], dst[n:][:size])
		if err != nil || uint64(k) != size {
			break
		}
		n, src = n+k, src[stored:]
	}
	return n
}

// fill fills dst and reads up to the end of rd, where gzip verifies the checksum. It returns the
// number of bytes read, which is not len(dst) if rd is shorter or longer.
func fill(dst []byte, rd io.Reader) (n int, err error) {
	switch n, err = io.ReadFull(rd, dst); err {
	case nil:
		more, err := io.CopyN(io.Discard, rd, 1)
		if err == io.EOF {
			err = nil
		}
		return n + int(more), err
	case io.EOF, io.ErrUnexpectedEOF:
		err = nil
	}
	return n, err
}

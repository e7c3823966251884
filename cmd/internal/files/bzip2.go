package files

import (
	"compress/bzip2"
	"io"
)

// A bunzip2 reads the streams of a bzip2 file. The library reads the streams one after the other,
// and takes up to two bytes after the last stream. Zeros there are padding, as in the other
// formats.
type bunzip2 struct {
	src  *source
	text io.Reader

	high, low uint64 // the last 16 bytes taken from src, the last one lowest
}

func newBzip2(src *source) decoder {
	b := &bunzip2{src: src}
	b.text = bzip2.NewReader(byteReader{b})
	return b
}

// A byteReader is an [io.ByteReader]. The library reads one byte at a time from it, and does not
// read ahead.
type byteReader struct{ *bunzip2 }

func (b byteReader) ReadByte() (c byte, err error) {
	if c, err = b.src.ReadByte(); err == nil {
		b.high, b.low = b.high<<8|b.low>>56, b.low<<8|uint64(c)
	}
	return c, err
}

// afterLast is the library's error for bytes after the last stream.
const afterLast = bzip2.StructuralError("bad magic value in continuation file")

func (b *bunzip2) Read(p []byte) (n int, err error) {
	n, err = b.text.Read(p)
	taken := 2 // bytes after the last stream
	switch {
	case err == afterLast:
	case err == io.ErrUnexpectedEOF && b.ended() && byte(b.low) != 'B': // B begins another stream
		taken = 1
	default:
		return n, err
	}
	from, zeros := b.src.place()-int64(taken), b.low<<(64-8*taken) == 0
	if err := b.src.end(); !zeros || err == nil || err != io.EOF && b.src.err == nil {
		return n, garbage(from)
	}
	return n, io.EOF
}

// ended reports whether a stream ends before the last byte taken. A stream ends with a mark of 48
// bits, a checksum of 32 bits, and up to 7 bits of padding.
func (b *bunzip2) ended() bool {
	const mark = 0x177245385090
	before := b.high<<32 | b.low>>32 // the first 8 of the last 12 bytes; 4 of a checksum follow
	for padding := range 8 {
		if before>>(8+padding)&(1<<48-1) == mark {
			return true
		}
	}
	return false
}

func (b *bunzip2) Close() {}

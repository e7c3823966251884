package files

import (
	"compress/bzip2"
	"io"
)

// A bunzip2 reads the streams of a bzip2 file. The library reads all streams and up to two bytes
// after the last stream. As in the other formats, zero bytes after the end are padding.
type bunzip2 struct {
	src  *source
	text io.Reader

	high, low uint64 // the last 16 bytes read, big-endian
}

func newBzip2(src *source) decoder {
	b := &bunzip2{src: src}
	b.text = bzip2.NewReader(byteReader{b})
	return b
}

// A byteReader implements [io.ByteReader], so that the library does not read ahead.
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
	taken := 2 // number of bytes read after the last stream
	switch {
	case err == afterLast:
	case err == io.ErrUnexpectedEOF && b.ended() && byte(b.low) != 'B': // B begins a stream
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

// ended reports whether a stream ends before the last byte that was read. A stream ends with a
// 48-bit mark, a 32-bit checksum, and up to 7 bits of padding.
func (b *bunzip2) ended() bool {
	const mark = 0x177245385090
	before := b.high<<32 | b.low>>32 // the first 8 of the last 12 bytes; a checksum follows
	for padding := range 8 {
		if before>>(8+padding)&(1<<48-1) == mark {
			return true
		}
	}
	return false
}

func (b *bunzip2) Close() {}

package files

import (
	"compress/bzip2"
	"io"
)

// A bunzip2 reads the streams of a bzip2 file. The library reads the streams one after the other,
// and takes up to two bytes after the last stream.
type bunzip2 struct {
	src  *source
	text io.Reader
	last [2]byte // the last two bytes taken from src
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
		b.last = [2]byte{b.last[1], c}
	}
	return c, err
}

// afterLast is the library's error for bytes after the last stream.
const afterLast = bzip2.StructuralError("bad magic value in continuation file")

func (b *bunzip2) Read(p []byte) (n int, err error) {
	n, err = b.text.Read(p)
	if err != afterLast {
		return n, err
	}
	from := b.src.place() - int64(len(b.last))
	if err := b.src.end(); b.last != [2]byte{} || err == nil || err != io.EOF && b.src.err == nil {
		return n, garbage(from)
	}
	return n, io.EOF
}

func (b *bunzip2) Close() {}

package files

import (
	"io"

	"github.com/andybalholm/brotli"
	"github.com/pierrec/lz4/v4"
)

// A frames reads the frames of a file one after the other. Zero bytes after the last frame are
// padding.
type frames struct {
	src   *source
	magic string // begins each frame
	open  func(*source) (io.Reader, error)
	text  io.Reader // text of the current frame, or nil
}

func (f *frames) Read(p []byte) (n int, err error) {
	if f.text == nil {
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	if n, err = f.text.Read(p); err == io.EOF {
		f.text, err = nil, nil
	}
	return n, err
}

// next opens the next frame. It returns io.EOF at the end of the file.
func (f *frames) next() (err error) {
	if err := f.src.end(); err != nil {
		return err
	}
	b, err := f.src.Peek(len(f.magic))
	if err != nil && err != io.EOF {
		return err
	}
	if string(b) != f.magic[:len(b)] {
		return garbage(f.src.place())
	}
	f.text, err = f.open(f.src)
	return noEOF(err)
}

func (f *frames) Close() {}

// inFrame is a source that cannot end within a frame: the library mistakes io.EOF before a block
// for the end of the frame.
type inFrame struct{ *source }

func (f inFrame) Read(p []byte) (n int, err error) {
	n, err = f.source.Read(p)
	return n, noEOF(err)
}

func newLz4(src *source) decoder {
	return &frames{src: src, magic: "\x04\x22\x4D\x18", open: func(src *source) (io.Reader, error) {
		return lz4.NewReader(inFrame{src}), nil
	}}
}

// newBrotli decodes a brotli stream. The format has neither a magic number nor a checksum.
func newBrotli(src *source) decoder {
	return &frames{src: src, open: func(src *source) (io.Reader, error) { return brotli.NewReader(src), nil }}
}

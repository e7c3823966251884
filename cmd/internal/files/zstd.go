package files

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/klauspost/compress/zstd"
)

// Limits on the window of zstd and xz data in bytes. The window is the most recent part of the
// text, which later text may repeat. It remains in memory while the file is open. The program zstd
// uses windows of up to 8 MiB at levels up to 19, of 32, 64 and 128 MiB at levels 20, 21 and 22,
// and of 128 MiB to 2 GiB with --long; xz uses up to 64 MiB.
const (
	DefaultWindow = 128 << 20
	MaxWindow     = 2 << 30
)

// defaultWindow is the maximum window size, in bytes, that is left to the garbage collector.
const defaultWindow = 8 << 20

// An unzstd reads the frames of a zstd file (RFC 8878, section 3.1).
//
// Idea. The library decodes the pieces of a frame: its header, its blocks and its checksum. The
// type pieces reads the lengths of these pieces first. It therefore knows where frames end, and
// knows the window size and the dictionary before memory is allocated. A file that ends within a
// frame is truncated.
//
// Cost. unzstd frees a large window before the next window, for this file or another, is allocated:
// three files with 64 MiB windows take 80 MB instead of 199 MB.
//
// Rejected. Letting the library use three goroutines: it is no faster than a single goroutine on
// two cores.
//
// Tested against: FuzzZstd compares the text with the output of the library.
type unzstd struct {
	src    *source
	text   *zstd.Decoder
	window uint64 // maximum window size of the frames that text reads, at least defaultWindow
	left   int64  // number of bytes left in the current piece
	inside bool   // whether a block follows the current piece
	check  int64  // length of the checksum after the last block
	err    error
}

func newZstd(src *source) decoder {
	z := &unzstd{src: src, window: defaultWindow}
	z.open()
	return z
}

// open starts a decoder at the beginning of a frame.
func (z *unzstd) open() {
	z.text, _ = zstd.NewReader(pieces{z}, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(uint64(z.src.window)))
}

// errLarger ends the text before a frame that needs a larger window.
var errLarger = errors.New("a larger window")

func (z *unzstd) Read(p []byte) (n int, err error) {
	n, err = z.text.Read(p)
	switch {
	case err == nil:
	case z.err == errLarger:
		z.Close()
		z.src.large()
		z.open()
		err, z.err = nil, nil
	case z.err != nil:
		err = z.err // the library may replace it
	}
	return n, err
}

func (z *unzstd) Close() {
	z.text.Close()
	z.text = nil
	if z.window > defaultWindow {
		debug.FreeOSMemory()
	}
}

// pieces is the file as the library sees it. It ends before a frame that needs a larger window.
type pieces struct{ *unzstd }

func (z pieces) Read(p []byte) (n int, err error) {
	for z.left == 0 && z.err == nil {
		z.err = z.next()
	}
	if z.err == errLarger {
		return 0, io.EOF
	} else if z.err != nil {
		return 0, z.err
	}
	n, err = z.src.Read(p[:min(int64(len(p)), z.left)])
	z.left -= int64(n)
	z.err = noEOF(err)
	return n, z.err
}

// next reads the length of the next piece. It returns io.EOF at the end of the file.
func (z *unzstd) next() error {
	if z.inside {
		return z.block()
	}
	if err := z.src.end(); err != nil {
		return err
	}
	b, err := z.src.Peek(zstd.HeaderMaxSize)
	if err != nil && err != io.EOF {
		return err
	}
	var h zstd.Header
	switch err := h.Decode(b); {
	case !begins(b):
		return garbage(z.src.place())
	case err != nil:
		return err
	case h.Skippable:
		z.left = int64(h.HeaderSize) + int64(h.SkippableSize)
		return nil
	}
	window := h.WindowSize
	if h.SingleSegment {
		window = h.FrameContentSize
	}
	if err := z.refuse(window, h.DictionaryID); err != nil {
		return err
	}
	if window > z.window {
		z.window = window
		return errLarger
	}
	z.left, z.inside, z.check = int64(h.HeaderSize), true, 0
	if h.HasCheckSum {
		z.check = 4
	}
	return nil
}

// begins reports whether b begins with the magic number of a frame or a skippable frame. If b is
// shorter than 4 bytes, it may be a prefix of a magic number.
func begins(b []byte) bool {
	b = bytes.Clone(b[:min(len(b), 4)])
	if len(b) > 0 && b[0]&0xF0 == 0x50 {
		b[0] = 0x50
	}
	return bytes.HasPrefix([]byte("\x28\xB5\x2F\xFD"), b) || bytes.HasPrefix([]byte("\x50\x2A\x4D\x18"), b)
}

// refuse returns an error if the window of a frame is too large or the frame needs a dictionary.
func (z *unzstd) refuse(window uint64, dictionary uint32) error {
	e := &damage{Offset: z.src.place()}
	switch {
	case window > uint64(z.src.window):
		size := (window-1)>>20 + 1
		e.Problem = fmt.Sprintf("the zstd window is %d MiB; the maximum is %d MiB", size, z.src.window>>20)
		if e.Remedy = "get the file again"; window <= MaxWindow {
			e.Remedy = fmt.Sprintf("use --max-window %dMiB", size)
		}
	case dictionary != 0:
		e.Problem = fmt.Sprintf("the zstd data needs dictionary %d", dictionary)
		e.Command = "zstd -D DICTIONARY -dc FILE"
	default:
		return nil
	}
	return e
}

// block reads the length of a block.
func (z *unzstd) block() error {
	const header, repeated = 3, 1
	b, err := z.src.Peek(header)
	if err != nil {
		return noEOF(err)
	}
	h := binary.LittleEndian.Uint32(append(b[:header:header], 0))
	last, kind, size := h&1 != 0, h>>1&3, int64(h>>3)
	if kind == repeated {
		size = 1 // a single byte
	}
	if z.left = header + size; last {
		z.left += z.check
		z.inside = false
	}
	return nil
}

package files

import (
	"context"
	"fmt"
	"io"
	"os"
)

// A reader reads a file to its end, including bytes appended in the meantime. It returns an error
// if the file shrinks.
type reader struct {
	io.Reader
	file    *os.File // a regular file, or nil
	regular bool
	size    int64 // file size in bytes after the offset at which reading starts
	read    int64 // number of bytes read
	err     error // error of the last read
}

// open prepares to read rd.
func (r *reader) open(ctx context.Context, rd io.Reader) {
	r.Reader = Interruptible(ctx, rd)
	file, ok := rd.(*os.File)
	if !ok {
		return
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	at, err := file.Seek(0, io.SeekCurrent) // another program may have read part of the standard input
	if err != nil {
		return
	}
	r.file, r.regular, r.size = file, true, max(0, info.Size()-at)
}

func (r *reader) Read(p []byte) (n int, err error) {
	if r.err != nil {
		return 0, r.err
	}
	n, r.err = r.Reader.Read(p)
	if r.read += int64(n); r.err == io.EOF && r.read < r.size {
		r.err = r.shrunk()
	}
	return n, r.err
}

// shrunk returns the error for a file that ended early, or io.EOF for system files that report a
// size of one page and contain less.
func (r *reader) shrunk() error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	missing := r.size - r.read
	at, err := r.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	if before := at + missing; info.Size() < before {
		return fmt.Errorf("the file shrank from %d to %d bytes while it was being read", before, info.Size())
	}
	return io.EOF
}

package files

import (
	"context"
	"fmt"
	"io"
	"os"
)

// A reader reads a file to its end. It also reads the bytes added to a regular file meanwhile. The
// read of a file that shrank ends with an error.
type reader struct {
	io.ReadCloser
	file    *os.File // a regular file, or nil
	regular bool
	size    int64 // of the rest of the file when it was opened, in bytes
	read    int64
	err     error // returned by all further reads
}

// open prepares to read rd.
func (r *reader) open(ctx context.Context, rd io.Reader) {
	r.ReadCloser = Interruptible(ctx, rd)
	file, ok := rd.(*os.File)
	if !ok {
		return
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	at, err := file.Seek(0, io.SeekCurrent) // another program may have read a part of the standard input
	if err != nil {
		return
	}
	r.file, r.regular, r.size = file, true, max(0, info.Size()-at)
}

func (r *reader) Read(p []byte) (n int, err error) {
	if r.err != nil {
		return 0, r.err
	}
	n, r.err = r.ReadCloser.Read(p)
	if r.read += int64(n); r.err == io.EOF && r.read < r.size {
		r.err = r.shrunk()
	}
	return n, r.err
}

// shrunk returns the error at the early end of a file. Some files of the system declare a page of
// bytes and hold fewer. For them it returns io.EOF.
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
		return fmt.Errorf("the file shrank while it was read, from %d to %d bytes", before, info.Size())
	}
	return io.EOF
}

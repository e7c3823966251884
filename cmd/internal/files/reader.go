package files

import (
	"context"
	"fmt"
	"io"
	"os"
)

// A reader reads a file as it is, up to its end as that is found. A regular file that has grown is
// read with all that came; one that has shrunk ends with an error.
type reader struct {
	io.ReadCloser
	file    *os.File // a regular one, or nil
	regular bool
	size    int64 // bytes that there were to read when the file was opened
	read    int64
	err     error // that comes again
}

// open begins to read rd.
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
	at, err := file.Seek(0, io.SeekCurrent) // the standard input may have been read by others
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

// shrunk returns the error of a file that ends early. Some files of the system say that they have a
// page of bytes, and have less: that is their end.
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

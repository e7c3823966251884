package files

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Regular reports whether the file is a regular one. Reading it does not wait.
func (f *File) Regular() bool { return f.rd.regular }

// Again reports whether [File.Section] can read parts of the text once more.
func (f *File) Again() bool { return f.rd.regular && f.src != nil && f.text == nil }

// Large waits until the file may take much memory: see [Inputs.Large].
func (f *File) Large() {
	if f.large != nil {
		f.large()
	}
}

// Failed returns an error of reading the file, with its place: before the line of that number. It
// adds the place to an error of the context too.
func (f *File) Failed(err error, line int) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		err = path.Err // path names the open file, "/dev/stdin" for [Stdin]
	}
	if line == 1 {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return fmt.Errorf("%s: after line %d: %w", f.Name, line-1, err)
}

// Section returns a reader of a part of a regular file. offset counts the bytes of the text after a
// byte order mark.
func (f *File) Section(offset, size int64) io.Reader {
	if f.marked {
		offset += int64(len(bom))
	}
	return io.NewSectionReader(f.src, offset, size)
}

// Is reports whether the file is the regular one of info, by any name.
func (f *File) Is(info os.FileInfo) bool {
	if !f.rd.regular {
		return false
	}
	own, err := f.rd.file.Stat()
	return err == nil && os.SameFile(own, info)
}

// At returns the file for reading at any offset, and its size in bytes, or false unless it is
// regular.
func (f *File) At() (rd io.ReaderAt, size int64, ok bool) {
	if !f.rd.regular {
		return nil, 0, false
	}
	info, err := f.rd.file.Stat()
	if err != nil {
		return nil, 0, false
	}
	return f.rd.file, info.Size(), true
}

// Interrupted returns the error of the context, or nil before its end.
func (f *File) Interrupted() error { return f.in.Context.Err() }

package files

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Regular reports whether the file is regular. Reads do not block then.
func (f *File) Regular() bool { return f.rd.regular }

// Again reports whether [File.Section] can read parts of the text again.
func (f *File) Again() bool { return f.rd.regular && f.src != nil && f.text == nil }

// Large blocks until the file may use much memory: see [Inputs.Large].
func (f *File) Large() {
	if f.large != nil {
		f.large()
	}
}

// Failed adds to a read error, or an error of the context, its position before the line with this
// number.
func (f *File) Failed(err error, line int) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		err = path.Err // without the name, which is "/dev/stdin" for [Stdin]
	}
	if line == 1 {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return fmt.Errorf("%s: after line %d: %w", f.Name, line-1, err)
}

// Section returns a reader of a part of a regular file. offset does not count a byte order mark.
func (f *File) Section(offset, size int64) io.Reader {
	if f.marked {
		offset += int64(len(bom))
	}
	return io.NewSectionReader(f.src, offset, size)
}

// Is reports whether the file is the regular file of info, under any name.
func (f *File) Is(info os.FileInfo) bool {
	if !f.rd.regular {
		return false
	}
	own, err := f.rd.file.Stat()
	return err == nil && os.SameFile(own, info)
}

// At returns a reader of the file at any offset, and its size in bytes, or false if the file is not
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

// Interrupted returns the error of the context.
func (f *File) Interrupted() error { return f.in.Context.Err() }

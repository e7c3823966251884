package files

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Regular reports whether the file is regular. Reads from a regular file do not block.
func (f *File) Regular() bool { return f.rd.regular }

// Again reports whether [File.Section] can reread parts of the text.
func (f *File) Again() bool { return f.rd.regular && f.src != nil && f.text == nil }

// Large blocks until the file may use much memory: see [Inputs.Large].
func (f *File) Large() {
	if f.large != nil {
		f.large()
	}
}

// Failed adds the position to a read error or a context error that occurred before the line with
// the given number.
func (f *File) Failed(err error, line int) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		err = path.Err // without the name, which is "/dev/stdin" for [Stdin]
	}
	if line == 1 {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return fmt.Errorf("%s: after line %d: %w", f.Name, line-1, err)
}

// Section returns a reader for a part of a regular file. offset does not count a byte order mark.
func (f *File) Section(offset, size int64) io.Reader {
	if f.marked {
		offset += int64(len(bom))
	}
	return io.NewSectionReader(f.src, offset, size)
}

// Is reports whether the file is the regular file that info describes, under any name.
func (f *File) Is(info os.FileInfo) bool {
	if !f.rd.regular {
		return false
	}
	own, err := f.rd.file.Stat()
	return err == nil && os.SameFile(own, info)
}

// At returns an [io.ReaderAt] for the file and the file size in bytes. It returns false if the file
// is not regular.
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

// Interrupted returns the context error.
func (f *File) Interrupted() error { return f.in.Context.Err() }

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

// Large blocks until the file may use a lot of memory: see [Inputs.Large].
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

// At returns an [io.ReaderAt] for the file and the file size in bytes. It first copies a file that
// is not regular to a temporary file, which Close removes.
func (f *File) At() (rd io.ReaderAt, size int64, err error) {
	file := f.rd.file
	if !f.rd.regular {
		if f.copy == nil {
			if err := f.copyAll(); err != nil {
				return nil, 0, err
			}
		}
		file = f.copy
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// copyAll copies the file to a temporary file.
func (f *File) copyAll() (err error) {
	if f.copy, err = os.CreateTemp("", "iri-"); err == nil {
		os.Remove(f.copy.Name()) // on Unix this deletes the file even if a signal kills the process
		_, err = io.Copy(f.copy, struct{ io.Reader }{f})
	}
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("cannot write a temporary file for %s in %s: %w", f.Name, os.TempDir(), path.Err)
	}
	return err
}

// Interrupted returns the context error.
func (f *File) Interrupted() error { return f.in.Context.Err() }

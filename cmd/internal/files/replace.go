package files

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// Replaceable returns an error if [File.Replace] cannot replace the file.
func (f *File) Replaceable() error {
	switch {
	case f.src == nil || !f.rd.regular:
		return fmt.Errorf("%s is not a regular file, so it cannot be rewritten", f.Name)
	case f.text != nil && compressors[f.Compression] == nil:
		return fmt.Errorf("%s %s, which cannot be written; decompress it first", f.Name, f.kind.Is)
	}
	return nil
}

// A Replacement is a new text for a file that is being read. It is written to a temporary file,
// which Commit moves into place.
type Replacement struct {
	file *File
	t    *target
	f    *os.File // the temporary file
	buf  *bufio.Writer
	text io.WriteCloser // compresses the text; nil if the file is not compressed
}

// Replace begins a replacement that keeps the first n bytes of the text, and a byte order mark
// before them. The replacement has the compression and the mode of the file. Like [Write], it
// follows a symbolic link. The error names the file.
func (f *File) Replace(ctx context.Context, n int64) (*Replacement, error) {
	r := &Replacement{file: f}
	if err := r.begin(ctx, n); err != nil {
		r.Discard()
		return nil, cannot("write", f.Name, err)
	}
	return r, nil
}

func (r *Replacement) begin(ctx context.Context, n int64) (err error) {
	if r.t, err = find(r.file.Name); err != nil {
		return err
	}
	if r.t.old == nil || !r.file.Is(r.t.old) {
		return errors.New("another file replaced this one while it was being read")
	}
	if r.f, err = r.t.create(); err != nil {
		return err
	}
	r.buf = bufio.NewWriterSize(r.f, 64<<10)
	if open := compressors[r.file.Compression]; open != nil {
		if r.text, err = open(r.buf); err != nil {
			return err
		}
	}
	if r.file.marked {
		n += int64(len(bom))
	}
	old, done := r.file.again(ctx)
	defer done()
	if _, err = io.CopyN(writerOnly{r}, old, n); err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// again returns a reader for the entire text of a regular file, including a byte order mark.
func (f *File) again(ctx context.Context) (text io.Reader, done func()) {
	const everything = 1<<63 - 1
	file := io.NewSectionReader(f.src, 0, everything)
	if f.text == nil {
		return file, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	d, _ := newDecompressor(ctx, file, f.Compression, cmp.Or(f.in.MaxWindow, DefaultWindow), f.Large)
	return d, func() { cancel(); d.Close() }
}

// writerOnly hides all methods but Write.
type writerOnly struct{ io.Writer }

// Write appends to the new text.
func (r *Replacement) Write(text []byte) (n int, err error) {
	if r.text != nil {
		n, err = r.text.Write(text)
	} else {
		n, err = r.buf.Write(text)
	}
	if err != nil {
		err = cannot("write", r.file.Name, err)
	}
	return n, err
}

// Commit replaces the file, which cannot be read further. The error names the file.
func (r *Replacement) Commit() error {
	var err error
	if r.text != nil {
		err = r.text.Close()
	}
	err = cmp.Or(err, r.buf.Flush(), r.f.Close())
	r.file.src.Close() // Windows does not replace an open file
	if err == nil {
		err = os.Rename(r.t.temporary, r.t.path)
	}
	if err != nil {
		return cannot("write", r.file.Name, err)
	}
	r.t.temporary = ""
	return nil
}

// Discard removes the temporary file, unless Commit replaced the file with it.
func (r *Replacement) Discard() {
	if r.f != nil {
		r.f.Close()
	}
	if r.t != nil {
		r.t.discard()
	}
}

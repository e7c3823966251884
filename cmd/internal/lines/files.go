// Package lines reads the lines of the files of a command line.
package lines

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri/cmd/internal/progress"
	"github.com/irilex/iri/tables"
)

// Stdin is the name of the standard input, on the command line and in messages.
const Stdin = "-"

// Inputs are the files that a command line names.
type Inputs struct {
	Names     []string      // [Stdin] for the standard input
	Stdin     io.Reader     // the standard input
	Separator byte          // of lines
	Escaped   bool          // whether lines have the escapes of [Unescape]
	Out       *bufio.Writer // flushed before every read, which may take forever
	Bar       *progress.Bar // of the bytes that are read
}

// A File is an open file.
type File struct {
	Name string
	Hint string // on a strange encoding, or ""

	in     *Inputs
	src    io.ReadCloser
	begin  []byte // read for the hint, and not returned by Read yet
	err    error  // of src or Out
	line   Line
	raw    []byte // escaped: the bytes that the last piece left, and those of the piece
	taken  int    // bytes of raw that line has
	column int    // code points of the line before raw[taken:]
}

// A Line is a line of a file, or a piece of one. It is good until the next line.
type Line struct {
	*tables.Line        // not unescaped
	File         string // the name
	Escaped      bool   // whether Raw has escapes
	Raw          []byte // as it is in the file, without its end
	Text         []byte // the same, or unescaped
}

// View returns b, such as the text of a [Line], as a string that is good as long as b is the same.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Files yields the files, open, and the errors of those that cannot be opened.
func (in *Inputs) Files() iter.Seq2[*File, error] {
	return func(yield func(*File, error) bool) {
		for _, name := range in.Names {
			f, err := in.open(name)
			more := yield(f, err)
			if err == nil {
				f.src.Close()
			}
			if !more {
				return
			}
		}
	}
}

// open opens a file and reads its beginning, for the hint.
func (in *Inputs) open(name string) (f *File, err error) {
	f = &File{Name: name, in: in, src: io.NopCloser(in.Stdin)}
	if name != Stdin {
		if f.src, err = os.Open(name); err != nil {
			return nil, err
		}
	}
	begin := make([]byte, hintSize)
	n, _ := f.Read(begin) // its error comes again
	f.begin, f.Hint = begin[:n], hint(begin[:n], in.Separator)
	return f, nil
}

// Read reads from the file after it has written the results so far.
func (f *File) Read(p []byte) (n int, err error) {
	if n = copy(p, f.begin); n > 0 {
		f.begin = f.begin[n:]
		return n, nil
	}
	if f.err == nil {
		f.err = f.in.Out.Flush()
	}
	if f.err == nil {
		n, f.err = f.src.Read(p)
		f.in.Bar.Add(n)
	}
	return n, f.err
}

// Lines yields the lines of the file, each of them whole. An error comes last: see [File.Line].
func (f *File) Lines() iter.Seq2[*Line, error] {
	b := tables.NewBatch("")
	b.Buffer = math.MaxInt
	return func(yield func(*Line, error) bool) {
		for l, err := range b.Lines(f, f.in.Separator) {
			if line, err := f.Line(l, err); !yield(line, err) || err != nil {
				return
			}
		}
	}
}

// Line returns a line of the file, or a piece, with what it stands for. The pieces cut no escape.
// The error, of reading the line or of a wrong escape, has its place.
func (f *File) Line(l *tables.Line, err error) (*Line, error) {
	switch path, ok := errors.AsType[*os.PathError](err); {
	case ok: // it names the open file, "/dev/stdin" for [Stdin]
		return f.Line(l, path.Err)
	case err != nil && l.Number == 1:
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: after line %d: %w", f.Name, l.Number-1, err)
	}
	f.line = Line{l, f.Name, f.in.Escaped, l.Text(), f.line.Text}
	if !f.in.Escaped {
		f.line.Text = f.line.Raw
		return &f.line, nil
	}
	if l.First {
		f.column = 0
	}
	f.raw = append(f.raw[:copy(f.raw, f.raw[f.taken:])], f.line.Raw...)
	f.line.Text, f.taken, err = Unescape(f.line.Text[:0], f.raw, !l.Last)
	f.line.Raw = f.raw[:f.taken]
	if f.column += utf8.RuneCount(f.line.Raw); err != nil {
		return nil, fmt.Errorf("%s:%d:%d: %w", f.Name, l.Number, f.column+1, err)
	}
	return &f.line, nil
}

// Size returns how many bytes there are to read, and false when one of the files is not regular.
func (in *Inputs) Size() (total int64, ok bool) {
	for _, name := range in.Names {
		info, err := os.Stat(name)
		if f, ok := in.Stdin.(*os.File); ok && name == Stdin {
			info, err = f.Stat()
		}
		if err != nil || !info.Mode().IsRegular() {
			return 0, false
		}
		total += info.Size()
	}
	return total, true
}

// Package lines reads the lines of the files of a command line.
package lines

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri/cmd/internal/await"
	"github.com/irilex/iri/cmd/internal/progress"
	"github.com/irilex/iri/cmd/internal/sniff"
	"github.com/irilex/iri/tables"
)

// Stdin is the name of the standard input, on the command line and in messages.
const Stdin = "-"

// Inputs are the files that a command line names.
type Inputs struct {
	Context   context.Context // reading ends with its error when it is done
	Command   string          // that reads lines, for advice: "iri check"
	Names     []string        // [Stdin] for the standard input
	Stdin     io.Reader       // the standard input
	AsIs      bool            // whether any bytes of the standard input are lines
	Separator byte            // of lines
	Parquet   bool            // whether files may be Parquet, which has no lines
	Escaped   bool            // whether lines have the escapes of [Unescape]
	Edit                      // before the escapes are read
	Out       *bufio.Writer   // flushed before every read, which may take forever
	Bar       *progress.Bar   // of the bytes that are read

	Count int // lines that [File.Lines] has yielded

	begin []byte // room for the beginning of a file
}

// A File is an open file.
type File struct {
	Name string
	Hint string // on a byte order mark, or another encoding of the standard input; else ""

	Bytes int64 // that were read so far

	Parquet bool // whether it is a Parquet file

	in     *Inputs
	src    *os.File      // nil for the standard input
	rd     io.ReadCloser // of it
	begin  []byte        // that was looked at, and is not returned by Read yet
	marked bool          // whether a byte order mark was dropped
	err    error         // of rd or Out
	line   Line
	raw    []byte // escaped: the bytes that the last piece left, and those of the piece
	taken  int    // bytes of raw that line has
	column int    // code points of the line before raw[taken:]
}

// A Line is a line of a file, or a piece of one. It is good until the next line.
type Line struct {
	*tables.Line         // not unescaped
	File         string  // the name
	Escapes      Escapes // of Raw; nil if it has no escapes
	Raw          []byte  // as it is in the file, without its end, a byte order mark, and trimmed blanks
	Text         []byte  // the same, or unescaped
	Begin        int     // the bytes of the line before Raw
	Indent       int     // the code points of the line before Raw, without a byte order mark

	// Of a value in a record of several. Number is then the line on which the record begins.
	Record []byte // the record as it is in the file, of which Raw is a part; nil else
	Field  string // the name of the value, such as that of its column; "" else
	Row    int    // the number of the record, from 1; 0 else
}

// View returns b, such as the text of a [Line], as a string that is good as long as b is the same.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Files yields the files, open, and the errors of those that cannot be opened, which have their names alone.
func (in *Inputs) Files() iter.Seq2[*File, error] {
	return func(yield func(*File, error) bool) {
		for _, name := range in.Names {
			f, err := in.Open(name)
			if err != nil {
				f = &File{Name: name}
			}
			more := yield(f, err)
			if err == nil {
				f.Close()
			}
			if !more {
				return
			}
		}
	}
}

// Reset makes the counts 0, for a copy of inputs that another goroutine uses.
func (in *Inputs) Reset() { in.Blank, in.Comments, in.Count, in.begin = 0, 0, 0, nil }

// Open opens a file and looks at its beginning.
func (in *Inputs) Open(name string) (f *File, err error) {
	if err := in.Context.Err(); err != nil {
		return nil, err
	}
	f = &File{Name: name, in: in}
	rd := in.Stdin
	if name != Stdin {
		if f.src, err = await.Open(in.Context, name); err != nil {
			return nil, err
		}
		rd = f.src
	}
	f.rd = await.Reader(in.Context, rd)
	if in.begin == nil {
		in.begin = make([]byte, sniff.Size)
	}
	n, _ := f.Read(in.begin) // one read, because a pipe may have no more; its error comes again
	f.begin = in.begin[:n]
	if err := f.look(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close closes the file.
func (f *File) Close() {
	f.rd.Close()
	if f.src != nil {
		f.src.Close()
	}
}

// look looks at the beginning of the file. It drops a byte order mark, and refuses a file that is
// not text in UTF-8.
func (f *File) look() error {
	asIs := f.in.AsIs && f.Name == Stdin
	kind, foreign := sniff.Look(f.begin)
	nul := -1
	if f.in.Separator != 0 {
		nul = bytes.IndexByte(f.begin, 0)
	}
	if nul >= 0 && !foreign {
		kind, foreign = sniff.LookWide(f.begin)
	}
	switch marked := sniff.HasBOM(f.begin); {
	case marked && asIs:
		f.Hint = "begins with a byte order mark (U+FEFF), which is part of its first line"
	case foreign && asIs:
		f.Hint = kind.Is + "; its lines are read as UTF-8"
	case asIs:
	case foreign && f.in.Parquet && kind.Parquet():
		f.Parquet = true
	case foreign:
		try := kind.Command(f.Name) + " | " + f.in.Command
		return fmt.Errorf("%s %s, so its lines are not read; try: %s", f.Name, kind.Is, try)
	case nul >= 0:
		return fmt.Errorf("%s is not text, because it has a NUL at offset %d; -0 is for lines that end in NUL", f.Name, nul)
	case marked:
		f.Hint = "begins with a byte order mark (U+FEFF), which is dropped"
		f.begin, f.marked = f.begin[len(sniff.BOM):], true
	}
	return nil
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
		n, f.err = f.rd.Read(p)
		f.Bytes += int64(n)
		f.in.Bar.Add(n)
	}
	return n, f.err
}

// Lines yields the lines of the file, each of them whole, but for those that [Edit] leaves out. An
// error comes last: see [File.Line].
func (f *File) Lines() iter.Seq2[*Line, error] {
	b := tables.NewBatch("")
	b.Buffer = math.MaxInt
	return func(yield func(*Line, error) bool) {
		for l, err := range b.Lines(f, f.in.Separator) {
			switch {
			case err != nil:
			case f.in.leavesOut(l.Text()):
				continue
			default:
				f.in.Count++
			}
			if line, err := f.Line(l, err); !yield(line, err) || err != nil {
				return
			}
		}
	}
}

// Line returns a line of the file, or a piece, with what it stands for. The pieces cut no escape.
// The error, of reading the line or of a wrong escape, has its place.
func (f *File) Line(l *tables.Line, err error) (*Line, error) {
	if err != nil {
		return nil, f.Failed(err, l.Number)
	}
	f.line = Line{Line: l, File: f.Name, Raw: l.Text(), Text: f.line.Text}
	if f.in.Trim {
		f.line.Raw, f.line.Indent = Trim(f.line.Raw)
		f.line.Begin = f.line.Indent
	}
	if f.marked && l.Number == 1 {
		f.line.Begin += len(sniff.BOM)
	}
	if !f.in.Escaped {
		f.line.Text = f.line.Raw
		return &f.line, nil
	}
	f.line.Escapes = Backslashes{}
	if l.First {
		f.column = 0
	}
	f.raw = append(f.raw[:copy(f.raw, f.raw[f.taken:])], f.line.Raw...)
	f.line.Text, f.taken, err = Unescape(f.line.Text[:0], f.raw, !l.Last)
	f.line.Raw = f.raw[:f.taken]
	if f.column += utf8.RuneCount(f.line.Raw); err != nil {
		return nil, fmt.Errorf("%s:%d:%d: %w", f.Name, l.Number, f.line.Indent+f.column+1, err)
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

package files

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// Stdin is the name of the standard input, on the command line and in messages.
const Stdin = "-"

// Inputs are the files that a command line names.
type Inputs struct {
	Context   context.Context // reading ends with its error when it is done
	Command   string          // that reads lines, for advice: "iri check"
	Names     []string        // of files and directories, and patterns; [Stdin] for the standard input
	Tell      func(string)    // is called with the numbers of files that are left out; may be nil
	Stdin     io.Reader       // the standard input
	AsIs      bool            // whether any bytes of the standard input are lines
	Separator byte            // of lines
	Parquet   bool            // whether files may be Parquet, which has no lines
	Escaped   bool            // whether lines have the escapes of [Unescape]
	Edit                      // before the escapes are read
	Out       *bufio.Writer   // flushed before a file is opened or read, which may take forever
	Bar       *terminal.Bar   // of the bytes that are read

	// Large is called before a file is opened, unless it is nil. It returns a function that waits until the
	// file is the first of those that are open: only that one takes more than some 10 MiB of memory.
	Large func() func()

	Count int // lines that [File.Lines] has yielded
}

// A File is an open file.
type File struct {
	Name        string
	Hint        string // on a byte order mark, or another encoding of the standard input; else ""
	Compression string // of the file, whose text is read: "gzip", "zstd", "bzip2", or ""

	Bytes  int64 // of the text that were read so far
	Stored int64 // bytes of the file that were read so far for that; the bar has them

	Parquet bool // whether it is a Parquet file

	in     *Inputs
	src    *os.File // nil for the standard input
	cancel func()   // ends the reading of rd and text
	large  func()   // waits before much memory is taken; may be nil
	rd     reader   // of the file as it is
	kind   Kind
	text   *decompressor // of rd, or nil
	begin  []byte        // that was looked at, and is not returned by Read yet
	marked bool          // whether a byte order mark was dropped
	err    error         // of rd, text or Out
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

// Files yields the files, open, which the caller closes, and the errors of those that cannot be
// opened, which have at most a name.
func (in *Inputs) Files() iter.Seq2[*File, error] {
	return func(yield func(*File, error) bool) {
		w := walk{in: in, fail: func(err error) bool { return yield(&File{}, err) }}
		w.file = func(name string, found bool) bool {
			f, err := in.Open(name)
			if r, ok := errors.AsType[*refusal](err); ok && r.binary && found {
				w.leave(isBinary, name)
				return true
			}
			if err != nil {
				f = &File{Name: name}
			}
			return yield(f, err)
		}
		w.names()
	}
}

// Reset makes the counts 0, for a copy of inputs that another goroutine uses.
func (in *Inputs) Reset() { in.Blank, in.Comments, in.Count = 0, 0, 0 }

// Use makes f a file of other inputs, which another goroutine uses.
func (f *File) Use(in *Inputs) { f.in = in }

// Open opens a file and looks at its beginning.
func (in *Inputs) Open(name string) (f *File, err error) {
	if err := in.Context.Err(); err != nil {
		return nil, err
	}
	in.Out.Flush() // a FIFO may wait forever for its writer; the error stays in Out
	ctx, cancel := context.WithCancel(in.Context)
	f = &File{Name: name, in: in, cancel: cancel}
	if in.Large != nil {
		f.large = in.Large()
	}
	rd := in.Stdin
	if name != Stdin {
		if f.src, err = Open(ctx, name); err != nil {
			cancel()
			return nil, err
		}
		rd = f.src
	}
	f.rd.open(ctx, rd)
	f.peek()
	if kind, ok := Look(f.begin); ok && !f.asIs() {
		file := io.MultiReader(bytes.NewReader(f.begin), &f.rd)
		if f.text, ok = newDecompressor(ctx, file, kind.Compression, f.Large); ok {
			f.kind, f.Compression, f.err, f.Bytes = kind, kind.Compression, nil, 0
			f.peek()
		}
	}
	if err := f.look(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// asIs reports whether any bytes of the file are lines.
func (f *File) asIs() bool { return f.in.AsIs && f.Name == Stdin }

// peek reads the beginning of the file. One read of a pipe is enough, because it may have no more.
func (f *File) peek() {
	f.begin = nil
	begin := make([]byte, lookSize)
	n := 0
	for first := true; n < len(begin) && f.err == nil && (first || f.rd.regular); first = false {
		m, _ := f.Read(begin[n:]) // its error comes again
		n += m
	}
	f.begin = begin[:n]
}

// Close closes the file.
func (f *File) Close() {
	f.cancel()
	if f.text != nil {
		f.text.Close()
	}
	f.rd.Close()
	if f.src != nil {
		f.src.Close()
	}
	f.in.Bar.Add(int(f.rd.size - f.Stored)) // of a file that was not read to its end
}

// look looks at the beginning of the text. It drops a byte order mark, and refuses a file that is
// not text in UTF-8.
func (f *File) look() error {
	kind, foreign := Look(f.begin)
	nul := -1
	if f.in.Separator != 0 {
		nul = bytes.IndexByte(f.begin, 0)
	}
	if nul >= 0 && !foreign {
		kind, foreign = LookWide(f.begin)
	}
	switch marked := hasBOM(f.begin); {
	case marked && f.asIs():
		f.Hint = "begins with a byte order mark (U+FEFF), which is part of its first line"
	case foreign && f.asIs():
		f.Hint = kind.Is + "; its lines are read as UTF-8"
	case f.asIs():
	case foreign && f.in.Parquet && kind.Parquet() && f.text == nil:
		f.Parquet = true
	case foreign:
		return f.refuse(kind)
	case nul >= 0:
		return f.refuseBinary(nul)
	case marked:
		f.Hint = "begins with a byte order mark (U+FEFF), which is dropped"
		f.begin, f.marked = f.begin[len(bom):], true
	}
	return nil
}

// Read reads from the text of the file after it has written the results so far.
func (f *File) Read(p []byte) (n int, err error) {
	if n = copy(p, f.begin); n > 0 {
		f.begin = f.begin[n:]
		return n, nil
	}
	if f.err == nil {
		f.err = f.in.Out.Flush()
	}
	if f.err != nil {
		return 0, f.err
	}
	at := int64(0)
	if f.text == nil {
		n, f.err = f.rd.Read(p)
		at = f.Stored + int64(n)
	} else {
		n, err = f.text.Read(p)
		f.err = f.advise(err)
		at = f.text.Place()
	}
	f.in.Bar.Add(int(at - f.Stored))
	f.Stored = max(f.Stored, at)
	f.Bytes += int64(n)
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
		f.line.Begin += len(bom)
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

package files

import (
	"bufio"
	"bytes"
	"cmp"
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

// Stdin names the standard input on the command line and in messages.
const Stdin = "-"

// Inputs holds the files named on a command line and the options for reading them.
type Inputs struct {
	Context   context.Context // canceling it stops reading
	Command   Command         // suggests a command that reads a pipe, for messages
	Names     []string        // files, directories, and patterns; [Stdin] for the standard input
	Tell      func(string)    // reports skipped files; may be nil
	Stdin     io.Reader       // the standard input
	AsIs      bool            // read the standard input as lines, whatever bytes it contains
	Separator byte            // the last byte of a line
	Text      TextFile        // allows NULs in some files; may be nil
	Parquet   bool            // allow Parquet files, although they have no lines
	Escaped   bool            // lines contain escapes: see [Unescape]
	Edit                      // applied before unescaping
	KeepMark  bool            // a byte order mark is kept, so it needs no hint
	MaxWindow int64           // limit on the window of zstd and xz data in bytes; 0 means DefaultWindow
	Out       *bufio.Writer   // flushed before opening and reading, because both may block
	Bar       *terminal.Bar   // counts the bytes read

	// These fields select files in directories. Include and Exclude contain patterns in the syntax
	// of .gitignore files, relative to the named directory. Files listed in .iriignore files are
	// also excluded, and with Gitignore those listed in .gitignore files and .git/info/exclude.
	// Known, unless nil, reports whether a file name implies a format; without Include, other files
	// are skipped.
	Include, Exclude []string
	Gitignore        bool
	Known            func(name string) bool

	// LeftOut, unless nil, is called for each skipped file with the reason, such as "hidden".
	LeftOut func(name, kind string)

	// Large, unless nil, is called before a file is opened. It returns a function that blocks until no
	// earlier file is open. Only the earliest open file may use more than about 10 MiB.
	Large func() func()

	Count int // number of lines yielded by [File.Lines]
}

// A Command returns a command line that would read the text of a file from a pipe, such as "iri
// check --format csv", or "" if that is impossible.
type Command func(name string) string

// A TextFile reports whether a file is text, even if it contains NULs, because its format is known.
// found reports whether the file was found in a directory rather than named.
type TextFile func(name string, found bool) bool

// A File is an open file.
type File struct {
	Name        string
	Found       bool   // whether it was found in a directory rather than named
	Hint        string // mentions a byte order mark or another encoding of stdin; or ""
	Compression string // "gzip", "zstd" or "bzip2" if the text is decompressed, or ""

	Bytes  int64 // number of text bytes read
	Stored int64 // number of file bytes read for this text

	Parquet bool   // whether it is a Parquet file
	Head    []byte // the beginning of the text, as far as Open read it

	in     *Inputs
	src    *os.File // nil for the standard input
	cancel func()   // stops reading rd and text
	large  func()   // blocks until the file may use a lot of memory; may be nil
	rd     reader   // the file itself
	kind   Kind
	text   *decompressor // decompresses rd, or nil
	copy   *os.File      // a temporary copy, or nil
	begin  []byte        // read by peek but not yet returned by Read
	marked bool          // whether a byte order mark was dropped
	err    error         // error from rd, text or Out
	line   Line
	raw    []byte // if escaped: the rest of the previous piece and the current piece
	taken  int    // number of bytes of raw that are in line
	column int    // number of code points in the line before raw[taken:]
}

// A Line is a line of a file, or a piece of a line. The next line overwrites its texts.
type Line struct {
	*tables.Line          // the line as stored
	File         string   // the file name
	Escapes      *Escapes // the escapes in Raw; nil if there are none
	Raw          []byte   // the stored bytes, without line ending, BOM and trimmed blanks
	Text         []byte   // the unescaped form of Raw
	Begin        int      // number of bytes in the line before Raw
	Mark         int      // length of a byte order mark at the beginning of the line
	Indent       int      // number of code points in the line before Raw, without a byte order mark

	// These fields are set for a value in a record. Number is then the line on which the record
	// begins.
	Record []byte // the stored bytes of the record, including Raw; or nil
	Field  string // the name of the value, such as its column, or ""
	Row    int    // the number of the record, from 1, or 0
}

// View returns b, such as the text of a [Line], as a string that aliases b. The next line
// overwrites the string and its substrings; use [strings.Clone] to keep one.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Files opens the files and yields them. The caller must close them. For a file that cannot be
// opened, a directory that contains no files, or a pattern without a match, Files yields an error
// and a File that has only a name.
func (in *Inputs) Files() iter.Seq2[*File, error] {
	return func(yield func(*File, error) bool) {
		w := walk{in: in, fail: func(name string, err error) bool { return yield(&File{Name: name}, err) }}
		w.file = func(name string, found bool) bool {
			f, err := in.open(name, found)
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

// Reset zeroes the counts. A goroutine calls it on its own copy of Inputs.
func (in *Inputs) Reset() { in.Blank, in.Comments, in.Count = 0, 0, 0 }

// Use moves f to the Inputs of another goroutine.
func (f *File) Use(in *Inputs) { f.in = in }

// Open opens a file and reads its beginning.
func (in *Inputs) Open(name string) (f *File, err error) { return in.open(name, false) }

// open opens a file that was named or found in a directory.
func (in *Inputs) open(name string, found bool) (f *File, err error) {
	if err := in.Context.Err(); err != nil {
		return nil, err
	}
	in.Out.Flush() // opening a FIFO waits for its writer; Out keeps the error
	ctx, cancel := context.WithCancel(in.Context)
	f = &File{Name: name, Found: found, in: in, cancel: cancel}
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
	kind, ok := Look(f.begin)
	if named := f.named(); !ok && named.Compression == "brotli" && len(f.begin) > 0 {
		kind, ok = named, true // the format has no magic number
	}
	if ok && !f.asIs() {
		file := io.MultiReader(bytes.NewReader(f.begin), &f.rd)
		window := cmp.Or(in.MaxWindow, DefaultWindow)
		if f.text, ok = newDecompressor(ctx, file, kind.Compression, window, f.Large); ok {
			f.kind, f.Compression, f.err, f.Bytes = kind, kind.Compression, nil, 0
			f.peek()
		}
	}
	if err := f.look(in.Text != nil && in.Text(name, found)); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// asIs reports whether the file is read as lines, whatever bytes it contains.
func (f *File) asIs() bool { return f.in.AsIs && f.Name == Stdin }

// peek reads the beginning of the file. It reads from a pipe only once, because a second read may
// block. It reads again only if a byte order mark, or the magic number that the file name promises,
// is incomplete.
func (f *File) peek() {
	f.begin = nil
	begin := make([]byte, lookSize)
	n := 0
	named := f.text == nil && f.named().Is != ""
	for more := true; more && n < len(begin) && f.err == nil; {
		m, _ := f.Read(begin[n:]) // the next Read returns the same error
		n += m
		more = f.rd.regular || named && n < maxMagic || n > 0 && n < len(bom) && string(begin[:n]) == bom[:n]
	}
	f.begin = begin[:n]
}

// Close closes the file.
func (f *File) Close() {
	f.cancel()
	if f.text != nil {
		f.text.Close()
	}
	if f.src != nil {
		f.src.Close()
	}
	if f.copy != nil {
		f.copy.Close()
		os.Remove(f.copy.Name())
	}
	f.in.Bar.Add(int(f.rd.size - f.Stored)) // the part of the file that was not read
}

// look drops a byte order mark at the beginning of the text, and rejects a file that is not UTF-8
// text. isText reports whether the file is text even if it contains a NUL.
func (f *File) look(isText bool) error {
	kind, foreign := Look(f.begin)
	nul := -1
	if f.in.Separator != 0 {
		nul = bytes.IndexByte(f.begin, 0)
	}
	if nul >= 0 && !foreign {
		kind, foreign = LookWide(f.begin, isText)
	}
	switch marked := hasBOM(f.begin); {
	case !foreign && f.text == nil && f.named().Is != "":
		return f.refuseName()
	case marked && f.asIs():
		f.Hint = "begins with a byte order mark (U+FEFF), which is part of its first line"
	case foreign && f.asIs():
		f.Hint = kind.Is + "; its lines are read as UTF-8"
	case f.asIs():
	case foreign && f.in.Parquet && kind.Parquet() && f.text == nil:
		f.Parquet = true
	case foreign:
		return f.refuse(kind)
	case nul >= 0 && !isText:
		return f.refuseBinary(nul)
	case marked:
		if !f.in.KeepMark {
			f.Hint = "begins with a byte order mark (U+FEFF), which is dropped"
		}
		f.begin, f.marked = f.begin[len(bom):], true
	}
	f.Head = f.begin
	return nil
}

// Begin returns the beginning of the text: at most 64 KiB, and for a pipe only the first read. It
// must be called before the text is read.
func (f *File) Begin() []byte { return f.begin }

// Read flushes the output, then reads text from the file.
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

// Lines yields the complete lines of the file, except lines that [Edit] skips. An error is yielded
// last: see [File.Line].
func (f *File) Lines() iter.Seq2[*Line, error] {
	b := tables.NewBatch("")
	b.Buffer = math.MaxInt
	return func(yield func(*Line, error) bool) {
		for l, err := range f.Verdicts(b, f) {
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

// Verdicts yields the lines of rd and their verdicts: see [tables.Batch.Lines]. rd reads the file
// or a part of it.
func (f *File) Verdicts(b *tables.Batch, rd io.Reader) iter.Seq2[*tables.Line, error] {
	lines := b.Lines(rd, f.in.Separator)
	if !Overwriting {
		return lines
	}
	return func(yield func(*tables.Line, error) bool) {
		for l, err := range lines {
			more := yield(l, err)
			if err == nil {
				Overwrite(l.Text(), f.line.Raw, f.line.Text)
			}
			if !f.in.Escaped { // views of l; unescaped text does not alias l
				f.line.Raw, f.line.Text = nil, nil
			}
			if !more {
				return
			}
		}
	}
}

// Overwriting makes readers overwrite the texts of a line or record before they yield the next one.
// The command tests set it, so that a command that keeps a [View] fails.
var Overwriting bool

// Overwrite fills texts with a byte that never occurs in UTF-8 if Overwriting is set.
func Overwrite(texts ...[]byte) {
	for _, text := range texts {
		for i := 0; Overwriting && i < len(text); i++ {
			text[i] = 0xFF
		}
	}
}

// Mark returns the length of the byte order mark before the line with the given number.
func (f *File) Mark(line int) int {
	if f.marked && line == 1 {
		return len(bom)
	}
	return 0
}

// Line returns a line of the file or a piece of a line, unescaped. No piece ends within an escape.
// A read error or an error for an invalid escape contains the position.
func (f *File) Line(l *tables.Line, err error) (*Line, error) {
	if err != nil {
		return nil, f.Failed(err, l.Number)
	}
	f.line = Line{Line: l, File: f.Name, Raw: l.Text(), Text: f.line.Text}
	if f.in.Trim {
		f.line.Raw, f.line.Indent = Trim(f.line.Raw)
		f.line.Begin = f.line.Indent
	}
	f.line.Mark = f.Mark(l.Number)
	f.line.Begin += f.line.Mark
	if !f.in.Escaped {
		f.line.Text = f.line.Raw
		return &f.line, nil
	}
	f.line.Escapes = Backslashes
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

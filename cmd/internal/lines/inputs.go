package lines

import (
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

// Stdin is what the standard input is called, on the command line and in messages.
const Stdin = "-"

// Inputs are the files that a command line names.
type Inputs struct {
	Names     []string  // [Stdin] for the standard input; so does no name at all
	Stdin     io.Reader // the standard input
	Separator byte      // of lines
	Escaped   bool      // whether [Unescape] is to be applied to lines; its error ends Each

	// Pieces, when it is not 0, is the size of the buffer, [BufferSize] at best: lines that do
	// not fit it come in pieces, so that they take no more memory. With 0 all lines come whole.
	Pieces int

	// Failed is called when a file cannot be opened or read (to its end), before the next one is.
	Failed func(err error)

	// Hint, when set, is called with what is strange about the encoding of a file, before its
	// first line.
	Hint func(name, what string)

	// Block, when set, is called instead of do where many whole lines are at hand, which have
	// their ends: l is the line before them, of which it has to count up the number. It is not
	// used with a separator other than LF, nor with escapes.
	Block func(l *Line, text []byte) error

	// Idle is called before every read, which may take forever: the time to show what is done.
	Idle func() error

	// Read, when set, is called after every read with the number of bytes.
	Read func(n int)

	scratch []byte // the unescaped line
}

// A Line is a line of an input, or a piece of one. Pieces cut no code point of the file, and no escape.
type Line struct {
	File   string
	Number int    // from 1
	Begun  bool   // whether a call before had the beginning of the line
	More   bool   // whether the line goes on in the next call
	Raw    []byte // as it is in the file, without its end; good for one call only
	Text   []byte // what it stands for: the same, or unescaped
}

// Whole reports whether the line is no piece.
func (l *Line) Whole() bool { return !l.Begun && !l.More }

// Each calls do for every line of every file, or every piece of it. The first error of do, or of Idle, ends it.
func (in *Inputs) Each(do func(l *Line) error) error {
	for _, name := range in.names() {
		f, err := in.open(name)
		if err != nil {
			in.Failed(err)
			continue
		}
		err = in.each(name, f, do)
		f.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (in *Inputs) names() []string {
	if len(in.Names) == 0 {
		return []string{Stdin}
	}
	return in.Names
}

func (in *Inputs) open(name string) (io.ReadCloser, error) {
	if name == Stdin {
		return io.NopCloser(in.Stdin), nil
	}
	return os.Open(name)
}

// each calls do for every line of one file.
func (in *Inputs) each(name string, f io.Reader, do func(l *Line) error) error {
	r := newReader(&watched{in: in, src: f}, in.Separator)
	if in.Pieces > 0 {
		r.buf = make([]byte, max(in.Pieces, leastBuffer))
	}
	column := 0 // where a piece begins
	inBlocks := in.Block != nil && in.Separator == '\n' && !in.Escaped
	for l := (Line{File: name}); ; {
		if block := r.block(inBlocks); block != nil {
			l.Begun = false
			if err := in.Block(&l, block); err != nil {
				return err
			}
			continue
		}
		text, more, err := r.next(in.Pieces == 0)
		if err != nil {
			return in.end(name, &l, err)
		}
		if l.Begun, l.More = l.More, more; !l.Begun {
			l.Number++
			column = 0
		}
		if l.Number == 1 && !l.Begun && in.Hint != nil {
			in.hint(name, r.buf[:r.to])
		}
		l.Raw, l.Text = text, text
		if in.Escaped {
			if err := in.unescape(&l, column); err != nil {
				return err
			}
			r.unread(len(text) - len(l.Raw))
			if more {
				column += utf8.RuneCount(l.Raw)
			}
		}
		if err := do(&l); err != nil {
			return err
		}
	}
}

// unescape fills in the text of a line, and cuts off what may belong to the next piece. The
// error of one with a wrong escape has its place.
func (in *Inputs) unescape(l *Line, column int) error {
	text, taken, err := unescapePiece(in.scratch[:0], l.Raw, l.More)
	in.scratch = text
	var wrong *EscapeError
	if errors.As(err, &wrong) {
		column += utf8.RuneCount(l.Raw[:wrong.Offset]) + 1
		return fmt.Errorf("%s:%d:%d: %w", l.File, l.Number, column, err)
	}
	l.Raw, l.Text = l.Raw[:taken], text
	return nil
}

// end tells the ends of a file apart: it is over, it cannot be read any further, or Idle failed.
func (in *Inputs) end(name string, l *Line, err error) error {
	var idle *idleError
	var path *os.PathError
	switch {
	case err == io.EOF:
		return nil
	case errors.As(err, &idle):
		return idle.error
	case errors.As(err, &path):
		err = path.Err // its name is that of the open file, "/dev/stdin" for ours
	}
	number := l.Number
	if l.More {
		number-- // the last one is not over
	}
	if number > 0 {
		name = fmt.Sprintf("%s: after line %d", name, number)
	}
	in.Failed(fmt.Errorf("%s: %w", name, err))
	return nil
}

// Size returns how many bytes there are to read, and false when that is not known
// because something is not a regular file.
func (in *Inputs) Size() (total int64, ok bool) {
	for _, name := range in.names() {
		n, ok := in.size(name)
		if !ok {
			return 0, false
		}
		total += n
	}
	return total, true
}

func (in *Inputs) size(name string) (int64, bool) {
	var info os.FileInfo
	var err error
	if f, ok := in.Stdin.(*os.File); ok && name == Stdin {
		info, err = f.Stat()
	} else {
		info, err = os.Stat(name)
	}
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	return info.Size(), true
}

// watched calls Idle before and Read after every read.
type watched struct {
	in  *Inputs
	src io.Reader
}

type idleError struct{ error }

func (w *watched) Read(p []byte) (int, error) {
	if err := w.in.Idle(); err != nil {
		return 0, &idleError{err}
	}
	n, err := w.src.Read(p)
	if w.in.Read != nil {
		w.in.Read(n)
	}
	return n, err
}

package rdf

import (
	"io"
	"iter"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// DefaultMaxLine is the length in bytes of the longest line when Reader.MaxLine is 0.
const DefaultMaxLine = 16 << 20

// A Reader reads statements from lines. A line ends with LF, CR LF or CR, the last line may end
// without one; a byte order mark (UTF-8) before the first line is dropped. Blank lines and lines
// with a comment alone are counted, and make no statement.
type Reader struct {
	// IRI is the rule for each IRI after its escapes are taken out and it is resolved. NewReader
	// sets it to rfc3987.IRI. The zero Rule turns the check off.
	IRI tables.Rule

	// Base is the base of relative IRIs. They are resolved by RFC 3986, section 5.2, after their
	// escapes are taken out. IRIs with a scheme are not changed, not even their dot segments.
	// N-Triples and N-Quads have no relative IRIs: with the zero IRI they are errors with
	// CodeNoScheme, unless the rule IRI allows them.
	Base iri.IRI

	// MaxLine is the largest length of a line in bytes, its end not counted; 0 means
	// DefaultMaxLine. A longer line is an error. The buffer grows to the longest line.
	MaxLine int

	// Inside makes a byte order mark at the beginning a part of the first line, as it is inside of a
	// file. Otherwise the Reader drops it.
	Inside bool

	syntax Syntax
	buffer
	line
	cursor cursor // over the whole lines of the buffer
	own    []byte // the buffer of the last input by Reset
	counts Counts
}

// NewReader returns a reader of the lines of rd.
func NewReader(rd io.Reader, syntax Syntax) *Reader {
	r := &Reader{IRI: rfc3987.IRI, syntax: syntax}
	r.Reset(rd)
	return r
}

// Reset lets the reader read another input, with its buffer, rule and limit.
func (r *Reader) Reset(rd io.Reader) {
	r.keep()
	r.reset(buffer{rd: rd, buf: r.own})
}

// ResetBytes lets the reader read a text in memory, with its rule and limit. It does not copy the
// text: the terms without escapes are views of it, and text must not change while they are used. A
// text of 4 GiB or more is read at less than half the speed.
func (r *Reader) ResetBytes(text []byte) {
	r.keep()
	r.reset(buffer{buf: text, size: len(text)})
}

// keep notes the reader's own buffer.
func (r *Reader) keep() {
	if r.rd != nil { // else buf is the text of ResetBytes
		r.own = r.buf
	}
}

func (r *Reader) reset(b buffer) {
	r.buffer, r.counts = b, Counts{}
	r.line = line{scratch: r.scratch}
	r.cursor.open(nil)
}

// Counts are numbers of lines.
type Counts struct {
	Lines int64 // all lines read: Statements, Blank and Wrong together

	Statements int64
	Blank      int64 // lines of white space, or a comment, and empty lines
	Wrong      int64 // lines with an error

	ByteOrderMark bool // whether the input began with one, which was dropped
}

// Counts returns the numbers of lines read so far.
func (r *Reader) Counts() Counts { return r.counts }

// Line returns the last line read, with its number, from 1, and its first byte's offset in the
// input. The text is without the end of the line, cut at MaxLine, and valid until the next call.
func (r *Reader) Line() (text []byte, number, start int64) {
	return r.text(), r.number, r.start + int64(r.from)
}

// Read returns the next statement, valid until the next call. At the end of the input the error is
// [io.EOF]. After an [*Error], a mistake in one line, Read may be called again for the next line.
// Any other error is that of the input, and ends the statements.
func (r *Reader) Read() (*Statement, error) {
	for {
		if err := r.begin(); err != nil {
			return nil, err
		}
		if r.counts.Lines++; !r.cut && r.quick() {
			r.counts.Statements++
			return &r.statement, nil
		}
		kind := r.parse()
		if kind == blank && !r.long() {
			r.counts.Blank++
			continue
		}
		if err := r.check(kind); err != nil {
			r.counts.Wrong++
			return nil, err
		}
		r.counts.Statements++
		return &r.statement, nil
	}
}

// Statements yields the statements to the end of the input, and the errors of [Reader.Read]: after
// an [*Error] the loop may go on with the next line; any other error is the last.
func (r *Reader) Statements() iter.Seq2[*Statement, error] {
	return func(yield func(*Statement, error) bool) {
		for {
			s, err := r.Read()
			if err == io.EOF {
				return
			}
			_, goesOn := err.(*Error)
			if !yield(s, err) || err != nil && !goesOn {
				return
			}
		}
	}
}

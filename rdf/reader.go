package rdf

import (
	"io"
	"iter"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// DefaultMaxLine is the maximum line length in bytes if Reader.MaxLine is 0.
const DefaultMaxLine = 16 << 20

// A Reader reads statements, one per line. A line ends with LF, CR LF or CR; the last line need not
// end with any of these. A Reader drops a UTF-8 byte order mark before the first line. It counts
// lines that are blank or contain only a comment or a VERSION directive, but does not return them.
// It reads all lines in its own Syntax, regardless of the version that a directive names.
type Reader struct {
	// IRI is the rule that each IRI must match after decoding and resolution. NewReader sets it to
	// rfc3987.IRI. The zero Rule turns this check off.
	IRI tables.Rule

	// Base is the base for relative IRIs. The Reader decodes the escapes in a relative IRI and then
	// resolves it as defined in RFC 3986, section 5.2. It does not change IRIs with a scheme, not even
	// their dot segments. N-Triples and N-Quads do not allow relative IRIs: if Base is the zero IRI,
	// relative IRIs are errors with CodeNoScheme unless the rule IRI allows them.
	Base iri.IRI

	// MaxLine is the maximum line length in bytes, excluding the line ending; 0 means
	// DefaultMaxLine. A longer line is an error. The buffer grows to the length of the longest
	// line.
	MaxLine int

	// Inside indicates that the input starts in the middle of a file, so a byte order mark at its
	// beginning is part of the first line. Otherwise the Reader drops the mark.
	Inside bool

	syntax Syntax
	buffer
	line
	cursor cursor // cursor over the complete lines in the buffer
	own    []byte // the buffer at the last Reset
	counts Counts
}

// NewReader returns a reader that reads lines from rd.
func NewReader(rd io.Reader, syntax Syntax) *Reader {
	r := &Reader{IRI: rfc3987.IRI, syntax: syntax}
	r.Reset(rd)
	return r
}

// Reset makes the reader read from rd. It keeps the buffer and all options.
func (r *Reader) Reset(rd io.Reader) {
	r.keep()
	r.reset(buffer{rd: rd, buf: r.own})
}

// ResetBytes makes the reader read text from memory. It keeps all options. It does not copy the
// text: terms without escapes alias it, so the text must not change while they are used. A text of
// 4 GiB or more is read at less than half the speed.
func (r *Reader) ResetBytes(text []byte) {
	r.keep()
	r.reset(buffer{buf: text, size: len(text)})
}

// keep saves the reader's own buffer.
func (r *Reader) keep() {
	if r.rd != nil { // otherwise buf is the text passed to ResetBytes
		r.own = r.buf
	}
}

func (r *Reader) reset(b buffer) {
	r.buffer, r.counts = b, Counts{}
	r.line = line{scratch: r.scratch}
	r.cursor.open(nil)
}

// Counts holds line counts.
type Counts struct {
	Lines int64 // all lines read: Statements + Blank + Wrong

	Statements int64
	Blank      int64 // lines with only white space, a comment or a VERSION directive, and empty lines
	Wrong      int64 // lines with an [Error]

	ByteOrderMark bool // whether a byte order mark was dropped
}

// Counts returns the counts for the lines read so far.
func (r *Reader) Counts() Counts { return r.counts }

// Line returns the last line read, its number (counted from 1), and its byte offset in the input.
// The text excludes the line ending, is truncated at MaxLine, and is valid until the next call.
func (r *Reader) Line() (text []byte, number, start int64) {
	return r.text(), r.number, r.start + int64(r.from)
}

// Read returns the next statement, which is valid until the next call. At the end of the input the
// error is [io.EOF]. An [*Error] affects only one line: call Read again for the next line. Any
// other error comes from the input and is final.
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
		if kind == directive {
			r.counts.Blank++
			continue
		}
		r.counts.Statements++
		return &r.statement, nil
	}
}

// Statements yields the statements until the end of the input, and the errors from [Reader.Read].
// After an [*Error] the loop may continue with the next line; any other error ends the iteration.
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

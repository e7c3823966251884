package tables

import (
	"bufio"
	"io"
	"iter"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// CheckLines checks every line of rd, in constant memory however long the lines are. It
// yields the number of each line, from 1, and what [Rule.Check] says of it: nil or a
// [*SyntaxError]. An error of another type is that of rd; it comes last, with the number of
// the line that could not be read to its end.
//
// A line ends in LF or CRLF, which are no part of it, or where rd does; what is after the
// last LF is a line unless it is empty.
func (r Rule) CheckLines(rd io.Reader) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		l := lineReader{rd: bufio.NewReaderSize(rd, bufferSize), checker: NewChecker(r)}
		for n := 1; ; n++ {
			verdict, err := l.next()
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(n, err)
				return
			case !yield(n, verdict):
				return
			}
		}
	}
}

type lineReader struct {
	rd      *bufio.Reader
	checker *Checker // for lines that do not fit the buffer
}

// next returns what is to say of the next line, or the error of the reader.
func (l *lineReader) next() (verdict, err error) {
	line, err := l.rd.ReadSlice('\n')
	switch {
	case err == nil || err == io.EOF && len(line) > 0:
		return l.checker.rule.Check(format.View(engine.WithoutEnd(line))), nil
	case err == bufio.ErrBufferFull:
		return l.long(line)
	}
	return nil, err
}

// long goes on with a line of which that much is read.
func (l *lineReader) long(line []byte) (verdict, err error) {
	l.checker.Reset()
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; line, err = l.rd.ReadSlice('\n') {
		if n := len(line) - 1; line[n] == '\r' { // of a CRLF, perhaps
			line = line[:n]
			l.rd.UnreadByte()
		}
		l.checker.Write(line)
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	l.checker.Write(engine.WithoutEnd(line))
	return l.checker.Close(), nil
}

package records

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
)

// This file cuts a file into blocks of whole records.

// block returns the next whole records. The error is io.EOF at the end of the file, and errLong
// before a line longer than mostHeld.
func (r *Reader) block() ([]byte, error) {
	for searched := 0; ; {
		if fresh := r.to > r.from+searched; r.to > r.from &&
			(r.err != nil || fresh && (!r.file.Regular() || r.to == len(r.buf))) {
			err := r.begin()
			if err != nil && err != errMore {
				return nil, err
			}
			if r.from == r.to { // the buffer had the header only
				continue
			}
			if n := r.whole(); err == nil && n > 0 {
				text := r.buf[r.from : r.from+n]
				r.from += n
				return text, nil
			}
			searched = r.to - r.from
		}
		switch {
		case r.err == io.EOF:
			return nil, cmp.Or(r.begin(), io.EOF)
		case r.err != nil:
			return nil, r.failed()
		case r.to-r.from >= r.most():
			if r.most() == mostHeld {
				return nil, errLong
			}
			return nil, r.tooLong()
		}
		r.fill()
	}
}

func (r *Reader) tooLong() error {
	advice := ""
	if r.Format == CSV {
		advice = "; is a quote open?" // no record of another format extends over lines
	}
	const format = "%s: the record that begins on line %d has more than %d MiB%s"
	return fmt.Errorf(format, r.file.Name, r.place.line, MostBytes>>20, advice)
}

// begin opens the syntax with the beginning of the file, and takes the header off the buffer. The
// error is errMore if the buffer has too little of the file.
func (r *Reader) begin() error {
	if r.begun {
		return nil
	}
	create, n, err := r.open(r.buf[r.from:r.to], r.err == io.EOF)
	if err == errMore {
		return err
	}
	if r.begun = true; err != nil {
		return fmt.Errorf("%s %w", r.file.Name, err)
	}
	r.create, r.syntax = create, append(r.syntax, create())
	r.header = bytes.Clone(r.buf[r.from : r.from+n]) // fill may move the buffer before it is written
	r.from += n
	r.place = place{line: 1 + bytes.Count(r.header, []byte{'\n'}), row: 1}
	return nil
}

// whole returns the length of the whole records in the buffer: all of it at the end of the file.
func (r *Reader) whole() int {
	if r.err == io.EOF {
		return r.to - r.from
	}
	if !r.begun {
		return 0
	}
	return r.syntax[0].Whole(r.buf[r.from:r.to])
}

// failed returns the error of the file, with its name and the number of the line.
func (r *Reader) failed() error {
	return r.file.Failed(r.err, r.place.line)
}

// fill reads once, after the bytes in the buffer. It moves them to the beginning, and enlarges a
// full buffer.
func (r *Reader) fill() {
	const maxEmptyReads = 100
	buf := r.buf
	if least := min(r.size*r.workers(), mostHeld); r.to == len(buf) && (len(buf) < least || r.from == 0) {
		if len(buf) >= mostHeld {
			r.file.Large()
		}
		buf = make([]byte, min(max(2*len(buf), least), max(least, r.most())))
	}
	r.base += int64(r.from)
	r.to = copy(buf, r.buf[r.from:r.to])
	r.buf, r.from = buf, 0
	for range maxEmptyReads {
		n, err := r.file.Read(r.buf[r.to:])
		if r.to, r.err = r.to+n, err; n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}

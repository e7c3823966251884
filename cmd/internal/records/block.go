package records

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
)

// This file cuts a file into blocks of whole records.

// block returns the next whole records. At the end of the file the error is io.EOF.
func (r *Reader) block() ([]byte, error) {
	for searched := 0; ; {
		if fresh := r.to > r.from+searched; r.to > r.from &&
			(r.err != nil || fresh && (!r.file.Regular() || r.to == len(r.buf))) {
			err := r.begin()
			if err != nil && err != errMore {
				return nil, err
			}
			if r.from == r.to { // after the header
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
	const format = "%s: the record that begins on line %d has more than %d MiB; is a quote open?"
	return fmt.Errorf(format, r.file.Name, r.place.line, MostBytes>>20)
}

// begin prepares for the records when the beginning of the file is in the buffer. It takes the header.
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
	r.header = r.buf[r.from : r.from+n]
	r.from += n
	r.place = place{line: 1 + bytes.Count(r.header, []byte{'\n'}), row: 1}
	return nil
}

// whole returns the length of the whole records in the buffer; at the end of the file, of all bytes.
func (r *Reader) whole() int {
	if r.err == io.EOF {
		return r.to - r.from
	}
	if !r.begun {
		return 0
	}
	return r.syntax[0].Whole(r.buf[r.from:r.to])
}

// failed returns the error that ends the file.
func (r *Reader) failed() error {
	return r.file.Failed(r.err, r.place.line)
}

// fill reads once, after the bytes that are there.
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

package records

import (
	"io"
	"iter"
	"sync"

	"github.com/irilex/iri/cmd/internal/files"
)

// This file validates the records of a block on several cores.

// A Chunk is a run of valid records and the invalid record after it, if any. The next Chunk
// overwrites the texts of this one.
type Chunk struct {
	Valid    int    // number of valid records
	Values   int    // number of their values, for text
	Blank    int    // number of lines without a record, except comments
	Comments int    // number of comments that files.Edit leaves out
	Missing  int    // number of records skipped because their value is missing
	Ignored  int    // number of ignored values
	Text     []byte // the text of the run, including line endings
	Header   bool   // whether Text is the file header instead

	Refused []byte // the invalid record, including its line ending, or empty
	Value   int    // index of the first value in Refused that the rule rejects, or -1

	// Long is a line longer than maxHeld, or nil. The caller validates it. In other formats Refused is
	// the beginning of a record that is too long: see Record.Long.
	Long *LongRecord
}

// Chunks validates the records of the file and yields the results. An error is yielded last.
func (r *Reader) Chunks() iter.Seq2[*Chunk, error] {
	if r.table != nil {
		if r.ignore.exclude != nil {
			return r.eachRow
		}
		return r.rowChunks
	}
	return func(yield func(*Chunk, error) bool) {
		var parts []part
		for {
			text, err := r.source.block()
			if header := r.source.takeHeader(); len(header) > 0 &&
				!yield(&Chunk{Header: true, Text: header, Comments: r.source.comments}, nil) {
				return
			}
			switch {
			case err == io.EOF:
				if err := r.ended(); err != nil {
					yield(nil, err)
				}
				return
			case err == errLong:
				if !r.yieldLong(yield) {
					return
				}
				continue
			case err != nil:
				yield(nil, err)
				return
			}
			if r.ignoring = r.ignore.concerns(text); r.ignoring {
				if !r.each(text, yield) {
					return
				}
				continue
			}
			parts = r.validate(parts[:0], text)
			for i := range parts {
				if !r.yield(&parts[i], yield) {
					return
				}
			}
		}
	}
}

// each yields a chunk for each record of a block in which values may be ignored. It returns false
// if the iteration has ended.
func (r *Reader) each(text []byte, yield func(*Chunk, error) bool) bool {
	for len(text) > 0 {
		text = r.next(text)
		s := r.chunk()
		more := yield(&s, nil)
		if r.record.overwrite(); !more {
			return false
		}
		if err := r.cut(len(text)); err != nil {
			yield(nil, err)
			return false
		}
	}
	return true
}

// eachRow yields a chunk for each row of a Parquet file.
func (r *Reader) eachRow(yield func(*Chunk, error) bool) {
	r.text = noText
	r.rows(func(_ *Record, err error) bool {
		if err != nil {
			return yield(nil, err)
		}
		s := r.chunk()
		return yield(&s, nil)
	})
}

// chunk returns the last record read as a chunk.
func (r *Reader) chunk() Chunk {
	d := &r.record
	s := Chunk{Comments: d.Comments, Ignored: d.Ignored, Value: -1}
	value, valid := d.verdict(r.Rule, r.SkipMissing)
	switch values := len(d.Values); {
	case d.Blank:
		s.Blank = d.BlankLines()
	case !valid:
		s.Refused, s.Value = r.text, value
		return s
	case values == 0 && len(d.Missing) > 0:
		s.Missing = 1
	case values == 0 || values > d.Ignored:
		s.Valid, s.Values = 1, values-d.Ignored
	}
	s.Text = r.text
	return s
}

// validate splits a block into parts, validates the parts and appends them.
func (r *Reader) validate(parts []part, text []byte) []part {
	s := &r.source
	for len(text) > 0 {
		n := len(text)
		if size := max(min(s.size, maxHeld/s.workers), len(text)/s.workers); n > size {
			if n = s.syntax[0].Whole(text[:size]); n == 0 { // a record longer than size
				n = len(text)
			}
		}
		i := len(parts)
		if i < cap(parts) {
			parts = parts[:i+1]
		} else {
			parts = append(parts, part{})
		}
		parts[i].text, text = text[:n], text[n:]
	}
	for len(s.syntax) < len(parts) {
		s.syntax = append(s.syntax, s.create())
	}
	var group sync.WaitGroup
	for i := range parts[1:] {
		group.Go(func() { parts[i+1].validate(r, i+1) })
	}
	parts[0].validate(r, 0)
	group.Wait()
	return parts
}

// yield yields the chunks of a part. If validation stopped after maxRuns runs, yield validates the
// rest. It returns false if the iteration has ended.
func (r *Reader) yield(p *part, yield func(*Chunk, error) bool) bool {
	var s Chunk
	for text := p.text; ; p.validate(r, 0) {
		for _, run := range p.runs {
			s = Chunk{Valid: run.valid, Values: run.values, Blank: run.blank, Comments: run.comments, Missing: run.missing,
				Text: text[:run.size]}
			r.source.place.line += run.lines
			r.source.place.row += run.valid + run.missing
			text = text[run.size:]
			if run.invalid > 0 {
				s.Refused, text = text[:run.invalid], text[run.invalid:]
				r.next(s.Refused)
				s.Value = r.record.refused(r.Rule)
			}
			more := yield(&s, nil)
			if files.Overwrite(s.Text, s.Refused); run.invalid > 0 {
				r.record.overwrite()
			}
			if !more {
				return false
			}
			if run.invalid > 0 {
				if err := r.cut(len(text)); err != nil {
					yield(nil, err)
					return false
				}
			}
		}
		if p.text = text; len(text) == 0 {
			return true
		}
	}
}

// A part is a part of a block and its results: the runs in its text, or the first maxRuns of them.
type part struct {
	text []byte
	runs []run
}

// validate finds the runs of the part, using the syntax of a worker.
func (p *part) validate(r *Reader, worker int) {
	s := r.source.syntax[worker]
	if v, ok := s.(validator); ok && r.Rule.Prose == nil {
		p.runs = v.validate(p.runs[:0], p.text, r.Rule)
		return
	}
	p.runs = validateEach(p.runs[:0], p.text, s, r.Rule, r.SkipMissing)
}

// yieldLong yields a record that is too long to hold and skips what the caller does not read.
func (r *Reader) yieldLong(yield func(*Chunk, error) bool) bool {
	var s Chunk
	l := r.source.long()
	if _, ok := r.source.syntax[0].(*Lines); ok {
		s.Long = l
	} else {
		r.refuseLong(l)
		s.Refused, s.Value = r.text, -1
	}
	if !yield(&s, nil) {
		return false
	}
	err := r.skip(l)
	if err != nil {
		yield(nil, err)
	}
	return err == nil
}

// rowChunks yields the chunks of a Parquet file, without texts.
func (r *Reader) rowChunks(yield func(*Chunk, error) bool) {
	var s Chunk
	err := eachBatch(r.table, func(t *table) bool {
		for s = (Chunk{}); ; {
			if s.Valid += t.skip(); t.row == t.end {
				return yield(&s, nil)
			}
			r.at = place{line: int(t.row), row: int(t.row)}
			t.read(&r.record)
			missing := len(r.record.Missing) > 0
			switch {
			case t.invalid >= 0 || missing && !r.SkipMissing:
				s.Value, s.Refused = t.invalid, noText
				more := yield(&s, nil)
				if r.record.overwrite(); !more {
					return false
				}
				s = Chunk{}
			case missing && len(r.record.Values) == 0:
				s.Missing++
			default:
				s.Valid++
			}
		}
	})
	if err != nil {
		yield(nil, err)
	}
}

// noText is the value of Refused for an invalid Parquet row.
var noText = []byte{0}

package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/irilex/iri/cmd/internal/columnar"
	"github.com/irilex/iri/cmd/internal/files"
)

// A table reads the rows of a Parquet file. Each row is a record with the values of the columns.
type table struct {
	rows  *columnar.Reader
	names []string // of the columns
	at    []int    // by column: index of the next value in the batch

	row     int64 // the next row of the batch
	end     int64 // the row after the batch
	invalid int   // index of the first invalid value of the record, or -1
}

// openTable opens a Parquet file. The columnar reader calls the rule of r for each value, but once
// only for a value of a dictionary.
func (o *Options) openTable(r *Reader) (*table, error) {
	file, size, ok := r.file.At()
	if !ok {
		return nil, fmt.Errorf("%s is Parquet, which is read from the end: only regular files without compression can be",
			r.file.Name)
	}
	valid := func(_ int, text []byte) bool { return r.Rule == "" || r.Rule.ValidBytes(text) }
	rows, err := columnar.Open(file, size, o.Columns, valid, r.file.Large)
	switch {
	case err != nil && len(o.Columns) == 0:
		return nil, fmt.Errorf("%s: %w; name the one to judge with --column", r.file.Name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", r.file.Name, err)
	}
	return &table{rows: rows, names: rows.Names(), at: make([]int, len(o.Columns))}, nil
}

// next reads the next batch of rows. The error is io.EOF after the last row.
func (t *table) next(r *Reader) (*columnar.Batch, error) {
	batch, err := t.rows.Next()
	if err != nil {
		if err != io.EOF && !errors.Is(err, r.file.Interrupted()) {
			err = fmt.Errorf("%s: %w", r.file.Name, err)
		}
		return nil, err
	}
	clear(t.at)
	t.row, t.end = batch.First, batch.First+int64(batch.Rows)
	return batch, nil
}

// skip goes over the rows, from row t.row of the batch on, that have one value in each column, all
// of them valid. It returns their number.
func (t *table) skip(batch *columnar.Batch) int {
	n := int(t.end - t.row)
	for column, values := range batch.Values {
		n = simple(values[t.at[column]:], t.row, n)
	}
	for column := range batch.Values {
		t.at[column] += n
	}
	t.row += int64(n)
	return n
}

// simple returns the number of rows, from row on and of most at most, that have one value each, a
// valid one. The values are those of the rows from row on.
func simple(values []columnar.Value, row int64, most int) (n int) {
	for n < min(most, len(values)) && values[n].Row == row+int64(n) && !values[n].Invalid {
		n++
	}
	if 0 < n && n < len(values) && values[n].Row == row+int64(n)-1 {
		n-- // the last row has another value
	}
	return n
}

// read makes row t.row of the batch the record of r, and goes to the next row.
func (t *table) read(r *Reader, batch *columnar.Batch) {
	r.record.begin()
	r.at = place{line: int(t.row), row: int(t.row)}
	t.invalid = -1
	for column, values := range batch.Values {
		from := t.at[column]
		to := from
		for ; to < len(values) && values[to].Row == t.row; to++ {
			v := &values[to]
			if v.Invalid && t.invalid < 0 {
				t.invalid = len(r.record.Values)
			}
			text := v.Text
			if files.Overwriting { // a copy, because rows share the values of a dictionary
				text = bytes.Clone(text)
			}
			r.record.Values = append(r.record.Values, Value{Name: t.names[column], End: len(text), Text: text})
		}
		if t.at[column] = to; to == from {
			r.record.Missing = append(r.record.Missing, Gap{t.names[column], len(r.record.Values)})
		}
	}
	t.row++
}

// eachBatch calls do with each batch of rows of a Parquet file. It ends when do returns false, or
// yields an error and ends.
func (r *Reader) eachBatch(yield func(error) bool, do func(*table, *columnar.Batch) bool) {
	t, err := r.table()
	for more := err == nil; more && err == nil; {
		var batch *columnar.Batch
		if batch, err = t.next(r); err != nil {
			break
		}
		if more = do(t, batch); more {
			err = r.file.Interrupted()
		}
	}
	if t != nil {
		t.rows.Close()
	}
	if err != nil && err != io.EOF {
		yield(err)
	}
}

// tableStretches yields the stretches of a Parquet file. They have no text.
func (r *Reader) tableStretches(yield func(*Stretch, error) bool) {
	var s Stretch
	r.eachBatch(func(err error) bool { return yield(nil, err) }, func(t *table, batch *columnar.Batch) bool {
		for s = (Stretch{}); ; {
			if s.Valid += t.skip(batch); t.row == t.end {
				return yield(&s, nil)
			}
			t.read(r, batch)
			missing := len(r.record.Missing) > 0
			switch {
			case t.invalid >= 0 || missing && !r.SkipMissing:
				s.Value, s.Refused = t.invalid, noText
				more := yield(&s, nil)
				if r.record.overwrite(); !more {
					return false
				}
				s = Stretch{}
			case missing && len(r.record.Values) == 0:
				s.Missing++
			default:
				s.Valid++
			}
		}
	})
}

// noText stands for the text of an invalid row.
var noText = []byte{0}

// tableRecords yields the rows of a Parquet file.
func (r *Reader) tableRecords(yield func(*Record, error) bool) {
	r.eachBatch(func(err error) bool { return yield(nil, err) }, func(t *table, batch *columnar.Batch) bool {
		for t.row < t.end {
			t.read(r, batch)
			more := yield(&r.record, nil)
			if r.record.overwrite(); !more {
				return false
			}
		}
		return true
	})
}

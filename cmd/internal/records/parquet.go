package records

import (
	"errors"
	"fmt"
	"io"

	"github.com/irilex/iri/cmd/internal/columnar"
)

// A table reads the rows of a Parquet file. Each row is a record with the values of the columns.
type table struct {
	rows  *columnar.Reader
	names []string // of the columns
	at    []int    // by column: index of the next value in the batch

	row     int64
	invalid int // index of the first invalid value of the row, or -1
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

// next reads a batch of rows, and calls do with each row as the record of r. It returns false
// after do has returned false, and with an error. The error is io.EOF after the last row.
func (t *table) next(r *Reader, do func() bool) (bool, error) {
	batch, err := t.rows.Next()
	if err != nil {
		if err != io.EOF && !errors.Is(err, r.file.Interrupted()) {
			err = fmt.Errorf("%s: %w", r.file.Name, err)
		}
		return false, err
	}
	clear(t.at)
	for t.row = batch.First; t.row < batch.First+int64(batch.Rows); t.row++ {
		t.read(r, batch)
		if !do() {
			return false, nil
		}
	}
	return true, r.file.Interrupted()
}

// read makes row t.row of the batch the record of r.
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
			r.record.Values = append(r.record.Values, Value{Name: t.names[column], End: len(v.Text), Text: v.Text})
		}
		if t.at[column] = to; to == from && r.record.Missing == "" {
			r.record.Missing = t.names[column]
		}
	}
}

// eachRow calls do for each row of a Parquet file, and batch, unless it is nil, after each batch
// of rows. It ends when one of them returns false, or yields an error and ends.
func (r *Reader) eachRow(yield func(error) bool, do func(*table) bool, batch func() bool) {
	t, err := r.table()
	for more := err == nil; more && err == nil; {
		if more, err = t.next(r, func() bool { return do(t) }); more && batch != nil {
			more = batch()
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
	row := func(t *table) bool {
		missing := r.record.Missing != ""
		switch {
		case t.invalid >= 0 || missing && !r.SkipMissing:
			s.Value = t.invalid
			s.Refused = noText
			more := yield(&s, nil)
			s = Stretch{}
			return more
		case missing && len(r.record.Values) == 0:
			s.Missing++
		default:
			s.Valid++
		}
		return true
	}
	rest := func() bool {
		more := yield(&s, nil)
		s = Stretch{}
		return more
	}
	r.eachRow(func(err error) bool { return yield(nil, err) }, row, rest)
}

// noText stands for the text of an invalid row.
var noText = []byte{0}

// tableRecords yields the rows of a Parquet file.
func (r *Reader) tableRecords(yield func(*Record, error) bool) {
	r.eachRow(func(err error) bool { return yield(nil, err) }, func(*table) bool { return yield(&r.record, nil) }, nil)
}

package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/irilex/iri/cmd/internal/columnar"
	"github.com/irilex/iri/cmd/internal/files"
)

// A table reads the rows of a Parquet file. Each row is a record.
type table struct {
	file  *files.File
	rows  *columnar.Reader
	batch *columnar.Batch
	names []string // column names
	at    []int    // for each column, index of the next value in the batch

	row     int64 // the next row of the batch
	end     int64 // the row after the batch
	invalid int   // index of the first invalid value in the record, or -1
}

// openTable opens a Parquet file. The columnar reader applies the rule to each value, but only once
// to each dictionary value.
func openTable(file *files.File, columns []string, maxPage int64, rule Rule) (*table, error) {
	rd, size, err := file.At()
	if err != nil {
		return nil, file.Failed(err, 1)
	}
	valid := func(_ int, text []byte) bool { return rule.Table == "" || rule.Valid(text) }
	rows, err := columnar.Open(rd, size, columns, columnar.Options{Valid: valid, Large: file.Large, MaxPage: maxPage})
	switch {
	case err != nil && len(columns) == 0:
		return nil, fmt.Errorf("%s: %w; select one with --column", file.Name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file.Name, err)
	}
	return &table{file: file, rows: rows, names: rows.Names(), at: make([]int, len(columns))}, nil
}

// next reads the next batch of rows. The error is io.EOF after the last row.
func (t *table) next() (err error) {
	if t.batch, err = t.rows.Next(); err != nil {
		if err != io.EOF && !errors.Is(err, t.file.Interrupted()) {
			err = fmt.Errorf("%s: %w", t.file.Name, err)
		}
		return err
	}
	clear(t.at)
	t.row, t.end = t.batch.First, t.batch.First+int64(t.batch.Rows)
	return nil
}

// skip skips rows, starting at t.row, as long as they contain exactly one value in each column and
// all values are valid. It returns the number of rows skipped.
func (t *table) skip() int {
	n := int(t.end - t.row)
	for column, values := range t.batch.Values {
		n = simple(values[t.at[column]:], t.row, n)
	}
	for column := range t.batch.Values {
		t.at[column] += n
	}
	t.row += int64(n)
	return n
}

// simple returns the number of consecutive rows, starting at row and at most limit, that contain
// exactly one value, which is valid. values begins with the values of row.
func simple(values []columnar.Value, row int64, limit int) (n int) {
	for n < min(limit, len(values)) && values[n].Row == row+int64(n) && !values[n].Invalid {
		n++
	}
	if 0 < n && n < len(values) && values[n].Row == row+int64(n)-1 {
		n-- // the last row contains another value
	}
	return n
}

// read reads row t.row into r and advances.
func (t *table) read(r *Record) {
	r.begin()
	t.invalid = -1
	for column, values := range t.batch.Values {
		from := t.at[column]
		to := from
		for ; to < len(values) && values[to].Row == t.row; to++ {
			v := &values[to]
			if v.Invalid && t.invalid < 0 {
				t.invalid = len(r.Values)
			}
			text := v.Text
			if files.Overwriting { // copied because rows share dictionary values
				text = bytes.Clone(text)
			}
			r.Values = append(r.Values, Value{Name: t.names[column], End: len(text), Text: text})
		}
		if t.at[column] = to; to == from {
			r.Missing = append(r.Missing, Gap{t.names[column], len(r.Values)})
		}
	}
	t.row++
}

// eachBatch opens a Parquet file and calls do for each batch of rows until do returns false.
func eachBatch(open func() (*table, error), do func(*table) bool) error {
	t, err := open()
	if err != nil {
		return err
	}
	defer t.rows.Close()
	for more := true; more && err == nil; {
		if err = t.next(); err == io.EOF {
			return nil
		}
		if more = err == nil && do(t); more {
			err = t.file.Interrupted()
		}
	}
	return err
}

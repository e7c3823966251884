package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/irilex/iri/cmd/internal/columnar"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// A table reads the rows of a Parquet file. Each row is a record with the values of the columns.
type table struct {
	file  *files.File
	rows  *columnar.Reader
	batch *columnar.Batch
	names []string // of the columns
	at    []int    // by column: index of the next value in the batch

	row     int64 // the next row of the batch
	end     int64 // the row after the batch
	invalid int   // index of the first invalid value of the record, or -1
}

// openTable opens a Parquet file. The columnar reader calls the rule for each value, but once only
// for a value of a dictionary.
func openTable(file *files.File, columns []string, rule tables.Rule) (*table, error) {
	rd, size, ok := file.At()
	if !ok {
		return nil, fmt.Errorf("%s is Parquet, which is read from the end: only regular files without compression can be",
			file.Name)
	}
	valid := func(_ int, text []byte) bool { return rule == "" || rule.ValidBytes(text) }
	rows, err := columnar.Open(rd, size, columns, valid, file.Large)
	switch {
	case err != nil && len(columns) == 0:
		return nil, fmt.Errorf("%s: %w; name the one to judge with --column", file.Name, err)
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

// skip goes over the rows, from row t.row of the batch on, that have one value in each column, all
// of them valid. It returns their number.
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

// read reads row t.row of the batch into r, and goes to the next row.
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
			if files.Overwriting { // a copy, because rows share the values of a dictionary
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

// eachBatch opens a Parquet file, and calls do with each batch of its rows until do returns false.
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

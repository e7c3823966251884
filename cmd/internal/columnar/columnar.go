// Package columnar reads the values of named columns of Parquet files.
//
// parquet-go has the format: its Thrift decoder reads the footer and the headers of pages, and its
// module bitpack unpacks integers. The pages are taken apart here, because the library trusts the
// numbers of a file: it allocates as many values as a page announces, and decompresses without a
// limit. Here no number of a file leads to an allocation before it is checked, so memory stays
// bounded, and each wrong byte is an error or a wrong value, never a panic.
package columnar

import (
	"fmt"
	"io"
)

// The limits of a file. A file over one of them is refused.
const (
	// MostFooter is how many bytes a footer has at most.
	MostFooter = 16 << 20
	// MostPage is how many bytes a page has at most, decompressed or not.
	MostPage = 32 << 20
	// MostDictionary is how many bytes a dictionary page has at most, decompressed.
	MostDictionary = 16 << 20
	// MostMemory is how many bytes the pages and dictionaries of all columns have together at one
	// time. Each of n columns has an n-th of them.
	MostMemory = 56 << 20
	// MostRow is how many bytes the values of a column have together in one row.
	MostRow = 16 << 20
)

// A Reader reads the values of columns, row by row.
type Reader struct {
	columns []*column
	rows    int64 // of the file
	read    int64 // rows that were returned
	batch   Batch
	err     error
}

// A Batch has the values of some successive rows.
type Batch struct {
	First  int64     // number of the first row, from 1
	Rows   int       // number of rows, at least 1
	Values [][]Value // of each column that [Open] was asked for: in the order of rows
}

// A Value is a value of a column in a row. A row has one, none if it is null or an empty list, or
// several if the column repeats.
type Value struct {
	Row     int64  // from 1
	Text    []byte // good until the next call of [Reader.Next]
	Invalid bool   // whether the function that [Open] was given returned false

	index int32 // in the dictionary of the column, or inline
}

// inline is the index of a value that is not in a dictionary.
const inline = -1

// Open reads the footer of a file of size bytes and finds the columns. The name of a column is its
// path with dots, such as "page.url". The names of the groups that the format wants in lists and
// maps may be left out: "links" is the column "links.list.element".
//
// The function valid is asked once about each value of a column, by the number of the column in
// columns, and once only about a value that the dictionary of a row group has many times. It is
// called by [Reader.Next]. Without it all values are valid.
func Open(file io.ReaderAt, size int64, columns []string, valid func(column int, text []byte) bool) (*Reader, error) {
	footer, err := readFooter(file, size)
	if err != nil {
		return nil, err
	}
	leaves := footer.leaves
	if len(columns) == 0 {
		return nil, fmt.Errorf("no column is named; the file has the columns: %s", list(leaves))
	}
	r := &Reader{rows: footer.NumRows}
	for i, name := range columns {
		l, err := find(leaves, name)
		if err != nil {
			return nil, err
		}
		c, err := newColumn(file, size, footer, l, int64(MostMemory/len(columns)))
		if err != nil {
			return nil, err
		}
		if valid != nil {
			c.valid = func(text []byte) bool { return valid(i, text) }
		}
		r.columns = append(r.columns, c)
	}
	r.batch.Values = make([][]Value, len(columns))
	for _, c := range r.columns {
		c.pages.start()
	}
	return r, nil
}

// Rows returns the number of rows of the file.
func (r *Reader) Rows() int64 { return r.rows }

// Names returns the names of the columns, without the groups of lists and maps, in the order of
// [Open].
func (r *Reader) Names() (names []string) {
	for _, c := range r.columns {
		names = append(names, c.leaf.name())
	}
	return names
}

// Next returns the values of the next rows. The error is [io.EOF] after the last row of the file,
// and an [*Error] if the file is damaged or over a limit; the batches before it were right.
func (r *Reader) Next() (*Batch, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.read == r.rows {
		r.err = r.ended()
		return nil, r.err
	}
	rows := r.rows
	for _, c := range r.columns {
		if c.end == r.read {
			if r.err = c.next(); r.err != nil {
				return nil, r.err
			}
		}
		rows = min(rows, c.end)
	}
	rows -= r.read
	r.batch.First, r.batch.Rows = r.read+1, int(rows)
	r.read += rows
	for i, c := range r.columns {
		r.batch.Values[i] = c.take(r.read)
	}
	return &r.batch, nil
}

// Close ends the reading ahead. The file may be closed after it.
func (r *Reader) Close() {
	for _, c := range r.columns {
		c.pages.stop()
	}
	if r.err == nil {
		r.err = io.ErrClosedPipe
	}
}

// ended checks, after the last row, that no column has more. The error is [io.EOF] if so.
func (r *Reader) ended() error {
	for _, c := range r.columns {
		if err := c.next(); err == nil {
			return c.place(errMoreRows)
		} else if err != io.EOF {
			return err
		}
	}
	return io.EOF
}

// An Error is a mistake in the data of a column, and its place.
type Error struct {
	Column string
	Group  int   // number of the row group, from 1
	Offset int64 // of the page in the file, or of the first page of the row group
	Err    error
}

// Error names the place first.
func (e *Error) Error() string {
	return fmt.Sprintf("row group %d, column %s, page at offset %d: %v", e.Group, e.Column, e.Offset, e.Err)
}

// Unwrap returns the mistake.
func (e *Error) Unwrap() error { return e.Err }

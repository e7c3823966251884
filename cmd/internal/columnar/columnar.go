// Package columnar reads the values of named columns of Parquet files.
//
// The package parquet-go has the format: its Thrift decoder reads the footer and the headers of
// pages, and its module bitpack unpacks integers. This package takes the pages apart itself,
// because parquet-go trusts the numbers of a file: it allocates as many values as a page
// announces, and decompresses without a limit. Here each number of a file is checked before an
// allocation follows it, so memory stays bounded. A wrong byte leads to an error or a wrong value,
// never to a panic.
package columnar

import (
	"fmt"
	"io"
)

// The limits of a file, in bytes. [Open] or [Reader.Next] refuses a file over one of them.
const (
	// MaxFooter is the limit of the footer.
	MaxFooter = 16 << 20
	// MaxPage is the limit of a page, compressed and decompressed.
	MaxPage = 32 << 20
	// MaxDictionary is the limit of a dictionary page, decompressed.
	MaxDictionary = 16 << 20
	// MaxMemory is the limit of the pages and dictionaries of all columns at one time. Each of n
	// columns has an n-th of it.
	MaxMemory = 56 << 20
	// MaxRow is the limit of the values of a repeated column in one row, including the size of
	// each [Value]. It is also the limit of a value in one of the delta encodings.
	MaxRow = 16 << 20
)

// A Reader reads the values of columns, row by row.
type Reader struct {
	columns []*column
	rows    int64 // number of rows of the file
	read    int64 // number of rows returned
	batch   Batch
	err     error
}

// A Batch has the values of some successive rows.
type Batch struct {
	First  int64     // number of the first row, from 1
	Rows   int       // number of rows, at least 1
	Values [][]Value // by column, in the order of [Open]; of each, in the order of rows
}

// A Value is a value of a column in a row. A row has one value, or several if the column is
// repeated. A null and an empty list have no Value.
type Value struct {
	Row     int64  // from 1
	Text    []byte // valid until the next call of [Reader.Next]
	Invalid bool   // whether the function valid of [Open] returned false
}

// Open reads the footer of a file of size bytes and finds the columns. The name of a column is its
// path with dots, such as "page.url". The name may leave out the groups required by the format in
// lists and maps: "links" is the column "links.list.element".
//
// [Reader.Next] calls valid with the index of the column in columns and the text of a value: once
// for each value, and once only for a value of the dictionary of a row group. Several goroutines
// call it at the same time. If valid is nil, each value is valid. The Reader calls large, a
// function that may wait, before it takes much memory; it may be nil. The caller must call
// [Reader.Close].
func Open(file io.ReaderAt, size int64, columns []string, valid func(column int, text []byte) bool,
	large func()) (*Reader, error) {
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
		c, err := newColumn(file, size, footer, l, int64(MaxMemory/len(columns)))
		if err != nil {
			return nil, err
		}
		if valid != nil {
			c.valid = func(text []byte) bool { return valid(i, text) }
		}
		c.pages.large = large
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
// an [*Error] if the file is damaged or over a limit, and [io.ErrClosedPipe] after [Reader.Close].
// An error does not concern the batches before it.
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

// Close ends the reading ahead and waits for its end. The caller may close the file afterwards.
func (r *Reader) Close() {
	for _, c := range r.columns {
		c.pages.stop()
	}
	if r.err == nil {
		r.err = io.ErrClosedPipe
	}
}

// ended returns [io.EOF], or an error if a column has rows after the last row of the file.
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

// An Error is a mistake in the data of a column, with its place.
type Error struct {
	Column string
	Group  int   // number of the row group, from 1
	Offset int64 // of the page in the file, or of the first page of the row group, in bytes
	Err    error
}

// Error returns the place and the mistake.
func (e *Error) Error() string {
	return fmt.Sprintf("row group %d, column %s, page at offset %d: %v", e.Group, e.Column, e.Offset, e.Err)
}

// Unwrap returns the mistake.
func (e *Error) Unwrap() error { return e.Err }

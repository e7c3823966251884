// Package columnar reads the values of named columns in Parquet files.
//
// It uses parquet-go for the format: its Thrift decoder reads the footer and the page headers, and
// its module bitpack unpacks integers. This package parses the pages itself because parquet-go
// trusts the numbers in a file: it allocates as many values as a page announces, and decompresses
// without a limit. Here each number is checked before memory is allocated for it, so memory is
// bounded. A wrong byte causes an error or a wrong value, never a panic.
package columnar

import (
	"fmt"
	"io"
)

// File limits in bytes. [Open] or [Reader.Next] rejects a file that exceeds one of them.
const (
	// MaxFooter is the maximum footer size.
	MaxFooter = 16 << 20
	// MaxPage is the maximum size of a page, both compressed and decompressed.
	MaxPage = 32 << 20
	// MaxDictionary is the maximum size of a decompressed dictionary page.
	MaxDictionary = 16 << 20
	// MaxMemory limits the memory that the pages and dictionaries of all columns use at any time. The
	// columns share it equally.
	MaxMemory = 56 << 20
	// MaxRow is the maximum size of a repeated column's values in one row, including the size of each
	// [Value]. It also limits a single value in a delta encoding.
	MaxRow = 16 << 20
)

// A Reader reads the values of columns in row order.
type Reader struct {
	columns []*column
	rows    int64 // number of rows in the file
	read    int64 // number of rows returned
	batch   Batch
	err     error
}

// A Batch holds the values of consecutive rows.
type Batch struct {
	First  int64     // number of the first row, from 1
	Rows   int       // number of rows, at least 1
	Values [][]Value // by column, in the order passed to [Open], then by row
}

// A Value is a value of a column in a row. A row has one value, or several if the column is
// repeated. A null or an empty list has no Value.
type Value struct {
	Row     int64  // from 1
	Text    []byte // valid until the next call to [Reader.Next]
	Invalid bool   // whether the valid function passed to [Open] returned false
}

// Open reads the footer of a file of size bytes and finds the columns. The name of a column is its
// dotted path, such as "page.url". The name may omit the groups that the format requires in lists
// and maps: "links" names the column "links.list.element".
//
// [Reader.Next] calls valid with the index of the column in columns and the text of a value. It
// calls valid once for each value, but only once for each value in the dictionary of a row group.
// Several goroutines call valid concurrently. If valid is nil, every value is valid. The Reader
// calls large before it allocates much memory; large may block, and may be nil. The caller must
// call [Reader.Close].
func Open(file io.ReaderAt, size int64, columns []string, valid func(column int, text []byte) bool,
	large func()) (*Reader, error) {
	footer, err := readFooter(file, size)
	if err != nil {
		return nil, err
	}
	leaves := footer.leaves
	if len(columns) == 0 {
		return nil, fmt.Errorf("no column is selected; the file has the columns %s", list(leaves))
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

// Rows returns the number of rows in the file.
func (r *Reader) Rows() int64 { return r.rows }

// Names returns the column names, without list and map groups, in the order passed to [Open].
func (r *Reader) Names() (names []string) {
	for _, c := range r.columns {
		names = append(names, c.leaf.name())
	}
	return names
}

// Next returns the values of the next rows. The error is [io.EOF] after the last row of the file,
// an [*Error] if the file is damaged or exceeds a limit, and [io.ErrClosedPipe] after
// [Reader.Close]. Batches returned before an error are correct.
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

// Close stops reading ahead and waits until the goroutines are done. The caller may then close the
// file.
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

// An Error describes and locates an error in the data of a column.
type Error struct {
	Column string
	Group  int   // number of the row group, from 1
	Offset int64 // byte offset in the file of the page, or of the first page of the row group
	Err    error
}

// Error returns the location and the underlying error as text.
func (e *Error) Error() string {
	return fmt.Sprintf("row group %d, column %s, page at offset %d: %v", e.Group, e.Column, e.Offset, e.Err)
}

// Unwrap returns the underlying error.
func (e *Error) Unwrap() error { return e.Err }

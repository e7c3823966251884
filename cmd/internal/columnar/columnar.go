// Package columnar reads the values of named columns in Parquet files, and copies rows.
//
// Package pages reads the footer and the pages with the decoders of parquet-go. A [Reader] numbers
// the rows of their values and validates the values on all cores. A [Copier] writes rows with the
// writer of parquet-go.
package columnar

import (
	"cmp"
	"fmt"
	"io"

	"github.com/irilex/iri/cmd/internal/pages"
)

// DefaultMaxPage is the default of [Options], 1 GiB.
const DefaultMaxPage = 1 << 30

// Options holds the options for [Open].
type Options struct {
	// Valid is called with the column index and the text of each value, but only once for each
	// value in a row group's dictionary. Several goroutines may call Valid concurrently. If Valid
	// is nil, every value is valid.
	Valid func(column int, text []byte) bool

	// Large is called before a large allocation. It may block, and may be nil.
	Large func()

	// Interrupted returns an error to stop copying rows. It may be nil.
	Interrupted func() error

	// MaxPage is the maximum size in bytes of a decompressed page or dictionary, and of the values of
	// a row that spans several pages. 0 means DefaultMaxPage.
	MaxPage int64
}

// A Reader reads the values of columns in row order.
type Reader struct {
	footer  *pages.Footer
	columns []*column
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
// and maps: "links" names the column "links.list.element". The caller must call [Reader.Close].
func Open(file io.ReaderAt, size int64, columns []string, o Options) (*Reader, error) {
	f, err := pages.Read(file, size)
	if err != nil {
		return nil, err
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("no column is selected; the file has the columns %s", f.List())
	}
	r := &Reader{footer: f}
	r.batch.Values = make([][]Value, len(columns))
	for i, name := range columns {
		l, err := f.Find(name)
		if err != nil {
			return nil, err
		}
		p, err := f.Pages(file, size, l)
		if err != nil {
			return nil, err
		}
		if p.Large, p.Limit = o.Large, cmp.Or(o.MaxPage, DefaultMaxPage); o.Valid != nil {
			p.Valid = func(text []byte) bool { return o.Valid(i, text) }
		}
		r.columns = append(r.columns, &column{Reader: p, ends: f.Ends})
	}
	return r, nil
}

// Rows returns the number of rows in the file.
func (r *Reader) Rows() int64 { return r.footer.NumRows }

// Names returns the column names, without list and map groups, in the order passed to [Open].
func (r *Reader) Names() (names []string) {
	for _, c := range r.columns {
		names = append(names, c.Leaf.Name)
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
	rows := r.Rows()
	for _, c := range r.columns {
		if c.end == r.read {
			if err := c.advance(); err != nil && err != io.EOF {
				r.err = err
				return nil, err
			}
		}
		rows = min(rows, c.end)
	}
	if r.read == rows { // every column has ended
		r.err = io.EOF
		return nil, r.err
	}
	rows -= r.read
	r.batch.First, r.batch.Rows = r.read+1, int(rows)
	r.read += rows
	for i, c := range r.columns {
		r.batch.Values[i] = c.take(r.read)
	}
	return &r.batch, nil
}

// Close waits until no page is being read. The caller may then close the file.
func (r *Reader) Close() {
	for _, c := range r.columns {
		if c.ahead != nil {
			<-c.ahead
			c.ahead = nil
		}
	}
	if r.err == nil {
		r.err = io.ErrClosedPipe
	}
}

// An Error describes and locates an error in the data of a column.
type Error = pages.Error

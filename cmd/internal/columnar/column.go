package columnar

import (
	"bytes"
	"errors"
	"io"
	"sort"
	"unsafe"

	"github.com/irilex/iri/cmd/internal/pages"
)

// A column reads the values of one column of the file and numbers their rows.
//
// Idea. A value is a view of its page or dictionary. All cores validate the values of a block,
// while a goroutine reads the next page. The values of a dictionary are validated once. A row of a
// repeated column may span several pages, so the values of an incomplete row are copied.
//
// Tested against: TestReader compares the values with the rows written by parquet-go.
type column struct {
	pages.Reader
	ends  []int64     // by row group: number of rows in the file up to its end
	ahead chan result // receives the page after the current one, or nil

	page     *pages.Page
	at, read int     // numbers of entries and values read from the page
	in       int     // the row group of the page, from 0
	row      int64   // number of rows begun
	end      int64   // number of complete rows
	rows     []Value // values of the last advance, followed by those of the incomplete row
	ready    int     // number of values in complete rows
	taken    int     // number of values returned by take
	size     int64   // size of the incomplete row in bytes
}

// A result is a page, or the error after the last page.
type result struct {
	page *pages.Page
	err  error
}

// blockEntries is the number of entries read at a time. An entry is a value, a null, or an empty
// list.
const blockEntries = 32 << 10

// most is the maximum size in bytes of a page for the next page to be read ahead.
const most = 32 << 20

var errRows = errors.New("the row group has more or fewer rows than the footer declares")

// advance reads the values of the next row or rows, or returns [io.EOF].
func (c *column) advance() error {
	c.rows = c.rows[:copy(c.rows, c.rows[c.ready:])]
	c.ready, c.taken = 0, 0
	err := pages.Try(func() error {
		for before := c.end; c.end == before; {
			if c.page != nil && c.at < c.page.N {
				c.block()
			} else if err := c.turn(); err != nil {
				return err
			}
		}
		return nil
	})
	if _, placed := errors.AsType[*Error](err); placed || err == nil || err == io.EOF {
		return err
	}
	offset := int64(0)
	if c.page != nil {
		offset = c.page.Offset
	}
	return c.At(c.in, offset, err)
}

// turn receives the next page, or [io.EOF]. It checks the number of rows in each row group that
// precedes the page.
func (c *column) turn() error {
	c.readAhead()
	r := <-c.ahead
	c.ahead = nil
	if r.err != nil && r.err != io.EOF {
		return r.err
	}
	in := len(c.ends) // all row groups are complete
	if r.err == nil {
		in = r.page.Group
	}
	for i := c.in; i < in; i++ {
		c.in = i
		pages.Assert(c.row == c.ends[i], errRows)
	}
	if r.err != nil {
		return r.err
	}
	first := int64(0) // number of rows in earlier row groups
	if in > 0 {
		first = c.ends[in-1]
	}
	c.page, c.in, c.at, c.read = r.page, in, 0, 0
	pages.Assert(c.Leaf.MaxRepetitionLevel() == 0 || c.row > first || r.page.N == 0 || r.page.Repetition[0] == 0, errRows)
	if c.page.Size() <= most {
		c.readAhead()
	}
	return nil
}

// readAhead starts reading the page after the current one.
func (c *column) readAhead() {
	if c.ahead == nil {
		ahead := make(chan result, 1)
		c.ahead = ahead
		go func() {
			page, err := c.Next()
			ahead <- result{page, err}
		}()
	}
}

// take returns the values of the rows up to last that have not been taken yet.
func (c *column) take(last int64) []Value {
	rest := c.rows[c.taken:c.ready]
	n := len(rest)
	if c.end > last {
		n = sort.Search(len(rest), func(i int) bool { return rest[i].Row > last })
	}
	c.taken += n
	return rest[:n]
}

// block reads the next entries of the page and validates their values.
func (c *column) block() {
	g, full, repeated := c.page, c.Leaf.MaxDefinitionLevel(), c.Leaf.MaxRepetitionLevel() > 0
	to, fresh := min(c.at+blockEntries, g.N), len(c.rows)
	for ; c.at < to; c.at++ {
		if !repeated || g.Repetition[c.at] == 0 {
			c.row++
		}
		if full > 0 && int(g.Definition[c.at]) < full {
			continue
		}
		v := Value{Row: c.row}
		v.Text, v.Invalid = g.Text(c.read)
		c.rows = append(c.rows, v)
		c.read++
	}
	pages.Assert(c.row <= c.ends[c.in], errRows)
	if values := c.rows[fresh:]; !g.Judged() && c.Valid != nil {
		pages.InParts(len(values), func(i int) { values[i].Invalid = !c.Valid(values[i].Text) })
	}
	c.end, c.ready = c.row, len(c.rows)
	if !repeated || g.Last && to == g.N {
		return
	}
	c.end-- // the row may continue
	if c.ready = sort.Search(len(c.rows), func(i int) bool { return c.rows[i].Row > c.end }); c.ready >= fresh {
		c.size = 0
	}
	for i := max(c.ready, fresh); i < len(c.rows); i++ {
		v := &c.rows[i]
		c.size += int64(len(v.Text)) + int64(unsafe.Sizeof(*v))
		v.Text = bytes.Clone(v.Text)
	}
	pages.CheckSize(c.size, c.Limit)
}

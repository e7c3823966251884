package columnar

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sort"

	"github.com/parquet-go/parquet-go/format"
)

// A column reads the values of one column of the file and numbers their rows.
//
// Idea. Without repetition, a value is a view of its page, and a single read does not cross a page
// boundary. A row of a repeated column may span several pages, so its values are copied.
//
// Requires and returns: pages.start must be called before the first call to next. next returns
// [io.EOF] after the last page.
//
// Cost: BenchmarkReader compares it with parquet-go, both with and without checking each value.
//
// Tested against: TestReader compares the values with the rows written by parquet-go.
type column struct {
	leaf  *leaf
	pages pages
	ends  []int64 // by row group: number of rows in the file up to its end
	valid func(text []byte) bool

	page    *page
	buffer  []byte // holds the page
	group   int    // the current row group, from 0
	end     int64  // number of rows read and judged
	decoded int64  // number of rows read
	nulls   int    // number of entries without a value so far in the page

	repetition, definition [blockEntries]int32 // levels of the current entries
	at, levels             int                 // index of the next entry, and number of entries
	present                int                 // number of entries with a value, from at on

	blocks [2]block
	ahead  *block  // decoded while the values before it were judged, or nil
	values []Value // the result of the last next
	taken  int     // number of values returned by take
	copier
}

// A block holds values of a column without repetition.
type block struct {
	values []Value
	end    int64 // number of rows in the file up to the end of the block
	err    error // error that occurred after the values
}

// blockEntries is the number of entries read at a time. An entry is a value, a null, or an empty
// list.
const blockEntries = 4096

var (
	errLevel    = errors.New("one of its levels is too large")
	errNulls    = errors.New("its number of nulls differs from the number in its header")
	errMoreRows = errors.New("the row group has more rows than the footer declares")
	errFewRows  = errors.New("the row group has fewer rows than the footer declares")
)

// newColumn returns the column for a leaf. most limits the memory, in bytes, that its pages and
// dictionaries use at any time.
func newColumn(file io.ReaderAt, size int64, f *footer, l *leaf, most int64) (*column, error) {
	c := &column{leaf: l, copier: copier{fresh: true}}
	if l.maxRepetition > 0 {
		most -= min(MaxRow, most/2)
	}
	c.pages = pages{file: file, leaf: l, most: most}
	rows := int64(0)
	for i, g := range f.RowGroups {
		rows += g.NumRows
		c.ends = append(c.ends, rows)
		data, err := chunkOf(&g, l, len(f.leaves), size)
		if err != nil {
			return nil, &Error{l.name(), i + 1, data.start(), err}
		}
		c.pages.chunks = append(c.pages.chunks, data)
	}
	return c, nil
}

// chunkOf returns the column chunk that holds the values of a leaf in a row group. It checks the
// types and numbers in the footer. leaves is the number of leaves in the schema, and size is the
// file size in bytes.
func chunkOf(g *rowGroup, l *leaf, leaves int, size int64) (data chunkData, err error) {
	if len(g.Columns) != leaves {
		return data, fmt.Errorf("the footer is damaged: the row group has %d columns, but the schema has %d",
			len(g.Columns), leaves)
	}
	c := &g.Columns[l.index]
	data = c.MetaData.V
	start, length := data.start(), data.TotalCompressedSize
	switch {
	case c.FilePath != "":
		return data, fmt.Errorf("the values are in another file; read %q instead", c.FilePath)
	case c.Crypto.Valid:
		return data, errEncrypted
	case !c.MetaData.Valid, data.Type != format.ByteArray, data.NumValues < 0,
		l.maxRepetition == 0 && data.NumValues != g.NumRows, data.NumValues < g.NumRows:
		return data, errors.New("the footer is damaged: types or value counts disagree")
	case g.NumRows == 0 && data.NumValues == 0:
		return chunkData{}, nil // pyarrow writes a group without pages for an empty table
	case start < int64(len(magic)), length < 0, length > size-start:
		return data, fmt.Errorf("the footer is damaged or the file is truncated: %d bytes at offset %d are not in the file",
			length, start)
	}
	return data, supported(data.Codec)
}

// next reads the values of the next row or rows, or returns [io.EOF].
func (c *column) next() error {
	c.values, c.taken = c.values[:0], 0
	err := error(nil)
	if c.leaf.maxRepetition > 0 {
		err = c.repeated()
		c.end = c.decoded
	} else {
		err = c.flat()
	}
	if err == nil && c.end > c.ends[c.group] {
		err = errMoreRows
	}
	return c.place(err)
}

// place wraps err in an [*Error] that locates it. It returns [io.EOF] and an [*Error] unchanged.
func (c *column) place(err error) error {
	if _, placed := errors.AsType[*Error](err); err == nil || err == io.EOF || placed {
		return err
	}
	e := &Error{Column: c.leaf.name(), Group: c.group + 1, Err: err}
	if c.page != nil {
		e.Offset = c.page.offset
	} else {
		e.Offset = c.pages.chunks[c.group].start()
	}
	return e
}

// take returns the values of the rows up to last that have not been taken yet.
func (c *column) take(last int64) []Value {
	rest := c.values[c.taken:]
	n := len(rest)
	if c.end > last {
		n = sort.Search(len(rest), func(i int) bool { return rest[i].Row > last })
	}
	c.taken += n
	return rest[:n]
}

// flat reads values of a column without repetition. Each entry is a row. While flat validates these
// values, it decodes the next values of the page.
func (c *column) flat() error {
	b := c.ahead
	if c.ahead = nil; b == nil {
		b = &c.blocks[0]
		c.decode(b)
	}
	switch {
	case b.err != nil || c.valid == nil:
	case c.overlaps():
		c.ahead = &c.blocks[0]
		if b == c.ahead {
			c.ahead = &c.blocks[1]
		}
		c.judge(b.values, func() { c.decode(c.ahead) })
	default:
		c.judge(b.values, nil)
	}
	c.values, c.end = b.values, b.end
	return b.err
}

// overlaps reports whether flat should decode the next values of the page while it validates the
// current values. This pays off if there are more values and if validating them takes time.
func (c *column) overlaps() bool {
	_, judged := c.page.source.(*indices)
	return !judged && (c.at < c.levels || c.page.left > 0) && runtime.GOMAXPROCS(0) > 1
}

// decode reads the next values into b.
func (c *column) decode(b *block) {
	b.values, b.end, b.err = b.values[:0], c.decoded, nil
	for c.at == c.levels {
		if b.err = c.nextLevels(); b.err != nil {
			return
		}
	}
	if cap(b.values) < c.present {
		b.values = make([]Value, 0, c.present)
	}
	n := 0
	if n, b.err = c.read(b.values[:c.present]); b.err != nil {
		return
	}
	b.values = b.values[:n]
	entries := c.levels - c.at
	if len(b.values) == entries {
		for i := range b.values {
			b.values[i].Row = c.decoded + int64(i) + 1
		}
	} else {
		entries = c.number(b.values)
	}
	c.present -= len(b.values)
	c.at += entries
	c.decoded += int64(entries)
	b.end = c.decoded
}

// number sets the row numbers of the values when some of the entries from at on are null. It
// returns the number of entries before the first value not yet read, or before the end if all
// values were read.
func (c *column) number(values []Value) (entries int) {
	most := int32(c.leaf.maxDefinition)
	i := 0
	for _, level := range c.definition[c.at:c.levels] {
		if level == most {
			if i == len(values) {
				break
			}
			values[i].Row = c.decoded + int64(entries) + 1
			i++
		}
		entries++
	}
	return entries
}

// read fills values from the page. It reads at least one value unless values is empty.
func (c *column) read(values []Value) (n int, err error) {
	if len(values) == 0 {
		return 0, nil
	}
	return c.page.source.read(values)
}

// ended returns err, or nil if err is [io.EOF] and some rows have been read.
func ended(err error, rows int) error {
	if err == io.EOF && rows > 0 {
		return nil
	}
	return err
}

// nextLevels reads the levels of the next entries of the page. After the last entry it moves to the
// next page and reads no levels.
func (c *column) nextLevels() error {
	if c.page == nil || c.page.left == 0 {
		return c.nextPage()
	}
	p := c.page
	c.at, c.levels = 0, min(blockEntries, p.left)
	c.present = c.levels
	if c.leaf.maxRepetition > 0 {
		if _, err := readLevels(&p.repetition, c.repetition[:c.levels], c.leaf.maxRepetition); err != nil {
			return err
		}
	}
	if c.leaf.maxDefinition > 0 {
		var err error
		if c.present, err = readLevels(&p.definition, c.definition[:c.levels], c.leaf.maxDefinition); err != nil {
			return err
		}
	}
	c.nulls += c.levels - c.present
	p.left -= c.levels
	return nil
}

// readLevels fills levels and returns how many of them equal most. A level outside the range 0 to
// most is an error.
func readLevels(r *runs, levels []int32, most int) (n int, err error) {
	if err := r.read(levels); err != nil {
		return 0, err
	}
	for _, level := range levels {
		if level == int32(most) {
			n++
		}
		if uint32(level) > uint32(most) {
			return n, errLevel
		}
	}
	return n, nil
}

// nextPage finishes the page and receives the next page, or returns [io.EOF]. It checks the number
// of rows in each row group that precedes the new page.
func (c *column) nextPage() error {
	if err := c.finish(); err != nil {
		return err
	}
	r, ok := <-c.pages.ready
	if ok && r.err != nil {
		return r.err
	}
	group := len(c.ends)
	if ok {
		group = r.page.group
	}
	for ; c.group < group; c.group++ { // the row groups before r.page are complete
		if c.decoded != c.ends[c.group] {
			return errFewRows
		}
		if c.group == len(c.ends)-1 {
			break
		}
	}
	if !ok {
		return io.EOF
	}
	c.page, c.buffer = r.page, r.buffer
	if d := c.page.dictionary; d != nil && !d.judged {
		d.judge(c.valid)
	}
	c.fresh = c.fresh || c.page.group > 0 && c.decoded == c.ends[c.page.group-1]
	return nil
}

// finish checks the end of the page and its number of nulls, and returns its buffer to the pool.
func (c *column) finish() error {
	p := c.page
	if p == nil {
		return nil
	}
	if err := p.source.done(); err != nil {
		return err
	}
	if p.nulls >= 0 && p.nulls != c.nulls {
		return errNulls
	}
	c.nulls = 0
	if cap(c.buffer) > small {
		for _, values := range [][]Value{c.values, c.blocks[0].values, c.blocks[1].values} {
			clear(values[:cap(values)]) // so that no view keeps the memory alive
		}
		c.block, c.used = nil, 0
	}
	c.pages.buffers <- c.buffer
	c.page, c.buffer = nil, nil
	return nil
}

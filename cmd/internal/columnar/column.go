package columnar

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sort"
	"sync"

	"github.com/parquet-go/parquet-go/format"
)

// A column reads the values of a column, and numbers their rows.
//
// Idea: values of a column that does not repeat are views of the page; those of one page are read
// at a time. Values of a column that repeats are copied, because several pages may have parts of a
// row.
type column struct {
	leaf  *leaf
	pages pages
	ends  []int64 // of the row groups: rows of the file up to there
	valid func(text []byte) bool

	page    *page
	buffer  []byte // of the page
	group   int    // that is read
	end     int64  // rows that were read and judged
	decoded int64  // rows that were read
	nulls   int    // entries of the page that have no value

	repetition, definition [blockEntries]int32 // levels of the page that were read
	at, levels             int                 // of those the next, and the end
	present                int                 // entries of those, from at on, that have a value

	blocks [2]block
	ahead  *block  // that was read while the values before it were judged, or nil
	values []Value // that were read
	taken  int     // of those
	copier
}

// A block has values of a column that does not repeat.
type block struct {
	values []Value
	end    int64 // rows up to its end
	err    error // after the values
}

// blockEntries is how many entries are read at a time. An entry is a value, a null, or an empty
// list.
const blockEntries = 4096

var (
	errLevel    = errors.New("one of its levels is too large")
	errNulls    = errors.New("the number of its nulls is not that of its header")
	errMoreRows = errors.New("the row group has more rows than the footer says")
	errFewRows  = errors.New("the row group has fewer rows than the footer says")
)

// newColumn returns the column of a leaf. Most is how many bytes its pages have at one time.
func newColumn(file io.ReaderAt, size int64, f *footer, l *leaf, most int64) (*column, error) {
	c := &column{leaf: l, copier: copier{fresh: true}}
	if l.mostRepetition > 0 {
		most -= min(MostRow, most/2)
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

// chunkOf returns the part of a row group that has the values of a leaf.
func chunkOf(g *rowGroup, l *leaf, leaves int, size int64) (data chunkData, err error) {
	if len(g.Columns) != leaves {
		return data, fmt.Errorf("the footer is damaged: the row group has %d columns, the schema %d", len(g.Columns), leaves)
	}
	c := &g.Columns[l.index]
	data = c.MetaData.V
	start, length := data.start(), data.TotalCompressedSize
	switch {
	case c.FilePath != "":
		return data, fmt.Errorf("the values are in another file, %q; name that file", c.FilePath)
	case c.Crypto.Valid:
		return data, errEncrypted
	case !c.MetaData.Valid, data.Type != format.ByteArray, data.NumValues < 0,
		l.mostRepetition == 0 && data.NumValues != g.NumRows, data.NumValues < g.NumRows:
		return data, errors.New("the footer is damaged: types or numbers of values do not agree")
	case start < int64(len(magic)), length < 0, length > size-start:
		return data, fmt.Errorf("the footer is damaged, or the file cut: %d bytes at %d are not in the file", length, start)
	}
	return data, supported(data.Codec)
}

// next reads the next values, of one row at least, or returns [io.EOF].
func (c *column) next() error {
	c.values, c.taken = c.values[:0], 0
	err := error(nil)
	if c.leaf.mostRepetition > 0 {
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

// place adds the place to an error.
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

// take returns the values of the rows up to last.
func (c *column) take(last int64) []Value {
	rest := c.values[c.taken:]
	n := len(rest)
	if c.end > last {
		n = sort.Search(len(rest), func(i int) bool { return rest[i].Row > last })
	}
	c.taken += n
	return rest[:n]
}

// flat reads values of a column that does not repeat: an entry is a row. PLAIN values are views of the
// page. While they are judged, a goroutine reads the next ones of the page: the check of a value takes
// longer than reading its length.
func (c *column) flat() error {
	b := c.ahead
	if c.ahead = nil; b == nil {
		b = &c.blocks[0]
		c.decode(b)
	}
	if b.err == nil && c.overlaps() {
		c.ahead = &c.blocks[0]
		if b == c.ahead {
			c.ahead = &c.blocks[1]
		}
		var group sync.WaitGroup
		group.Go(func() { c.decode(c.ahead) })
		c.judge(b.values)
		group.Wait()
	} else {
		c.judge(b.values)
	}
	c.values, c.end = b.values, b.end
	return b.err
}

// overlaps reports whether the next values can be read while others of the page are judged.
func (c *column) overlaps() bool {
	if c.valid == nil || c.page == nil || c.at == c.levels && c.page.left == 0 {
		return false
	}
	_, views := c.page.source.(*plain)
	return views && runtime.GOMAXPROCS(0) > 1
}

// decode reads the next values.
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

// number sets the rows of the values, of entries some of which are null, and returns how many
// entries there are up to the last value, or up to the last entry if all values were read.
func (c *column) number(values []Value) (entries int) {
	most := int32(c.leaf.mostDefinition)
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

// read reads values of the page, as many as fit at most.
func (c *column) read(values []Value) (n int, err error) {
	if len(values) == 0 {
		return 0, nil
	}
	return c.page.source.read(values)
}

// ended is nil instead of [io.EOF] if there are rows before the end.
func ended(err error, rows int) error {
	if err == io.EOF && rows > 0 {
		return nil
	}
	return err
}

// judge asks whether values of the page are valid, about one of a dictionary once.
func (c *column) judge(values []Value) {
	if c.valid == nil {
		return
	}
	for i := range values {
		v := &values[i]
		if v.index == inline {
			v.Invalid = !c.valid(v.Text)
			continue
		}
		verdict := &c.page.dictionary.verdicts[v.index]
		if *verdict == unknown {
			*verdict = invalid
			if c.valid(v.Text) {
				*verdict = valid
			}
		}
		v.Invalid = *verdict == invalid
	}
}

// nextLevels reads the levels of the next entries, of the next page if there are no more in this
// one.
func (c *column) nextLevels() error {
	if c.page == nil || c.page.left == 0 {
		return c.nextPage()
	}
	p := c.page
	c.at, c.levels = 0, min(blockEntries, p.left)
	c.present = c.levels
	if c.leaf.mostRepetition > 0 {
		if _, err := readLevels(&p.repetition, c.repetition[:c.levels], c.leaf.mostRepetition); err != nil {
			return err
		}
	}
	if c.leaf.mostDefinition > 0 {
		var err error
		if c.present, err = readLevels(&p.definition, c.definition[:c.levels], c.leaf.mostDefinition); err != nil {
			return err
		}
	}
	c.nulls += c.levels - c.present
	p.left -= c.levels
	return nil
}

// readLevels reads levels up to most, and returns how many are most.
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

// nextPage finishes the page and goes to the next, or returns [io.EOF].
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
	for ; c.group < group; c.group++ { // those before are read
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
	c.fresh = c.fresh || c.page.group > 0 && c.decoded == c.ends[c.page.group-1]
	return nil
}

// finish checks that all of the page was read, and gives its buffer back.
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
			clear(values[:cap(values)]) // no view keeps the memory
		}
		c.block, c.used = nil, 0
	}
	c.pages.buffers <- c.buffer
	c.page, c.buffer = nil, nil
	return nil
}

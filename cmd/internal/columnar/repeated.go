package columnar

import (
	"errors"
	"fmt"
	"unsafe"
)

// A copier holds values of a repeated column that have not been copied yet, and the memory for
// copies.
type copier struct {
	fresh bool    // whether no row of the row group has been read
	block []Value // values of the page
	used  int     // number of values in block that have been used
	room  []byte  // memory for copies
}

// maxCopied is the number of bytes after which a read starts no further row.
const maxCopied = 256 << 10

var (
	errNoRow   = errors.New("the row group begins in the middle of a row")
	errLongRow = fmt.Errorf("the values of a row exceed the limit of %d bytes", MaxRow)
)

// repeated reads rows of a repeated column. A row begins with an entry whose repetition level is 0.
// It ends before the next such entry or at the end of the row group.
func (c *column) repeated() error {
	if cap(c.room) > maxCopied {
		c.room = nil
	}
	c.room = c.room[:0]
	rows, copied, size := 0, 0, 0
	for {
		for c.at == c.levels {
			if err := c.nextLevels(); err != nil {
				return ended(err, rows)
			}
		}
		switch {
		case c.repetition[c.at] == 0 && (rows == blockEntries || copied > maxCopied):
			return nil
		case c.repetition[c.at] == 0:
			c.fresh = false
			c.decoded++
			rows, size = rows+1, 0
		case c.fresh:
			return errNoRow
		}
		if c.leaf.maxDefinition == int(c.definition[c.at]) {
			v, err := c.nextValue()
			if err != nil {
				return err
			}
			n := len(v.Text) + int(unsafe.Sizeof(v))
			copied += n
			size += n
			v.Row, v.Text = c.decoded, c.copy(v.Text)
			c.values = append(c.values, v)
		}
		c.at++
		if size++; size > MaxRow { // a run may contain any number of entries without a value
			return errLongRow
		}
	}
}

// nextValue returns the next value of the page, with Invalid set.
func (c *column) nextValue() (v Value, err error) {
	if c.used == len(c.block) {
		if cap(c.block) < c.present {
			c.block = make([]Value, c.present)
		}
		n, err := c.read(c.block[:c.present])
		if err != nil {
			return v, err
		}
		c.judge(c.block[:n], nil)
		c.block, c.used = c.block[:n], 0
	}
	v = c.block[c.used]
	c.used++
	c.present--
	return v, nil
}

// copy returns a copy of a value. The copy is valid until the next rows are read.
func (c *column) copy(text []byte) []byte {
	if len(text) > cap(c.room)-len(c.room) {
		c.room = make([]byte, 0, max(len(text), min(2*cap(c.room), maxCopied), 4<<10)) // keeps old copies
	}
	start := len(c.room)
	c.room = append(c.room, text...)
	return c.room[start:len(c.room):len(c.room)]
}

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go/format"
)

// This file reads the values of a page, which are byte arrays in one of four encodings.

// A source reads the values of a page, without the nulls.
type source interface {
	// read sets the texts of the next values: at least one, and at most len(values). For dictionary
	// values it also sets Invalid. The texts remain valid during one more read.
	read(values []Value) (n int, err error)
	// done returns an error if any values are left.
	done() error
}

// plainDictionary is the old encoding of dictionaries and their indices. Files still use it.
const plainDictionary format.Encoding = 2

var (
	errIndex        = errors.New("a value is not in the dictionary")
	errNoDictionary = errors.New("its values are in a dictionary, but the row group has no dictionary")
	errLongValue    = fmt.Errorf("a value exceeds the limit of %d bytes for a row", MaxRow)
)

// newSource returns a source for the values in data.
func newSource(data []byte, encoding format.Encoding, d *dictionary) (source, error) {
	switch encoding {
	case format.Plain:
		return &plain{data}, nil
	case plainDictionary, format.RLEDictionary:
		if d == nil {
			return nil, errNoDictionary
		}
		if len(data) == 0 { // a page of nulls may omit the width
			return &indices{dictionary: d}, nil
		}
		if data[0] > 32 {
			return nil, errBitWidth
		}
		return &indices{dictionary: d, runs: newRuns(data[1:], uint(data[0]))}, nil
	case format.DeltaLengthByteArray, format.DeltaByteArray:
		if len(data) == 0 { // a page of nulls may omit the deltas
			return &plain{}, nil
		}
		return newDeltaValues(data, encoding == format.DeltaByteArray)
	}
	return nil, fmt.Errorf("its encoding %v is not valid for byte arrays", encoding)
}

// plain reads values in the encoding PLAIN. A 4-byte length precedes each value.
type plain struct{ rest []byte }

func (p *plain) read(values []Value) (n int, err error) {
	for i := range values {
		if values[i].Text, err = p.next(); err != nil {
			return i, err
		}
	}
	return len(values), nil
}

// next returns the next value, a view of the page.
func (p *plain) next() ([]byte, error) {
	if len(p.rest) < 4 {
		return nil, errPageShort
	}
	n := uint64(binary.LittleEndian.Uint32(p.rest))
	if n > uint64(len(p.rest)-4) {
		return nil, errPageShort
	}
	text := p.rest[4 : 4+n : 4+n]
	p.rest = p.rest[4+n:]
	return text, nil
}

// done accepts eight zero bytes after the values, because fastparquet writes them.
func (p *plain) done() error {
	if len(p.rest) > 0 && string(p.rest) != "\x00\x00\x00\x00\x00\x00\x00\x00" {
		return errLeft
	}
	return nil
}

// A dictionary holds the distinct values of a row group.
type dictionary struct {
	data    []byte
	ends    []uint32 // 0, then for each value its end in data; a 4-byte length precedes each value
	invalid []bool   // by value
	judged  bool     // whether invalid is set
}

// set reads the n values of a dictionary page. The dictionary keeps data.
func (d *dictionary) set(data []byte, n int) error {
	d.data = data
	if d.ends = d.ends[:0]; n > len(data)/4 {
		return errRunsCut
	}
	d.ends = append(slices.Grow(d.ends, n+1), 0)
	p := plain{data}
	for range n {
		if _, err := p.next(); err != nil {
			return err
		}
		d.ends = append(d.ends, uint32(len(data)-len(p.rest)))
	}
	d.invalid = slices.Grow(d.invalid[:0], n)[:n]
	clear(d.invalid)
	d.judged = false
	return p.done()
}

// bytes returns the memory use of the dictionary in bytes, or 0 if d is nil.
func (d *dictionary) bytes() int64 {
	if d == nil {
		return 0
	}
	return int64(len(d.data) + 5*len(d.ends))
}

// indices reads dictionary values by their indices.
type indices struct {
	runs       runs
	dictionary *dictionary
	block      [blockEntries]int32
}

func (x *indices) read(values []Value) (n int, err error) {
	block := x.block[:min(len(values), len(x.block))]
	if err := x.runs.read(block); err != nil {
		return 0, err
	}
	data, ends, invalid := x.dictionary.data, x.dictionary.ends, x.dictionary.invalid
	values = values[:len(block)]
	for i, index := range block {
		if uint(index) >= uint(len(invalid)) {
			return i, errIndex
		}
		end := ends[index+1]
		values[i].Text, values[i].Invalid = data[ends[index]+4:end:end], invalid[index]
	}
	return len(block), nil
}

// done returns nil because runs may contain more values than the page.
func (x *indices) done() error { return nil }

// deltaValues reads values in the encodings DELTA_LENGTH_BYTE_ARRAY and DELTA_BYTE_ARRAY. In
// DELTA_BYTE_ARRAY a value shares a prefix with the previous value.
type deltaValues struct {
	prefixes deltas // lengths of the shared prefixes, if shares is set
	suffixes deltas // lengths of the suffixes after the prefixes
	shares   bool
	rest     []byte

	prefix, suffix [blockEntries]int32 // lengths read ahead of the values
	at, end        int                 // index of the next length in prefix and suffix, and end
	taken          int                 // number of values read

	text, spare []byte // values of this read and the previous read, if shares is set
	last        []byte // the last value, if shares is set
}

// maxShared limits the number of bytes that one read of values with shared prefixes joins, unless
// the first value is longer.
const maxShared = 256 << 10

func newDeltaValues(data []byte, shares bool) (*deltaValues, error) {
	v := &deltaValues{shares: shares, rest: data}
	for _, d := range []*deltas{&v.prefixes, &v.suffixes} {
		if d == &v.prefixes && !shares {
			continue
		}
		var err error
		if *d, err = newDeltas(v.rest); err != nil {
			return nil, err
		}
		if v.rest, err = d.after(); err != nil {
			return nil, err
		}
	}
	if shares && v.prefixes.total != v.suffixes.total {
		return nil, errPageShort
	}
	return v, nil
}

func (v *deltaValues) read(values []Value) (n int, err error) {
	if v.at == v.end {
		if err := v.lengths(len(values)); err != nil {
			return 0, err
		}
	}
	values = values[:min(len(values), v.end-v.at)]
	if v.shares {
		n, err = v.joinAll(values)
	} else {
		n, err = v.cut(values)
	}
	v.at += n
	v.taken += n
	return n, err
}

// cut sets the texts of the next values, which do not share prefixes. Each text is a view of rest.
func (v *deltaValues) cut(values []Value) (n int, err error) {
	for i, suffix := range v.suffix[v.at : v.at+len(values)] {
		switch {
		case uint(suffix) > uint(len(v.rest)): // or the length is negative
			return i, errPageShort
		case suffix > MaxRow:
			return i, errLongValue
		}
		values[i].Text = v.rest[:suffix:suffix]
		v.rest = v.rest[suffix:]
	}
	return len(values), nil
}

// joinAll sets the texts of the next values, which share prefixes. It sets at least one value and
// joins at most maxShared bytes beyond the first. A value without a prefix is a view of rest.
func (v *deltaValues) joinAll(values []Value) (n int, err error) {
	text, last, rest := slices.Grow(v.spare[:0], v.joined(len(values))+stride), v.last, v.rest
	prefixes, suffixes := v.prefix[v.at:v.at+len(values)], v.suffix[v.at:v.at+len(values)]
	for n < len(values) {
		prefix, suffix := int(prefixes[n]), int(suffixes[n])
		if uint(prefix) > uint(len(last)) || uint(suffix) > uint(len(rest)) { // or the length is negative
			err = errPageShort
			break
		}
		start, size := len(text), prefix+suffix
		if size > MaxRow {
			err = errLongValue
			break
		}
		if n > 0 && start+size > maxShared {
			break
		}
		if prefix == 0 {
			last = rest[:suffix]
		} else {
			if start+size+stride > cap(text) {
				text = slices.Grow(text, size+stride)
			}
			text = text[:start+size]
			copyStrides(text[start:cap(text)], last, prefix)
			copyStrides(text[start+prefix:cap(text)], rest, suffix)
			last = text[start:]
		}
		values[n].Text = last[:size:size]
		rest = rest[suffix:]
		n++
	}
	v.text, v.spare, v.last, v.rest = text, v.text, last, rest
	return n, err
}

// joined returns the total length of the next n values, limited to what one read joins.
func (v *deltaValues) joined(n int) (size int) {
	for i := v.at; i < v.at+n && 0 <= size && size < maxShared; i++ {
		size += int(v.prefix[i]) + int(v.suffix[i])
	}
	return max(0, min(size, maxShared))
}

// stride is the number of bytes that copyStrides copies at a time.
const stride = 32

// copyStrides copies n bytes and up to stride bytes after them. Both slices must be followed by
// stride bytes of capacity. The built-in copy first chooses a method for n, which takes longer than
// copying a short text. Each stride is copied in halves: the two slices may overlap, so the
// compiler would call memmove to copy more than 16 bytes.
func copyStrides(to, from []byte, n int) {
	from = from[:cap(from)]
	for at := 0; at < n; at += stride {
		f, t := (*[stride]byte)(from[at:]), (*[stride]byte)(to[at:])
		*(*[16]byte)(t[:16]) = *(*[16]byte)(f[:16])
		*(*[16]byte)(t[16:]) = *(*[16]byte)(f[16:])
	}
}

// lengths reads the lengths of up to n values.
func (v *deltaValues) lengths(n int) error {
	v.at, v.end = 0, min(n, len(v.suffix))
	if v.shares {
		if err := v.prefixes.read(v.prefix[:v.end]); err != nil {
			return err
		}
	}
	return v.suffixes.read(v.suffix[:v.end])
}

func (v *deltaValues) done() error {
	if len(v.rest) > 0 || v.taken != v.suffixes.total {
		return errLeft
	}
	return nil
}

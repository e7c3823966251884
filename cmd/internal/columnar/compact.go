package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

// This file reads structures in Thrift's compact protocol: the footer and the page headers.
//
// Idea. A meter scans the structure before parquet-go decodes it, because parquet-go's decoder
// allocates lists of any length that the bytes announce. The meter rejects lists with more elements
// than there are bytes, and limits the number of structures and their depth.
//
// Cost: linear in the size of the structure; the meter does not allocate.

const (
	// maxNesting is the maximum nesting depth of structures and lists. The format needs 7.
	maxNesting = 24
	// maxStructs is the maximum total number of structures in all lists of a footer.
	maxStructs = 1 << 19
)

var (
	errCut      = errors.New("it is truncated")
	errCompact  = errors.New("it is not a Thrift structure")
	errTooMany  = fmt.Errorf("its lists exceed the limit of %d structures", maxStructs)
	errTrailing = errors.New("bytes follow its end")
)

// decode decodes the structure at the beginning of b into the variable that to points to, and
// returns the encoded length. It returns a decoder panic as an error.
func decode(b []byte, to any) (n int, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("its decoder failed: %v", panicked)
		}
	}()
	m := meter{rest: b}
	if err := m.structure(0); err != nil {
		return 0, err
	}
	n = len(b) - len(m.rest)
	var protocol thrift.CompactProtocol
	return n, thrift.NewDecoder(protocol.NewReaderFromBytes(b[:n])).Decode(to)
}

// A meter scans a structure without allocating.
type meter struct {
	rest    []byte
	structs int // number of structures in lists so far
}

// structure scans the fields of a structure and its end marker.
func (m *meter) structure(depth int) error {
	for {
		head, err := m.byte()
		if err != nil || head == 0 {
			return err
		}
		if head>>4 == 0 { // a field number follows
			if _, err := m.uvarint(); err != nil {
				return err
			}
		}
		kind := thrift.Type(head & 0xF)
		if kind == thrift.TRUE || kind == thrift.FALSE {
			continue // the type is the value
		}
		if err := m.value(kind, depth+1); err != nil {
			return err
		}
	}
}

// value scans a value of the given type. A Boolean is one byte long, as in lists.
func (m *meter) value(kind thrift.Type, depth int) error {
	if depth > maxNesting {
		return errCompact
	}
	switch kind {
	case thrift.TRUE, thrift.FALSE, thrift.I8:
		return m.skip(1)
	case thrift.I16, thrift.I32, thrift.I64:
		_, err := m.uvarint()
		return err
	case thrift.DOUBLE:
		return m.skip(8)
	case thrift.UUID:
		return m.skip(16)
	case thrift.BINARY:
		n, err := m.uvarint()
		if err != nil {
			return err
		}
		return m.skip(n)
	case thrift.LIST, thrift.SET:
		return m.list(depth)
	case thrift.MAP:
		return m.pairs(depth)
	case thrift.STRUCT:
		return m.structure(depth)
	}
	return errCompact
}

// list scans a list or a set.
func (m *meter) list(depth int) error {
	head, err := m.byte()
	if err != nil {
		return err
	}
	kind, n := thrift.Type(head&0xF), uint64(head>>4)
	if n == 15 {
		if n, err = m.uvarint(); err != nil {
			return err
		}
	}
	if kind == thrift.STRUCT {
		if m.structs += int(min(n, maxStructs+1)); m.structs > maxStructs {
			return errTooMany
		}
	}
	if n > uint64(len(m.rest)) { // each value is at least one byte long
		return errCut
	}
	for range n {
		if err := m.value(kind, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// pairs scans a map.
func (m *meter) pairs(depth int) error {
	n, err := m.uvarint()
	if err != nil || n == 0 {
		return err
	}
	kinds, err := m.byte()
	if err != nil {
		return err
	}
	if n > uint64(len(m.rest)) {
		return errCut
	}
	for range n {
		if err := m.value(thrift.Type(kinds>>4), depth+1); err != nil {
			return err
		}
		if err := m.value(thrift.Type(kinds&0xF), depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (m *meter) byte() (byte, error) {
	if len(m.rest) == 0 {
		return 0, errCut
	}
	b := m.rest[0]
	m.rest = m.rest[1:]
	return b, nil
}

func (m *meter) uvarint() (uint64, error) {
	value, n := binary.Uvarint(m.rest)
	switch {
	case n == 0:
		return 0, errCut
	case n < 0:
		return 0, errCompact
	}
	m.rest = m.rest[n:]
	return value, nil
}

func (m *meter) skip(n uint64) error {
	if n > uint64(len(m.rest)) {
		return errCut
	}
	m.rest = m.rest[n:]
	return nil
}

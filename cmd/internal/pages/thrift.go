package pages

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

const (
	maxNesting = 24      // maximum nesting depth of structures and lists; the format needs 7
	maxStructs = 1 << 18 // maximum number of structures in all lists of a footer
)

// decode decodes the structure in Thrift's compact protocol at the beginning of b into the variable
// that to points to, and returns the encoded length. It scans the structure first, because
// parquet-go allocates lists of whatever length the data declares, and recurses to any depth.
func decode(b []byte, to any) int {
	m := meter{b: b}
	m.value(thrift.STRUCT, 0)
	var protocol thrift.CompactProtocol
	Check(thrift.NewDecoder(protocol.NewReaderFromBytes(b[:m.at])).Decode(to))
	return m.at
}

// A meter scans a structure. It panics at the end of b.
type meter struct {
	b       []byte
	at      int
	structs int // number of structures in lists so far
}

func (m *meter) next(n uint64) []byte {
	Assert(n <= uint64(len(m.b)-m.at), errCut)
	m.at += int(n)
	return m.b[m.at-int(n) : m.at]
}

func (m *meter) uvarint() uint64 {
	v, n := binary.Uvarint(m.b[m.at:])
	Assert(n > 0, errCut)
	m.at += n
	return v
}

// field scans the beginning of a field. Its kind is [thrift.STOP] at the end of the structure. step
// is the difference from the previous field's number.
func (m *meter) field() (step int, kind thrift.Type) {
	head := m.next(1)[0]
	if step = int(head >> 4); head != 0 && step == 0 {
		m.uvarint() // a field out of order; the format has none
	}
	return step, thrift.Type(head & 0xF)
}

// value scans the value of a field.
func (m *meter) value(kind thrift.Type, depth int) {
	Assert(depth <= maxNesting, errCut)
	switch kind {
	case thrift.TRUE, thrift.FALSE: // the type is the value
	case thrift.I8:
		m.next(1)
	case thrift.I16, thrift.I32, thrift.I64:
		m.uvarint()
	case thrift.DOUBLE:
		m.next(8)
	case thrift.UUID:
		m.next(16)
	case thrift.BINARY:
		m.next(m.uvarint())
	case thrift.STRUCT:
		for _, kind := m.field(); kind != thrift.STOP; _, kind = m.field() {
			m.value(kind, depth+1)
		}
	case thrift.LIST, thrift.SET:
		head := m.next(1)[0]
		n, kind := uint64(head>>4), thrift.Type(head&0xF)
		if n == 15 {
			n = m.uvarint()
		}
		Assert(n <= uint64(len(m.b)-m.at), errCut) // each value is at least one byte long
		if kind == thrift.STRUCT {
			m.structs += int(n)
		}
		Assert(m.structs <= maxStructs, errCut)
		for range n {
			if kind == thrift.TRUE || kind == thrift.FALSE {
				m.next(1)
			}
			m.value(kind, depth+1)
		}
	default: // the format has no maps
		panic(errCut)
	}
}

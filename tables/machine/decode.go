package machine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
)

// This file decodes tables.
//
// Idea. The decoder reads only the bytes of a table that define its machine. These determine all
// other bytes. To find errors in the other bytes, Verify encodes the machine again and compares the
// two tables byte by byte.
//
// Requires and returns. The decoder accepts any string. A read beyond the end of the string sets
// short, and then Of and OfSet return an error. They also return an error if the states' word lists
// overlap or leave gaps, because a small table with overlapping lists could expand to gigabytes.
//
// Cost. Linear in the size of the table.
//
// Tested against: Encode, its inverse (TestEncodeAndMachineAreInverse,
// TestVerifyRefusesEveryByteThatIsChanged).

// errShort returns the error for a truncated table: a read went beyond the end of the table, or a
// length or an offset in the table is inconsistent.
func errShort() error { return errors.New("the table is truncated") }

// sections reads the classes, the transitions, the accepting states, the labels, the words and the
// two names into d.m. middle reads the labels of n states. It is a parameter because rules and sets
// use different labels.
func (d *decoder) sections(middle func(n int)) {
	n := d.table.Uint32(format.AtStates)
	d.classes()
	d.next(n)
	d.at = d.table.Uint32(format.AtAccept)
	d.accept(n)
	d.at = d.table.Uint32(format.AtLabels)
	middle(n)
	d.at = d.table.Uint32(format.AtWords)
	d.words(n)
	d.at = d.table.Uint32(format.AtNames)
	d.m.Grammar, d.m.Name = d.text(), d.text()
}

// A decoder reads numbers and texts from a table in sequence, starting at the offset at. Beyond the
// end of the table it reads zeros and empty texts, and sets short.
type decoder struct {
	table format.Table
	m     *Machine // the result
	at    int      // the offset of the next read
	short bool
}

// bytes reads n bytes. If fewer bytes remain, it returns "" and sets short.
func (d *decoder) bytes(n int) string {
	if d.at < 0 || n > len(d.table)-d.at {
		d.short = true
		return ""
	}
	text := string(d.table[d.at : d.at+n])
	d.at += n
	return text
}

func (d *decoder) uint8() int {
	if b := d.bytes(1); b != "" {
		return int(b[0])
	}
	return 0
}

func (d *decoder) uint16() int  { return d.uint8() | d.uint8()<<8 }
func (d *decoder) uint32() int  { return d.uint16() | d.uint16()<<16 }
func (d *decoder) text() string { return d.bytes(d.uint16()) }

// classes reads the row offset of each byte and computes the byte's class from it: the row of class
// c is at AtRows + c*stride.
func (d *decoder) classes() {
	d.at = len(d.table) - format.FromEnd
	stride := d.table.Uint16(format.AtStride)
	for b := range d.m.Class {
		d.m.Class[b] = uint8((d.uint16() - format.AtRows) / stride)
	}
}

// next reads the transitions of n states: those of the states below first from the rows, and all
// others from the wide table. It skips the row cells of the other states; verifyTable checks these
// cells by encoding the machine again.
func (d *decoder) next(n int) {
	k, stride, first := d.m.Count, d.table.Uint16(format.AtStride), int(d.table[format.AtFirst])
	if (len(d.table)-d.table.Uint32(format.AtWide))/2 < (n-first)*k {
		d.short = true
		return
	}
	d.m.Next = make([]uint16, n*k)
	for c := range k {
		d.at = format.AtRows + c*stride
		for q := range min(n, first) {
			d.m.Next[q*k+c] = uint16(d.uint8())
		}
	}
	d.at = d.table.Uint32(format.AtWide)
	for c := range k {
		for q := first; q < n; q++ {
			d.m.Next[q*k+c] = uint16(d.uint16())
		}
	}
}

// accept reads n bits, which indicate for each state whether it accepts.
func (d *decoder) accept(n int) {
	d.m.Accept = make([]bool, n)
	bits := d.bytes((n + 7) / 8)
	for q := 0; q < n && bits != ""; q++ {
		d.m.Accept[q] = bits[q/8]>>(q%8)&1 != 0
	}
}

// components reads the components, the slots, and the slot of each of n states.
func (d *decoder) components(n int) {
	m := d.m
	count, slots := d.uint8(), d.uint8()
	for range count {
		m.Components = append(m.Components, tables.ComponentLayout{Prefix: d.uint8(), Suffix: d.uint8(), Name: d.text()})
	}
	for range slots {
		m.Slots = append(m.Slots, Slot{First: d.uint8(), Second: d.uint8()})
	}
	if count > 0 {
		for _, units := range []byte(d.bytes(n)) {
			m.SlotOf = append(m.SlotOf, units/format.SlotUnit)
		}
	}
}

// words reads the words and the list of words expected after each of n states.
func (d *decoder) words(n int) {
	m := d.m
	m.Expect = make([][]int, n)
	of := make([]int, n)
	for q := range of {
		of[q] = d.uint16()
	}
	for n := d.uint16(); n > 0 && !d.short; n-- {
		m.Words = append(m.Words, d.text())
	}
	lists := make([]int, d.uint16())
	for i := range lists {
		lists[i] = d.uint32()
	}
	first := d.at
	known := make([][]int, len(lists))
	for l, at := range lists {
		if d.at != first+at { // in sequence, or a small table could expand to gigabytes
			d.short = true
		}
		if d.short {
			return
		}
		known[l] = d.list()
	}
	for q, l := range of {
		if l < len(known) {
			m.Expect[q] = known[l]
		}
	}
}

// list reads a length and then that many numbers.
func (d *decoder) list() []int {
	list := make([]int, d.uint16())
	for i := range list {
		list[i] = d.uint16()
	}
	return list
}

// Of decodes the table of a rule. If the string is malformed, Of returns an error; it never panics.
// [Machine.Verify] checks the machine itself.
func Of(rule tables.Rule) (*Machine, error) {
	d, err := newDecoder(format.Table(rule), format.RuleMagic)
	if err != nil {
		return nil, err
	}
	d.sections(d.components)
	d.places()
	d.regions()
	if d.short {
		return nil, errShort()
	}
	return d.m, nil
}

// newDecoder checks a table's magic, size and checksum, and its numbers of states and classes. If
// all are valid, it returns a decoder for the sections of the table, with the header fields already
// stored in its machine.
func newDecoder(r format.Table, magic string) (*decoder, error) {
	if len(r) < format.AtRows || string(r[:len(magic)]) != magic {
		return nil, fmt.Errorf("not a table of this version: it does not begin with %+q", magic)
	}
	if len(r) != r.Uint32(format.AtSize) || !r.Whole() {
		return nil, errShort()
	}
	sum := len(r) - format.ChecksumSize
	if crc32.ChecksumIEEE([]byte(r[:sum])) != binary.LittleEndian.Uint32([]byte(r[sum:])) {
		return nil, errors.New("the table is damaged: its checksum does not match")
	}
	n, k := r.Uint32(format.AtStates), r.Uint16(format.AtCount)
	if n < 1 || n > format.MaxState || k < 1 || k > 256 || r.Uint16(format.AtStride) < min(n, 256) {
		return nil, errors.New("the state count, the class count and the stride are inconsistent")
	}
	m := &Machine{Count: k, Start: uint16(r[format.AtStart])}
	m.Exactness, m.Depth = tables.Exactness(r[format.AtExactness]), r.Uint32(format.AtDepth)
	m.Calls = r.HasCalls()
	return &decoder{table: r, m: m}, nil
}

// regions reads the regions section, if the table contains one: the byte classes and the flags.
// They determine all other bytes of the section, which verifyTable checks by encoding the machine
// again.
func (d *decoder) regions() {
	if d.at = d.table.RegionsAt(); d.at > 0 {
		d.m.Regions = decodeRegions(d.bytes(format.RegionsLength))
	}
}

// decodeRegions is the inverse of [Regions.Encode]. It returns nil if the section is shorter than
// RegionsLength bytes.
func decodeRegions(section string) *Regions {
	if len(section) < format.RegionsLength {
		return nil
	}
	flags := section[format.RegionsFlags]
	r := &Regions{
		Opaque: flags&format.FlagOpaque != 0, Relative: flags&format.FlagRelative != 0,
		Components: flags&format.FlagComponents != 0, Cuts: flags&format.FlagDelimiters != 0,
		Strict: flags&format.FlagRefuse != 0,
	}
	copy(r.Class[:], section)
	return r
}

// places reads the two sets of places: for each set the places of its states, the dead state and
// the spill. They determine all other bytes of the sections, which verifyTable checks by encoding
// the machine again.
func (d *decoder) places() {
	d.m.Front = d.placesAt(format.AtFront)
	d.m.Rest = d.placesAt(format.AtRest)
}

// placesAt reads one set of places. section is the header field that contains the set's offset,
// format.AtFront or format.AtRest. placesAt returns nil if there is no set or the table is too
// short.
func (d *decoder) placesAt(section int) *Places {
	at := d.table.Uint32(section)
	if at == 0 {
		return nil
	}
	d.at = at
	b := d.bytes(format.PlacesSize)
	if b == "" {
		return nil
	}
	p := &Places{Dead: b[format.PlacesDead], Spill: b[format.PlacesSpill]}
	first := b[format.PlacesFirst]
	if section == format.AtFront {
		p.States = append(p.States, Place{State: d.m.Start, At: first})
	}
	for i := range rowBits {
		q := uint16(b[format.PlacesStates+2*i]) | uint16(b[format.PlacesStates+2*i+1])<<8
		if q != 0 && (section != format.AtFront || i != int(first)) {
			p.States = append(p.States, Place{State: q, At: uint8(i)})
		}
	}
	return p
}

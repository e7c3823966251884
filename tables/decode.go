package tables

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

func errShort() error { return errors.New("the table is cut off") }

// Machine unpacks a rule. It fails, and never panics, when the string is not laid out as
// a rule; whether the machine makes sense is for [Machine.Verify].
func (r Rule) Machine() (*Machine, error) {
	d, err := r.decoder(magic)
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

// decoder returns a decoder for the sections, when the string is whole.
func (r Rule) decoder(magic string) (*decoder, error) {
	if len(r) < atRows || string(r[:len(magic)]) != magic {
		return nil, fmt.Errorf("not a table of this version: it does not begin with %+q", magic)
	}
	if len(r) != r.uint32(atSize) || !r.whole() {
		return nil, errShort()
	}
	sum := len(r) - checksumSize
	if crc32.ChecksumIEEE([]byte(r[:sum])) != binary.LittleEndian.Uint32([]byte(r[sum:])) {
		return nil, errors.New("the table is damaged: its checksum does not fit")
	}
	n, k := r.uint32(atStates), r.uint16(atCount)
	if n < 1 || n > maxState || k < 1 || k > 256 || r.uint16(atStride) < min(n, 256) {
		return nil, errors.New("the numbers of states, classes and the stride do not fit")
	}
	m := &Machine{Exactness: Exactness(r[atExactness]), Depth: r.uint32(atDepth), Count: k, Start: uint16(r[atStart])}
	return &decoder{rule: r, m: m}, nil
}

// sections reads all up to the names; middle reads the section atLabels of n states.
func (d *decoder) sections(middle func(n int)) {
	n := d.rule.uint32(atStates)
	d.classes()
	d.next(n)
	d.at = d.rule.uint32(atAccept)
	d.accept(n)
	d.at = d.rule.uint32(atLabels)
	middle(n)
	d.at = d.rule.uint32(atWords)
	d.words(n)
	d.at = d.rule.uint32(atNames)
	d.m.Grammar, d.m.Name = d.text(), d.text()
}

// A decoder reads on from at; behind the end it reads zeros and remembers that it did.
type decoder struct {
	rule  Rule
	m     *Machine
	at    int
	short bool
}

// bytes reads n bytes, "" when there are not that many.
func (d *decoder) bytes(n int) string {
	if d.at < 0 || n > len(d.rule)-d.at {
		d.short = true
		return ""
	}
	text := string(d.rule[d.at : d.at+n])
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

func (d *decoder) classes() {
	d.at = len(d.rule) - fromEnd
	stride := d.rule.uint16(atStride)
	for b := range d.m.Class {
		d.m.Class[b] = uint8((d.uint16() - atRows) / stride)
	}
}

// next reads the rows, and the wide table for the states that it has cells for. Encoding again shows
// whether the two agree.
func (d *decoder) next(n int) {
	k, stride, first := d.m.Count, d.rule.uint16(atStride), int(d.rule[atFirst])
	if (len(d.rule)-d.rule.uint32(atWide))/2 < (n-first)*k {
		d.short = true
		return
	}
	d.m.Next = make([]uint16, n*k)
	for c := range k {
		d.at = atRows + c*stride
		for q := range min(n, first) {
			d.m.Next[q*k+c] = uint16(d.uint8())
		}
	}
	d.at = d.rule.uint32(atWide)
	for c := range k {
		for q := first; q < n; q++ {
			d.m.Next[q*k+c] = uint16(d.uint16())
		}
	}
}

func (d *decoder) accept(n int) {
	d.m.Accept = make([]bool, n)
	bits := d.bytes((n + 7) / 8)
	for q := 0; q < n && bits != ""; q++ {
		d.m.Accept[q] = bits[q/8]>>(q%8)&1 != 0
	}
}

func (d *decoder) components(n int) {
	m := d.m
	count, slots := d.uint8(), d.uint8()
	for range count {
		m.Components = append(m.Components, Component{Prefix: d.uint8(), Suffix: d.uint8(), Name: d.text()})
	}
	for range slots {
		m.Slots = append(m.Slots, Slot{First: d.uint8(), Second: d.uint8()})
	}
	if count > 0 {
		for _, shift := range []byte(d.bytes(n)) {
			m.SlotOf = append(m.SlotOf, shift/slotBits)
		}
	}
}

func (d *decoder) words(n int) {
	m := d.m
	for n := d.uint16(); n > 0 && !d.short; n-- {
		m.Words = append(m.Words, d.text())
	}
	lists := make([]int, d.uint16())
	m.Expect = make([][]int, n)
	of := make([]int, n)
	for q := range of {
		of[q] = d.uint16()
	}
	for i := range lists {
		lists[i] = d.uint32()
	}
	first := d.at
	known := make([][]int, len(lists))
	for l, at := range lists {
		if d.at != first+at { // one list behind the other, or a small table could unpack to gigabytes
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

func (d *decoder) list() []int {
	list := make([]int, d.uint16())
	for i := range list {
		list[i] = d.uint16()
	}
	return list
}

package machine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/tables/internal/format"
)

// This file encodes places: it turns states and their offsets into shift rows (see
// tables/internal/engine/shift.go).
//
// Idea. Each byte has a row of 64 bits. The six bits at the place of a state form a field, which
// contains the place of the state after this byte. Fields may overlap where their bits agree.
//
// Requires and returns. fits must accept the places. encode returns the table section, or an error
// if two fields overlap and their bits disagree. Package build/internal/tune searches for places
// without such conflicts.
//
// Cost. encode writes 256 rows of at most 64 fields.
//
// Tested against: TestPack compares pack with a packer that works bit by bit.

// Places assigns places in shift rows to some states of a machine. A place is a bit offset from 0
// to 63. The six bits at this offset in a byte's row are the place of the state after this byte.
type Places struct {
	States []Place // places of live states; in a front, the first is the place of the start before the first byte
	Dead   uint8   // the place of the dead state
	Spill  uint8   // the place shared by all states without a separate place
}

// A Place is a state and its place At, a bit offset.
type Place struct {
	State uint16
	At    uint8
}

// MaxPlaces is the maximum number of states in a set of places. The dead state and the spill occupy
// two more places.
const MaxPlaces = rowBits - 2

const (
	rowBits   = 64
	fieldBits = 6
)

// A column contains the transitions of the placed states on one byte. States are identified by
// index: 0 is the dead state, 1 is the spill, and the states in Places.States start at 2
// (firstPlace). column[i] is the index of the state that the byte leads to from the state with
// index i.
type column []uint8

const (
	deadPlace = iota
	spillPlace
	firstPlace
)

// Columns returns the distinct columns of all bytes, for use in a search for places of the given
// states. A column maps the index of a state to the index of the state that the byte leads to.
// Index 0 is the dead state, 1 is the spill, and the given states follow in order. front reports
// whether the states belong to a front, in which case the first state is the start.
func (m *Machine) Columns(states []uint16, front bool) (distinct [][]uint8) {
	known := map[string]bool{}
	for _, c := range m.columns(states, front) {
		if !known[string(c)] {
			known[string(c)] = true
			distinct = append(distinct, c)
		}
	}
	return distinct
}

// columns returns the column of each byte. states contains the states with places, in order. front
// reports whether they belong to a front.
func (m *Machine) columns(states []uint16, front bool) (columns [256]column) {
	of := map[uint16]uint8{0: deadPlace}
	for i, q := range states {
		if i > 0 || !front { // only the NULs before a string lead to the first place of a front
			of[q] = uint8(firstPlace + i)
		}
	}
	for b := range columns {
		c := column{deadPlace, spillPlace}
		for i, q := range states {
			to, ok := of[m.after(q, b)]
			switch {
			case front && i == 0 && b == 0:
				to = firstPlace
			case !ok:
				to = spillPlace
			}
			c = append(c, to)
		}
		columns[b] = c
	}
	return columns
}

// offsets returns the place for each index of a column: the places of the dead state, the spill and
// the other states.
func (p *Places) offsets() []uint8 {
	at := []uint8{p.Dead, p.Spill}
	for _, s := range p.States {
		at = append(at, s.At)
	}
	return at
}

// states returns the numbers of the states in p.States, in order.
func (p *Places) states() (list []uint16) {
	for _, s := range p.States {
		list = append(list, s.State)
	}
	return list
}

// fits returns an error unless p is a possible set of places for m. front reports whether p is the
// front or the rest. A nil p always fits.
func (p *Places) fits(m *Machine, front bool) error {
	if p == nil {
		return nil
	}
	if len(p.States) < 1 || len(p.States) > MaxPlaces {
		return fmt.Errorf("%d states, want 1 to %d", len(p.States), MaxPlaces)
	}
	if front && (m.Start == 0 || p.States[0].State != m.Start) {
		return fmt.Errorf("the first place belongs to state %d, not to the start", p.States[0].State)
	}
	if slices.ContainsFunc(m.Next, func(q uint16) bool { return int(q) >= m.States() }) ||
		slices.ContainsFunc(m.Class[:], func(c uint8) bool { return int(c) >= m.Count }) {
		return errors.New("the machine has transitions to unknown states, or bytes without a class")
	}
	placed := map[uint16]bool{0: true}
	for i, s := range p.States {
		if int(s.State) >= m.States() || placed[s.State] {
			return fmt.Errorf("place %d belongs to state %d, which is dead, unknown or already placed", i, s.State)
		}
		placed[s.State] = i > 0 || !front
	}
	var taken uint64
	for _, at := range p.offsets() {
		if at >= rowBits || taken>>at&1 != 0 {
			return fmt.Errorf("the places %v are not distinct offsets below %d", p.offsets(), rowBits)
		}
		taken |= 1 << at
	}
	return nil
}

// encode returns the table section for p, or nil if p is nil. front reports whether p is the front.
func (p *Places) encode(m *Machine, front bool) ([]byte, error) {
	if p == nil {
		return nil, nil
	}
	b := make([]byte, format.PlacesRows, format.PlacesSize)
	b[format.PlacesDead], b[format.PlacesSpill], b[format.PlacesFirst] = p.Dead, p.Spill, p.Dead
	if front {
		b[format.PlacesFirst] = p.States[0].At
	}
	var accepts uint64
	for _, s := range p.States {
		if m.Accept[s.State] {
			accepts |= 1 << s.At
		}
	}
	binary.LittleEndian.PutUint64(b[format.PlacesAccepts:], accepts)
	binary.LittleEndian.PutUint64(b[format.PlacesStops:], 1<<p.Dead|1<<p.Spill)
	rows, err := m.shiftRows(p, front)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		b = binary.LittleEndian.AppendUint64(b, row)
	}
	b = append(b, make([]byte, format.PlacesSize-len(b))...)
	for i := range format.Far + 1 {
		b[format.PlacesOf+i] = p.Spill
	}
	for i, s := range p.States {
		binary.LittleEndian.PutUint16(b[format.PlacesStates+2*int(s.At):], s.State)
		if s.State < format.Far && (i > 0 || !front) {
			b[format.PlacesOf+int(s.State)] = s.At
		}
	}
	return b, nil
}

// ShiftRows returns the shift row of each byte for the front or the rest of m, whichever p is. It
// panics if p is neither.
func (m *Machine) ShiftRows(p *Places) [256]uint64 {
	rows, err := m.shiftRows(p, p == m.Front)
	if err != nil {
		panic(err)
	}
	return rows
}

// shiftRows returns the shift rows for p. The error names a byte in whose row the bits of two
// overlapping fields disagree.
func (m *Machine) shiftRows(p *Places, front bool) (rows [256]uint64, err error) {
	offsets := p.offsets()
	for b, c := range m.columns(p.states(), front) {
		if rows[b], err = pack(c, offsets); err != nil {
			return rows, fmt.Errorf("byte %#02x: %w", b, err)
		}
	}
	return rows, nil
}

// pack returns the shift row for column c. offsets contains the place of each index of the column.
// At each place offsets[i], the row contains a six-bit field with the value offsets[c[i]], the
// place of the next state. pack returns an error if two fields overlap and their bits disagree, or
// if a set bit of a field would lie beyond the end of the row.
func pack(c column, offsets []uint8) (row uint64, err error) {
	var known uint64 // the bits of the fields so far
	for i, to := range c {
		at, value := offsets[i], uint64(offsets[to])
		if value<<at>>at != value || (row^value<<at)&known&((1<<fieldBits-1)<<at) != 0 {
			return 0, fmt.Errorf("the field at %d cannot hold %d", at, value)
		}
		row |= value << at
		known |= (1<<fieldBits - 1) << at
	}
	return row, nil
}

package tables

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unsafe"
)

// This file writes shift rows and the sections around them into a table, and reads them again.

// pack returns the row that holds a column; at are the places by index.
func pack(c column, at []uint8) (row uint64, err error) {
	var known uint64
	for i, to := range c {
		place, value := at[i], uint64(at[to])
		if place > 63 || value > 63 {
			return 0, fmt.Errorf("a place at %d", max(uint64(place), value))
		}
		if place > 58 && value>>(64-place) != 0 || (row^value<<place)&known&(63<<place) != 0 {
			return 0, fmt.Errorf("the place at %d has no room for %d", place, value)
		}
		row |= value << place
		known |= 63 << place
	}
	return row, nil
}

// at returns the places by index.
func at(places []Place, before ...uint8) []uint8 {
	for _, p := range places {
		before = append(before, p.At)
	}
	return before
}

// hot writes the sections of the shift rows, all but the block in front of the classes, which it returns.
func (e *encoder) hot() (block []byte, err error) {
	h := e.m.Hot
	s, err := newSteps(e.m, h)
	if err == nil {
		err = h.fits()
	}
	if err == nil && h.Apart {
		err = errors.New("their places tell states apart, which only those of rows that count do")
	}
	if err != nil {
		return nil, fmt.Errorf("shift rows: %w", err)
	}
	block = make([]byte, hotTails, hotSize)
	block[hotFirst], block[hotDead], block[hotHome], block[hotTailDead] = h.Places[0].At, h.Dead, h.Tails[0].At, h.TailDead
	block[hotTells] = s.order() // before any states are written
	binary.LittleEndian.PutUint64(block[hotAccepts:], e.m.accepts(h))
	block[hotEscape] = h.Escape
	binary.LittleEndian.PutUint64(block[hotStops:], 1<<(h.Dead&63)|1<<(h.Escape&63))
	binary.LittleEndian.PutUint64(block[hotTailStops:], 1<<(h.TailDead&63)|1<<(h.TailEscape&63))
	begin := func(at int) { binary.LittleEndian.PutUint32(block[at:], uint32(len(e.out))) }
	if e.m.Counts != nil {
		begin(hotCounts)
		counts, countsErr := e.m.counts()
		e.out, err = append(e.out, counts...), errors.Join(err, countsErr)
	}
	if h.Text != nil {
		begin(hotText)
		text, textErr := s.encodeText(h.Text)
		e.out, err = append(e.out, text...), errors.Join(err, textErr)
	}
	begin(hotPlaces)
	e.out = append(e.out, s.places()...)
	block, tailsErr := appendRows(block, s.tails, len(s.tails), at(h.Tails, h.TailDead, h.TailEscape))
	block = append(block, make([]byte, hotRows-len(block))...) // the room for more classes is behind the rows, not between them
	block, structureErr := appendRows(block, s.columns, pairClasses, at(h.Places, h.Dead, h.Escape))
	block = append(append(block, s.narrow[:]...), high(s.narrow)...)
	for b := range 256 {
		block = binary.LittleEndian.AppendUint16(block, uint16(s.low[b])|uint16(s.tailClass[b])<<8)
	}
	for b := range 256 {
		block = binary.LittleEndian.AppendUint16(block, uint16(s.low[b])*pairClasses|uint16(s.tailClass[b])*uint16(len(s.tails))<<8)
	}
	return slices.Concat(block, s.free()), errors.Join(err, structureErr, tailsErr)
}

// appendRows appends the rows of all pairs of so many classes, the first bytes' next to each other; at are the places by index.
func appendRows(to []byte, columns []column, classes int, at []uint8) (_ []byte, err error) {
	for i := range classes * classes {
		var row uint64 // of classes that there are not: never walked
		if low, high := i%classes, i/classes; max(low, high) < len(columns) {
			var packErr error
			row, packErr = pack(columns[low].then(columns[high]), at)
			err = errors.Join(err, packErr)
		}
		to = binary.LittleEndian.AppendUint64(to, row)
	}
	return to, err
}

func high(classes [256]uint8) []byte {
	b := make([]byte, 256)
	for i, c := range classes {
		b[i] = c * pairClasses
	}
	return b
}

// The section of counts: rows of single bytes, which tell all states apart, and by how much
// each place counts in the register of slots (split.go).
const (
	countsAccepts = 0                   // uint64: a bit for every place, whether its state accepts
	countsFirst   = 8                   // uint8: the place of the start while nothing was read
	countsStops   = 16                  // uint64: a bit for the place of the dead state, and for that of the escape
	countsSole    = 24                  // uint64: the bits of the slots of one component
	countsTwos    = 32                  // uint8: the number of slots of two components; for each, by how much to shift to it, to the first and to the second
	countsRows    = 56                  // 256 × uint64, by byte
	countsSlots   = countsRows + 256*8  // 64 × uint64, by place
	countsStates  = countsSlots + 64*8  // 64 × uint16, by place: the state
	countsPlaces  = countsStates + 64*2 // 256 × uint8, by state: the place, noPlace when there is none
	countsShifts  = countsPlaces + 256  // 256 × uint8, by state: slotBits × slot
	countsSize    = countsShifts + 256
)

// VerifyCounts checks that rows can hold Counts, and that each of its places counts for one slot.
func (m *Machine) VerifyCounts() error {
	_, err := m.counts()
	return err
}

func (m *Machine) counts() ([]byte, error) {
	h := m.Counts
	s, err := newSteps(m, h)
	if err == nil {
		err = h.fits()
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("rows that count: %w", err)
	case len(m.Components) == 0 || len(m.Components) > len(m.Slots) || !h.Apart:
		return nil, errors.New("rows that count: of a rule without components, or of places that stand for several states")
	case h.Text != nil:
		return nil, errors.New("rows that count: they have no text")
	case m.Hot == nil || h.TailDead != m.Hot.TailDead || h.TailEscape != m.Hot.TailEscape || !slices.Equal(h.Tails, m.Hot.Tails):
		return nil, errors.New("rows that count: their tails are not those of shift rows")
	}
	b := make([]byte, countsRows, countsSize)
	binary.LittleEndian.PutUint64(b[countsAccepts:], m.accepts(h))
	b[countsFirst] = h.Places[0].At
	binary.LittleEndian.PutUint64(b[countsStops:], 1<<(h.Dead&63)|1<<(h.Escape&63))
	for i, s := range m.Slots {
		n := &b[countsTwos]
		switch {
		case i < len(m.Components) && s != Slot{i, i}:
			return nil, fmt.Errorf("rows that count: slot %d is not of component %d alone", i, i)
		case i >= len(m.Components) && s.First == s.Second: // dealOut looks for what is of a component alone in one slot
			return nil, fmt.Errorf("rows that count: slot %d is of component %d alone, as slot %d is", i, s.First, s.First)
		case i >= len(m.Components):
			copy(b[countsTwos+1+3*int(*n):], []byte{byte(slotBits * i), byte(slotBits * s.First), byte(slotBits * s.Second)})
			*n++
		}
	}
	binary.LittleEndian.PutUint64(b[countsSole:], 1<<(slotBits*len(m.Components))-1)
	for _, c := range s.structure {
		row, err := pack(c, at(h.Places, h.Dead, h.Escape))
		if err != nil {
			return nil, fmt.Errorf("rows that count: %w", err)
		}
		b = binary.LittleEndian.AppendUint64(b, row)
	}
	var slots [64]uint64
	for i, p := range h.Places[1:] {
		slots[p.At&63] = 1 << (m.SlotOf[p.State] * slotBits)
		for at, states := range s.states {
			if int(at[0]) == first+1+i && m.SlotOf[states[0]] != m.SlotOf[p.State] {
				return nil, fmt.Errorf("rows that count: states %d and %d have different slots", states[0], p.State)
			}
		}
	}
	for _, n := range slots {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	var states [2 * 64]byte
	var places, shifts [256]uint8
	for i := range places {
		places[i] = noPlace
	}
	for i, p := range h.Places {
		binary.LittleEndian.PutUint16(states[2*(p.At&63):], p.State)
		if i > 0 && p.State < escape {
			places[p.State] = p.At
		}
	}
	for q, slot := range m.SlotOf[:min(escape, len(m.SlotOf))] {
		shifts[q] = slot * slotBits
	}
	return slices.Concat(b, states[:], places[:], shifts[:]), nil
}

// accepts returns a bit for each place, whether its states accept.
func (m *Machine) accepts(h *Hot) (bits uint64) {
	for _, p := range h.Places {
		if m.Accept[p.State] {
			bits |= 1 << (p.At & 63)
		}
	}
	return bits
}

// The section of places: which state a place and a tail stand for, and the other way round.
const (
	placesOf     = 0   // 256 × 2 bytes, by state: place and tail, noPlace when there is none
	placesRank   = 512 // 64 bytes, by place: its number
	placesTail   = 576 // 64 bytes, by place of a tail: its number
	placesCount  = 640 // uint8: the number of places; that of tails; the places of the two escapes
	placesStates = 644 // 2 × uint16, by number of tail × number of places + number of place: the states, in order, the one twice, 0 when there is none; then all places, then all tails: place and state

	noPlace = 255
)

func (s *steps) places() []byte {
	h, b := s.h, make([]byte, placesStates)
	for i := range 256 {
		b[placesOf+2*i] = noPlace
	}
	for i, p := range h.Places {
		b[placesRank+int(p.At)] = uint8(i)
	}
	for i, p := range h.Tails {
		b[placesTail+int(p.At)] = uint8(i)
	}
	b[placesCount], b[placesCount+1], b[placesCount+2], b[placesCount+3] = uint8(len(h.Places)), uint8(len(h.Tails)), h.Escape, h.TailEscape
	for tail := range h.Tails {
		for place := range h.Places {
			at := [2]uint8{uint8(first + place), uint8(first + tail)}
			for _, q := range s.standFor(at) {
				b = binary.LittleEndian.AppendUint16(b, q)
				if of := placesOf + 2*int(q); place > 0 && 0 < q && q < escape && b[of] == noPlace {
					b[of] = h.Places[place].At
					b[of+1] = h.Tails[tail].At
				}
			}
		}
	}
	b = appendPlaces(appendPlaces(b, h.Places), h.Tails)
	if c := s.m.Counts; c != nil {
		b = appendPlaces(append(b, c.Dead, c.Escape, uint8(len(c.Places))), c.Places)
	}
	if t := h.Text; t != nil {
		b = append(b, t.Dead, t.Escape, uint8(len(t.Pairs)))
		for _, p := range t.Pairs {
			b = append(b, p.Place, p.Tail, p.At)
		}
	}
	return b
}

func appendPlaces(b []byte, list []Place) []byte {
	for _, p := range list {
		b = binary.LittleEndian.AppendUint16(append(b, p.At), p.State)
	}
	return b
}

// hot reads the places again; that all the rest follows from them is seen by encoding again.
func (d *decoder) hot() {
	block := len(d.rule) - fromEnd - hotSize
	if d.rule[atHot]&^(hasRegions|hasCuts|hasRelative) != hasHot || block < atRows {
		return
	}
	h := &Hot{Dead: d.rule[block+hotDead], TailDead: d.rule[block+hotTailDead]}
	d.at = d.rule.uint32(block+hotPlaces) + placesCount
	places, tails := d.uint8(), d.uint8()
	h.Escape, h.TailEscape = uint8(d.uint8()), uint8(d.uint8())
	d.bytes(2 * maxStates * places * tails)
	h.Places = d.places(places)
	h.Tails = d.places(tails)
	d.m.Hot = h
	if d.rule.uint32(block+hotCounts) != 0 {
		d.m.Counts = &Hot{Apart: true, Dead: uint8(d.uint8()), Escape: uint8(d.uint8()), TailDead: h.TailDead, TailEscape: h.TailEscape, Tails: h.Tails}
		d.m.Counts.Places = d.places(d.uint8())
	}
	if d.rule.uint32(block+hotText) != 0 {
		h.Text = &Text{Dead: uint8(d.uint8()), Escape: uint8(d.uint8())}
		for range d.uint8() {
			h.Text.Pairs = append(h.Text.Pairs, Pair{Place: uint8(d.uint8()), Tail: uint8(d.uint8()), At: uint8(d.uint8())})
		}
	}
}

func (d *decoder) places(n int) (list []Place) {
	for range n {
		at := uint8(d.uint8())
		list = append(list, Place{At: at, State: uint16(d.uint16())})
	}
	return list
}

// told returns that of one or two states to which s leads: the second if the byte that tells them apart is in s.
// r must be whole. Where none does, all of s is walked again. Of none, nil, it is 0.
func (r Rule) told(hot unsafe.Pointer, two *[maxStates]uint16, s string) int {
	if two == nil {
		return 0
	}
	if two[0] == two[1] {
		return int(two[0])
	}
	tells := *(*uint8)(unsafe.Add(hot, hotTells))
	if tells == noByte {
		return r.advance(int(r[atStart]), s)
	}
	return int(two[1-uint(strings.IndexByte(s, tells))>>(bits.UintSize-1)])
}

// statesAt returns the states that a place and a tail stand for, the one twice, nil when r is no table.
func (r Rule) statesAt(hot unsafe.Pointer, place, tail uint64) *[maxStates]uint16 {
	at := uint(*(*uint32)(unsafe.Add(hot, hotPlaces)))
	if at > uint(len(r)-placesStates) {
		return nil
	}
	base := unsafe.Pointer(unsafe.StringData(string(r)))
	v := (*[placesStates]uint8)(unsafe.Add(base, at))
	number := uint(v[placesTail+tail&63])*uint(v[placesCount]) + uint(v[placesRank+place&63])
	if at += placesStates + 2*maxStates*number; at > uint(len(r)-2*maxStates) {
		return nil
	}
	return (*[maxStates]uint16)(unsafe.Add(base, at))
}

// placeOf returns the place and the tail that stand for a state, if there are such.
func (r Rule) placeOf(hot unsafe.Pointer, state int) (place, tail uint8, ok bool) {
	at := uint(*(*uint32)(unsafe.Add(hot, hotPlaces)))
	if state >= escape || at > uint(len(r)-placesStates) {
		return 0, 0, false
	}
	pair := (*[2]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(string(r))), at+placesOf+2*uint(state)))
	return pair[0], pair[1], pair[0] != noPlace
}

package tables

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A Hot says which states of a machine have places in shift rows, and where: see shift.go.
// A place is the offset in bits, 0 to 63, of six bits that hold the place of the next state.
//
// A language with characters over U+007F may be read as two automata side by side. One is
// its structure: a byte over 0x7F is a step of a whole character. The other, the tails,
// checks the bytes of such characters. For that, all characters that tails know must lead
// from a state to the same state, and another such character must not lead on from there, because a
// character of three bytes is three steps; states for which this does not hold have no such
// step and lead to the escape. In RFC 3987 it holds for IRI and most of its components: there
// characters of ucschar stand in runs, and where one may stand all may. It does not hold for
// ucschar itself, nor for ipchar, of which there is just one.
type Hot struct {
	Places []Place // of states between two characters; the first is that of the start while nothing was read
	Escape uint8   // the place that stands for all other states

	Tails      []Place // of states inside a character; the first is a state between two, from which they are reached. None: bytes over 0x7F lead to the escape
	TailEscape uint8
}

// A Place is where the six bits of a state begin.
type Place struct {
	State uint16
	At    uint8
}

// MaxHot is the most places of states, and of tails.
const MaxHot = 32

// maxPairClasses is how many classes of bytes the rows of pairs tell apart.
const maxPairClasses = 16

// A column says of each place to which place a byte, or two, leads: indexes into Places + 1, 0 for the escape.
type column []uint8

// Columns returns what the rows must hold: for each of the places, in their order, and the escape in
// front of them, to which of these it leads; one column for every single byte and every pair of
// bytes that differ in that, and the same for the bytes of tails. What At and the escapes
// are does not matter: this is what a search for places begins with.
func (h *Hot) Columns(m *Machine) (pairs, tails [][]uint8, err error) {
	s, err := newSteps(m, h)
	if err != nil {
		return nil, nil, err
	}
	pairs = distinct(append(s.columns, products(s.columns)...))
	if len(h.Tails) > 0 {
		tails = distinct(products(s.tails))
	}
	return pairs, tails, nil
}

// products returns the columns of all pairs.
func products(columns []column) (all []column) {
	for _, a := range columns {
		for _, b := range columns {
			all = append(all, a.then(b))
		}
	}
	return all
}

func distinct(columns []column) (list [][]uint8) {
	known := map[string]bool{}
	for _, c := range columns {
		if !known[string(c)] {
			known[string(c)] = true
			list = append(list, c)
		}
	}
	return list
}

// then is the column of two bytes.
func (c column) then(d column) column {
	both := make(column, len(c))
	for i, to := range c {
		both[i] = d[to]
	}
	return both
}

// steps are what shift rows know of a machine.
type steps struct {
	m *Machine
	h *Hot

	of, mid map[uint16]uint8 // index + 1 of the place of a state, of a tail

	structure [256]column // by byte
	tail      [256]column
	columns   []column   // of the classes of structure
	class     [256]uint8 // of a byte, when bytes over 0x7F are characters
	narrow    [256]uint8 // of a byte, when they lead to the escape
	tails     []column   // of the classes of tails
	tailClass [256]uint8

	states map[[2]uint8]uint16 // by indexes of places: the state of a place and a tail
	slots  bool                // a place and a tail have the slot of the place
}

func newSteps(m *Machine, h *Hot) (*steps, error) {
	s := &steps{m: m, h: h, of: map[uint16]uint8{}, mid: map[uint16]uint8{}}
	switch {
	case len(h.Places) < 1 || len(h.Places) > MaxHot || len(h.Tails) > MaxHot:
		return nil, fmt.Errorf("%d and %d places are not 1 to %d and at most so many", len(h.Places), len(h.Tails), MaxHot)
	case m.Start == 0 || h.Places[0].State != m.Start:
		return nil, errors.New("the first place is not that of the start")
	}
	for i, p := range h.Places {
		if int(p.State) >= m.States() || p.State == 0 || s.of[p.State] != 0 {
			return nil, fmt.Errorf("place %d of state %d", i, p.State)
		}
		if i > 0 { // nothing leads to the first: there NULs count for nothing
			s.of[p.State] = uint8(i + 1)
		}
	}
	for i, p := range h.Tails {
		if int(p.State) >= m.States() || p.State == 0 || s.mid[p.State] != 0 {
			return nil, fmt.Errorf("tail %d of state %d", i, p.State)
		}
		s.mid[p.State] = uint8(i + 1)
	}
	s.findTails()
	s.findStructure()
	if err := s.classify(); err != nil {
		return nil, err
	}
	return s, s.explore()
}

func (m *Machine) after(q uint16, b int) uint16 { return uint16(m.next(int(q), int(m.Class[b]))) }

// findTails works out to which tails bytes lead: a character, byte by byte, and ASCII between characters.
func (s *steps) findTails() {
	for b := range 256 {
		c := make(column, len(s.h.Tails)+1)
		for i, p := range s.h.Tails {
			switch {
			case b >= 0x80:
				c[i+1] = s.mid[s.m.after(p.State, b)]
			case i == 0:
				c[1] = 1
			}
		}
		s.tail[b] = c
	}
}

// findStructure works out to which places bytes lead.
func (s *steps) findStructure() {
	character := make(column, len(s.h.Places)+1)
	if len(s.h.Tails) > 0 {
		for i, p := range s.h.Places {
			if to := s.character(p.State); to != 0 && s.character(to) == to {
				character[i+1] = s.of[to]
			}
		}
		for i, to := range character { // once is as good as twice among places too
			if to != 0 && character[to] != to {
				character[i] = 0
			}
		}
	}
	for b := range 256 {
		if b >= 0x80 {
			s.structure[b] = character
			continue
		}
		c := make(column, len(s.h.Places)+1)
		for i, p := range s.h.Places {
			if c[i+1] = s.of[s.m.after(p.State, b)]; b == 0 {
				c[i+1] = 0
			}
		}
		if b == 0 {
			c[1] = 1
		}
		s.structure[b] = c
	}
}

// character returns the state to which all characters of tails lead from q, 0 when that is not one.
func (s *steps) character(q uint16) uint16 {
	type pair struct{ q, tail uint16 }
	home := s.h.Tails[0].State
	todo, seen := []pair{{q, home}}, map[pair]bool{}
	var to uint16
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for b := 0x80; b < 256; b++ {
			next := pair{s.m.after(p.q, b), s.m.after(p.tail, b)}
			switch {
			case s.mid[next.tail] == 0: // no character, or none that tails know
			case next.tail == home:
				if next.q == 0 || to != 0 && to != next.q {
					return 0
				}
				to = next.q
			case !seen[next]:
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return to
}

// classify numbers the columns of structure and of tails: that of NUL is class 0, the others follow by smallest byte.
func (s *steps) classify() error {
	structure, tails := numbers{}, numbers{}
	none := make(column, len(s.h.Places)+1)
	for b, c := range s.structure {
		s.class[b] = structure.number(c, &s.columns)
		s.narrow[b] = s.class[b]
		if b >= 0x80 {
			s.narrow[b] = structure.number(none, &s.columns)
		}
		s.tailClass[b] = tails.number(s.tail[b], &s.tails)
	}
	if most := max(len(s.columns), len(s.tails)); most > maxPairClasses {
		return fmt.Errorf("%d classes of bytes are more than %d", most, maxPairClasses)
	}
	return nil
}

// numbers are the numbers of columns.
type numbers map[string]uint8

func (n numbers) number(c column, list *[]column) uint8 {
	if _, ok := n[string(c)]; !ok {
		n[string(c)] = uint8(len(*list))
		*list = append(*list, c)
	}
	return n[string(c)]
}

// explore walks places, tails and machine side by side, over every byte and to every state
// that they reach together, and checks that a place and a tail stand for one state.
func (s *steps) explore() error {
	type triple struct {
		at    [2]uint8
		state uint16
	}
	s.states, s.slots = map[[2]uint8]uint16{}, true
	home := uint8(min(1, len(s.h.Tails)))
	todo := []triple{{[2]uint8{1, home}, s.m.Start}}
	s.states[todo[0].at] = s.m.Start
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for b := 1; b < 256; b++ {
			next := triple{[2]uint8{s.structure[b][t.at[0]], home}, s.m.after(t.state, b)}
			if home != 0 {
				next.at[1] = s.tail[b][t.at[1]]
			}
			if next.at[0] == 0 || next.at[1] == 0 && home != 0 {
				continue
			}
			known, ok := s.states[next.at]
			switch {
			case ok && known != next.state, next.state == 0, next.at[1] == home && next.state != s.h.Places[next.at[0]-1].State:
				return fmt.Errorf("place %d and tail %d stand for more than state %d", next.at[0]-1, next.at[1], next.state)
			case !ok:
				s.states[next.at] = next.state
				todo = append(todo, next)
			}
			if len(s.m.Components) > 0 && s.m.SlotOf[next.state] != s.m.SlotOf[s.h.Places[next.at[0]-1].State] {
				s.slots = false
			}
		}
	}
	return nil
}

// pack returns the row that holds a column.
func pack(c column, escape uint8, places []Place) (row uint64, err error) {
	at := func(i uint8) uint8 {
		if i == 0 {
			return escape
		}
		return places[i-1].At
	}
	var known uint64
	for i, to := range c {
		place, value := at(uint8(i)), uint64(at(to))
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

// hot writes the sections of the shift rows, all but the block in front of the classes, which it returns.
func (e *encoder) hot() (block []byte, err error) {
	h := e.m.Hot
	s, err := newSteps(e.m, h)
	if err != nil {
		return nil, fmt.Errorf("shift rows: %w", err)
	}
	block = make([]byte, hotLow, hotSize)
	block[hotFirst], block[hotEscape], block[hotTailEscape] = h.Places[0].At, h.Escape, h.TailEscape
	var accepts uint64
	for _, p := range h.Places {
		if e.m.Accept[p.State] {
			accepts |= 1 << (p.At & 63)
		}
	}
	binary.LittleEndian.PutUint64(block[hotAccepts:], accepts)
	begin := func(at int) { binary.LittleEndian.PutUint32(block[at:], uint32(len(e.out))) }
	rows := func(to []byte, number int, column func(i int) column, escape uint8, places []Place) []byte {
		for i := range number {
			row, rowErr := pack(column(i), escape, places)
			if err == nil && rowErr != nil {
				err = fmt.Errorf("shift rows: %w", rowErr)
			}
			to = binary.LittleEndian.AppendUint64(to, row)
		}
		return to
	}
	if len(h.Tails) > 0 {
		block[hotHome] = h.Tails[0].At
		begin(hotTails)
		for _, factor := range []int{1, maxPairClasses} {
			for b := range 256 {
				e.add16(factor * (int(s.class[b]) | int(s.tailClass[b])<<8))
			}
		}
		e.out = rows(e.out, 256, pairsOf(s.tails), h.TailEscape, h.Tails)
	}
	if len(e.m.Components) > 0 && s.slots {
		begin(hotCounts)
		e.out = rows(e.out, 256, func(b int) column { return s.structure[b] }, h.Escape, h.Places)
		e.out = append(e.out, s.counts()...)
	}
	begin(hotPlaces)
	e.out = append(e.out, s.places()...)
	block = append(append(block, s.narrow[:]...), high(s.narrow)...)
	return rows(block, 256, pairsOf(s.columns), h.Escape, h.Places), err
}

// pairsOf returns the columns of pairs of classes; of one that there is not, the escape from everywhere.
func pairsOf(columns []column) func(i int) column {
	return func(i int) column {
		low, high := i%maxPairClasses, i/maxPairClasses
		if max(low, high) >= len(columns) {
			return make(column, len(columns[0]))
		}
		return columns[low].then(columns[high])
	}
}

func high(classes [256]uint8) []byte {
	b := make([]byte, 256)
	for i, c := range classes {
		b[i] = c * maxPairClasses
	}
	return b
}

// counts returns by how much each place counts in the register of slots: see split.go.
func (s *steps) counts() []byte {
	b := make([]byte, 64*8)
	for _, p := range s.h.Places[1:] {
		binary.LittleEndian.PutUint64(b[8*p.At:], 1<<(s.m.SlotOf[p.State]*slotBits))
	}
	return b
}

// The section of places: which state a place and a tail stand for, and the other way round.
const (
	placesOf     = 0   // 256 × 2 bytes, by state: place and tail, noPlace when there is none
	placesRank   = 512 // 64 bytes, by place: its number
	placesTail   = 576 // 64 bytes, by place of a tail: its number
	placesCount  = 640 // uint8: the number of places; then that of tails
	placesStates = 642 // uint16, by number of tail × number of places + number of place; then all places, then all tails: place and state

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
	b[placesCount], b[placesCount+1] = uint8(len(h.Places)), uint8(len(h.Tails))
	for tail := range max(1, len(h.Tails)) {
		for place := range h.Places {
			at := [2]uint8{uint8(place + 1), uint8(min(tail+1, len(h.Tails)))}
			state := s.states[at]
			b = binary.LittleEndian.AppendUint16(b, state)
			if of := placesOf + 2*int(state); place > 0 && 0 < state && state < escape && b[of] == noPlace {
				b[of] = h.Places[place].At
				if len(h.Tails) > 0 {
					b[of+1] = h.Tails[tail].At
				}
			}
		}
	}
	for _, list := range [][]Place{h.Places, h.Tails} {
		for _, p := range list {
			b = binary.LittleEndian.AppendUint16(append(b, p.At), p.State)
		}
	}
	return b
}

// hot reads the places again; that all the rest follows from them is seen by encoding again.
func (d *decoder) hot() {
	block := len(d.rule) - fromEnd - hotSize
	if d.rule[atHot] == 0 || block < atRows {
		return
	}
	h := &Hot{Escape: d.rule[block+hotEscape], TailEscape: d.rule[block+hotTailEscape]}
	d.at = d.rule.uint32(block+hotPlaces) + placesCount
	places, tails := d.uint8(), d.uint8()
	d.bytes(2 * places * max(1, tails))
	read := func(n int) (list []Place) {
		for range n {
			at := uint8(d.uint8())
			list = append(list, Place{At: at, State: uint16(d.uint16())})
		}
		return list
	}
	h.Places = read(places)
	h.Tails = read(tails)
	d.m.Hot = h
}

// stateAt returns the state that a place and a tail stand for.
func (r Rule) stateAt(hot int, place, tail uint8) int {
	at := r.uint32(hot + hotPlaces)
	if uint(at) > uint(len(r)-placesStates) {
		return 0
	}
	number := int(r[at+placesTail+int(tail&63)])*int(r[at+placesCount]) + int(r[at+placesRank+int(place&63)])
	if at += placesStates + 2*number; at > len(r)-2 {
		return 0
	}
	return r.uint16(at)
}

// placeOf returns the place and the tail that stand for a state, if there are such.
func (r Rule) placeOf(hot int, state int) (place, tail uint8, ok bool) {
	at := r.uint32(hot + hotPlaces)
	if state >= escape || uint(at) > uint(len(r)-placesStates) {
		return 0, 0, false
	}
	at += placesOf + 2*state
	return r[at], r[at+1], r[at] != noPlace
}

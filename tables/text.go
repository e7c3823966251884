package tables

import (
	"encoding/binary"
	"fmt"
	"unsafe"
)

// A Text is a second table of shift rows, for the rest of a string from the first byte over
// 0x7F on. The rows of structure and those of tails read such bytes side by side, which is two
// shifts for every two bytes. Most text is in one component, though, so that a dozen pairs of a place
// and a tail are nearly all that is met; and these have places of their own here, for one shift every
// two bytes. Nothing but the pairs is chosen: where they lead follows from the two automata.
type Text struct {
	Pairs  []Pair
	Dead   uint8 // the place of the dead state
	Escape uint8 // the place that stands for all other pairs
}

// A Pair is a place and a tail, and where the six bits begin of the two together.
type Pair struct {
	Place uint8 // index into Hot.Places, not the first
	Tail  uint8 // index into Hot.Tails
	At    uint8
}

// The section of text.
const (
	textAccepts = 0                                    // uint64: a bit for every pair, whether it accepts
	textStops   = 8                                    // uint64: a bit for the place of the dead state, and for that of the escape
	textEscapes = 16                                   // uint64: a bit for the place of the escape alone
	textDead    = 24                                   // uint8: the place of the dead state
	textRows    = 32                                   // 256 × uint64, by 16 × class of the second byte + class of the first
	textLow     = textRows + 8*pairClasses*pairClasses // 256 × uint8: class of the first byte of a pair
	textHigh    = textLow + 256                        // 16 times that of the second
	textFrom    = textHigh + 256                       // 64 × uint8, by place between characters: that of the pair, or of the dead state; noPlace when there is none
	textStates  = textFrom + 64                        // 64 × 2 × uint16, by place of a pair: the states that it stands for, in order, the one twice, 0 when there is none
	textSize    = textStates + 64*2*maxStates
)

// Columns returns what the rows of text must hold, as [Hot.Columns] does.
func (t *Text) Columns(m *Machine, h *Hot) ([][]uint8, error) {
	s, err := newSteps(m, h)
	if err != nil {
		return nil, err
	}
	columns, _, err := s.text(t)
	return distinct(append(columns, products(columns)...)), err
}

// PairOf returns, by state, the pair that stands for it: Place is 0 where there is none.
func (h *Hot) PairOf(m *Machine) ([]Pair, error) {
	s, err := newSteps(m, h)
	if err != nil {
		return nil, err
	}
	pairs := make([]Pair, m.States())
	for tail := range h.Tails {
		for place := 1; place < len(h.Places); place++ {
			for _, q := range s.states[[2]uint8{uint8(first + place), uint8(first + tail)}] {
				if pairs[q].Place == 0 {
					pairs[q] = Pair{Place: uint8(place), Tail: uint8(tail)}
				}
			}
		}
	}
	return pairs, nil
}

// text returns the columns of the classes of bytes, and the class of each byte.
func (s *steps) text(t *Text) (columns []column, class [256]uint8, err error) {
	of := map[[2]uint8]uint8{}
	for i, p := range t.Pairs {
		if p.Place == 0 || int(p.Place) >= len(s.h.Places) || int(p.Tail) >= len(s.h.Tails) {
			return nil, class, fmt.Errorf("text: a pair of place %d and tail %d", p.Place, p.Tail)
		}
		pair := [2]uint8{first + p.Place, first + p.Tail}
		if of[pair] != 0 {
			return nil, class, fmt.Errorf("text: place %d and tail %d, twice", p.Place, p.Tail)
		}
		of[pair] = uint8(first + i)
	}
	known := numbers{}
	for b := range 256 {
		c := newColumn(len(t.Pairs))
		for i, p := range t.Pairs {
			x, y := s.structure[b][first+p.Place], s.tail[b][first+p.Tail]
			if to, ok := of[[2]uint8{x, y}]; ok {
				c[first+i] = to
			} else if x != gone && y != gone && (x == dead || y == dead) {
				c[first+i] = dead
			}
		}
		class[b] = known.number(c, &columns)
	}
	if len(columns) > pairClasses {
		return nil, class, fmt.Errorf("text: %d classes of bytes are more than %d", len(columns), pairClasses)
	}
	return columns, class, nil
}

// places returns the places by index.
func (t *Text) places() []uint8 {
	places := []uint8{t.Dead, t.Escape}
	for _, p := range t.Pairs {
		places = append(places, p.At)
	}
	return places
}

// encodeText returns the section.
func (s *steps) encodeText(t *Text) ([]byte, error) {
	columns, class, err := s.text(t)
	if err != nil {
		return nil, err
	}
	b := make([]byte, textRows, textSize)
	var accepts uint64
	for _, p := range t.Pairs {
		if p.Tail == 0 && s.m.Accept[s.h.Places[p.Place].State] {
			accepts |= 1 << (p.At & 63)
		}
	}
	binary.LittleEndian.PutUint64(b[textAccepts:], accepts)
	binary.LittleEndian.PutUint64(b[textStops:], 1<<(t.Dead&63)|1<<(t.Escape&63))
	binary.LittleEndian.PutUint64(b[textEscapes:], 1<<(t.Escape&63))
	b[textDead] = t.Dead
	if b, err = appendRows(b, columns, pairClasses, t.places()); err != nil {
		return nil, fmt.Errorf("text: %w", err)
	}
	b = append(append(b, class[:]...), high(class)...)
	var from [64]byte
	var states [64 * maxStates]uint16
	for i := range from {
		from[i] = noPlace
	}
	from[s.h.Dead&63] = t.Dead
	for _, p := range t.Pairs {
		if p.Tail == 0 {
			from[s.h.Places[p.Place].At&63] = p.At
		}
		two := s.standFor([2]uint8{first + p.Place, first + p.Tail})
		copy(states[maxStates*(p.At&63):], two[:])
	}
	b = append(b, from[:]...)
	for _, q := range states {
		b = binary.LittleEndian.AppendUint16(b, q)
	}
	return b, nil
}

// textOf returns the section of text, and the place there of the place q between two characters:
// noPlace when there is none.
func (r Rule) textOf(hot unsafe.Pointer, q uint64) (unsafe.Pointer, uint64) {
	const _ = uint(hotSize - textSize) // so r is long enough
	at := uint(*(*uint32)(unsafe.Add(hot, hotText)))
	if at-1 >= uint(len(r)-textSize) {
		return nil, noPlace
	}
	text := unsafe.Add(unsafe.Pointer(unsafe.StringData(string(r))), at)
	return text, uint64(*(*uint8)(unsafe.Add(text, textFrom+q&63)))
}

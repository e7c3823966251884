package tables

import (
	"encoding/binary"
	"fmt"
	"slices"
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
	Dead   uint8   // the place of the dead state
	Escape uint8   // the place that stands for all other states

	Tails      []Place // of states inside a character; the first is a state between two, from which they are reached
	TailDead   uint8   // the place of bytes that are nowhere part of a character
	TailEscape uint8

	// Apart is whether places tell all states apart. Otherwise one place stands for all states that
	// nothing made of ASCII and of the characters of tails tells apart: Place.State is the smallest of them.
	Apart bool

	// Text is for the rest of strings with characters over U+007F; nil when there is none.
	Text *Text
}

// A Place is where the six bits of a state begin.
type Place struct {
	State uint16
	At    uint8
}

// MaxHot is the most places of states, and of tails.
const MaxHot = 32

// How many classes of bytes the rows of pairs tell apart: those of structure, and those of tails.
const (
	pairClasses = 16
	tailClasses = 16
)

// Columns returns what the rows must hold: for the dead state, the escape, and each of the places
// in their order, to which of these it leads; one column for every byte and, unless Apart, every pair
// of bytes that differ in that, and the same for pairs of bytes of tails. What At and the escapes
// are does not matter: this is what a search for places begins with.
func (h *Hot) Columns(m *Machine) (pairs, tails [][]uint8, err error) {
	return h.Read(m).Columns(h.Places)
}

// Alike returns, by state, the smallest of the states that share its place, if it had one: itself when Apart.
func (h *Hot) Alike(m *Machine) []uint16 { return h.Read(m).alike() }

// Characters returns, by state, the one to which any character leads that tails know, however
// many there are in a row; 0 when that is not one state.
func (h *Hot) Characters(m *Machine) []uint16 { return h.Read(m).Characters() }

// A Reading is a machine as it is read with certain tails, whatever the places. It is what
// a search has for all the places that it tries.
type Reading struct {
	m     *Machine
	h     *Hot           // of which the tails count, and Apart
	mid   []uint8        // by state: the index in columns of a tail, 0 when it is none
	after [][]uint8      // by index of a tail and byte over 0x7F among bytes: the index after it
	bytes []int          // one for each class of bytes; a class with bytes on both sides of 0x7F has two, and NUL is there if it has a class of its own
	high  int            // where those over 0x7F begin
	jump  []uint16       // by state: where all characters of tails lead, 0 when that is not one state
	class []uint16       // see alike; nil until it is asked for
	seen  []uint64       // by state: a bit for each tail, for character
	todo  []readingState // likewise
}

type readingState struct {
	q    uint16
	tail uint8 // index in columns
}

// Read returns the reading of m with the tails of h, which must be different live states.
// It takes time linear in the transitions of m, for each of the tails.
func (h *Hot) Read(m *Machine) *Reading {
	r := &Reading{m: m, h: h, mid: make([]uint8, m.States()), seen: make([]uint64, m.States())}
	for i, p := range h.Tails {
		r.mid[p.State] = uint8(first + i)
	}
	var known [2][256]bool
	for i := range 256 {
		b := i
		if i < 0x80 { // NUL behind the others: of a class that is not its own, any other byte is to stand for it
			b = (i + 1) % 0x80
		}
		if c := m.Class[b]; !known[b>>7][c] {
			known[b>>7][c] = true
			r.bytes = append(r.bytes, b)
		}
		if i < 0x80 {
			r.high = len(r.bytes)
		}
	}
	r.after = make([][]uint8, first+len(h.Tails))
	for i, p := range h.Tails {
		for _, b := range r.bytes[r.high:] {
			r.after[first+i] = append(r.after[first+i], r.mid[m.after(p.State, b)])
		}
	}
	r.jump = make([]uint16, m.States())
	for q := range r.jump {
		r.jump[q] = r.character(uint16(q))
	}
	return r
}

// Characters is [Hot.Characters].
func (r *Reading) Characters() []uint16 {
	to := make([]uint16, len(r.jump))
	for q, next := range r.jump {
		if r.jump[next] == next {
			to[q] = next
		}
	}
	return to
}

// Alike is [Hot.Alike].
func (r *Reading) Alike() []uint16 { return slices.Clone(r.alike()) }

// Columns is [Hot.Columns], for places of which At does not matter. Where only tails have no columns, pairs are returned besides
// the error.
func (r *Reading) Columns(places []Place) (pairs, tails [][]uint8, err error) {
	s, err := r.steps(places)
	if err != nil {
		return nil, nil, err
	}
	tails, err = s.tailColumns()
	return s.structureColumns(), tails, err
}

// fits checks what Columns does not look at.
func (h *Hot) fits() error {
	all := [][]uint8{at(h.Places, h.Dead, h.Escape), at(h.Tails, h.TailDead, h.TailEscape)}
	if h.Text != nil {
		all = append(all, h.Text.places())
	}
	for _, places := range all {
		var taken uint64
		for _, at := range places {
			if at > 63 || taken>>at&1 != 0 {
				return fmt.Errorf("the places at %v are not all different and below 64", places)
			}
			taken |= 1 << at
		}
	}
	return nil
}

// alike returns, by state, the smallest state that nothing made of ASCII and of the
// characters of tails tells from it: Moore's refinement (1956). In RFC 3987 the path and the query differ
// in nothing but characters for private use.
//
// It stops, and takes no two states for alike, when the refinement costs more than
// maxRefinement: a machine of one long word needs a round for each of its bytes.
func (r *Reading) alike() []uint16 {
	if r.class == nil {
		r.class = r.refine()
	}
	return r.class
}

// maxRefinement is the most transitions that are looked at for alike, some fifty times those of IRI-reference.
const maxRefinement = 1 << 23

func (r *Reading) refine() []uint16 {
	n, ascii := r.m.States(), r.bytes[:r.high]
	class := make([]uint16, n)
	rounds := maxRefinement / (n * (len(ascii) + 2))
	var key []byte
	for classes := 0; rounds > 0 && !r.h.Apart; rounds-- {
		known, refined := map[string]uint16{}, make([]uint16, n)
		for q := range n {
			key = append(key[:0], 0)
			if r.m.Accept[q] {
				key[0] = 1
			}
			key = binary.LittleEndian.AppendUint16(key, class[q])
			key = binary.LittleEndian.AppendUint16(key, class[r.jump[q]])
			for _, b := range ascii {
				key = binary.LittleEndian.AppendUint16(key, class[r.m.after(uint16(q), b)])
			}
			to, ok := known[string(key)]
			if !ok {
				to = uint16(q)
				known[string(key)] = to
			}
			refined[q] = to
		}
		class = refined
		if len(known) == classes {
			return class
		}
		classes = len(known)
	}
	for q := range class {
		class[q] = uint16(q)
	}
	return class
}

func (m *Machine) after(q uint16, b int) uint16 { return uint16(m.next(int(q), int(m.Class[b]))) }

// character returns the state to which all characters of tails lead from q, 0 when that is not one.
func (r *Reading) character(q uint16) (to uint16) {
	const home = first
	todo := append(r.todo[:0], readingState{q, home})
	defer func() {
		for _, p := range todo {
			r.seen[p.q] = 0
		}
		r.todo = todo
	}()
	for i := 0; i < len(todo); i++ {
		p := todo[i]
		for j, b := range r.bytes[r.high:] {
			next := readingState{r.m.after(p.q, b), r.after[p.tail][j]}
			switch {
			case next.tail == dead: // no character, or none that tails know
			case next.tail == home:
				if next.q == 0 || to != 0 && to != next.q {
					return 0
				}
				to = next.q
			case r.seen[next.q]>>next.tail&1 == 0:
				r.seen[next.q] |= 1 << next.tail
				todo = append(todo, next)
			}
		}
	}
	return to
}

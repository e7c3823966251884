package tables

import (
	"errors"
	"fmt"
	"slices"
)

// This file finds what the rows of shift rows must hold: where each class of bytes leads from each place.

// A column says where a byte, or two, lead: from the dead state, from the escape, and from each
// of the places, to an index of the same kind.
type column []uint8

// The first indexes of a column.
const (
	dead  = 0
	gone  = 1 // to the escape
	first = 2 // of the places
)

func (s *steps) structureColumns() [][]uint8 {
	if s.h.Apart {
		return distinct(s.columns)
	}
	return distinct(append(slices.Clip(s.columns), products(s.columns)...))
}

func (s *steps) tailColumns() ([][]uint8, error) {
	if err := fewClasses(s.tails); err != nil {
		return nil, err
	}
	return distinct(products(s.tails)), nil
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
	*Reading
	hot []Place
	of  map[uint16]uint8 // the index in columns of a class of states that are alike

	structure [256]column // by byte
	tail      [256]column
	columns   []column   // of the classes of structure
	low       [256]uint8 // class of a byte, when bytes over 0x7F are characters
	narrow    [256]uint8 // of a byte, when they lead to the escape
	tails     []column   // of the classes of tails
	tailClass [256]uint8

	states map[[2]uint8][]uint16 // by indexes in columns: the states that a place and a tail stand for; see order
}

func newSteps(m *Machine, h *Hot) (*steps, error) {
	known := map[uint16]bool{0: true}
	switch {
	case slices.ContainsFunc(m.Next, func(q uint16) bool { return int(q) >= m.States() }),
		slices.ContainsFunc(m.Class[:], func(c uint8) bool { return int(c) >= m.Count }):
		return nil, errors.New("the machine has transitions to no state, or bytes of no class")
	case len(h.Tails) < 1 || len(h.Tails) > MaxHot:
		return nil, fmt.Errorf("%d tails are not 1 to %d", len(h.Tails), MaxHot)
	}
	for i, p := range h.Tails {
		if int(p.State) >= m.States() || known[p.State] {
			return nil, fmt.Errorf("tail %d of state %d", i, p.State)
		}
		known[p.State] = true
	}
	s, err := h.Read(m).steps(h.Places)
	if err != nil {
		return nil, err
	}
	return s, fewClasses(s.tails)
}

// steps returns all that follows from places; the classes of tails may be too many.
func (r *Reading) steps(places []Place) (*steps, error) {
	s := &steps{Reading: r, hot: places, of: map[uint16]uint8{}}
	switch {
	case min(len(places), len(r.h.Tails)) < 1 || len(places) > MaxHot:
		return nil, fmt.Errorf("%d and %d places are not 1 to %d", len(places), len(r.h.Tails), MaxHot)
	case r.m.Start == 0 || places[0].State != r.m.Start:
		return nil, errors.New("the first place is not that of the start")
	}
	class := r.alike()
	for i, p := range places {
		if int(p.State) >= r.m.States() || p.State == 0 || class[p.State] != p.State || s.of[p.State] != 0 {
			return nil, fmt.Errorf("place %d of state %d", i, p.State)
		}
		if i > 0 { // nothing leads to the first: there NULs count for nothing
			s.of[p.State] = uint8(first + i)
		}
	}
	s.findTails()
	s.findStructure()
	if err := s.explore(); err != nil {
		return nil, err
	}
	s.findDeadTails()
	return s, s.classify()
}

// place returns the index of a state.
func (s *steps) place(q uint16) uint8 {
	if i, ok := s.of[s.alike()[q]]; ok {
		return i
	}
	if q == 0 {
		return dead
	}
	return gone
}

// newColumn returns a column that leads every one of so many places to the escape.
func newColumn(places int) column {
	c := make(column, first+places)
	for i := range c {
		c[i] = gone
	}
	c[dead] = dead
	return c
}

// findTails works out to which tails bytes lead: a character, byte by byte, and ASCII between characters.
func (s *steps) findTails() {
	for b := range 256 {
		c := newColumn(len(s.h.Tails))
		for i, p := range s.h.Tails {
			to := s.mid[s.m.after(p.State, b)]
			switch {
			case b >= 0x80 && to != 0:
				c[first+i] = to
			case b < 0x80 && i == 0:
				c[first] = first
			}
		}
		s.tail[b] = c
	}
}

// findDeadTails works out which bytes are dead wherever a tail is met: in all states that it stands for.
func (s *steps) findDeadTails() {
	type step struct {
		tail, class uint8
	}
	live := map[step]bool{}
	for at, states := range s.states {
		for _, b := range s.bytes {
			for _, q := range states {
				if s.m.after(q, b) != 0 {
					live[step{at[1], s.m.Class[b]}] = true
				}
			}
		}
	}
	for b, c := range s.tail {
		for i := first; i < len(c); i++ {
			if c[i] == gone && !live[step{uint8(i), s.m.Class[b]}] {
				c[i] = dead
			}
		}
	}
}

// findStructure works out to which places bytes lead.
func (s *steps) findStructure() {
	character := newColumn(len(s.hot))
	for i, p := range s.hot {
		if to := s.jump[p.State]; to != 0 && s.jump[to] == to {
			character[first+i] = s.place(to)
		}
	}
	for i, to := range character { // the place it leads to may be that of the start, which nothing leads to
		if character[to] != to {
			character[i] = gone
		}
	}
	for b := range 256 {
		if b >= 0x80 {
			s.structure[b] = character
			continue
		}
		c := newColumn(len(s.hot))
		for i, p := range s.hot {
			c[first+i] = s.place(s.m.after(p.State, b))
		}
		if b == 0 {
			c[first] = first
		}
		s.structure[b] = c
	}
}

// beginning returns where a byte over 0x7F leads that begins a character, if one does: to the escape. From all
// places to the dead state, if none begins so and bytes of ASCII are of that column too: it is not worth one more.
func (s *steps) beginning(b int) column {
	escapes, dies, class := newColumn(len(s.hot)), make(column, first+len(s.hot)), s.alike()
	dies[gone] = gone
	for q := range class {
		if _, placed := s.of[class[q]]; (placed || q == int(s.m.Start)) && s.m.after(uint16(q), b) != 0 {
			return escapes
		}
	}
	if !slices.ContainsFunc(s.columns, func(c column) bool { return slices.Equal(c, dies) }) {
		return escapes
	}
	return dies
}

// classify numbers the columns of structure and of tails: that of NUL is class 0, the others follow by smallest byte.
func (s *steps) classify() error {
	structure, tails := numbers{}, numbers{}
	for b, c := range s.structure {
		s.low[b] = structure.number(c, &s.columns)
		s.narrow[b] = s.low[b]
		if b >= 0x80 {
			s.narrow[b] = structure.number(s.beginning(b), &s.columns)
		}
		s.tailClass[b] = tails.number(s.tail[b], &s.tails)
	}
	return fewClasses(s.columns)
}

func fewClasses(columns []column) error {
	if n := len(columns); n > pairClasses {
		return fmt.Errorf("%d classes of bytes are more than %d", n, pairClasses)
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
// that they reach together, and checks that a place and a tail stand for at most two states,
// which accept alike, and inside a character not at all.
func (s *steps) explore() error {
	type triple struct {
		at    [2]uint8
		state uint16
	}
	const home = first
	s.states = map[[2]uint8][]uint16{{first, home}: {s.m.Start}}
	todo := []triple{{[2]uint8{first, home}, s.m.Start}}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, b := range s.bytes {
			if b == 0 && t.at[0] == first { // there NULs count for nothing
				continue
			}
			next := triple{[2]uint8{s.structure[b][t.at[0]], s.tail[b][t.at[1]]}, s.m.after(t.state, b)}
			known := s.states[next.at]
			if next.at[1] == gone || next.at[0] == gone || slices.Contains(known, next.state) || next.at[0] == dead && next.state == 0 {
				continue
			}
			between := next.at[1] == home
			if next.state == 0 || next.at[0] == dead || len(known) == maxStates ||
				between && s.place(next.state) != next.at[0] || !between && s.m.Accept[next.state] {
				return fmt.Errorf("place %d and tail %d stand for state %d, too", int(next.at[0])-first, int(next.at[1])-first, next.state)
			}
			s.states[next.at] = append(known, next.state)
			todo = append(todo, next)
		}
	}
	return nil
}

// maxStates is how many states a place and a tail may stand for.
const maxStates = 2

// standFor returns the states that a place and a tail stand for, in order; the one twice, so that who
// walks from both need not ask, and 0 when there is none.
func (s *steps) standFor(at [2]uint8) (two [maxStates]uint16) {
	if known := s.states[at]; len(known) > 0 {
		two[0], two[1] = known[0], known[len(known)-1]
	}
	return two
}

// order returns the byte of ASCII that tells apart all states that share a place and a tail, noByte
// if none does, and 0 if there is nothing to tell. It puts such states in order: to the first of
// two lead only strings without the byte, to the second only strings with it.
//
// A byte that is not alone in its class does not: another leads to the same states.
func (s *steps) order() uint8 {
	if !s.shared() {
		return 0
	}
	var bytes [256]int // by class: how many
	for _, c := range s.m.Class {
		bytes[c]++
	}
	for b := range uint8(0x80) {
		if c := s.m.Class[b]; bytes[c] == 1 && s.tells(int(c)) {
			return b
		}
	}
	return noByte
}

// shared reports whether a place and a tail stand for two states.
func (s *steps) shared() bool {
	for _, states := range s.states {
		if len(states) == maxStates {
			return true
		}
	}
	return false
}

// tells is order for a byte that is all of a class, and reports whether it does.
func (s *steps) tells(class int) bool {
	var behind []uint16
	without := s.reach([]uint16{s.m.Start}, class)
	for q, ok := range without {
		if to := s.m.next(q, class); ok && to != 0 {
			behind = append(behind, uint16(to))
		}
	}
	with := s.reach(behind, -1)
	for _, two := range s.states {
		if len(two) == maxStates && (with[two[0]] == with[two[1]] || with[two[0]] == without[two[0]] || with[two[1]] == without[two[1]]) {
			return false
		}
	}
	for _, two := range s.states {
		if len(two) == maxStates && with[two[0]] {
			slices.Reverse(two)
		}
	}
	return true
}

// reach returns the states to which strings without a class lead from the given ones, these included, by state.
func (s *steps) reach(from []uint16, without int) []bool {
	met := make([]bool, s.m.States())
	for _, q := range from {
		met[q] = true
	}
	for len(from) > 0 {
		q := from[len(from)-1]
		from = from[:len(from)-1]
		for c := range s.m.Count {
			if to := s.m.next(int(q), c); c != without && to != 0 && !met[to] {
				met[to] = true
				from = append(from, uint16(to))
			}
		}
	}
	return met
}

package build

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"github.com/irilex/iri/tables"
)

// Shift rows know the states of a rule that are met most; see [tables.Hot]. This file chooses
// these states. What is met is counted in hot.go, which bytes of characters they know is chosen in
// tails.go, and where places are is remembered in offsets.go or searched for in search.go.
//
// In RFC 3987, IRI and IRI-reference have ten places, which stand for 13 states: the path and
// the query have one for both, and so have their escapes. What they miss is one block in 330 of
// the training mix for IRI and one in 100 for IRI-reference: ports, user information, and
// escapes in hosts and fragments. An eleventh place was found for neither, with the hottest
// states in 30 million steps, with any other state as the eleventh in one million. It was found for
// IRI in one million not even when the dead state or the start had none: rows of
// pairs of bytes ask for so much more than rows of bytes, which hold 13. Nor does any exchange of
// one of the ten for another state keep more blocks in.

// A placing is what is known of a rule while its places are chosen.
type placing struct {
	g        *Grammar
	m        *tables.Machine
	training []string
	apart    *heat // of all states, each by itself
	depth    int   // bytes from the start to the state that is farthest from it
	readings map[string]*tables.Reading
}

// place chooses the states that shift rows know, and finds places for them.
// A rule of which all members are short has no use for them, and a rule of too many states none that pays.
func (g *Grammar) place(r *Rule, m *tables.Machine) {
	if !g.affordPlaces(m) || !cyclic(m) {
		return
	}
	p := &placing{g: g, m: m, training: g.training(r), depth: depth(m), readings: map[string]*tables.Reading{}}
	if !g.affords(2 * walkSteps * len(strings.Join(p.training, " "))) {
		return
	}
	p.apart = measure(m, nil, p.training)
	tails := p.chooseTails()
	if tails == nil {
		return
	}
	reading := p.read(tails)
	if reading == nil {
		return
	}
	if m.Hot = p.chooseStates(tails, p.measure(reading.Alike())); m.Hot == nil {
		return
	}
	m.Hot.Text = p.chooseText(m.Hot)
	if len(m.Components) == 0 {
		return
	}
	counts := *m.Hot
	counts.Apart, counts.Text = true, nil
	if m.Counts = p.chooseStates(&counts, p.apart); m.Counts != nil && m.VerifyCounts() != nil {
		m.Counts = nil // a character begins with a byte of another component, or no slot is of one component alone
	}
}

// What choosing places costs besides what is counted elsewhere.
const (
	placeSteps     = 10_000  // for a rule, however small
	walkSteps      = 5       // for a byte of the strings to train on
	columnSteps    = 10_000  // for columns, of which there are up to 256²
	characterSteps = 4       // for a state between characters and one inside them
	mostReading    = 8 << 20 // for a reading, which gives up there
)

// affordPlaces reports whether places are to be chosen, and counts what that costs.
func (g *Grammar) affordPlaces(m *tables.Machine) bool {
	return m.Start != 0 && len(m.Next) <= tables.MaxBack && g.affords(placeSteps+4*len(m.Next))
}

// cyclic reports whether the language is infinite.
func cyclic(m *tables.Machine) bool {
	const fresh, open, done = 0, 1, 2
	state := make([]uint8, len(m.Accept))
	state[0] = done // dead
	type frame struct{ q, c int }
	stack := []frame{{int(m.Start), 0}}
	state[m.Start] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.c == m.Count {
			state[top.q] = done
			stack = stack[:len(stack)-1]
			continue
		}
		to := int(m.Next[top.q*m.Count+top.c])
		top.c++
		switch state[to] {
		case open:
			return true
		case fresh:
			state[to] = open
			stack = append(stack, frame{to, 0})
		}
	}
	return false
}

// read is [tables.Hot.Read], nil when there are too few steps left for it. It takes about as many
// rounds over all states and transitions as the automaton is deep, so what was read is kept.
func (p *placing) read(h *tables.Hot) *tables.Reading {
	key := []byte{0}
	if h.Apart {
		key[0] = 1
	}
	for _, tail := range h.Tails {
		key = binary.LittleEndian.AppendUint16(key, tail.State)
	}
	if known := p.readings[string(key)]; known != nil {
		return known
	}
	if !p.g.affords(min((10*len(p.m.Accept)+len(p.m.Next)/2)*(p.depth+8), mostReading) + characterSteps*len(h.Tails)*len(p.m.Accept)) {
		return nil
	}
	reading := h.Read(p.m)
	p.readings[string(key)] = reading
	return reading
}

// measure is [measure] of the strings to train on, where states share places.
func (p *placing) measure(alike []uint16) *heat {
	for q, one := range alike {
		if one != uint16(q) {
			return measure(p.m, alike, p.training)
		}
	}
	return p.apart
}

// hottestOf is [heat.hottest], nil when there were too few steps left for it.
func (p *placing) hottestOf(h *heat, n int) []uint16 {
	states := h.hottest(n)
	steps := h.steps
	if h.steps = 0; p.g.tuning.Work(steps) != nil {
		return nil
	}
	return states
}

// depth returns how many bytes it takes at most to get to a state.
func depth(m *tables.Machine) (most int) {
	far := make([]int, len(m.Accept))
	for q := int(m.Start); q < len(far); q++ { // numbered breadth first
		for _, to := range m.Next[q*m.Count:][:m.Count] {
			if int(to) > q && far[to] == 0 {
				far[to] = far[q] + 1
				most = max(most, far[to])
			}
		}
	}
	return most
}

// How many places a rule has: nearly every one that has so many states has usualPlaces;
// none has ever been found to have room for more than mostPlaces.
const (
	usualPlaces = 10
	mostPlaces  = 16
)

// chooseStates finds places for as many of the hottest states as it can. It returns nil when
// it finds none, and else h with them.
//
// The hottest n+1 need not be the hottest n and one more, so n+1 may have places where n have
// none: it is over only after two failures in a row.
func (p *placing) chooseStates(h *tables.Hot, met *heat) (best *tables.Hot) {
	reading := p.read(h)
	if reading == nil {
		return nil
	}
	try := func(n int) bool {
		hottest := p.hottestOf(met, n)
		if hottest == nil {
			return false
		}
		found := p.placeStates(reading, *h, met, hottest)
		if found != nil {
			best = found
		}
		return found != nil
	}
	live := min(len(met.ranked().structure), mostPlaces)
	for n, failed := min(usualPlaces, live), 0; n <= live && failed < 2; n++ {
		if failed++; try(n) {
			failed = 0
		}
	}
	for n := min(usualPlaces, live) - 1; n > 0 && best == nil; n-- {
		try(n)
	}
	return best
}

// placeStates returns h with places of these states, nil when it finds none. Which bytes are dead
// in tails depends on the states, so the tails may have to move.
//
// States that keep less than half of the blocks in are none: a walk that escapes is done again on
// the plain engine, which without shift rows would have another table to walk from the end as well.
func (p *placing) placeStates(reading *tables.Reading, h tables.Hot, met *heat, states []uint16) *tables.Hot {
	if 2*met.within(states) < met.blocks {
		return nil
	}
	if !p.g.affords(columnSteps) {
		return nil
	}
	h.Places = placesOf(states)
	columns, tails, err := reading.Columns(h.Places)
	if err != nil {
		return nil
	}
	if h.Dead, h.Escape, err = p.locate(h.Places, columns); err != nil {
		return nil
	}
	if !h.Apart && !right(tails, offsetsOf(h.Tails, h.TailDead, h.TailEscape)) {
		h.Tails = slices.Clone(h.Tails)
		if h.TailDead, h.TailEscape, err = p.locate(h.Tails, tails); err != nil {
			return nil
		}
	}
	return &h
}

var errNoPlaces = errors.New("no places were found")

// locate finds where places are, and those of the dead state and of the escape.
func (p *placing) locate(places []tables.Place, columns [][]uint8) (dead, escape uint8, err error) {
	offsets := p.g.offsets(columns)
	if offsets == nil {
		return 0, 0, errNoPlaces
	}
	for i := range places {
		places[i].At = offsets[i+2]
	}
	return offsets[0], offsets[1], nil
}

// offsetsOf returns what locate found.
func offsetsOf(places []tables.Place, offsets ...uint8) []uint8 {
	for _, p := range places {
		offsets = append(offsets, p.At)
	}
	return offsets
}

// placesOf returns places of states that are nowhere yet.
func placesOf(states []uint16) (places []tables.Place) {
	for _, q := range states {
		places = append(places, tables.Place{State: q})
	}
	return places
}

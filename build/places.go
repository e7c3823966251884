package build

import (
	"errors"
	"slices"

	"github.com/irilex/iri/tables"
)

// Shift rows know the states of a rule that are met most; see [tables.Hot]. This file chooses
// these states. What is met is counted in hot.go, which bytes of characters they know is
// chosen in tails.go, what is met in text with such characters in text.go, and where places are
// is found in offsets.go.
//
// In RFC 3987, IRI and IRI-reference have ten places, which stand for 13 states: the path
// and the query have one for both, and so have their escapes. An eleventh, whichever state it is, was found for neither in
// 30 million steps, and for IRI not even when the dead state needed none: rows of pairs of bytes ask
// for so much more than rows of bytes, which hold 13. What the ten miss is one block in 340 of
// the training mix for IRI and one in 110 for IRI-reference: ports, user information, and
// escapes in hosts and fragments.

// A placing is what is known of a rule while its places are chosen.
type placing struct {
	g        *Grammar
	m        *tables.Machine
	training []string
	apart    *heat // of all states, each by itself
}

// place chooses the states that shift rows know, and finds places for them.
// A rule of which all members are short has no use for them, and a rule of too many states none that pays.
func (g *Grammar) place(r *Rule, m *tables.Machine) {
	if !g.affordPlaces(m) || !cyclic(m) {
		return
	}
	p := &placing{g: g, m: m, training: g.training(r)}
	p.apart = measure(m, nil, p.training)
	tails := p.chooseTails()
	if tails == nil {
		return
	}
	if m.Hot = p.chooseStates(tails, measure(m, tails.Alike(m), p.training)); m.Hot == nil {
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

// maxPlaceCells bounds what choosing places may look at in one document: cells of transition
// tables, and for a rule as many as a small one is worth. It is ten times what RFC 3987 needs. Rules that come too
// late do without shift rows, which changes nothing but the speed of their walk.
const (
	maxPlaceCells = 2_000_000
	ruleCells     = 2_000
)

// affordPlaces reports whether places are to be chosen, and counts what that costs.
func (g *Grammar) affordPlaces(m *tables.Machine) bool {
	cells := ruleCells + len(m.Next)
	if m.Start == 0 || len(m.Next) > tables.MaxBack || g.placeCells+cells > maxPlaceCells {
		return false
	}
	g.placeCells += cells
	return true
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
	reading := h.Read(p.m)
	try := func(n int) bool {
		found := p.placeStates(reading, *h, met, met.hottest(n))
		if found != nil {
			best = found
		}
		return found != nil
	}
	live := min(len(met.rank(byLines).structure), mostPlaces)
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

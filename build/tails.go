package build

import (
	"slices"

	"github.com/irilex/iri/tables"
)

// mostHomes is how many states are tried, the hottest, as the one from which characters are read.
const mostHomes = 16

// chooseTails finds the states inside characters, from the state between two characters from
// which the most of what is met everywhere can be read; see [tables.Hot]. It returns nil when it finds no
// places, and else a Hot with them.
func (p *placing) chooseTails() *tables.Hot {
	ranked := p.apart.ranked().structure
	all, most := []uint16{p.m.Start}, 0
	for _, home := range ranked[:min(mostHomes, len(ranked))] {
		tails := tailsOf(p.m, home)
		if len(tails) == 1 {
			continue
		}
		if !p.g.affords(characterSteps * len(tails) * len(p.m.Accept)) {
			break
		}
		score := 0
		for q, to := range (&tables.Hot{Tails: placesOf(tails)}).Characters(p.m) {
			if to != 0 {
				score += p.apart.visits[q]
			}
		}
		if score > most {
			all, most = tails, score
		}
	}
	middle := p.apart.ranked().middle
	slices.SortStableFunc(all[1:], func(a, b uint16) int {
		return slices.Index(middle, a) - slices.Index(middle, b)
	})
	return p.hottestTails(all)
}

// tailsOf returns the states that a home leads to inside characters, the home first.
func tailsOf(m *tables.Machine, home uint16) []uint16 {
	all, seen := []uint16{home}, make([]bool, m.States())
	for i := 0; i < len(all); i++ {
		for b := 0x80; b < 256; b++ {
			q := m.Next[int(all[i])*m.Count+int(m.Class[b])]
			if q != 0 && !seen[q] && !between(m, q) {
				seen[q] = true
				all = append(all, q)
			}
		}
	}
	return all
}

// hottestTails finds places for as many of the tails as it can, the hottest first; nil when it finds none.
func (p *placing) hottestTails(all []uint16) *tables.Hot {
	tails := all[:1:1]
	best, states := p.placeTails(tails, 1)
	if len(all) == 1 {
		return best
	}
	if h, _ := p.placeTails(all, states); h != nil {
		return h
	}
	for _, q := range all[1:min(len(all), mostPlaces)] {
		more := append(slices.Clip(tails), q)
		if h, _ := p.placeTails(more, states); h != nil {
			best, tails = h, more
		}
	}
	return best
}

// placeTails returns places of tails, nil when it finds none. Which bytes are dead in tails
// depends on the states that have places, of which there are to be at least some, and are as many
// as the classes of bytes allow.
func (p *placing) placeTails(tails []uint16, atLeast int) (h *tables.Hot, states int) {
	if len(tails) > mostPlaces {
		return nil, 0
	}
	h = &tables.Hot{Tails: placesOf(tails)}
	reading := p.read(h)
	if reading == nil {
		return nil, 0
	}
	for states = usualPlaces; ; states-- {
		if states < atLeast || !p.g.affords(2*columnSteps) {
			return nil, 0
		}
		structure, columns, err := reading.Columns(p.hottest(states, reading))
		if structure == nil {
			continue // too many classes of bytes for so many states
		}
		if err != nil { // too many in tails, however few the states
			return nil, 0
		}
		if h.TailDead, h.TailEscape, err = p.locate(h.Tails, columns); err != nil {
			return nil, 0
		}
		return h, states
	}
}

// hottest returns places of what the n hottest states are alike to.
func (p *placing) hottest(n int, reading *tables.Reading) []tables.Place {
	var states []uint16
	alike := reading.Alike()
	for _, q := range p.hottestOf(p.apart, n) {
		if !slices.Contains(states, alike[q]) {
			states = append(states, alike[q])
		}
	}
	return placesOf(states)
}

package build

import (
	"cmp"
	"maps"
	"slices"

	"github.com/irilex/iri/tables"
)

// place chooses the states that shift rows know, and finds places for them; see tables.Hot.
// A rule of which all members are short has no use for them, and a rule of too many states none that pays.
func (g *Grammar) place(r *Rule, m *tables.Machine) {
	if m.Start == 0 || len(m.Next) > tables.MaxBack || !cyclic(m) {
		return
	}
	training := g.training(r)
	apart := measure(m, nil, training)
	tails := g.placeTails(m, apart, training)
	if tails.Tails == nil {
		return
	}
	hot := &tables.Hot{Tails: tails.Tails, TailDead: tails.TailDead, TailEscape: tails.TailEscape}
	if !g.placeStates(m, hot, measure(m, hot.Alike(m), training)) {
		return
	}
	g.placeText(m, hot, training)
	m.Hot = hot
	counts := &tables.Hot{Tails: tails.Tails, TailDead: tails.TailDead, TailEscape: tails.TailEscape, Apart: true}
	if len(m.Components) > 0 && g.placeStates(m, counts, apart) {
		m.Counts = counts
	}
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

// maxLivePlaces is how many places are tried, at most: more than have ever been found for one rule.
const maxLivePlaces = 16

// usualPlaces are how many places nearly every rule has that has so many states.
const usualPlaces = 10

// placeStates finds places for as many of the hottest states as it can.
func (g *Grammar) placeStates(m *tables.Machine, hot *tables.Hot, h *heat) (found bool) {
	live := len(h.rank(byLines).structure)
	for n := min(4, live); n <= min(maxLivePlaces, live); n++ {
		try := *hot
		try.Places = nil
		for _, q := range h.hottest(n) {
			try.Places = append(try.Places, tables.Place{State: q})
		}
		columns, _, err := try.Columns(m)
		if err != nil {
			continue
		}
		offsets, ok := placeStates(columns, g.placeSteps())
		if !ok {
			break
		}
		try.Dead, try.Escape = offsets[0], offsets[1]
		for i := range try.Places {
			try.Places[i].At = offsets[i+2]
		}
		*hot, found = try, true
	}
	return found
}

func (g *Grammar) placeSteps() int { return defaultPlaceSteps }

// placeTails finds the states inside characters, from the state between two characters from
// which the most of what is met everywhere can be read, see [tables.Hot].
func (g *Grammar) placeTails(m *tables.Machine, h *heat, training []string) (best tables.Hot) {
	ranked := h.rank(byLines).structure
	most := 0
	best, _ = g.hottestTails(m, h, training, []tables.Place{{State: m.Start}})
	for _, home := range ranked[:min(maxLivePlaces, len(ranked))] {
		all := tailsOf(m, home)
		score := 0
		for q, to := range (&tables.Hot{Tails: all}).Characters(m) {
			if to != 0 {
				score += h.visits[q]
			}
		}
		if score > most && len(all) > 1 {
			if try, ok := g.hottestTails(m, h, training, all); ok {
				most, best = score, try
			}
		}
	}
	return best
}

// tailsOf returns the states that a home leads to inside characters, the home first.
func tailsOf(m *tables.Machine, home uint16) []tables.Place {
	all := []tables.Place{{State: home}}
	for i := 0; i < len(all); i++ {
		for b := 0x80; b < 256; b++ {
			q := m.Next[int(all[i].State)*m.Count+int(m.Class[b])]
			if known := slices.ContainsFunc(all, func(p tables.Place) bool { return p.State == q }); q != 0 && !known && !between(m, q) {
				all = append(all, tables.Place{State: q})
			}
		}
	}
	return all
}

// hottestTails finds places for as many of the tails as it can, the hottest first.
func (g *Grammar) hottestTails(m *tables.Machine, h *heat, training []string, all []tables.Place) (best tables.Hot, found bool) {
	hottest := h.rank(byLines).middle
	slices.SortStableFunc(all[1:], func(a, b tables.Place) int {
		return slices.Index(hottest, a.State) - slices.Index(hottest, b.State)
	})
	try := tables.Hot{Tails: all}
	hot := measure(m, try.Alike(m), training)
	try.Tails = all[:1:1]
	for n := usualPlaces; n > 0; n-- { // as many as the classes of bytes allow
		try.Places = nil
		for _, q := range hot.hottest(n) {
			try.Places = append(try.Places, tables.Place{State: q})
		}
		if _, _, err := try.Columns(m); err == nil {
			break
		}
	}
	for n := range min(len(all), maxLivePlaces) {
		if n > 0 {
			try.Tails = append(slices.Clone(try.Tails), all[n])
		}
		_, columns, err := try.Columns(m)
		if err == nil {
			if offsets, ok := placeStates(columns, g.placeSteps()); ok {
				best = tables.Hot{Tails: slices.Clone(try.Tails), TailDead: offsets[0], TailEscape: offsets[1]}
				for i := range best.Tails {
					best.Tails[i].At = offsets[i+2]
				}
				found = true
				continue
			}
		}
		if n > 0 {
			try.Tails = try.Tails[:len(try.Tails)-1]
		}
	}
	return best, found
}

// placeText finds places for as many pairs as it can, of those that are met from the first
// byte over 0x7F on, the most visited first.
func (g *Grammar) placeText(m *tables.Machine, hot *tables.Hot, training []string) {
	pairs, err := hot.PairOf(m)
	if err != nil {
		return
	}
	visits := map[tables.Pair]int{}
	for _, s := range training {
		q, high := m.Start, false
		for i := range len(s) {
			q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
			if high = high || s[i] >= 0x80; high && pairs[q].Place > 0 {
				visits[pairs[q]]++
			}
		}
	}
	list := slices.SortedFunc(maps.Keys(visits), func(a, b tables.Pair) int {
		return cmp.Or(cmp.Compare(visits[b], visits[a]), cmp.Compare(a.Tail, b.Tail), cmp.Compare(a.Place, b.Place))
	})
	for n := min(3, len(list)); n > 0 && n <= min(len(list), maxLivePlaces); n++ {
		try := &tables.Text{Pairs: slices.Clone(list[:n])}
		columns, err := try.Columns(m, hot)
		if err != nil {
			break
		}
		offsets, ok := placeStates(columns, g.placeSteps())
		if !ok {
			break
		}
		try.Dead, try.Escape = offsets[0], offsets[1]
		for i := range try.Pairs {
			try.Pairs[i].At = offsets[2+i]
		}
		hot.Text = try
	}
}

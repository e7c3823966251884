package build

import (
	"cmp"
	"maps"
	"slices"

	"github.com/irilex/iri/tables"
)

// chooseText chooses the pairs of places and tails that have places of their own from the
// first byte over 0x7F on, see [tables.Text]: as many as find places, the most visited first.
func (p *placing) chooseText(h *tables.Hot) (best *tables.Text) {
	pairOf, err := h.PairOf(p.m)
	if err != nil {
		return nil
	}
	list := p.visited(pairOf)
	for n := 1; n <= min(len(list), mostPlaces); n++ {
		if !p.g.affords(4 * columnSteps) {
			break
		}
		try := &tables.Text{Pairs: slices.Clone(list[:n])}
		columns, err := try.Columns(p.m, h)
		if err != nil {
			break // too many classes of bytes
		}
		offsets := p.g.offsets(columns)
		if offsets == nil {
			break
		}
		try.Dead, try.Escape = offsets[0], offsets[1]
		for i := range try.Pairs {
			try.Pairs[i].At = offsets[2+i]
		}
		best = try
	}
	return best
}

// visited returns the pairs that strings meet from their first byte over 0x7F on, the most visited first.
func (p *placing) visited(pairOf []tables.Pair) []tables.Pair {
	visits := map[tables.Pair]int{}
	for _, s := range p.training {
		q, high := p.m.Start, false
		for i := range len(s) {
			q = p.m.Next[int(q)*p.m.Count+int(p.m.Class[s[i]])]
			if high = high || s[i] >= 0x80; high && pairOf[q].Place > 0 {
				visits[pairOf[q]]++
			}
		}
	}
	return slices.SortedFunc(maps.Keys(visits), func(a, b tables.Pair) int {
		return cmp.Or(cmp.Compare(visits[b], visits[a]), cmp.Compare(a.Tail, b.Tail), cmp.Compare(a.Place, b.Place))
	})
}

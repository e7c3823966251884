package iri_test

import (
	"math/rand/v2"
	"testing"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A drawer draws random members of a rule from its unpacked table.
type drawer struct {
	m    *machine.Machine
	ways [][]uint16 // by state: the live states after one byte
	via  [][]byte   // by state and next state: the bytes between
	// by state: the distances in bytes from all states to it; by 0: to the nearest accepting state
	away [][]int
}

func newDrawer(t *testing.T, rule tables.Rule) *drawer {
	t.Helper()
	m, err := machine.Of(rule)
	if err != nil {
		t.Fatal(err)
	}
	n := m.States()
	d := &drawer{m: m, ways: make([][]uint16, n), via: make([][]byte, n*n), away: make([][]int, n)}
	for q := 1; q < n; q++ {
		for b := range 256 {
			to := m.Next[q*m.Count+int(m.Class[b])]
			if to == 0 {
				continue
			}
			at := d.edge(q, int(to))
			if d.via[at] == nil {
				d.ways[q] = append(d.ways[q], to)
			}
			d.via[at] = append(d.via[at], byte(b))
		}
	}
	d.away[0] = d.measure(func(q int) bool { return m.Accept[q] })
	for target := 1; target < n; target++ {
		d.away[target] = d.measure(func(q int) bool { return q == target })
	}
	return d
}

func (d *drawer) edge(q, to int) int { return q*d.m.States() + to }

// measure returns for each state the distance in bytes to the nearest target, or more than the
// number of states if no target is reachable.
func (d *drawer) measure(target func(q int) bool) []int {
	away := make([]int, d.m.States())
	for q := range away {
		if away[q] = len(away) + 1; target(q) {
			away[q] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for q := range d.ways {
			for _, to := range d.ways[q] {
				if away[to]+1 < away[q] {
					away[q], changed = away[to]+1, true
				}
			}
		}
	}
	return away
}

// draw continues a string: by a shortest path to a random state, so that rare states occur often;
// then randomly up to about length bytes; and then by a shortest path to the end.
func (d *drawer) draw(r *rand.Rand, beginning string, length int) string {
	w := walk{d, r, []byte(beginning), int(d.m.Start)}
	for i := range len(beginning) {
		w.q = int(d.m.Next[w.q*d.m.Count+int(d.m.Class[beginning[i]])])
	}
	if target := 1 + r.IntN(d.m.States()-1); d.away[target][w.q] < d.m.States() {
		w.approach(target)
	}
	for len(w.out) < length && len(d.ways[w.q]) > 0 {
		to := d.ways[w.q][r.IntN(len(d.ways[w.q]))]
		if r.IntN(2) == 0 && d.via[d.edge(w.q, w.q)] != nil {
			to = uint16(w.q) // stay, otherwise all components would be short
		}
		w.step(int(to))
	}
	w.approach(0)
	return string(w.out)
}

// A walk is a member under construction.
type walk struct {
	*drawer
	r   *rand.Rand
	out []byte
	q   int
}

func (w *walk) step(to int) {
	bytes := w.via[w.edge(w.q, to)]
	w.out = append(w.out, bytes[w.r.IntN(len(bytes))])
	w.q = to
}

// approach walks by a shortest path to a target of away.
func (w *walk) approach(target int) {
	away := w.away[target]
	for away[w.q] > 0 {
		var nearer []uint16
		for _, to := range w.ways[w.q] {
			if away[to] < away[w.q] {
				nearer = append(nearer, to)
			}
		}
		w.step(int(nearer[w.r.IntN(len(nearer))]))
	}
}

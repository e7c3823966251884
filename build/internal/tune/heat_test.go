package tune

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/internal/twins"
	"github.com/irilex/iri/tables/machine"
)

// randomMachine returns a machine with this many states and classes, with the fields
// required by Measure.
func randomMachine(rng *rand.Rand, states, classes int) *machine.Machine {
	m := &machine.Machine{Count: classes, Start: 1, Accept: make([]bool, states), Next: make([]uint16, states*classes)}
	for b := range m.Class {
		m.Class[b] = uint8(rng.IntN(classes))
	}
	for i := range m.Next {
		m.Next[i] = uint16(rng.IntN(states))
	}
	return m
}

// Measure splits and counts blocks correctly, for strings of all lengths, with and without bytes
// above 0x7F.
func TestMeasure(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	cut := 0
	for i := range testkit.Few(300) {
		m := randomMachine(rng, 2+rng.IntN(60), 1+rng.IntN(9))
		var lines []string
		for n := range 84 {
			line := make([]byte, n/2)
			for j := range line {
				if line[j] = byte(rng.IntN(0x80)); i%3 > 0 && rng.IntN(20*(i%3)) == 0 {
					line[j] |= 0x80
				}
			}
			lines = append(lines, string(line))
		}
		for _, front := range []bool{true, false} {
			got, blocks := Measure(m, front, lines), twins.SlowBlocks(m, front, lines)
			met, routes := make([]int, m.States()), map[string]int{}
			for _, block := range blocks {
				for _, q := range block {
					met[q]++
				}
				routes[string(stateKey(block))]++
			}
			if got.blocks != len(blocks) || !slices.Equal(got.met, met) {
				t.Fatalf("%d blocks meet %v, not %d %v", got.blocks, got.met, len(blocks), met)
			}
			if len(got.routes) != min(len(routes), maxRoutes) {
				t.Fatalf("%d routes of %d", len(got.routes), len(routes))
			}
			for j, r := range got.routes {
				if n := routes[string(stateKey(r.states))]; n != r.blocks || j > 0 && n > got.routes[j-1].blocks {
					t.Fatalf("route %d, %v, has %d blocks, not %d, or more than the one before it", j, r.states, r.blocks, n)
				}
			}
			if len(routes) > maxRoutes {
				cut++
				counts := slices.Sorted(maps.Values(routes))
				slices.Reverse(counts)
				if last := got.routes[maxRoutes-1].blocks; last != counts[maxRoutes-1] {
					t.Fatalf("the last route that is kept has %d blocks, not %d", last, counts[maxRoutes-1])
				}
			}
			for j := 1; j < len(got.Ranked); j++ {
				a, b := got.Ranked[j-1], got.Ranked[j]
				if met[a] < met[b] || met[a] == met[b] && a >= b {
					t.Fatalf("states %d and %d are ranked wrong: %v", a, b, met)
				}
			}
			if len(got.Ranked) != m.States()-1 || slices.Contains(got.Ranked, 0) {
				t.Fatalf("ranked are %v", got.Ranked)
			}
		}
	}
	if cut < testkit.Few(10) {
		t.Errorf("%d times there were more routes than are kept", cut)
	}
}

// nextGroup returns the group with the best gain per state among the routes' groups that fit, and
// counts its steps. A slow version counts the blocks.
func TestNextGroup(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range testkit.Few(300) {
		m := randomMachine(rng, 2+rng.IntN(12), 1+rng.IntN(4))
		var lines []string
		for n := range 30 {
			line := make([]byte, n)
			for i := range line {
				line[i] = byte(rng.IntN(0x80))
			}
			lines = append(lines, string(line))
		}
		h, blocks := Measure(m, true, lines), twins.SlowBlocks(m, true, lines)
		if n := h.Spent(); n != int64(rankSteps*(m.States()-1)) {
			t.Fatalf("%d steps to rank %d states", n, m.States()-1)
		}
		var hot []uint16
		for _, q := range rng.Perm(m.States())[:rng.IntN(m.States())] {
			hot = append(hot, uint16(q))
		}
		room := 1 + rng.IntN(6)
		got, routes := h.nextGroup(hot, room), int64(len(h.routes))
		if n := h.Spent(); n != routes*routes {
			t.Fatalf("%d steps for %d routes", n, routes)
		}
		gained, size, found := bestGroup(m, hot, room, blocks)
		if (got != nil) != found {
			t.Fatalf("the next group is %v", got)
		} else if !found {
			continue
		}
		before, _ := twins.Staying(m, hot, blocks)
		after, _ := twins.Staying(m, slices.Concat(hot, got), blocks)
		if len(got) > room || (after-before)*size != gained*len(got) {
			t.Fatalf("%v keeps %d blocks in, the best group of %d states %d", got, after-before, size, gained)
		}
		if h.Hottest(1); h.Spent() != routes*routes+2*routeSteps*routes {
			t.Fatal("the steps of choosing a state are others")
		}
	}
}

// bestGroup returns the number of blocks that the best group gains, and its size.
func bestGroup(m *machine.Machine, hot []uint16, room int, blocks [][]uint16) (gained, size int, found bool) {
	before, _ := twins.Staying(m, hot, blocks)
	for _, block := range blocks {
		group := slices.DeleteFunc(slices.Clone(block), func(q uint16) bool { return slices.Contains(hot, q) })
		if len(group) == 0 || len(group) > room {
			continue
		}
		in, _ := twins.Staying(m, slices.Concat(hot, group), blocks)
		if !found || (in-before)*size > gained*len(group) {
			gained, size, found = in-before, len(group), true
		}
	}
	return gained, size, found
}

// stateKey encodes states as bytes.
func stateKey(states []uint16) (key []byte) {
	for _, q := range states {
		key = append(key, byte(q), byte(q>>8))
	}
	return key
}

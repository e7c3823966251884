package tune

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/irilex/iri/tables/machine"
)

// A Heat counts the blocks of strings that visit each state of a machine.
type Heat struct {
	met    []int    // by state: the number of blocks that visit it
	Ranked []uint16 // all live states by decreasing number of blocks; ties: nearest to the start first
	blocks int      // total number of blocks
	routes []route  // the most frequent first
	steps  int64    // not yet counted by a meter
}

// blockSize is the number of bytes between two tests for a spill during a walk on shift rows.
const blockSize = 8

// A route is the sorted set of states that a block visits, including the state before it.
type route struct {
	states []uint16
	blocks int // number of blocks with exactly these states
}

// maxRoutes is the number of routes kept, most frequent first. In IRI-reference, fewer routes than
// this are taken by more than one block in 10,000.
const maxRoutes = 128

// Steps counted for choosing states.
const (
	rankSteps  = 20 // per state of the machine
	routeSteps = 10 // per test of whether a route leaves a set of states
)

// Measure walks members in blocks, as shift rows do: the first block is shorter if that makes all
// others complete. For the front of strings, it counts the blocks before the first one that
// contains a byte over 0x7F; for the rest, that block and those after it. If the first block
// contains one of these bytes, the rest is the complete string, divided into blocks from its start.
// In the front, the route of the first block does not include the state before it, because the
// start has a separate place there.
//
// Tested against: TestMeasure.
func Measure(m *machine.Machine, front bool, strings []string) *Heat {
	h := &Heat{met: make([]int, m.States())}
	known := map[string]int{} // indexes into h.routes
	for _, s := range strings {
		q, ascii := m.Start, true
		for at, end := 0, (len(s)-1)&(blockSize-1)+1; at < len(s); at, end = end, end+blockSize {
			ascii = ascii && isASCII(s[at:end])
			if at == 0 && !ascii {
				end = min(blockSize, len(s))
			}
			block := s[at:min(end, len(s))]
			var states []uint16
			if at > 0 || !ascii {
				states = append(states, q)
			}
			for i := range len(block) {
				q = m.Next[int(q)*m.Count+int(m.Class[block[i]])]
				states = append(states, q)
			}
			if ascii == front {
				h.travel(known, states)
			}
		}
	}
	slices.SortStableFunc(h.routes, func(a, b route) int { return cmp.Compare(b.blocks, a.blocks) })
	h.routes = h.routes[:min(len(h.routes), maxRoutes)]
	for q := 1; q < len(h.met); q++ {
		h.Ranked = append(h.Ranked, uint16(q))
	}
	slices.SortFunc(h.Ranked, h.compare)
	h.steps += int64(rankSteps * len(h.Ranked))
	return h
}

// Whole reports whether Measure kept all routes. Only then is Within exact.
func (h *Heat) Whole() bool { return len(h.routes) < maxRoutes }

// compare orders two states for Ranked.
func (h *Heat) compare(a, b uint16) int {
	return cmp.Or(cmp.Compare(h.met[b], h.met[a]), cmp.Compare(a, b))
}

// Spent returns the number of steps since the last call.
func (h *Heat) Spent() (steps int64) {
	steps, h.steps = h.steps, 0
	return steps
}

// isASCII reports whether all bytes of s are below 0x80.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// travel counts the states that a block visits. It sorts states.
func (h *Heat) travel(known map[string]int, states []uint16) {
	slices.Sort(states)
	states = slices.Compact(states)
	var key []byte
	for _, q := range states {
		key = binary.LittleEndian.AppendUint16(key, q)
		h.met[q]++
	}
	i, ok := known[string(key)]
	if !ok {
		i = len(h.routes)
		known[string(key)] = i
		h.routes = append(h.routes, route{states: states})
	}
	h.routes[i].blocks++
	h.blocks++
}

// Hottest returns n live states, or all of them if there are fewer, chosen so that as many blocks
// as possible visit only these states.
//
// Idea. A walk must rescan each block that leaves the set, using the plain rows. A state is useless
// without its companions: the state after "%" needs the state after the first digit. So Hottest
// adds states in groups. A group consists of the missing states of a route, and the group with the
// best gain in blocks per state is added first. When no more routes fit, Hottest adds single states
// by their number of blocks. If the first n states of Ranked contain more blocks, it returns those.
//
// The result need not be optimal: finding an optimum is as hard as any packing problem. TestHottest
// shows that the result is close to an optimum.
//
// Cost. Routes² × n.
func (h *Heat) Hottest(n int) (hot []uint16) {
	n = min(n, len(h.Ranked))
	for len(hot) < n {
		group := h.nextGroup(hot, n-len(hot))
		if group == nil {
			i := slices.IndexFunc(h.Ranked, func(q uint16) bool { return !slices.Contains(hot, q) })
			group = h.Ranked[i : i+1]
		}
		hot = append(hot, group...)
	}
	if first := h.Ranked[:n]; h.Within(first) > h.Within(hot) {
		return first
	}
	return hot
}

// Within returns the number of blocks that visit only states in hot.
func (h *Heat) Within(hot []uint16) (blocks int) {
	h.steps += int64(routeSteps * len(h.routes))
	hot = slices.Sorted(slices.Values(hot))
	for _, r := range h.routes {
		if subset(r.states, hot) {
			blocks += r.blocks
		}
	}
	return blocks
}

// nextGroup returns the best group of at most room states to add to hot: the one with the highest
// gain in blocks per state. The most frequent states of the group come first. nextGroup returns nil
// if no group fits.
//
// Tested against: TestNextGroup.
func (h *Heat) nextGroup(hot []uint16, room int) (best []uint16) {
	h.steps += int64(len(h.routes) * len(h.routes))
	var left [][]uint16 // by route: the states outside hot
	for _, r := range h.routes {
		left = append(left, slices.DeleteFunc(slices.Clone(r.states), func(q uint16) bool { return slices.Contains(hot, q) }))
	}
	most := 0
	for _, group := range left {
		if len(group) == 0 || len(group) > room {
			continue
		}
		gain := 0
		for i, r := range h.routes {
			if len(left[i]) > 0 && subset(left[i], group) {
				gain += r.blocks
			}
		}
		if best == nil || gain*len(best) > most*len(group) {
			best, most = group, gain
		}
	}
	slices.SortFunc(best, h.compare)
	return best
}

// subset reports whether every state of a is in b. Both must be sorted.
func subset(a, b []uint16) bool {
	if len(a) > len(b) {
		return false
	}
	for _, q := range a {
		if _, ok := slices.BinarySearch(b, q); !ok {
			return false
		}
	}
	return true
}

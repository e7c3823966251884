package tune

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/irilex/iri/tables/machine"
)

// A Heat says which states of a machine the blocks of strings meet.
type Heat struct {
	met    []int    // by state: the blocks that meet it
	Ranked []uint16 // all live states: those that more blocks meet first, and of equal ones the nearer to the start
	blocks int      // in all
	routes []route  // the most travelled first
	steps  int64    // done, and not told to a meter
}

// blockSize is how many bytes a walk on shift rows takes before it tests whether it left them.
const blockSize = 8

// A route is a set of states, sorted, that blocks meet, the state before the block included.
type route struct {
	states []uint16
	blocks int // that meet these and no others
}

// maxRoutes is how many routes are kept, the most travelled: those of IRI-reference that more than
// one block in 10,000 takes are fewer.
const maxRoutes = 128

// Steps of choosing states.
const (
	rankSteps  = 20 // for a state of the machine
	routeSteps = 10 // for a route, of which it is asked whether it stays within some states
)

// Measure walks strings, which are members, in the blocks in which shift rows walk them: the first
// is so short that the others are whole. For the front of strings it counts the blocks before the
// first that has a byte over 0x7F, else that one and those after it. If the first block has such a
// byte, the rest is all of the string, in whole blocks from its start. In a front no state is
// before the first block: the start has a place of its own there.
func Measure(m *machine.Machine, front bool, strings []string) *Heat {
	h := &Heat{met: make([]int, m.States())}
	known := map[string]int{} // indexes of routes
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

// Whole reports whether all routes were kept, so that Within is exact.
func (h *Heat) Whole() bool { return len(h.routes) < maxRoutes }

// compare compares two states as they are ranked.
func (h *Heat) compare(a, b uint16) int {
	return cmp.Or(cmp.Compare(h.met[b], h.met[a]), cmp.Compare(a, b))
}

// Spent returns the steps done since it was called last.
func (h *Heat) Spent() (steps int64) {
	steps, h.steps = h.steps, 0
	return steps
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// travel counts the states of a block, which it sorts.
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

// Hottest returns n live states, or all if there are fewer, such that most blocks stay within them.
// A walk pays for each block that it has to walk again on plain rows, and a state without those
// that come with it, the one after "%" without the one after the first digit, keeps no block in. So
// states are taken in groups: always the rest of a route that keeps the most blocks in for each of
// its states, as long as one fits, and then the next by number of blocks. Should the first n by
// that number keep more blocks in, they are the answer.
//
// The answer is no optimum, which is as hard as any packing, but TestHottest finds it close. The
// time is routes² × n.
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

// Within returns how many blocks meet no other states than these.
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

// nextGroup returns at most room states, the hottest first, which with the hot ones keep the most
// blocks in for each; nil when none keeps any in.
func (h *Heat) nextGroup(hot []uint16, room int) (best []uint16) {
	h.steps += int64(len(h.routes) * len(h.routes))
	var left [][]uint16 // by route: the states that are not hot
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

// subset reports whether every state of a is in b. Both are sorted.
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

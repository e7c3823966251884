package build

import (
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/corpus"
	"github.com/irilex/iri/tables/machine"
)

// A walk of everyday strings meets few of the states of a rule: of the 261 of IRI a dozen make up
// nearly all steps. This file finds them by walking strings: those of package corpus where it has
// some for a rule of that name, random members where it has none.

// A heat says which states of a machine the blocks of strings meet.
type heat struct {
	met    []int    // by state: the blocks that meet it
	ranked []uint16 // all live states: those that more blocks meet first, and of equal ones the nearer to the start
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

// measure walks strings, which are members, in the blocks in which shift rows walk them: the first
// is so short that the others are whole. For the front of strings it counts the blocks before the
// first that has a byte over 0x7F, else that one and those after it. If the first block has such a
// byte, the rest is all of the string, in whole blocks from its start. In a front no state is before
// the first block: the start has a place of its own there.
func measure(m *machine.Machine, front bool, strings []string) *heat {
	h := &heat{met: make([]int, m.States())}
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
		h.ranked = append(h.ranked, uint16(q))
	}
	slices.SortFunc(h.ranked, h.compare)
	h.steps += int64(rankSteps * len(h.ranked))
	return h
}

// compare compares two states as they are ranked.
func (h *heat) compare(a, b uint16) int {
	return cmp.Or(cmp.Compare(h.met[b], h.met[a]), cmp.Compare(a, b))
}

// spent returns the steps done since it was called last.
func (h *heat) spent() (steps int64) {
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
func (h *heat) travel(known map[string]int, states []uint16) {
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

// hottest returns n live states, or all if there are fewer, such that most blocks stay within them.
// A walk pays for each block that it has to walk again on plain rows, and a state without those
// that come with it, the one after "%" without the one after the first digit, keeps no block in. So
// states are taken in groups: always the rest of a route that keeps the most blocks in for each of
// its states, as long as one fits, and then the next by number of blocks. Should the first n by
// that number keep more blocks in, they are the answer.
//
// The answer is no optimum, which is as hard as any packing, but TestHottest finds it close. The
// time is routes² × n.
func (h *heat) hottest(n int) (hot []uint16) {
	n = min(n, len(h.ranked))
	for len(hot) < n {
		group := h.nextGroup(hot, n-len(hot))
		if group == nil {
			i := slices.IndexFunc(h.ranked, func(q uint16) bool { return !slices.Contains(hot, q) })
			group = h.ranked[i : i+1]
		}
		hot = append(hot, group...)
	}
	if first := h.ranked[:n]; h.within(first) > h.within(hot) {
		return first
	}
	return hot
}

// within returns how many blocks meet no other states than these.
func (h *heat) within(hot []uint16) (blocks int) {
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
func (h *heat) nextGroup(hot []uint16, room int) (best []uint16) {
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

// Random members to train on.
const (
	sampled       = 100
	longestSample = 64 // bytes, and then the shortest way to the end
	drawSteps     = 60 // a byte that is drawn: all 256 are looked at
)

// training returns the strings to train on for a rule. Those that package corpus has for
// its name are good if most of them are members: the rule of another document, however it
// is written, may be the same one, or have nothing but the name in common with it.
func (g *Grammar) training(r *Rule) []string {
	known := corpus.Training(r.Name)
	var members []string
	for _, s := range known {
		if r.dfa.Accepts(s) {
			members = append(members, s)
		}
	}
	if 2*len(members) > len(known) {
		return members
	}
	return g.sample(r.dfa)
}

// sample returns random members, always the same ones, and none where they cost too much.
func (g *Grammar) sample(d *automaton.DFA) []string {
	if !g.affords(4 * d.NumStates() * d.NumClasses()) {
		return nil
	}
	s, chance := automaton.NewSampler(d), rand.New(rand.NewPCG(5234, 3987))
	members := make([]string, sampled)
	for i := range members {
		members[i] = string(s.Draw(chance, i%(longestSample+1), nil))
		if !g.affords(drawSteps * len(members[i])) { // the way to the end may lead through all states
			return nil
		}
	}
	return members
}

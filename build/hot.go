package build

import (
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/corpus"
	"github.com/irilex/iri/tables"
)

// A walk of everyday strings meets few of the states of a rule: of the 261 of IRI a dozen
// make up nearly all steps. Which these are is found by walking strings, those of package
// corpus where it has some for a rule of that name, random members where it has none.
//
// The states inside a UTF-8 sequence are ranked apart. Where all characters over U+007F act
// alike, a walk need not know these states: it takes the whole sequence for one step, and
// leaves it to another automaton whether it is UTF-8.

// A heat says how often the states of a machine are met. All bytes of a UTF-8 sequence count
// for the state at its end; the states inside are counted besides.
type heat struct {
	m       *tables.Machine
	alike   []uint16 // by state: the one that stands for it
	visits  []int    // by state: the bytes that lead to it; of the start also the beginnings
	lines   []int    // by state: the strings in which it is met
	last    []int    // by state: the last string in which it was met, from 1 on
	strings int      // so far
	blocks  int      // so far
	routes  []route  // the most travelled first
	steps   int64    // done to choose states, since the meter was told
	ranking *ranking // by lines, once it is asked for
}

// blockSize is how many bytes a walk with hot states takes before it looks whether it left them.
const blockSize = 8

// A route is a set of states between two characters, sorted, that blocks of bytes meet, the
// state in front of the block included.
type route struct {
	states []uint16
	blocks int // that meet these and no others
}

// maxRoutes is how many routes are looked at, the most travelled: those of IRI-reference
// that more than one block in 10,000 takes are fewer.
const maxRoutes = 128

// measure walks the strings, which are members, once. The machine must say what may follow its states.
//
// Where states share a place in shift rows, alike names the one that stands for each; nil when none do.
func measure(m *tables.Machine, alike []uint16, training []string) *heat {
	n := len(m.Accept)
	if alike == nil {
		for q := range n {
			alike = append(alike, uint16(q))
		}
	}
	h := &heat{m: m, alike: alike, visits: make([]int, n), lines: make([]int, n), last: make([]int, n)}
	known := map[string]int{} // indexes of routes
	var walk []uint16
	for _, s := range training {
		walk = h.walk(walk[:0], s)
		for at := 1; at < len(walk); at += blockSize {
			h.travel(known, walk[at-1:min(at+blockSize, len(walk))])
		}
	}
	slices.SortStableFunc(h.routes, func(a, b route) int { return cmp.Compare(b.blocks, a.blocks) })
	h.routes = h.routes[:min(len(h.routes), maxRoutes)]
	return h
}

// between reports whether a state is between two code points or bytes, see newFollower.
func between(m *tables.Machine, q uint16) bool { return m.Expect[q] != nil }

// walk appends the states between two characters that a string meets: the start, and one for each byte.
func (h *heat) walk(states []uint16, s string) []uint16 {
	m, q, inside := h.m, h.m.Start, 0
	h.strings++
	h.meet(q)
	states = append(states, q)
	for i := range len(s) {
		q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
		if !between(m, q) {
			h.meet(q)
			inside++
			continue
		}
		for ; inside >= 0; inside-- {
			h.meet(h.alike[q])
			states = append(states, h.alike[q])
		}
		inside = 0
	}
	return states
}

func (h *heat) meet(q uint16) {
	h.visits[q]++
	if h.last[q] != h.strings {
		h.last[q] = h.strings
		h.lines[q]++
	}
}

// travel counts the route of a block.
func (h *heat) travel(known map[string]int, block []uint16) {
	var room [blockSize + 1]uint16
	states := append(room[:0], block...)
	slices.Sort(states)
	states = slices.Compact(states)
	var key [2 * len(room)]byte
	for i, q := range states {
		binary.LittleEndian.PutUint16(key[2*i:], q)
	}
	i, ok := known[string(key[:2*len(states)])]
	if !ok {
		i = len(h.routes)
		known[string(key[:2*len(states)])] = i
		h.routes = append(h.routes, route{states: slices.Clone(states)})
	}
	h.routes[i].blocks++
	h.blocks++
}

// A ranking is the live states of a machine, the hottest first.
type ranking struct {
	structure []uint16 // the states between two code points or bytes; the start first
	middle    []uint16 // the states inside a UTF-8 sequence
}

// An order compares two states, the hotter first.
type order func(h *heat, a, b uint16) int

func byLines(h *heat, a, b uint16) int {
	return cmp.Or(cmp.Compare(h.lines[b], h.lines[a]), cmp.Compare(h.visits[b], h.visits[a]))
}

// rank ranks all live states, those that are equal by their number: the ones that are never
// met come last, and so breadth first.
func (h *heat) rank(hotter order) (r ranking) {
	for q := 1; q < len(h.visits); q++ {
		if q := uint16(q); between(h.m, q) {
			if h.alike[q] == q {
				r.structure = append(r.structure, q)
			}
		} else {
			r.middle = append(r.middle, q)
		}
	}
	for _, states := range [][]uint16{r.structure, r.middle} {
		slices.SortStableFunc(states, func(a, b uint16) int {
			if a == h.m.Start || b == h.m.Start {
				return cmp.Compare(a, b) // the start is the first of all numbers
			}
			return hotter(h, a, b)
		})
	}
	return r
}

// ranked is the ranking by lines, made once. It must not be changed.
func (h *heat) ranked() *ranking {
	if h.ranking == nil {
		r := h.rank(byLines)
		h.ranking = &r
		h.steps += int64(8 * len(h.visits))
	}
	return h.ranking
}

// hottest returns n states between two characters, or all if there are fewer, such that most
// blocks of bytes stay within them. A walk with a few states pays for each block that it has
// to walk again on the whole table, and a state without those that come with it, the one
// behind "%" without the one behind the first digit, keeps no block in. So states are taken in
// groups: always the rest of a route that keeps the most blocks in for each of its states, as
// long as one fits, and then the next by lines. Should the first n by lines keep more blocks in,
// they are the answer. The start comes first, and the rest in the order in which it was taken.
//
// It is no optimum, which is as hard as any packing, but TestHottest finds it close, and
// testdata/hot-states.md has what it keeps in beside the first n by lines and by visits. The
// time is routes² × n.
func (h *heat) hottest(n int) []uint16 {
	ranked := h.ranked().structure
	hot := slices.Clone(ranked[:min(n, len(ranked), 1)])
	for len(hot) < min(n, len(ranked)) {
		group := h.nextGroup(hot, n-len(hot))
		if group == nil {
			i := slices.IndexFunc(ranked, func(q uint16) bool { return !slices.Contains(hot, q) })
			group = ranked[i : i+1]
		}
		hot = append(hot, group...)
	}
	if first := ranked[:min(n, len(ranked))]; h.within(first) > h.within(hot) {
		return slices.Clone(first)
	}
	return hot
}

// within returns how many blocks meet no other states than these.
func (h *heat) within(hot []uint16) (blocks int) {
	h.steps += int64(10 * len(h.routes))
	hot = slices.Sorted(slices.Values(hot))
	for _, r := range h.routes {
		if subset(r.states, hot) {
			blocks += r.blocks
		}
	}
	return blocks
}

// nextGroup returns at most room states, in the order of their lines, which with the hot
// ones keep the most blocks in for each; nil when none keeps any in.
func (h *heat) nextGroup(hot []uint16, room int) (best []uint16) {
	h.steps += int64(len(h.routes) * len(h.routes))
	isHot := make([]bool, len(h.visits))
	for _, q := range hot {
		isHot[q] = true
	}
	var left [][]uint16 // by route: the states that are not hot
	for _, r := range h.routes {
		left = append(left, slices.DeleteFunc(slices.Clone(r.states), func(q uint16) bool { return isHot[q] }))
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
	slices.SortStableFunc(best, func(a, b uint16) int { return byLines(h, a, b) })
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

// Random members to train on. The bounds are five times the sizes of IRI-reference, over
// which the states are left in their order, breadth first.
const (
	sampled         = 100
	longestSample   = 64 // bytes, and then the shortest way to the end
	maxSampledCells = tables.MaxBack
	drawSteps       = 60 // a byte that is drawn: all 256 are looked at
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

// sample returns random members, always the same ones.
func (g *Grammar) sample(d *automaton.DFA) []string {
	cells := d.NumStates() * d.NumClasses()
	if cells > maxSampledCells || !g.affords(4*cells) {
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

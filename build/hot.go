package build

import (
	"cmp"
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

// A ranking is the live states of a machine, the hottest first.
type ranking struct {
	structure []uint16 // the states between two code points or bytes; the start first
	middle    []uint16 // the states inside a UTF-8 sequence
}

// rankStates ranks the states of a machine by the strings in which they are met: a walk
// with a few states that leaves the others to the whole table pays for each string that
// leaves them, not for each byte. States that are met in as many strings are ranked by the
// bytes that lead to them, and then by their number. The order is complete: states that are
// never met come last, and so breadth first.
//
// To rank by bytes first gives too much to long runs in few strings: see
// testdata/hot-states.md, which compares the two. It takes one walk of the strings.
func rankStates(m *tables.Machine, training []string) ranking {
	h := newHeat(m)
	for _, s := range training {
		h.read(s)
	}
	return h.rank(byLines)
}

// A heat counts how often the states of a machine are met. All bytes of a UTF-8 sequence
// count for the state at its end; the states inside are counted besides.
type heat struct {
	m      *tables.Machine
	visits []int // by state: the bytes that lead to it
	lines  []int // by state: the strings in which it is met, the start in all
	last   []int // by state: the last of these
	read0  int
}

func newHeat(m *tables.Machine) *heat {
	n := len(m.Accept)
	return &heat{m: m, visits: make([]int, n), lines: make([]int, n), last: make([]int, n)}
}

// between reports whether a state is between two code points or bytes, see newFollower.
func between(m *tables.Machine, q uint16) bool { return m.Expect[q] != nil }

// read counts the states that a member meets.
func (h *heat) read(s string) {
	m, q, inside := h.m, h.m.Start, 0
	h.read0++
	h.meet(q, 0)
	for i := 0; i < len(s); i++ {
		q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
		if !between(m, q) {
			h.meet(q, 1)
			inside++
			continue
		}
		h.meet(q, 1+inside)
		inside = 0
	}
}

func (h *heat) meet(q uint16, bytes int) {
	h.visits[q] += bytes
	if h.last[q] != h.read0 {
		h.last[q] = h.read0
		h.lines[q]++
	}
}

// An order compares two states, the hotter first.
type order func(h *heat, a, b uint16) int

func byLines(h *heat, a, b uint16) int {
	return cmp.Or(cmp.Compare(h.lines[b], h.lines[a]), cmp.Compare(h.visits[b], h.visits[a]))
}

func byVisits(h *heat, a, b uint16) int {
	return cmp.Or(cmp.Compare(h.visits[b], h.visits[a]), cmp.Compare(h.lines[b], h.lines[a]))
}

func (h *heat) rank(hotter order) (r ranking) {
	for q := 1; q < len(h.visits); q++ {
		if q := uint16(q); between(h.m, q) {
			r.structure = append(r.structure, q)
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

// rank ranks the states of a rule, whose language must not be empty.
func (g *Grammar) rank(r *Rule, m *tables.Machine) ranking {
	return rankStates(m, g.training(r))
}

// Random members to train on. The bounds are five times the sizes of IRI-reference, over
// which the states are left in their order, breadth first; and a second's worth of steps
// for one document.
const (
	sampled         = 100
	longestSample   = 64 // bytes, and then the shortest way to the end
	maxSampledCells = tables.MaxBack
	maxSampleSteps  = 300_000_000
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
	// A step of the sampler looks at every byte, and the way to the end may lead through all states.
	steps := sampled * (longestSample + d.Live()) * 256
	if d.NumStates()*d.NumClasses() > maxSampledCells || g.sampleSteps+steps > maxSampleSteps {
		return nil
	}
	g.sampleSteps += steps
	s, chance := automaton.NewSampler(d), rand.New(rand.NewPCG(5234, 3987))
	members := make([]string, sampled)
	for i := range members {
		members[i] = string(s.Draw(chance, i%(longestSample+1), nil))
	}
	return members
}

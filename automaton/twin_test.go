package automaton

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file contains slow, obvious reference implementations. They share no code with the code
// under test except the accessors of NFA and DFA, and avoid anything clever.

// simulate reports whether n accepts text, by tracking the set of states after each byte.
func simulate(n *NFA, text string) bool {
	now := closureOf(n, map[StateID]bool{n.Start(): true})
	for i := range len(text) {
		now = closureOf(n, stepOf(n, now, text[i]))
	}
	return now[n.Accept()]
}

func closureOf(n *NFA, set map[StateID]bool) map[StateID]bool {
	for size := -1; size != len(set); {
		size = len(set)
		for _, q := range slices.Collect(maps.Keys(set)) {
			for _, to := range n.Empty(q) {
				set[to] = true
			}
		}
	}
	return set
}

func stepOf(n *NFA, set map[StateID]bool, b byte) map[StateID]bool {
	next := map[StateID]bool{}
	for q := range set {
		for _, e := range n.Edges(q) {
			if e.Lo <= b && b <= e.Hi {
				next[e.To] = true
			}
		}
	}
	return next
}

// brzozowski minimizes by reversing and determinizing twice (Canonical regular expressions and
// minimal state graphs for definite events, 1962). All states of d must be reachable.
func brzozowski(d *DFA) *DFA {
	for range 2 {
		meter := unlimited()
		n, err := Reverse(d, meter)
		if err != nil {
			panic(err)
		}
		if d, err = Determinize(n, meter); err != nil {
			panic(err)
		}
	}
	return renumber(d)
}

// renumber numbers a minimal DFA canonically.
func renumber(d *DFA) *DFA {
	alike := func(a, b int) bool {
		for q := range d.NumStates() {
			if d.Step(StateID(q), byte(a)) != d.Step(StateID(q), byte(b)) {
				return false
			}
		}
		return true
	}
	r := &DFA{}
	var examples []byte
	for b := range 256 {
		c := slices.IndexFunc(examples, func(e byte) bool { return alike(int(e), b) })
		if c < 0 {
			c = len(examples)
			examples = append(examples, byte(b))
		}
		r.class[b] = uint8(c)
	}
	r.classes = len(examples)

	order := []StateID{Dead}
	if d.Start() != Dead {
		order, r.start = append(order, d.Start()), 1
	}
	for i := 1; i < len(order); i++ {
		for _, e := range examples {
			if to := d.Step(order[i], e); !slices.Contains(order, to) {
				order = append(order, to)
			}
		}
	}
	for _, q := range order {
		r.accept = append(r.accept, d.Accepting(q))
		for _, e := range examples {
			r.next = append(r.next, StateID(slices.Index(order, d.Step(q, e))))
		}
	}
	return r
}

// distinguishable fills in the table of state pairs that some string separates, until the table no
// longer changes (Moore, Gedanken-experiments on sequential machines, 1956).
func distinguishable(d *DFA) [][]bool {
	n := d.NumStates()
	apart := make([][]bool, n)
	for p := range apart {
		apart[p] = make([]bool, n)
		for q := range n {
			apart[p][q] = d.Accepting(StateID(p)) != d.Accepting(StateID(q))
		}
	}
	for changed := true; changed; {
		changed = false
		for p := range n {
			for q := range n {
				for c := 0; c < d.NumClasses() && !apart[p][q]; c++ {
					if apart[d.Next(StateID(p), c)][d.Next(StateID(q), c)] {
						apart[p][q], changed = true, true
					}
				}
			}
		}
	}
	return apart
}

// reachable returns the states reachable from q, including q itself.
func reachable(d *DFA, q StateID) map[StateID]bool {
	set := map[StateID]bool{q: true}
	for size := 0; size != len(set); {
		size = len(set)
		for _, q := range slices.Collect(maps.Keys(set)) {
			for c := range d.NumClasses() {
				set[d.Next(q, c)] = true
			}
		}
	}
	return set
}

// A bitmap is a set of code points, one element per code point.
type bitmap [unicode.MaxRune + 1]bool

func (m *bitmap) addTable(t *unicode.RangeTable) {
	for _, r := range t.R16 {
		for x := rune(r.Lo); x <= rune(r.Hi); x += rune(r.Stride) {
			m[x] = true
		}
	}
	for _, r := range t.R32 {
		for x := rune(r.Lo); x <= rune(r.Hi); x += rune(r.Stride) {
			m[x] = true
		}
	}
}

// runs returns the maximal runs.
func (m *bitmap) runs() [][2]rune {
	var runs [][2]rune
	for r := range rune(len(m)) {
		if m[r] && (r == 0 || !m[r-1]) {
			runs = append(runs, [2]rune{r, r})
		}
		if m[r] {
			runs[len(runs)-1][1] = r
		}
	}
	return runs
}

// strs yields every string of at most length tokens: shorter ones first, and equally long ones in
// token order from left to right.
func strs(tokens []string, length int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		layer := []string{""}
		for range length + 1 {
			var longer []string
			for _, s := range layer {
				if !yield(s) {
					return
				}
				for _, t := range tokens {
					longer = append(longer, s+t)
				}
			}
			layer = longer
		}
	}
}

// rank orders the units of a witness: a-z, 0-9, A-Z, other printable ASCII, other code points,
// stray bytes.
func rank(token string) int {
	r, size := utf8.DecodeRuneInString(token)
	group := 4
	switch {
	case r == utf8.RuneError && size == 1:
		group, r = 5, rune(token[0])
	case 'a' <= r && r <= 'z':
		group = 0
	case '0' <= r && r <= '9':
		group = 1
	case 'A' <= r && r <= 'Z':
		group = 2
	case ' ' <= r && r <= '~':
		group = 3
	}
	return group<<24 | int(r)
}

// firstWitness tries all strings over the tokens. Requires: tokens are in rank order.
func firstWitness(tokens []string, length int, found func(string) bool) (string, bool) {
	for s := range strs(tokens, length) {
		if found(s) {
			return s, true
		}
	}
	return "", false
}

// parses returns every path of n over text to an accepting state, as the marks of the bytes. Two
// paths with the same marks count as one.
func parses(n *NFA, text string) []string {
	type at struct {
		q     StateID
		marks string
	}
	now := map[at]bool{{n.Start(), ""}: true}
	for i := 0; ; i++ {
		for size := -1; size != len(now); {
			size = len(now)
			for _, x := range slices.Collect(maps.Keys(now)) {
				for _, to := range n.Empty(x.q) {
					now[at{to, x.marks}] = true
				}
			}
		}
		if i == len(text) {
			break
		}
		next := map[at]bool{}
		for x := range now {
			for _, e := range n.Edges(x.q) {
				if e.Lo <= text[i] && text[i] <= e.Hi {
					next[at{e.To, x.marks + string(rune('0'+e.Mark))}] = true
				}
			}
		}
		now = next
	}
	var all []string
	for x := range now {
		if x.q == n.Accept() {
			all = append(all, x.marks)
		}
	}
	slices.Sort(all)
	return all
}

// nondecreasing reports whether the marks of a parse never decrease and do not include 0.
func nondecreasing(marks string) bool {
	return !strings.Contains(marks, "0") && slices.IsSorted([]byte(marks))
}

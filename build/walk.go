package build

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A Walk reads a string with the automaton of a table, byte by byte. The command abnf walk displays
// its readings.
//
// Idea. A Walk tracks all readings that are possible after the bytes so far, like the walk of
// package counter (tables/internal/counter), but without the faster loops of that package. A rule
// without calls has at most one reading, at depth 0.
//
// Cost. Each byte takes time proportional to the number of readings, which is at most
// [MaxReadings].
//
// Tested against: TestWalk compares it with the table.
type Walk struct {
	m                   *machine.Machine
	enter, inmost, back int       // states: start of the called rule, start of the innermost call, state after a call
	maxDepth            int       // maximum depth of calls that the table allows
	now                 []Reading // readings after the bytes so far
	undecided, counting bool      // whether there were too many readings; whether the table counts calls
	exits               []exit    // by state: first step of a shortest path to the end, computed when needed
}

// A Reading is a possible position of a walk: a state and the number of open calls. Readings that
// differ only in this number are merged into one Reading with a range of numbers. States are
// numbered as in the dump of the stage "pack".
type Reading struct {
	State   int
	Depth   int // minimum number of open calls
	Deepest int // maximum number of open calls; all numbers between are possible
	Site    int // state after the outermost open call, in the rule itself; 0 at depth 0
}

// MaxReadings is the maximum number of readings of a [Walk], the same as for a walk of the table.
const MaxReadings = machine.MaxReadings

// NewWalk returns a walk at the start of a string. It fails if table is empty or malformed. Pass a
// table from an untrusted source to [machine.Verify] first.
func NewWalk(table tables.Rule) (*Walk, error) {
	if table == "" {
		return nil, errors.New("the table is empty")
	}
	m, err := machine.Of(table)
	if err != nil {
		return nil, fmt.Errorf("walk: %w", err)
	}
	w, start := &Walk{m: m, counting: m.Calls, maxDepth: math.MaxInt}, int(m.Start)
	if m.Calls {
		w.enter, w.back = w.next(start, automata.EnterToken), w.next(start, automata.BackToken)
		w.inmost = w.next(w.enter, automata.EnterToken)
	}
	if m.Exactness == tables.Subset {
		w.maxDepth = m.Depth
	}
	if start != 0 {
		w.now = []Reading{{State: start}}
	}
	return w, nil
}

// next returns the state to which byte b leads from state q.
func (w *Walk) next(q int, b byte) int { return int(w.m.Next[q*w.m.Count+int(w.m.Class[b])]) }

// Clone returns a copy of the walk. Stepping one does not change the other.
func (w *Walk) Clone() *Walk {
	c := *w
	return &c
}

// Readings returns the readings after the bytes so far, deepest last. The list is empty if no
// member starts with these bytes, or if the walk is undecided.
func (w *Walk) Readings() []Reading { return slices.Clone(w.now) }

// Undecided reports whether the walk ended early because it had more than MaxReadings readings.
func (w *Walk) Undecided() bool { return w.undecided }

// Accepting reports whether the bytes so far form a member of the rule.
func (w *Walk) Accepting() bool {
	return slices.ContainsFunc(w.now, func(r Reading) bool { return r.Depth == 0 && w.m.Accept[r.State] })
}

// Class returns the class number of b. All bytes of a class have the same transitions.
func (w *Walk) Class(b byte) int { return int(w.m.Class[b]) }

// Expected returns words for the characters that may follow the bytes so far, such as "a digit".
// The list is empty inside a character, and after a member that no byte can continue.
func (w *Walk) Expected() (words []string) {
	var states []int
	for _, r := range w.now {
		states = append(states, r.State)
		if w.inmost != 0 && w.next(r.State, automata.CallToken) != 0 { // a subset has separate words for its calls
			if r.Depth+1 < w.maxDepth {
				states = append(states, w.enter)
			}
			if r.Deepest+1 == w.maxDepth {
				states = append(states, w.inmost)
			}
		}
	}
	for _, q := range states {
		for _, i := range w.m.Expect[q] {
			if word := w.m.Words[i]; !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// Step reads the byte b. It replaces each reading with the readings that b leads to: after a
// transition on b, and inside a call that starts with b.
func (w *Walk) Step(b byte) {
	before := w.now
	w.now = nil
	if w.counting && b >= automata.LastToken {
		return
	}
	for _, r := range before {
		w.arrive(Reading{w.next(r.State, b), r.Depth, r.Deepest, r.Site})
		if w.counting {
			w.call(r, b)
		}
	}
	if len(w.now) > MaxReadings {
		w.now, w.undecided = nil, true
	}
	slices.SortFunc(w.now, func(a, b Reading) int {
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.State, b.State), cmp.Compare(a.Site, b.Site))
	})
}

// call adds the readings inside a call that starts at r with the byte b. A call that reaches the
// maximum depth enters the innermost automaton, which has no calls.
func (w *Walk) call(r Reading, b byte) {
	site := w.next(r.State, automata.CallToken)
	if site == 0 {
		return
	}
	if r.Depth > 0 {
		site = r.Site
	}
	deepest := r.Deepest + 1
	if deepest == w.maxDepth {
		w.arrive(Reading{w.next(w.inmost, b), deepest, deepest, site})
		deepest--
	}
	w.arrive(Reading{w.next(w.enter, b), r.Depth + 1, deepest, site})
}

// arrive adds the reading r if its state is live and its range is not empty. If the call that
// contains r may end there, arrive also adds the reading after that call, and the readings after
// enclosing calls that may end at the same position.
func (w *Walk) arrive(r Reading) {
	if r.State == 0 || r.Depth > r.Deepest {
		return
	}
	ends := r.Depth > 0 && w.m.Accept[r.State]
	if !ends || w.continues(r.State) {
		w.add(r)
	}
	if !ends {
		return
	}
	through := w.m.Accept[w.back] // whether a call may end right after a call nested in it
	if r.Deepest > 1 {
		least := max(r.Depth-1, 1)
		if through {
			least = 1
		}
		w.add(Reading{w.back, least, r.Deepest - 1, r.Site})
	}
	if r.Depth == 1 || through {
		w.add(Reading{State: r.Site})
	}
}

// add adds the reading r. It merges r with the readings of the same state and site whose depth
// ranges overlap or adjoin.
func (w *Walk) add(r Reading) {
	w.now = slices.DeleteFunc(w.now, func(x Reading) bool {
		touch := x.State == r.State && x.Site == r.Site && r.Depth <= x.Deepest+1 && x.Depth <= r.Deepest+1
		if touch {
			r.Depth, r.Deepest = min(r.Depth, x.Depth), max(r.Deepest, x.Deepest)
		}
		return touch
	})
	w.now = append(w.now, r)
}

// continues reports whether the state q has a transition to a live state.
func (w *Walk) continues(q int) bool {
	return slices.ContainsFunc(w.m.Next[q*w.m.Count:][:w.m.Count], func(to uint16) bool { return to != 0 })
}

// An exit is the first step on a shortest path from a state to an accepting state.
type exit struct {
	length int64 // length of the complete path in bytes; noExit if there is no path
	by     byte  // first byte of the path, or automata.CallToken for a call
	to     int   // state after the first step
}

const noExit int64 = 1 << 40

// Completion returns a shortest string s that completes the bytes so far to a member. ok is false
// if no member starts with these bytes, or if the walk is undecided.
func (w *Walk) Completion() (s string, ok bool) {
	if len(w.now) == 0 {
		return "", false
	}
	if w.exits == nil {
		w.findExits()
	}
	best := noExit
	for _, r := range w.now {
		n := w.exits[r.State].length
		if r.Depth > 0 {
			n += int64(r.Depth-1)*w.exits[w.back].length + w.exits[r.Site].length
		}
		if n >= best {
			continue
		}
		best = n
		var text []byte
		text = w.appendExit(text, r.State)
		for d := r.Depth; d > 1; d-- {
			text = w.appendExit(text, w.back)
		}
		if r.Depth > 0 {
			text = w.appendExit(text, r.Site)
		}
		s = string(text)
	}
	return s, best < noExit
}

// findExits computes w.exits in two passes: first for paths without calls, then for paths on which
// each call is a shortest string of the called rule without calls.
func (w *Walk) findExits() {
	w.exits = make([]exit, w.m.States())
	for q := range w.exits {
		w.exits[q].length = noExit
		if w.m.Accept[q] {
			w.exits[q].length = 0
		}
	}
	w.relax(noExit)
	if w.counting {
		w.relax(w.exits[w.enter].length)
	}
}

// relax shortens the paths in w.exits until no path can be shortened further. call is the length of
// a call in bytes, or noExit to exclude calls.
func (w *Walk) relax(call int64) {
	bytes := w.examples()
	for shorter := true; shorter; {
		shorter = false
		for q := 1; q < w.m.States(); q++ {
			for c := range w.m.Count {
				cost := int64(1)
				if w.counting && bytes[c] >= automata.LastToken {
					cost = call
				}
				to := int(w.m.Next[q*w.m.Count+c])
				if to == 0 || w.counting && bytes[c] >= automata.LastToken && bytes[c] < automata.CallToken {
					continue
				}
				if n := cost + w.exits[to].length; n < w.exits[q].length {
					w.exits[q], shorter = exit{n, bytes[c], to}, true
				}
			}
		}
	}
}

// examples returns the most readable byte of each byte class: a lowercase letter if there is one,
// else a digit, an uppercase letter, another ASCII character, or any byte.
func (w *Walk) examples() []byte {
	bytes, known := make([]byte, w.m.Count), make([]bool, w.m.Count)
	for _, run := range []struct{ lo, hi int }{{'a', 'z'}, {'0', '9'}, {'A', 'Z'}, {'!', '~'}, {0, 255}} {
		for b := run.lo; b <= run.hi; b++ {
			if c := w.m.Class[b]; !known[c] {
				bytes[c], known[c] = byte(b), true
			}
		}
	}
	return bytes
}

// appendExit appends to text a shortest string that leads from the state q to an accepting state.
func (w *Walk) appendExit(text []byte, q int) []byte {
	for w.exits[q].length > 0 {
		if by := w.exits[q].by; w.counting && by == automata.CallToken {
			text = w.appendExit(text, w.enter)
		} else {
			text = append(text, by)
		}
		q = w.exits[q].to
	}
	return text
}

package build

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A Walk reads a string with the automaton of a table, byte by byte. Command abnf walk shows its
// readings to people.
//
// Idea. The walk of package counter (tables/internal/counter) with one reading after the other, and
// without its faster loops. For a rule without calls there is one reading, at depth 0.
//
// Cost. The number of readings for each byte, at most [MostReadings]. Twin: TestWalk compares it
// with the table.
type Walk struct {
	m                   *machine.Machine
	start, enter, back  int
	most                int // the greatest depth of calls that the table allows
	now                 []Reading
	undecided, counting bool
	exits               []exit // by state, computed when needed
}

// A Reading is a possible position of a walk: a state, and the calls open in it. The states have
// the numbers of the dump of the stage "pack".
type Reading struct {
	State   int
	Depth   int // least number of open calls
	Deepest int // greatest number of open calls; all numbers between are possible
	Site    int // state to return to from depth 1; 0 at depth 0
}

// MostReadings is the largest number of readings of a [Walk], the same as for a walk of the table.
const MostReadings = machine.MostReadings

// firstToken is the first of the bytes that are tokens in tables with calls: all bytes from here to
// 0xFF.
const firstToken = lastToken

// NewWalk returns a walk at the beginning of a string. It fails for an empty table, and for a
// string that is not laid out as a table.
func NewWalk(table tables.Rule) (*Walk, error) {
	if table == "" {
		return nil, errors.New("there is no table to walk")
	}
	m, err := machine.Of(table)
	if err != nil {
		return nil, fmt.Errorf("a walk: %w", err)
	}
	w := &Walk{m: m, start: int(m.Start), counting: m.Calls, most: math.MaxInt}
	if m.Calls {
		w.enter, w.back = w.next(w.start, enterToken), w.next(w.start, backToken)
	}
	if m.Exactness == tables.Subset {
		w.most = m.Depth
	}
	if w.start != 0 {
		w.now = []Reading{{State: w.start}}
	}
	return w, nil
}

// next returns the state after byte b from state q.
func (w *Walk) next(q int, b byte) int { return int(w.m.Next[q*w.m.Count+int(w.m.Class[b])]) }

// Clone returns a copy; steps of one do not change the other.
func (w *Walk) Clone() *Walk {
	c := *w
	return &c
}

// Readings returns the readings after the bytes so far, the deepest last. It returns none if no
// member begins with these bytes, and if the walk is undecided.
func (w *Walk) Readings() []Reading { return slices.Clone(w.now) }

// Undecided reports whether the walk ended because it had too many readings.
func (w *Walk) Undecided() bool { return w.undecided }

// Accepting reports whether the bytes so far are a member.
func (w *Walk) Accepting() bool {
	return slices.ContainsFunc(w.now, func(r Reading) bool { return r.Depth == 0 && w.m.Accept[r.State] })
}

// Class returns the number of a byte's class. All bytes of a class have the same transitions.
func (w *Walk) Class(b byte) int { return int(w.m.Class[b]) }

// Expected describes the characters that may follow, in words. It returns no words inside of a
// character, and after a member that cannot go on.
func (w *Walk) Expected() (words []string) {
	for _, r := range w.now {
		for _, i := range w.m.Expect[r.State] {
			word := w.m.Words[i]
			// At the greatest depth no call may begin, see [tables.SyntaxError.Expected].
			calls := w.counting && r.Depth == w.most && single.MatchString(word) && w.next(r.State, word[1]) == 0
			if !calls && !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// single matches a word for one character, in quotes.
var single = regexp.MustCompile(`^(?:"."|'.')$`)

// Step reads a byte. It replaces each reading by those after a transition on the byte, and after a
// call that begins with the byte.
func (w *Walk) Step(b byte) {
	before := w.now
	w.now = nil
	if w.counting && b >= firstToken {
		return
	}
	for _, r := range before {
		if to := w.next(r.State, b); to != 0 {
			w.arrive(Reading{to, r.Depth, r.Deepest, r.Site})
		}
		if !w.counting || r.Depth == w.most {
			continue
		}
		into, site := w.next(w.enter, b), w.next(r.State, callToken)
		if into == 0 || site == 0 {
			continue
		}
		if r.Depth > 0 {
			site = r.Site
		}
		w.arrive(Reading{into, r.Depth + 1, min(r.Deepest, w.most-1) + 1, site})
	}
	if len(w.now) > MostReadings {
		w.now, w.undecided = nil, true
	}
	slices.SortFunc(w.now, func(a, b Reading) int {
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.State, b.State), cmp.Compare(a.Site, b.Site))
	})
}

// arrive adds a reading. If a call may end there, it also adds the readings after the return, and
// after the returns of the calls around it that end there too.
func (w *Walk) arrive(r Reading) {
	ends := r.Depth > 0 && w.m.Accept[r.State]
	if !ends || w.goesOn(r.State) {
		w.add(r)
	}
	if !ends {
		return
	}
	through := w.m.Accept[w.back] // whether a call may end right after a call in it
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

// add adds a reading. Readings of the same state and site merge with it if their depths overlap or
// are adjacent.
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

// goesOn reports whether a state has a transition to a live state.
func (w *Walk) goesOn(q int) bool {
	return slices.ContainsFunc(w.m.Next[q*w.m.Count:][:w.m.Count], func(to uint16) bool { return to != 0 })
}

// An exit is the first step of a shortest way from a state to an accepting one.
type exit struct {
	length int64 // bytes of the way; noExit without a way
	by     byte  // first byte of the way, or callToken for a call
	to     int   // state after it
}

const noExit int64 = 1 << 40

// Completion returns a shortest string that completes the bytes so far to a member. ok is false if
// no member begins with these bytes, and if the walk is undecided.
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

// findExits finds the exits: first with ways without calls, and then with calls of the shortest
// string without calls.
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

// relax shortens exits until no exit gets shorter. call is the number of bytes of a call.
func (w *Walk) relax(call int64) {
	of := w.examples()
	for shorter := true; shorter; {
		shorter = false
		for q := 1; q < w.m.States(); q++ {
			for c := range w.m.Count {
				cost := int64(1)
				if w.counting && of[c] >= firstToken {
					cost = call
				}
				to := int(w.m.Next[q*w.m.Count+c])
				if to == 0 || w.counting && q == w.start && of[c] >= firstToken && of[c] < callToken {
					continue
				}
				if n := cost + w.exits[to].length; n < w.exits[q].length {
					w.exits[q], shorter = exit{n, of[c], to}, true
				}
			}
		}
	}
}

// examples returns a byte of each class, the easiest to read: a letter before a digit, and these
// before other ASCII.
func (w *Walk) examples() []byte {
	of, known := make([]byte, w.m.Count), make([]bool, w.m.Count)
	for _, run := range []struct{ lo, hi int }{{'a', 'z'}, {'0', '9'}, {'A', 'Z'}, {'!', '~'}, {0, 255}} {
		for b := run.lo; b <= run.hi; b++ {
			if c := w.m.Class[b]; !known[c] {
				of[c], known[c] = byte(b), true
			}
		}
	}
	return of
}

func (w *Walk) appendExit(text []byte, q int) []byte {
	for w.exits[q].length > 0 {
		if by := w.exits[q].by; w.counting && by == callToken {
			text = w.appendExit(text, w.enter)
		} else {
			text = append(text, by)
		}
		q = w.exits[q].to
	}
	return text
}

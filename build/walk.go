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

// A Walk reads a string with the automaton of a table, byte by byte, so that people see what the table does.
//
// Idea. It is package counter's without its economies. For a rule without calls there is one reading, at
// depth 0.
//
// Cost. The readings for each byte, at most [MostReadings]. Twin: TestWalk compares it with the table.
type Walk struct {
	m                   *machine.Machine
	start, enter, back  int
	most                int // the greatest depth that counts
	now                 []Reading
	undecided, counting bool
	exits               []exit // by state, once they are needed
}

// A Reading is where a walk may be. The states are numbered as in the dump of the stage "pack".
type Reading struct {
	State   int
	Depth   int // calls that are open, at least
	Deepest int // and at most; all depths between are possible
	Site    int // the state to return to from depth 1; 0 at depth 0
}

// MostReadings is how many readings a [Walk] may have, as many as a walk of the table may.
const MostReadings = machine.MostReadings

// The bytes of tokens in tables with calls begin with this one.
const firstToken = lastToken

// NewWalk returns a walk at the beginning of a string.
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

func (w *Walk) next(q int, b byte) int { return int(w.m.Next[q*w.m.Count+int(w.m.Class[b])]) }

// Clone returns a copy that goes on by itself.
func (w *Walk) Clone() *Walk {
	c := *w
	return &c
}

// Readings returns where the walk may be, the deepest last; none if no member begins with what was read.
func (w *Walk) Readings() []Reading { return slices.Clone(w.now) }

// Undecided reports whether the walk ended because it had too many readings.
func (w *Walk) Undecided() bool { return w.undecided }

// Accepting reports whether what was read is a member.
func (w *Walk) Accepting() bool {
	return slices.ContainsFunc(w.now, func(r Reading) bool { return r.Depth == 0 && w.m.Accept[r.State] })
}

// Class returns the number of the class of a byte: bytes of one class mean the same in every state.
func (w *Walk) Class(b byte) int { return int(w.m.Class[b]) }

// Expected returns what may follow, in words; none inside a character, and after a member that ends.
func (w *Walk) Expected() (words []string) {
	for _, r := range w.now {
		for _, i := range w.m.Expect[r.State] {
			word := w.m.Words[i]
			// At the greatest depth no call begins, see [tables.SyntaxError.Expected].
			calls := w.counting && r.Depth == w.most && single.MatchString(word) && w.next(r.State, word[1]) == 0
			if !calls && !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// single is a word for one character.
var single = regexp.MustCompile(`^(?:"."|'.')$`)

// Step reads a byte.
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

// arrive adds a reading, and those after the returns that it allows.
func (w *Walk) arrive(r Reading) {
	ends := r.Depth > 0 && w.m.Accept[r.State]
	if !ends || w.goesOn(r.State) {
		w.add(r)
	}
	if !ends {
		return
	}
	through := w.m.Accept[w.back] // so a return may end the calls around it
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

// add adds a reading. Those that touch it, with the same state and site, become one with it.
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

// goesOn reports whether a state has a move.
func (w *Walk) goesOn(q int) bool {
	return slices.ContainsFunc(w.m.Next[q*w.m.Count:][:w.m.Count], func(to uint16) bool { return to != 0 })
}

// An exit is a first byte of a shortest way from a state to an accepting one.
type exit struct {
	length int64
	by     byte // or callToken
	to     int
}

const noExit int64 = 1 << 40

// Completion returns a shortest string that makes a member of what was read. There is none for a walk
// without readings.
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

// findExits finds the shortest ways, first without calls and then with those that have none inside.
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

// relax shortens ways until none gets shorter. A call costs as many bytes as its shortest string.
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

// examples returns for each class the byte of it that people read best.
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

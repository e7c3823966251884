package counter

import (
	"slices"

	"github.com/irilex/iri/tables/internal/format"
)

// MaxReadings is the maximum number of readings in a walk.
const MaxReadings = format.MaxReadings

// A Walk walks a string that arrives in pieces. [Walk.Clone] copies it.
type Walk struct {
	view
	lists [2]readings // the current readings, and room for the readings after the next byte
	turn  uint8       // the index of the current list

	undecided bool
}

// New returns a walk at the beginning of a string. The table must have calls.
func New(t format.Table) (w Walk) {
	w.open(t)
	w.be(soleReading{state: int(t[format.AtStart])})
	return w
}

// be makes r the only reading.
func (w *Walk) be(r soleReading) {
	now := w.now()
	now.n, now.at[0], now.lo[0], now.hi[0] = 1, placeOf(r.state, r.site), r.depth, r.depth
}

func (w *Walk) now() *readings { return &w.lists[w.turn&1] }

// Clone returns an independent copy.
func (w *Walk) Clone() Walk {
	c := *w
	now, then := &c.lists[w.turn&1], &c.lists[w.turn&1^1]
	now.more, then.more = slices.Clone(now.more[:max(0, now.n-few)]), nil
	return c
}

// Valid reports whether s is a member.
func Valid(t format.Table, s string) bool {
	p, start, first := format.NewRows(t), t[format.AtStart], t[format.AtFirst]
	i, q := 0, start
	if enter := p.Row(format.Enter)[start]; start < first && enter < first {
		if i, q = outside(p, s, start, enter, first-1); i == len(s) {
			return t.Accepts(int(q))
		}
	}
	return validCalls(t, s[i:], int(q))
}

// validCalls is like Valid, but starts from a state of the outside.
func validCalls(t format.Table, s string, q int) bool {
	var v view
	v.open(t)
	r := soleReading{state: q}
	i := v.advance(s, 0, &r)
	if i == len(s) {
		return r.depth == 0 && v.accepts(r.state)
	}
	return v.validFrom(s, i, r)
}

// validFrom is like Valid, but starts at the byte at offset i; r is the only reading before this
// byte.
func (v *view) validFrom(s string, i int, r soleReading) bool {
	var w Walk
	w.view = *v
	w.be(r)
	if !w.inRows(w.now()) || !w.settle(s[i]) {
		w.step(s[i])
	}
	w.advanceFrom(s, i+1)
	return w.Accepting()
}

// Prefix returns the length in bytes of the longest prefix of s that is a member, or -1 if there is
// none.
func Prefix(t format.Table, s string) int {
	w, longest := New(t), -1
	for i := 0; ; i++ {
		if w.Accepting() {
			longest = i
		}
		if i == len(s) || w.Dead() {
			return longest
		}
		w.step(s[i])
	}
}

// Accepting reports whether the bytes so far are a member.
func (w *Walk) Accepting() bool {
	now := w.now()
	for i := range now.n {
		if r := now.get(i); r.lo == 0 && w.accepts(r.at.state()) {
			return true
		}
	}
	return false
}

// Dead reports whether no member starts with the bytes so far, or the walk is undecided.
func (w *Walk) Dead() bool { return w.now().n == 0 }

// Undecided reports whether the walk ended because it had too many readings.
func (w *Walk) Undecided() bool { return w.undecided }

// Between reports whether the walk is between two code points.
func (w *Walk) Between() bool {
	now := w.now()
	for i := range now.n {
		if !w.table.InSequence(now.get(i).at.state()) {
			return true
		}
	}
	return w.Dead()
}

// States returns the possible states of the walk. If the table is a subset, they are followed by
// the first states of the calls that can begin next. (In other tables, the words of the state
// before a call include the first bytes of the call.)
func (w *Walk) States() []int {
	var states, calls []int
	now := w.now()
	for i := range now.n {
		r := now.get(i)
		states = append(states, r.at.state())
		if w.inmost == 0 || w.view.step(r.at.state(), format.Call) == 0 {
			continue
		}
		if r.lo+1 < w.most {
			calls = append(calls, w.enter)
		}
		if r.hi+1 == w.most {
			calls = append(calls, w.inmost)
		}
	}
	slices.Sort(states)
	return append(slices.Compact(states), calls...)
}

// Advance walks s. It returns the number of bytes before the byte that ended the walk, or len(s) if
// the walk has not ended. If the walk had already ended, it returns 0.
func (w *Walk) Advance(s string) int { return w.advanceFrom(s, 0) }

// advanceFrom is like Advance, but starts at offset i.
func (w *Walk) advanceFrom(s string, i int) int {
	for ; i < len(s); i++ {
		switch now := w.now(); {
		case now.n == 1 && now.lo[0] == now.hi[0]:
			r := soleReading{now.at[0].state(), now.at[0].site(), now.lo[0]}
			i = w.advance(s, i, &r)
			w.be(r)
		case now.n > 0 && now.n <= few && w.inRows(now):
			i = w.fewNear(s, i)
		}
		if i < len(s) {
			w.step(s[i])
		}
		if w.Dead() {
			return i
		}
	}
	return len(s)
}

// step advances all readings by one byte.
func (w *Walk) step(b byte) {
	now := w.now()
	w.turn ^= 1
	then := w.now()
	if then.n, then.lost = 0, false; b >= format.Last {
		return
	}
	row, calls := w.rows.Row(b), w.rows.Row(format.Call)
	into, inmost := w.on(row, w.enter, b), w.on(row, w.inmost, b)
	for i := range now.n {
		r := now.get(i)
		if site := w.on(calls, r.at.state(), format.Call); site != 0 && into != 0 {
			if r.lo > 0 {
				site = r.at.site()
			}
			lo, hi := r.lo+1, r.hi+1
			if hi == w.most {
				w.arrive(then, placeOf(inmost, site), hi, hi)
				hi--
			}
			w.arrive(then, placeOf(into, site), lo, hi)
		}
		w.arrive(then, r.at.moved(w.on(row, r.at.state(), b)), r.lo, r.hi)
	}
	if then.lost {
		w.undecided, then.n = true, 0
	}
}

// arrive adds a reading if its state is live and its range is not empty. If the state belongs to
// the inside and accepts, arrive also adds the readings after a return: one level up in the state
// back or, from depth 1, at the site. If back also accepts, the return may end enclosing calls, so
// arrive adds readings for all levels above.
func (w *Walk) arrive(then *readings, at place, lo, hi int64) {
	if at.state() == 0 || lo > hi {
		return
	}
	accepts := lo > 0 && w.accepts(at.state())
	if !accepts || at.state() != w.last {
		then.add(at, lo, hi)
	}
	if !accepts {
		return
	}
	if hi > 1 {
		lowest := max(lo-1, 1)
		if w.ends {
			lowest = 1
		}
		then.add(at.moved(w.back), lowest, hi-1)
	}
	if lo == 1 || w.ends {
		then.add(placeOf(at.site(), 0), 0, 0)
	}
}

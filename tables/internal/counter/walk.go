package counter

import (
	"slices"

	"github.com/irilex/iri/tables/internal/format"
)

// MostReadings is the largest number of readings of a walk.
const MostReadings = format.MostReadings

// A reading is a possible state and site of a walk, at each depth from lo to hi.
type reading struct {
	state, site int32
	lo, hi      int64
}

// readings are a list. The first ones are in the walk itself, and others in memory of their own.
type readings struct {
	n    int
	lost bool // whether there were too many
	near [near]reading
	more []reading
}

func (r *readings) at(i int) *reading {
	if i < near {
		return &r.near[i]
	}
	return &r.more[i-near]
}

// A Walk is a walk over a string in pieces. [Walk.Clone] copies it.
type Walk struct {
	view
	lists [2]readings // the current readings, and room for those after a byte
	turn  uint8       // the index of the current list

	undecided bool
}

// New returns a walk at the beginning of a string. The table must have calls.
func New(t format.Table) (w Walk) {
	w.open(t)
	w.be(lone{state: int(t[format.AtStart])})
	return w
}

// be makes r the only reading.
func (w *Walk) be(r lone) {
	now := w.now()
	now.n, now.near[0] = 1, reading{int32(r.state), int32(r.site), r.depth, r.depth}
}

func (w *Walk) now() *readings { return &w.lists[w.turn] }

// Clone returns a copy that goes on by itself.
func (w *Walk) Clone() Walk {
	c := *w
	for i := range c.lists {
		c.lists[i].more = slices.Clone(c.lists[i].more)
	}
	return c
}

// Valid reports whether s, as a whole, is a member.
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

// validCalls is Valid from a state of the outside on.
func validCalls(t format.Table, s string, q int) bool {
	var v view
	v.open(t)
	r := lone{state: q}
	i := v.advance(s, 0, &r)
	if i == len(s) {
		return r.depth == 0 && v.accepts(r.state)
	}
	return v.validFrom(s[i:], r)
}

// validFrom is Valid from a reading on.
func (v *view) validFrom(s string, r lone) bool {
	var f few
	f.be(r)
	i := v.follow(s, 0, &f)
	if i == len(s) {
		return f.accepting(v)
	}
	if f.n == 0 {
		return false
	}
	var w Walk
	w.view = *v
	w.set(&f)
	w.step(s[i]) // follow has stopped before this byte
	return w.Advance(s[i+1:]) == len(s)-i-1 && w.Accepting()
}

// Prefix returns the length in bytes of the longest prefix of s that is a member, or -1 without
// one.
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
		if r := now.at(i); r.lo == 0 && w.accepts(int(r.state)) {
			return true
		}
	}
	return false
}

// Dead reports whether no member begins with the bytes so far, or the walk is undecided.
func (w *Walk) Dead() bool { return w.now().n == 0 }

// Undecided reports whether the walk ended because it had too many readings.
func (w *Walk) Undecided() bool { return w.undecided }

// Between reports whether the walk is between two code points.
func (w *Walk) Between() bool {
	now := w.now()
	for i := range now.n {
		if !w.table.InSequence(int(now.at(i).state)) {
			return true
		}
	}
	return now.n == 0
}

// States returns the possible states of the walk.
func (w *Walk) States() (states []int) {
	now := w.now()
	for i := range now.n {
		states = append(states, int(now.at(i).state))
	}
	slices.Sort(states)
	return slices.Compact(states)
}

// Closed reports whether a call from a state, one of States, would be too deep for the table.
func (w *Walk) Closed(state int) bool {
	now := w.now()
	for i := range now.n {
		if r := now.at(i); int(r.state) == state && r.lo < w.most {
			return false
		}
	}
	return true
}

// Depth returns the greatest possible depth of the walk.
func (w *Walk) Depth() (most int64) {
	now := w.now()
	for i := range now.n {
		most = max(most, now.at(i).hi)
	}
	return most
}

// Advance walks s. It returns the number of bytes before the one that ended the walk, or all.
func (w *Walk) Advance(s string) int {
	for i := 0; i < len(s); i++ {
		if now := w.now(); now.n == 1 && now.near[0].lo == now.near[0].hi {
			one := &now.near[0]
			r := lone{int(one.state), int(one.site), one.lo}
			i = w.advance(s, i, &r)
			w.be(r)
		} else if now.n <= near {
			i = w.few(s, i)
		}
		if i == len(s) {
			break
		}
		if w.step(s[i]); w.Dead() {
			return i
		}
	}
	return len(s)
}

// few is follow with the readings of the walk, at most near.
func (w *Walk) few(s string, i int) int {
	var f few
	now := w.now()
	f.n = now.n
	for k, r := range now.near[:now.n] {
		f.at[k&7], f.lo[k&7], f.hi[k&7] = placeOf(uint16(r.state), uint16(r.site)), r.lo, r.hi
	}
	i = w.follow(s, i, &f)
	w.set(&f)
	return i
}

// set makes those of f the readings of the walk.
func (w *Walk) set(f *few) {
	now := w.now()
	now.n = f.n
	for k := range f.n {
		p := f.at[k&7]
		now.near[k] = reading{int32(p.state()), int32(p.site()), f.lo[k&7], f.hi[k&7]}
	}
}

// step walks a byte with all readings.
func (w *Walk) step(b byte) {
	now := w.now()
	w.turn ^= 1
	then := w.now()
	if then.n, then.lost = 0, false; b >= format.Last {
		return
	}
	into := w.view.step(w.enter, b)
	for i := range now.n {
		r := now.at(i)
		to, site := w.view.step(int(r.state), b), 0
		if into != 0 && r.lo < w.most {
			site = w.view.step(int(r.state), format.Call)
		}
		switch {
		case to == 0:
		case r.lo == 0:
			then.add(int32(to), 0, 0, 0)
		default:
			w.arrive(then, int32(to), r.site, r.lo, r.hi)
		}
		switch {
		case site == 0:
		case r.lo == 0:
			w.arrive(then, int32(into), int32(site), 1, 1)
		default:
			w.arrive(then, int32(into), r.site, r.lo+1, min(r.hi, w.most-1)+1)
		}
	}
	if then.lost {
		w.undecided, then.n = true, 0
	}
}

// arrive adds a reading of the inside. If its state accepts, arrive also adds the readings after a
// return: one level higher in the state of back, and for depth 1 at the site. If the state of back
// accepts too, the return may end the calls around it, so it leads to all levels above.
func (w *Walk) arrive(then *readings, state, site int32, lo, hi int64) {
	accepts := w.accepts(int(state))
	if !accepts || int(state) != w.last {
		then.add(state, site, lo, hi)
	}
	if !accepts {
		return
	}
	if hi > 1 {
		lowest := max(lo-1, 1)
		if w.ends {
			lowest = 1
		}
		then.add(int32(w.back), site, lowest, hi-1)
	}
	if lo == 1 || w.ends {
		then.add(site, 0, 0, 0)
	}
}

// add adds a reading, or extends the range of one. Ranges that touch become one. A list of
// MostReadings takes no others.
func (t *readings) add(state, site int32, lo, hi int64) {
	for i := 0; i < t.n; i++ {
		x := t.at(i)
		if x.state != state || x.site != site || lo > x.hi+1 || x.lo > hi+1 {
			continue
		}
		lo, hi = min(lo, x.lo), max(hi, x.hi)
		t.n--
		*x = *t.at(t.n)
		i--
	}
	if t.n == MostReadings {
		t.lost = true // for good: what would make two ranges one may still come
		return
	}
	if t.n >= near && t.n-near == len(t.more) {
		t.more = append(t.more, reading{})
	}
	*t.at(t.n) = reading{state, site, lo, hi}
	t.n++
}

package labels

import (
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
)

// A follower finds the units that may follow a state of the automaton d. A unit is a code point, or
// a single byte in an octet rule.
type follower struct {
	d       *automaton.DFA
	between []bool                  // by state: whether it lies between two units, not inside a UTF-8 sequence
	queue   []automaton.StateID     // states between two units whose moves have not been visited
	whole   map[position]bool       // results of the method sequence
	seen    map[position]bool       // positions visited by the method finish
	tails   map[tailKey][]span.Span // results of the method tail
	meter   *automaton.Meter
	steps   int64 // steps since the last call to work
}

// A position lies inside a UTF-8 sequence: it is in state q, before the last n bytes of the
// sequence. The next byte is between lo and hi.
type position struct {
	q      automaton.StateID
	n      int
	lo, hi byte
}

// A tailKey is a state and the number of continuation bytes to read from there.
type tailKey struct {
	q automaton.StateID
	n int
}

// newFollower returns a follower of d. It finds the states that lie between two units, beginning
// with the start.
//
// Idea. Take a byte that can begin a UTF-8 sequence. If all paths that begin with it complete a
// UTF-8 sequence, the unit is the code point, and the states after the sequence lie between units.
// If some path does not, the byte is a separate unit, and the state after the byte lies between
// units.
//
// Only the language of d matters. The follower does not distinguish the code point "é" from the
// same two bytes written as octets.
//
// Cost. The number of steps for each state and byte is bounded, because the results for sequences
// are cached. The only possible error is an exceeded limit.
//
// Tested against: TestWordsAreExact.
func newFollower(d *automaton.DFA, meter *automaton.Meter) (*follower, error) {
	f := &follower{
		d: d, between: make([]bool, d.NumStates()),
		whole: map[position]bool{}, seen: map[position]bool{}, tails: map[tailKey][]span.Span{}, meter: meter,
	}
	f.add(d.Start())
	for len(f.queue) > 0 {
		q := f.queue[len(f.queue)-1]
		f.queue = f.queue[:len(f.queue)-1]
		f.steps += 64
		if err := f.work(); err != nil {
			return nil, err
		}
		for r, to := range d.Moves(q) {
			for b := int(r.Lo); b <= int(r.Hi); b++ {
				if in, ok := lead(to, byte(b)); ok && f.sequence(in) {
					f.finish(in)
				} else {
					f.add(to)
				}
			}
		}
	}
	return f, nil
}

// work charges the meter for the steps since the last call.
func (f *follower) work() error {
	done := f.steps
	f.steps = 0
	return f.meter.Work(done)
}

// add records that q lies between two units, and queues q if that is new. It ignores the dead
// state.
func (f *follower) add(q automaton.StateID) {
	if !f.between[q] && q != automaton.Dead {
		f.between[q] = true
		f.queue = append(f.queue, q)
	}
}

// sequence reports whether every path from a position completes the UTF-8 sequence.
func (f *follower) sequence(in position) bool {
	f.steps += 4
	whole, ok := f.whole[in]
	if ok {
		return whole
	}
	f.steps += 64
	whole = !f.d.Accepting(in.q)
	for r, to := range f.d.Moves(in.q) {
		whole = whole && in.lo <= r.Lo && r.Hi <= in.hi && (in.n == 1 || f.sequence(in.next(to)))
	}
	f.whole[in] = whole
	return whole
}

// finish calls add for the states at the ends of all sequences that continue from a position.
func (f *follower) finish(in position) {
	if f.seen[in] {
		return
	}
	f.seen[in] = true
	f.steps += 64
	for _, to := range f.d.Moves(in.q) {
		if in.n == 1 {
			f.add(to)
		} else {
			f.finish(in.next(to))
		}
	}
}

// next returns the position after one more byte of the sequence. Its argument is the state after
// that byte.
func (in position) next(to automaton.StateID) position { return position{to, in.n - 1, 0x80, 0xBF} }

// lead returns the position after the byte b if b can begin a sequence of at least two bytes (RFC
// 3629, section 4). q is the state after b. Otherwise ok is false.
func lead(q automaton.StateID, b byte) (in position, ok bool) {
	switch {
	case 0xC2 <= b && b <= 0xDF:
		return position{q, 1, 0x80, 0xBF}, true
	case b == 0xE0:
		return position{q, 2, 0xA0, 0xBF}, true
	case b == 0xED:
		return position{q, 2, 0x80, 0x9F}, true
	case 0xE1 <= b && b <= 0xEF:
		return position{q, 2, 0x80, 0xBF}, true
	case b == 0xF0:
		return position{q, 3, 0x90, 0xBF}, true
	case 0xF1 <= b && b <= 0xF3:
		return position{q, 3, 0x80, 0xBF}, true
	case b == 0xF4:
		return position{q, 3, 0x80, 0x8F}, true
	}
	return position{}, false
}

// units returns the units that may follow q, a state between two units. Single bytes are
// represented by numbers from span.ByteUnit.
func (f *follower) units(q automaton.StateID) []span.Span {
	f.steps += 128
	var spans, bytes []span.Span
	for b := range 256 {
		to := f.d.Step(q, byte(b))
		if to == automaton.Dead {
			continue
		}
		in, sequence := lead(to, byte(b))
		switch {
		case b < utf8.RuneSelf:
			spans = span.Join(spans, span.Span{Lo: rune(b), Hi: rune(b)})
		case sequence && f.sequence(in):
			spans = f.under(spans, rune(b)&(0x3F>>in.n), to, in.n)
		default:
			bytes = span.Join(bytes, span.Span{Lo: span.ByteUnit + rune(b), Hi: span.ByteUnit + rune(b)})
		}
	}
	return append(spans, bytes...)
}

// under appends to spans the code points that consist of the bits high followed by the bits of n
// continuation bytes, for all continuation bytes that lead from q to a live state.
func (f *follower) under(spans []span.Span, high rune, q automaton.StateID, n int) []span.Span {
	tail := f.tail(q, n)
	f.steps += int64(4 + 2*len(tail))
	for _, t := range tail {
		spans = span.Join(spans, span.Span{Lo: high<<(6*n) | t.Lo, Hi: high<<(6*n) | t.Hi})
	}
	return spans
}

// tail returns, as numbers, the bits of n continuation bytes, for all continuation bytes that lead
// from q to a live state.
func (f *follower) tail(q automaton.StateID, n int) []span.Span {
	if n == 0 {
		return []span.Span{{Lo: 0, Hi: 0}}
	}
	key := tailKey{q, n}
	if spans, ok := f.tails[key]; ok {
		return spans
	}
	f.steps += 64
	spans := []span.Span{}
	for b := 0x80; b <= 0xBF; b++ {
		if to := f.d.Step(q, byte(b)); to != automaton.Dead {
			spans = f.under(spans, rune(b&0x3F), to, n-1)
		}
	}
	f.tails[key] = spans
	return spans
}

package automaton

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A witness is the shortest string with some property. Its length is the number of its code points;
// a byte outside UTF-8 sequences counts as one. Equally short strings are compared from left to
// right, and characters are preferred in the order a-z, 0-9, A-Z, other printable ASCII, and then
// all others.

// Shortest returns the shortest member of d; ok is false for the empty language.
func Shortest(d *DFA) (member string, ok bool) {
	s, found, _ := witness(d, d, func(x, _ bool) bool { return x }, nil)
	return s, found
}

// Way returns the shortest string that leads from the start of d to state q; ok is false for the
// dead state.
func Way(d *DFA, q StateID) (s string, ok bool) {
	to := *d
	to.accept = make([]bool, len(d.accept))
	to.accept[q] = true
	return Shortest(&to)
}

// Equal reports whether a and b accept the same language. If not, exactly one of them accepts the
// witness.
func Equal(a, b *DFA) (witnessed string, equal bool) {
	s, equal, _ := EqualWithin(a, b, nil)
	return s, equal
}

// EqualWithin is like [Equal] but respects the limits of a meter; a nil meter imposes no limits.
func EqualWithin(a, b *DFA, meter *Meter) (witnessed string, equal bool, err error) {
	s, found, err := witness(a, b, func(x, y bool) bool { return x != y }, meter)
	return s, !found && err == nil, err
}

// Included reports whether b accepts every member of a. If not, a accepts the witness but b does
// not.
func Included(a, b *DFA) (witnessed string, included bool) {
	s, included, _ := IncludedWithin(a, b, nil)
	return s, included
}

// IncludedWithin is like [Included] but respects the limits of a meter; a nil meter imposes no
// limits.
func IncludedWithin(a, b *DFA, meter *Meter) (witnessed string, included bool, err error) {
	s, found, err := witness(a, b, func(x, y bool) bool { return x && !y }, meter)
	return s, !found && err == nil, err
}

// witness returns the first string that leads to a pair of states for which found is true. Idea:
// search the product of a and b breadth first by code points, in order of preference. The queue
// remains sorted in this order, so the first string found for a pair is its witness. Cost: pairs ×
// (ASCII + the classes of longer sequences). Tested against: TestWitnessOfRandomMachines.
func witness(a, b *DFA, found func(x, y bool) bool, meter *Meter) (_ string, ok bool, err error) {
	s := search{a: a, b: b, from: map[pair]step{}}
	s.joint, _ = commonClasses(a, b)
	start := pair{a.start, b.start}
	s.visit(start, step{})
	for i := 0; i < len(s.queue); i++ {
		q := s.queue[i]
		if found(a.accept[q.a], b.accept[q.b]) {
			return s.trace(start, q), true, nil
		}
		s.expand(q)
		if meter != nil {
			if err := meter.Work(s.steps); err != nil {
				return "", false, err
			}
			s.steps = 0
		}
	}
	return "", false, nil
}

// A step is the end of the first path found to a pair.
type step struct {
	before pair
	text   string
}

type search struct {
	a, b  *DFA
	joint [256]uint8
	from  map[pair]step
	queue []pair
	steps int64 // steps not yet reported to the meter
}

func (s *search) next(q pair, b byte) pair { return pair{s.a.Step(q.a, b), s.b.Step(q.b, b)} }

func (s *search) visit(q pair, by step) {
	s.steps += 3
	if _, ok := s.from[q]; !ok && q != (pair{}) {
		s.steps += 30
		s.from[q] = by
		s.queue = append(s.queue, q)
	}
}

// preferred lists ASCII in order of preference.
const preferred = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" +
	" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" +
	"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"

// expand visits the pairs reachable from q by one code point: ASCII, then longer sequences by
// value, then single bytes outside sequences.
func (s *search) expand(q pair) {
	for i := range len(preferred) {
		s.visit(s.next(q, preferred[i]), step{q, preferred[i : i+1]})
	}
	var seq [utf8.UTFMax]byte
	for lead := 0xC2; lead <= 0xF4; lead++ {
		s.extend(q, s.next(q, byte(lead)), append(seq[:0], byte(lead)))
	}
	for b := utf8.RuneSelf; b < 256; b++ {
		s.visit(s.next(q, byte(b)), step{q, string([]byte{byte(b)})})
	}
}

// extend continues a well-formed sequence. It tries only the smallest byte of each class.
func (s *search) extend(start, q pair, seq []byte) {
	if q == (pair{}) {
		return
	}
	if utf8.FullRune(seq) {
		s.visit(q, step{start, string(seq)})
		return
	}
	s.steps += 64
	var tried [256]bool
	for b := 0x80; b <= 0xBF; b++ {
		full := append(seq, byte(b))
		if c := s.joint[b]; !tried[c] && (utf8.Valid(full) || !utf8.FullRune(full)) {
			tried[c] = true
			s.extend(start, s.next(q, byte(b)), full)
		}
	}
}

func (s *search) trace(start, q pair) string {
	var text []string
	for q != start {
		by := s.from[q]
		text = append(text, by.text)
		q = by.before
	}
	slices.Reverse(text)
	return strings.Join(text, "")
}

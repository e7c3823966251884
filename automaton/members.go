package automaton

import (
	"fmt"
	"math/big"
	"slices"
	"unicode/utf8"
)

// A Unit is the unit in which string lengths are measured.
type Unit uint8

// Units.
const (
	Characters Unit = iota // code points
	Bytes
)

// String returns "characters" or "bytes".
func (u Unit) String() string { return [...]string{"characters", "bytes"}[u] }

// Members represents the members of a language in length-lexicographic order: shorter members
// first, and members of equal length in byte order. In UTF-8, byte order equals code point order.
// The first member has rank 0.
//
// Idea. The number of strings of length n that lead from a state to an accepting state is the sum
// of the numbers of strings of length n-1 over the next states. These counts convert a rank to a
// member, byte by byte, and a member to its rank. A random member is the member at a random rank
// (the recursive method of Nijenhuis and Wilf, Combinatorial Algorithms, 1978).
//
// The automaton reads bytes, but Members can count code points. Every code point contains exactly
// one byte that is not a continuation byte. So a byte from 0x80 to 0xBF has length 0, and any other
// byte has length 1.
//
// Requires: if the unit is Characters, all members are UTF-8.
//
// Cost. One row of counts for each length up to the longest one used. That is states × length
// numbers, each with up to 8 × length bits for Bytes or 21 × length bits for Characters. The meter
// counts their memory and rejects a row that exceeds its limit. Each step in converting between
// rank and member takes a few operations on one of these numbers.
//
// Rejected: an automaton over code points. Each of its states needs all code point ranges, whereas
// in a byte automaton the ends of sequences are shared.
//
// Tested against: TestMembers compares the results with lists of all strings up to a certain
// length.
//
// The methods compute counts on demand, so Members is not safe for concurrent use.
type Members struct {
	d     *DFA
	unit  Unit
	meter *Meter
	moves [][]move
	terms [][]term
	// the reachable states; each comes after the states reached from it on bytes of length 0
	order    []StateID
	shortest int           // -1 if there is no member
	longest  int           // -1 if there is no member or no longest member
	rows     [][]big.Int   // the counts, by length and state
	shorter  []*big.Int    // by length: the number of shorter members
	starts   [][]byte      // by byte class: the first bytes of characters
	times    [257]*big.Int // the numbers 0 to 256
}

// A move leads to one state on all bytes from lo to hi, which have equal length.
type move struct {
	lo, hi byte
	length int
	to     StateID
}

// A term is one summand of a count: the number of bytes (times) that have equal length and lead to
// the same state.
type term struct {
	to     StateID
	length int
	times  int
}

// NewMembers returns the members of d. If some member is not UTF-8, the unit is always Bytes,
// because code points cannot be counted. The meter limits the memory and the steps used for
// counting.
func NewMembers(d *DFA, unit Unit, meter *Meter) (*Members, error) {
	if unit == Characters {
		text, err := isText(d, meter)
		if err != nil {
			return nil, err
		}
		if !text {
			unit = Bytes
		}
	}
	m := &Members{d: d, unit: unit, meter: meter, shorter: []*big.Int{new(big.Int)}}
	for i := range m.times {
		m.times[i] = big.NewInt(int64(i))
	}
	m.explore()
	m.begin()
	var err error
	if m.longest, err = m.findLongest(); err == nil {
		_, m.shortest, err = m.Nearest(-1)
	}
	return m, err
}

// isText reports whether all members of d are UTF-8.
func isText(d *DFA, meter *Meter) (bool, error) {
	b := NewBuilder(meter)
	nfa, err := b.NFA(b.Star(b.Class(Range(0, utf8.MaxRune))))
	if err != nil {
		return false, err
	}
	defer b.Release()
	all, err := Canonical(nfa, meter)
	if err != nil {
		return false, err
	}
	defer all.Release(meter)
	r, err := Relate(d, all, meter)
	return !r.OnlyA, err
}

// explore finds the moves of the reachable states and orders these states.
func (m *Members) explore() {
	m.moves, m.terms = make([][]move, m.d.NumStates()), make([][]term, m.d.NumStates())
	known := make([]bool, m.d.NumStates())
	known[Dead] = true
	var visit func(q StateID)
	visit = func(q StateID) { // the recursion depth is at most the number of bytes in a character
		if known[q] {
			return
		}
		known[q] = true
		for r, to := range m.d.Moves(q) {
			x := move{r.Lo, r.Hi, m.lengthOf(r.Lo), to}
			m.moves[q] = append(m.moves[q], x)
			m.add(q, x)
			if x.length == 0 {
				visit(to)
			}
		}
		m.order = append(m.order, q)
	}
	visit(m.d.start)
	for i := 0; i < len(m.order); i++ {
		for _, x := range m.moves[m.order[i]] {
			visit(x.to)
		}
	}
}

// add adds a move to the terms of a state. All moves of a state have equal length, because first
// bytes and continuation bytes never leave the same state.
func (m *Members) add(q StateID, x move) {
	n := int(x.hi-x.lo) + 1
	i := slices.IndexFunc(m.terms[q], func(t term) bool { return t.to == x.to })
	if i < 0 {
		m.terms[q] = append(m.terms[q], term{x.to, x.length, n})
		return
	}
	m.terms[q][i].times += n
}

// lengthOf returns the length of a byte: 0 for a continuation byte if the unit is Characters, and 1
// otherwise.
func (m *Members) lengthOf(b byte) int {
	if m.unit == Characters && b&0xC0 == 0x80 {
		return 0
	}
	return 1
}

// Accepts reports whether s is a member.
func (m *Members) Accepts(s string) bool { return m.d.Accepts(s) }

// Unit returns the unit of all lengths.
func (m *Members) Unit() Unit { return m.unit }

// Length returns the length of s in m's unit.
func (m *Members) Length(s string) int {
	n := 0
	for i := range len(s) {
		n += m.lengthOf(s[i])
	}
	return n
}

// A NoMemberError reports a range of lengths without members.
type NoMemberError struct {
	Unit         Unit
	From, To     int
	Below, Above int // the nearest member lengths, or -1
}

// Error describes the range and the nearest lengths.
func (e *NoMemberError) Error() string {
	text := fmt.Sprintf("no member has %d %s", e.From, e.Unit)
	if e.From != e.To {
		text = fmt.Sprintf("no member has %d to %d %s", e.From, e.To, e.Unit)
	}
	switch {
	case e.Below < 0 && e.Above < 0:
		return "there are no members"
	case e.Below < 0:
		return fmt.Sprintf("%s; the shortest members have %d", text, e.Above)
	case e.Above < 0:
		return fmt.Sprintf("%s; the longest members have %d", text, e.Below)
	}
	return fmt.Sprintf("%s; the nearest lengths are %d and %d", text, e.Below, e.Above)
}

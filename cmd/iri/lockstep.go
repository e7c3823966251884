package main

import (
	"encoding/binary"
	"slices"

	"github.com/irilex/iri/tables"
)

// A lockstep says which of several rules match a text.
//
// Idea. It is a DFA; each of its states holds a state of every rule. States and transitions are made
// when a text first meets them. So a byte costs one load, however many rules there are, and few
// states are made: URLs meet 13 of all rules of rfc3987.
//
// Requires and returns. match returns the indexes of the rules that match a text, in ascending order,
// which must not be changed. A text that would take a state over the limit is given to each rule.
//
// Cost. A load a byte, and 2 KB a state: 4 MB at most. A transition that is met first costs a step
// of each rule that is alive.
//
// Rejected. A [tables.Set] of all rules: that of rfc3987 has 1542 states and 156 KB, and that of a
// file would be compiled before its first line.
//
// Twin. matchEach (TestLockstep).
type lockstep struct {
	rules   []tables.Rule
	counted []int                 // the indexes of those that have no states, because they count
	limit   int                   // of states
	states  map[string]*lockstate // by their places, as key writes them
	start   *lockstate
}

// A lockstate is a state: the rules that are alive, and the place of each. The state without any
// leads to itself.
type lockstate struct {
	next    [256]*lockstate // nil where no text has gone
	alive   []place
	matches []int
}

// A place is the state of a rule.
type place struct {
	rule  int
	state tables.State
}

// mostStates is the usual limit.
const mostStates = 2000

func newLockstep(rules []tables.Rule, limit int) *lockstep {
	s := &lockstep{rules: rules, limit: limit, states: map[string]*lockstate{}}
	var alive []place
	for i, r := range rules {
		if q := r.Start(); !q.Dead() {
			alive = append(alive, place{i, q})
		}
		if r.Recursive() {
			s.counted = append(s.counted, i)
		}
	}
	s.start = s.state(alive)
	return s
}

func (s *lockstep) match(text []byte) []int {
	q := s.start
	for _, b := range text {
		next := q.next[b]
		if next == nil {
			if next = s.step(q, b); next == nil {
				return matchEach(s.rules, text)
			}
		}
		q = next
	}
	if len(s.counted) == 0 {
		return q.matches
	}
	matches := slices.Clone(q.matches)
	for _, i := range s.counted {
		if s.rules[i].ValidBytes(text) {
			matches = append(matches, i)
		}
	}
	slices.Sort(matches)
	return matches
}

// matchEach returns the indexes of the rules that match a text, in ascending order.
func matchEach(rules []tables.Rule, text []byte) (matches []int) {
	for i, r := range rules {
		if r.ValidBytes(text) {
			matches = append(matches, i)
		}
	}
	return matches
}

// step finds the transition from q on b, and notes it. It returns nil if there is no room for the
// state to which it leads.
func (s *lockstep) step(q *lockstate, b byte) *lockstate {
	var alive []place
	for _, p := range q.alive {
		if next := s.rules[p.rule].Advance(p.state, []byte{b}); !next.Dead() {
			alive = append(alive, place{p.rule, next})
		}
	}
	q.next[b] = s.state(alive)
	return q.next[b]
}

// state returns the state of these places. It makes the state if it has not met them before and there
// is room, and returns nil if there is no room.
// There is always room for the first.
func (s *lockstep) state(alive []place) *lockstate {
	k := key(alive)
	q := s.states[k]
	if q != nil || s.start != nil && len(s.states) >= s.limit {
		return q
	}
	q = &lockstate{alive: alive}
	for _, p := range alive {
		if s.rules[p.rule].Accepting(p.state) {
			q.matches = append(q.matches, p.rule)
		}
	}
	s.states[k] = q
	return q
}

// key writes places as a string.
func key(alive []place) string {
	var b []byte
	for _, p := range alive {
		b = binary.LittleEndian.AppendUint32(b, uint32(p.rule))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.state))
	}
	return string(b)
}

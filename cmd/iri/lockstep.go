package main

import (
	"encoding/binary"
	"slices"

	"github.com/irilex/iri/tables"
)

// A lockstep finds the rules that match a text.
//
// Idea: a DFA whose states combine one state of every rule. States and transitions are created on
// first use. A byte costs one load regardless of the number of rules, and few states are needed:
// URLs reach 13 states for all rules of rfc3987.
//
// match returns the indexes of the matching rules in ascending order. The caller must not modify
// the slice. If a text needs more states than the limit allows, match tries the rules one by one.
//
// Cost: a load per byte and 2 KB per state, at most 4 MB. The first use of a transition costs one
// step of each live rule.
//
// Rejected: a [tables.Set] of all rules. The set for rfc3987 has 1542 states and takes 156 KB, and
// the set for a grammar file would have to be compiled before the first line is read.
//
// Tested against: matchEach (TestLockstep).
type lockstep struct {
	rules   []tables.Rule
	counted []int                 // indexes of the rules that count calls and therefore have no states
	limit   int                   // maximum number of states
	states  map[string]*lockstate // by key
	start   *lockstate
}

// A lockstate is a combined state: the live rules and the state of each rule. A lockstate without
// live rules leads only to itself.
type lockstate struct {
	next    [256]*lockstate // nil before first use
	alive   []place
	matches []int
}

// A place is a rule and its state.
type place struct {
	rule  int
	state tables.State
}

// maxStates is the default maximum number of states.
const maxStates = 2000

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

// step adds the transition from q on b and returns its target. It returns nil if the target would
// be a new state beyond the limit.
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

// state returns the state that consists of the given places. It returns nil if the state is new and
// the limit is reached. The first state is always created.
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

// key encodes places as a string.
func key(alive []place) string {
	var b []byte
	for _, p := range alive {
		b = binary.LittleEndian.AppendUint32(b, uint32(p.rule))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.state))
	}
	return string(b)
}

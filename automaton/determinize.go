package automaton

import (
	"encoding/binary"
	"slices"
)

// Determinize makes a DFA with the language of n by the subset construction (Rabin and Scott,
// 1959). The result is complete and its states are reachable, but it is not minimal.
//
// Idea. A state of the DFA is a set of states of n: all states after the same string.
//
// Cost: subsets × (classes + edges of their states × runs of classes of those edges). A run takes a
// closure too, unless the table of known closures has one for the same target states.
//
// Rejected: sets with all states of a closure. States without edges that do not accept add only
// empty moves, and the closure has followed these. Smaller sets coincide more often.
//
// Twin: TestRandomMachinesMatchTheirTrees compares it with the trees and with simulate.
func Determinize(n *NFA, meter *Meter) (*DFA, error) {
	return DeterminizeWithin(n, meter.limits.Subsets, meter)
}

// DeterminizeWithin is [Determinize] with at most most sets, and no more than the limits allow.
func DeterminizeWithin(n *NFA, most int, meter *Meter) (*DFA, error) {
	s := subsets{
		most:  min(most, meter.limits.Subsets),
		nfa:   n,
		meter: meter,
		ids:   map[string]StateID{},
		seen:  make([]uint32, n.NumStates()),
	}
	s.dfa.class, s.dfa.classes = n.byteClasses()
	err := s.construct()
	meter.release(s.held)
	if err != nil {
		meter.release(s.dfa.size())
		return nil, err
	}
	return &s.dfa, nil
}

// byteClasses returns the longest runs of bytes that all edges of n treat alike, in ascending
// order. Only [Minimize] finds the bytes that all states treat alike.
func (n *NFA) byteClasses() (class [256]uint8, classes int) {
	var cut [257]bool // a class begins here
	for _, edges := range n.edges {
		for _, e := range edges {
			cut[e.Lo], cut[int(e.Hi)+1] = true, true
		}
	}
	c := 0
	for b := range 256 {
		if b > 0 && cut[b] {
			c++
		}
		class[b] = uint8(c)
	}
	return class, c + 1
}

// subsets holds the data of one subset construction.
type subsets struct {
	nfa     *NFA
	meter   *Meter
	most    int // the greatest number of sets
	dfa     DFA
	members [][]StateID        // the set of each state of dfa
	ids     map[string]StateID // set, as the bytes of its sorted members, to state
	held    int64              // bytes counted for members and ids

	seen  []uint32 // epoch in which a state of nfa was last added to set
	epoch uint32
	stack []StateID
	set   []StateID // the unfinished set
	key   []byte    // the same as bytes
	runs  runs
	known []known
	steps int64 // steps not yet counted by the meter
}

func (s *subsets) construct() (err error) {
	if _, err = s.state(nil); err != nil { // the empty set is the dead state
		return err
	}
	if s.dfa.start, err = s.state(s.closure([]StateID{s.nfa.start})); err != nil {
		return err
	}
	for q := 0; q < len(s.members); q++ {
		if err = s.expand(q); err != nil {
			return err
		}
	}
	return nil
}

// expand fills the row of state q.
func (s *subsets) expand(q int) error {
	if q%64 == 0 {
		if err := s.meter.cancelled(); err != nil {
			return err
		}
	}
	s.steps += s.runs.of(s.nfa, s.members[q], &s.dfa)
	for i, targets := range s.runs.targets {
		if len(targets) == 0 {
			continue
		}
		to, err := s.after(targets)
		if err != nil {
			return err
		}
		row := s.dfa.next[q*s.dfa.classes:]
		for c := s.runs.first[i]; c < s.runs.first[i+1]; c++ {
			row[c] = to
		}
		if err = s.work(); err != nil {
			return err
		}
	}
	return s.work()
}

// work counts the steps since its last call.
func (s *subsets) work() error {
	done := s.steps
	s.steps = 0
	return s.meter.Work(done)
}

// closure returns the states with an edge, and the accepting one, among those reachable from
// targets by empty moves, in ascending order. The result is valid until the next call.
func (s *subsets) closure(targets []StateID) []StateID {
	s.epoch++
	set := s.set[:0]
	s.stack = append(s.stack[:0], targets...)
	for len(s.stack) > 0 {
		q := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.seen[q] == s.epoch {
			continue
		}
		s.seen[q] = s.epoch
		if len(s.nfa.edges[q]) > 0 || q == s.nfa.accept {
			set = append(set, q)
		}
		s.stack = append(s.stack, s.nfa.empty[q]...)
		s.steps += int64(1 + len(s.nfa.empty[q]))
	}
	slices.Sort(set)
	s.set = set
	s.steps += int64(6 * len(set)) // to sort the set, and to look it up
	return set
}

// state returns the state of a set, a new one if the set is new.
func (s *subsets) state(set []StateID) (StateID, error) {
	key := s.key[:0]
	accept := false
	for _, q := range set {
		key = binary.LittleEndian.AppendUint32(key, uint32(q))
		accept = accept || q == s.nfa.accept
	}
	s.key = key
	if id, ok := s.ids[string(key)]; ok {
		return id, nil
	}
	s.steps += int64(32 + 4*len(set) + s.dfa.classes)
	id := StateID(len(s.members))
	if err := check("subset states", int64(id)+1, int64(s.most)); err != nil {
		return 0, err
	}
	held := int64(len(set))*8 + 64 // key and members, their headers, the map's slot
	if err := s.meter.spend(int64(s.dfa.classes), int64(s.dfa.classes)*4+1+held); err != nil {
		return 0, err
	}
	s.held += held
	s.ids[string(key)] = id
	s.members = append(s.members, slices.Clone(set))
	s.dfa.accept = append(s.dfa.accept, accept)
	s.dfa.next = append(s.dfa.next, make([]StateID, s.dfa.classes)...)
	return id, nil
}

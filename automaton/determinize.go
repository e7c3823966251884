package automaton

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Determinize builds a DFA for the language of n using the subset construction (Rabin and Scott,
// 1959). The result is complete and all its states are reachable, but it is not minimal.
//
// Idea. A state of the DFA is a set of states of n: all states that the same string leads to.
//
// Cost: subsets × (classes + edges per subset × class runs per edge). Each run also requires a
// closure, unless the table of known closures already contains the same target states. Sets and
// rows are stored as varints until the end: a set takes about one byte per state, and a row takes a
// quarter of the memory of a finished row.
//
// Rejected: sets that contain all states of a closure. A nonaccepting state without edges
// contributes only empty moves, which the closure has already followed, and smaller sets are equal
// more often. Also rejected: finished rows from the start. The rows would be copied whenever their
// slice grows, and the largest construction in a document, one that a limit stops, would never read
// them.
//
// Tested against: TestRandomMachinesMatchTheirTrees compares the result with the trees and with
// simulate.
func Determinize(n *NFA, meter *Meter) (*DFA, error) {
	return DeterminizeWithin(n, meter.limits.Subsets, meter)
}

// DeterminizeWithin is like [Determinize] but allows at most maxSets sets; the meter's limit still
// applies.
func DeterminizeWithin(n *NFA, maxSets int, meter *Meter) (*DFA, error) {
	s := subsets{
		maxSets: min(maxSets, meter.limits.Subsets),
		nfa:     n,
		meter:   meter,
		ids:     map[string]StateID{},
		seen:    make([]uint32, n.NumStates()),
	}
	s.dfa.class, s.dfa.classes = n.byteClasses()
	err := s.construct()
	meter.release(s.held)
	if err != nil {
		meter.release(int64(len(s.keys)) * s.rowSize())
		return nil, err
	}
	return s.finish(), nil
}

// byteClasses returns the maximal runs of bytes that no edge of n distinguishes, in ascending
// order. Different runs may still be equivalent in every state; [Minimize] merges such runs.
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
	maxSets int                // maximum number of sets
	dfa     DFA                // has no rows until finish
	keys    []string           // the set of each state of dfa, see pack
	rows    [][]byte           // the row of each state: the length and the target of each run of classes, as varints
	ids     map[string]StateID // key to state
	held    int64              // bytes counted for keys and ids

	seen  []uint32 // by state of nfa: the epoch in which it was last added to set
	epoch uint32
	stack []StateID
	set   []StateID // the unfinished set, or the set being expanded
	key   []byte    // the same set, packed
	row   []byte    // the unfinished row
	runs  runs
	known []known
	steps int64 // steps not yet reported to the meter
}

func (s *subsets) construct() (err error) {
	if _, err = s.state(nil); err != nil { // the empty set is the dead state
		return err
	}
	if s.dfa.start, err = s.state(s.closure([]StateID{s.nfa.start})); err != nil {
		return err
	}
	for q := 0; q < len(s.keys); q++ {
		if err = s.expand(q); err != nil {
			return err
		}
	}
	return nil
}

// expand builds the row of state q.
func (s *subsets) expand(q int) error {
	if q%64 == 0 {
		if err := s.meter.cancelled(); err != nil {
			return err
		}
	}
	s.steps += s.runs.of(s.nfa, s.unpack(s.keys[q]), &s.dfa)
	s.row = s.row[:0]
	for i, targets := range s.runs.targets {
		to := Dead
		if len(targets) > 0 {
			var err error
			if to, err = s.after(targets); err != nil {
				return err
			}
			if err = s.work(); err != nil {
				return err
			}
		}
		s.row = binary.AppendUvarint(s.row, uint64(s.runs.first[i+1]-s.runs.first[i]))
		s.row = binary.AppendUvarint(s.row, uint64(to))
	}
	s.rows = append(s.rows, bytes.Clone(s.row))
	return s.work()
}

// finish decodes the rows and returns the automaton.
func (s *subsets) finish() *DFA {
	d := s.dfa // a copy: a pointer into s would keep the sets alive
	d.next = make([]StateID, 0, len(s.rows)*d.classes)
	for _, row := range s.rows {
		for len(row) > 0 {
			n, i := binary.Uvarint(row)
			to, j := binary.Uvarint(row[i:])
			for range n {
				d.next = append(d.next, StateID(to))
			}
			row = row[i+j:]
		}
	}
	return &d
}

// work reports uncounted steps to the meter.
func (s *subsets) work() error {
	done := s.steps
	s.steps = 0
	return s.meter.Work(done)
}

// closure follows the empty moves from targets and returns the reachable states that accept or have
// an edge, in ascending order. The result is valid until the next call.
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
	s.steps += int64(6 * len(set)) // for sorting the set and looking it up
	return set
}

// state returns the state for a set, creating it if the set is new.
func (s *subsets) state(set []StateID) (StateID, error) {
	s.pack(set)
	if id, ok := s.ids[string(s.key)]; ok {
		return id, nil
	}
	s.steps += int64(32 + 4*len(set) + s.dfa.classes)
	id := StateID(len(s.keys))
	if err := check("subset states", int64(id)+1, int64(s.maxSets)); err != nil {
		return 0, err
	}
	held := int64(len(set))*8 + 64 // at least: the key, its headers, and the map slot
	if err := s.meter.spend(int64(s.dfa.classes), s.rowSize()+held); err != nil {
		return 0, err
	}
	s.held += held
	key := string(s.key)
	s.ids[key] = id
	s.keys = append(s.keys, key)
	s.dfa.accept = append(s.dfa.accept, slices.Contains(set, s.nfa.accept))
	return id, nil
}

// rowSize returns the number of bytes that a state takes in the finished automaton.
func (s *subsets) rowSize() int64 { return int64(s.dfa.classes)*4 + 1 }

// pack encodes a set in s.key: its first state and the differences between neighbours, as varints.
func (s *subsets) pack(set []StateID) {
	s.key = s.key[:0]
	last := StateID(0)
	for _, q := range set {
		s.key = binary.AppendUvarint(s.key, uint64(q-last))
		last = q
	}
}

// unpack decodes a key into a set. The result is valid until the next call of closure.
func (s *subsets) unpack(key string) []StateID {
	s.set, s.key = s.set[:0], append(s.key[:0], key...)
	last := StateID(0)
	for at := 0; at < len(s.key); {
		gap, n := binary.Uvarint(s.key[at:])
		last, at = last+StateID(gap), at+n
		s.set = append(s.set, last)
	}
	return s.set
}

package automaton

import "slices"

// A known is a cached closure: a list of target states and the subset state for their closure. Many
// runs in many sets have the same targets, so the cache avoids computing their closure again.
//
// A list is stored at an index computed from its hash, where it replaces any earlier list. The
// table has at most twice as many entries as the construction has states, but at least minKnown.
// Whenever the number of states doubles, a larger, empty table replaces it.
type known struct {
	targets []StateID
	to      StateID
}

// minKnown is the size of the first table, a power of 2.
const minKnown = 16

// after returns the state for the closure of targets.
func (s *subsets) after(targets []StateID) (StateID, error) {
	s.steps += int64(4 + 2*len(targets)) // for hashing, comparing and copying the targets
	if err := s.growKnown(); err != nil {
		return 0, err
	}
	hash := uint64(len(targets))
	for _, q := range targets {
		hash = (hash ^ uint64(q)) * 0x9E3779B97F4A7C15
		hash ^= hash >> 32
	}
	k := &s.known[hash%uint64(len(s.known))]
	if slices.Equal(k.targets, targets) {
		return k.to, nil
	}
	to, err := s.state(s.closure(targets))
	if err != nil {
		return 0, err
	}
	if more := int64(len(targets)-cap(k.targets)) * 8; more > 0 { // append may double the capacity
		if err := s.hold(more); err != nil {
			return 0, err
		}
	}
	k.targets, k.to = append(k.targets[:0], targets...), to
	return to, nil
}

// growKnown replaces the table with a larger one once the construction has as many states as the
// table has entries.
func (s *subsets) growKnown() error {
	if len(s.known) > len(s.keys) {
		return nil
	}
	size := max(minKnown, 2*len(s.known))
	s.steps += int64(size)
	if err := s.hold(int64(size-len(s.known)) * 32); err != nil {
		return err
	}
	s.known = make([]known, size)
	return nil
}

// hold counts bytes that the construction keeps until its end, when Determinize releases them.
func (s *subsets) hold(bytes int64) error {
	err := s.meter.spend(0, bytes)
	if err == nil {
		s.held += bytes
	}
	return err
}

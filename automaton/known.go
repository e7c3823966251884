package automaton

import "slices"

// A known is a list of target states and the subset state of its closure. Many runs of many sets
// have the same targets, and a list in the table saves computing the closure.
//
// A list is stored at the index of its hash and replaces a list with the same index, so the table
// has at most twice as many entries as the construction has states, or minKnown. When the number of
// states has doubled, the table grows and is emptied.
type known struct {
	targets []StateID
	to      StateID
}

// minKnown is the size of the first table, a power of 2.
const minKnown = 16

// after returns the state for the closure of targets.
func (s *subsets) after(targets []StateID) (StateID, error) {
	s.steps += int64(4 + 2*len(targets)) // to hash, compare and copy the targets
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

// growKnown replaces the table if the construction has as many states as the table has entries.
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

// hold counts bytes that the construction keeps to its end; Determinize then releases them.
func (s *subsets) hold(bytes int64) error {
	err := s.meter.spend(0, bytes)
	if err == nil {
		s.held += bytes
	}
	return err
}

package automaton

import "slices"

// A known is a list of states, as edges lead to them, with the state of the subset construction that its closure
// is. Many runs of many sets lead to the same states: a closure, with its empty moves, is found once.
//
// The lists stand in a table by their hash, and a list takes the place of another: so the table is no larger than the
// number of states. It is made anew when these have doubled.
type known struct {
	targets []StateID
	to      StateID
}

// minKnown is the size of the first table, a power of 2.
const minKnown = 16

// after returns the state that edges to those states lead to.
func (s *subsets) after(targets []StateID) (StateID, error) {
	s.steps += int64(4 + 2*len(targets)) // to hash them, to compare or to copy them
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
	if more := int64(len(targets)-cap(k.targets)) * 8; more > 0 { // append takes up to twice the room
		if err := s.hold(more); err != nil {
			return 0, err
		}
	}
	k.targets, k.to = append(k.targets[:0], targets...), to
	return to, nil
}

// growKnown makes the table anew if there are more states than it has places.
func (s *subsets) growKnown() error {
	if len(s.known) > len(s.members) {
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

// hold counts bytes that are given back after the construction.
func (s *subsets) hold(bytes int64) error {
	err := s.meter.spend(0, bytes)
	if err == nil {
		s.held += bytes
	}
	return err
}

package earley

// A set contains the items of one place: a hash table with open addressing. Clearing it takes
// constant time, because an entry is valid only in the round in which it was added.
type set struct {
	entries []entry // a power of two, at most half of them used
	used    int
	round   uint32
}

type entry struct {
	item
	round uint32
}

// clear removes all items.
func (s *set) clear() {
	s.used = 0
	if s.round++; s.round == 0 || s.entries == nil {
		s.entries, s.round = make([]entry, 1<<8), 1
	}
}

// add adds an item, and reports whether it is new.
func (s *set) add(i item) bool {
	if 2*s.used >= len(s.entries) {
		s.grow()
	}
	e := s.find(i)
	if e.round == s.round {
		return false
	}
	*e = entry{i, s.round}
	s.used++
	return true
}

// find returns the entry of an item, or the free entry where it belongs.
func (s *set) find(i item) *entry {
	h := uint64(uint32(i.node))<<32 | uint64(uint32(i.call))
	h = (h ^ uint64(uint32(i.count))*0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93
	mask := uint64(len(s.entries) - 1)
	for at := h >> 32 & mask; ; at = (at + 1) & mask {
		e := &s.entries[at]
		if e.round != s.round || e.item == i {
			return e
		}
	}
}

// grow doubles the table.
func (s *set) grow() {
	old := s.entries
	s.entries = make([]entry, max(1<<8, 2*len(old)))
	if s.round == 0 {
		s.round = 1
	}
	for _, e := range old {
		if e.round == s.round {
			*s.find(e.item) = e
		}
	}
}

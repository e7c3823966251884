package certificate

import (
	"encoding/binary"
	"fmt"
)

// Minimal returns an error if two states are equivalent, that is, if every string leads from both
// to the same label. Accepting and rejecting states have different labels; the states of a set's
// table may have further labels. The states must be closed under transitions.
//
// Idea: refine partitions (E. F. Moore, Gedanken-experiments on sequential machines, 1956). The
// first partition groups states by label. Each further partition separates states whose 256
// transitions lead to different parts.
//
// Cost: quadratic in the number of states in the worst case.
//
// Rejected: Hopcroft's algorithm. It is faster, but harder to verify by reading. Tested by
// TestTwins.
func Minimal(m Machine, states []uint32, label func(q uint32) string) error {
	number := map[uint32]int{}
	for i, q := range states {
		number[q] = i
	}
	next := make([][256]int32, len(states)) // number of the next state, by state and byte
	for i, q := range states {
		for b := range 256 {
			next[i][b] = int32(number[m.Next(q, byte(b))])
		}
	}
	part := make([]int, len(states))
	refine := func(signature func(i int) string) int {
		known, parts := map[string]int{}, make([]int, len(states))
		for i := range states {
			s := signature(i)
			if _, ok := known[s]; !ok {
				known[s] = len(known)
			}
			parts[i] = known[s]
		}
		part = parts
		return len(known)
	}
	n := refine(func(i int) string { return label(states[i]) })
	var cells []byte
	for before := 0; before < n && n < len(states); {
		before = n
		n = refine(func(i int) string {
			cells = binary.LittleEndian.AppendUint32(cells[:0], uint32(part[i]))
			for _, to := range next[i] {
				cells = binary.LittleEndian.AppendUint32(cells, uint32(part[to]))
			}
			return string(cells)
		})
	}
	first := map[int]uint32{}
	for i, q := range states {
		if p, ok := first[part[i]]; ok {
			return fmt.Errorf("the states %d and %d are equivalent", p, q)
		}
		first[part[i]] = q
	}
	return nil
}

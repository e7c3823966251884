package certificate

import (
	"encoding/binary"
	"fmt"
)

// Minimal returns an error if two states are equivalent, that is, if every string leads from both
// to the same label. Accepting and other states have different labels; the states of a set's table
// may have more. The states must be closed under bytes.
//
// Idea: refine partitions (E. F. Moore, Gedanken-experiments on sequential machines, 1956). The
// first partition groups states by label. Each next one separates states whose 256 cells lead to
// different parts.
//
// Cost: quadratic in the number of states at worst.
//
// Rejected: Hopcroft's algorithm. It is faster, but harder to verify by reading. Test: TestTwins.
func Minimal(m Machine, states []uint32, label func(q uint32) string) error {
	part := map[uint32]int{}
	refine := func(signature func(q uint32) string) int {
		known, next := map[string]int{}, map[uint32]int{}
		for _, q := range states {
			s := signature(q)
			if _, ok := known[s]; !ok {
				known[s] = len(known)
			}
			next[q] = known[s]
		}
		part = next
		return len(known)
	}
	n := refine(label)
	for before := 0; before < n; {
		before = n
		n = refine(func(q uint32) string {
			cells := binary.LittleEndian.AppendUint32(nil, uint32(part[q]))
			for b := range 256 {
				cells = binary.LittleEndian.AppendUint32(cells, uint32(part[m.Next(q, byte(b))]))
			}
			return string(cells)
		})
	}
	first := map[int]uint32{}
	for _, q := range states {
		if p, ok := first[part[q]]; ok {
			return fmt.Errorf("the states %d and %d are equivalent", p, q)
		}
		first[part[q]] = q
	}
	return nil
}

package certificate

import (
	"encoding/binary"
	"fmt"
)

// Minimal shows that no two states are equivalent: for any two some string leads from one
// to a label that the other does not have behind it. What accepts has one label and what
// does not another; states of a table of several rules may have more. The states must be
// closed under bytes. It refines partitions as E. F. Moore does (Gedanken-experiments on
// sequential machines, 1956): in the first, states are together that have the same
// label, and in each next those whose 256 cells lead to the same parts as well. That is
// quadratic in the number of states at worst, and plain.
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

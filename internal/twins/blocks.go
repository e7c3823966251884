package twins

import (
	"slices"

	"github.com/irilex/iri/tables/machine"
)

// SlowBlocks returns the sorted states in each block of the strings. If front is set, it covers the
// blocks that end before the first non-ASCII byte; otherwise, it covers all other blocks. It is the
// slow twin of tune.Measure: it cuts each string into blocks from the end, and walks to each block
// from the beginning of the string.
func SlowBlocks(m *machine.Machine, front bool, strings []string) (blocks [][]uint16) {
	for _, s := range strings {
		if head := s[:min(len(s), (len(s)+7)%8+1)]; over(head) {
			if !front {
				blocks = append(blocks, wholeBlocks(m, s)...)
			}
			continue
		}
		for end := len(s); end > 0; end -= 8 {
			begin, ascii, q := max(0, end-8), true, m.Start
			var met []uint16
			for i := range end {
				if i >= begin && i > 0 {
					met = append(met, q)
				}
				ascii = ascii && s[i] <= 0x7F
				q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
			}
			if met = append(met, q); ascii == front {
				slices.Sort(met)
				blocks = append(blocks, slices.Compact(met))
			}
		}
	}
	return blocks
}

// over reports whether s contains a byte above 0x7F.
func over(s string) bool {
	for _, b := range []byte(s) {
		if b > 0x7F {
			return true
		}
	}
	return false
}

// wholeBlocks is SlowBlocks for a string whose first block contains a byte above 0x7F: it cuts the
// string from its beginning.
func wholeBlocks(m *machine.Machine, s string) (blocks [][]uint16) {
	q := m.Start
	for begin := 0; begin < len(s); begin += 8 {
		met := []uint16{q}
		for _, b := range []byte(s[begin:min(begin+8, len(s))]) {
			q = m.Next[int(q)*m.Count+int(m.Class[b])]
			met = append(met, q)
		}
		slices.Sort(met)
		blocks = append(blocks, slices.Compact(met))
	}
	return blocks
}

// Staying returns the number of blocks that contain only the given states, and the total number of
// blocks.
func Staying(m *machine.Machine, states []uint16, blocks [][]uint16) (in, all int) {
	has := make([]bool, m.States())
	for _, q := range states {
		has[q] = true
	}
	for _, block := range blocks {
		if !slices.ContainsFunc(block, func(q uint16) bool { return !has[q] }) {
			in++
		}
	}
	return in, len(blocks)
}

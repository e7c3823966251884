package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file counts the bytes of components.
//
// Idea. A state says which component read the byte that led to it, or leaves a choice of two that
// another state of the walk settles: its slot. The counters of all slots are in one register, so a
// byte adds to the counter of its slot without a branch. At the end the counts are dealt out to the
// components.
//
// Twin: labelled, in the jury.

// A counter counts the bytes of the slots of a table.
type counter struct {
	table format.Table
	format.Labels
}

// count counts the bytes of each slot in s, and reports whether s is a member.
func (v *counter) count(s string) (counts slotCounts, ok bool) {
	if packed, accepts, ok := v.countFront(s); ok {
		counts.take(packed)
		return counts, accepts
	}
	q := int(v.table[format.AtStart])
	for len(s) > 0 && q != 0 {
		n := min(len(s), chunk)
		var packed uint64
		packed, q = v.countChunk(q, s[:n])
		counts.take(packed)
		s = s[n:]
	}
	return counts, v.table.Accepts(q)
}

// countFront is count of a string that a register can count, on the places of the front. It reports
// ok false if the walk spills.
func (v *counter) countFront(s string) (packed uint64, accepts, ok bool) {
	set := v.table.Places(format.AtFront)
	if set == nil || s == "" || len(s) > chunk || s[0] == 0 {
		return 0, false, false
	}
	saw("labels", s)
	rows := (*[256]uint64)(unsafe.Add(set, format.PlacesRows))
	x := uint64(*(*uint8)(unsafe.Add(set, format.PlacesFirst)))
	for i := range len(s) {
		x = rows[s[i]] >> (x & 63)
		if q := format.StateAt(set, x); q < len(v.Shift) {
			packed += 1 << (v.Shift[q] & 63)
		}
	}
	accepts = *(*uint64)(unsafe.Add(set, format.PlacesAccepts))>>(x&63)&1 != 0
	return packed, accepts, x&63 != uint64(*(*uint8)(unsafe.Add(set, format.PlacesSpill)))
}

// countChunk counts on rows, and again from the start of the chunk on the wide table if the walk
// leads to a far state.
func (v *counter) countChunk(from int, s string) (packed uint64, q int) {
	saw("labels", s)
	if from < format.Far {
		p, q := NewRows(v.table), uint8(from)
		for i := 0; i < len(s); i++ {
			q = p.Row(s[i])[q]
			if int(q) < len(v.Shift) {
				packed += 1 << (v.Shift[q] & 63)
			}
		}
		if q != format.Far {
			return packed, int(q)
		}
	}
	packed, q = 0, from
	for i := 0; i < len(s); i++ {
		q = Step(v.table, q, s[i])
		packed += 1 << (v.Shift[q] & 63)
	}
	return packed, q
}

// deal gives the bytes of each slot to a component. A slot with two goes to the first of
// them if some byte is the first's alone.
func (v *counter) deal(counts *slotCounts) (x Extents) {
	var sole Extents
	for i := 0; i < len(v.Slots)/2; i++ {
		if first := v.Slots[2*i]; first == v.Slots[2*i+1] {
			sole[first%format.MaxComponents] += counts[i]
		}
	}
	x = sole
	for i := 0; i < len(v.Slots)/2; i++ {
		first, second := v.Slots[2*i]%format.MaxComponents, v.Slots[2*i+1]%format.MaxComponents
		switch {
		case first == second:
		case sole[first] > 0:
			x[first] += counts[i]
		default:
			x[second] += counts[i]
		}
	}
	return x
}

// slotCounts are how many bytes of a string are of each slot.
type slotCounts [format.MaxSlots]int

// take adds the counts of a register.
func (c *slotCounts) take(packed uint64) {
	for i := range c {
		c[i] += int(packed >> (i * format.SlotBits) & chunk)
	}
}

// chunk is how many bytes can be counted before a counter may overflow.
const chunk = 1<<format.SlotBits - 1

// SplitByLabels is Split without region kernels and delimiters.
func SplitByLabels(t format.Table, s string, x *Extents) bool {
	if !t.Whole() {
		return false
	}
	v := counter{t, t.Labels()}
	if v.Components == 0 {
		return false
	}
	counts, ok := v.count(s)
	if ok {
		*x = v.deal(&counts)
	}
	return ok
}

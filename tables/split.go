package tables

import "unsafe"

// Extents are the lengths in bytes of the components of a member, in the order of the
// rule's components, delimiters included. Their sum is the length of the member. A component
// with delimiters that has extent 0 is not there; one that is there and empty has the
// extent of its delimiters.
type Extents [MaxComponents]int

// slotBits is the width of a slot's counter: seven of them fit a uint64.
const slotBits = 9

// chunk is how many bytes can be counted before a counter may overflow.
const chunk = 1<<slotBits - 1

// Split cuts s into the components of the rule. It reports false when s is not a member
// or the rule has no components. It does not allocate.
//
// A state says which component read the byte that led to it, or leaves a choice of two
// that another state of the walk settles (see [Slot]). So the bytes of each slot are
// counted, without a branch, in one register, and the counts are dealt out at the end.
func (r Rule) Split(s string) (x Extents, ok bool) {
	if !r.whole() {
		return x, false
	}
	if simd && cpu != plainCPU {
		if regions := r.regions(); regions != nil {
			if ends, ok := splitShape(regions, s); ok {
				return Extents{ends[0], ends[1] - ends[0], ends[2] - ends[1], ends[3] - ends[2], len(s) - ends[3]}, true
			}
		}
	}
	return r.splitOnTables(s)
}

func (r Rule) splitOnTables(s string) (x Extents, ok bool) {
	lengths, verdict := r.lengths(s)
	if verdict == unsettled {
		return r.splitFar(s)
	}
	for i := range MaxSlots {
		x[i] = int(lengths >> (i * slotBits) & chunk)
	}
	return x, verdict == member
}

// splitFar is splitOnTables for strings that the register does not count, and rules without rows that do.
func (r Rule) splitFar(s string) (x Extents, ok bool) {
	v := r.split()
	if v.number == 0 {
		return x, false
	}
	counts, ok := v.count(s)
	if !ok {
		return x, false
	}
	return v.deal(&counts), true
}

// Components returns the components of the rule in their order, nil when it has none.
func (r Rule) Components() []Component {
	if !r.whole() {
		return nil
	}
	at := r.uint32(atLabels)
	components := make([]Component, r[at])
	at += 2
	for i := range components {
		components[i].Prefix, components[i].Suffix = int(r[at]), int(r[at+1])
		components[i].Name, at = r.text(at + 2)
	}
	return components
}

// A split is a view of the components among the labels.
type split struct {
	rule   Rule
	number int    // of the components
	slots  string // two bytes each: first, second
	shift  string // by state: slotBits × slot
}

func (r Rule) split() split {
	at := r.uint32(atLabels)
	v := split{rule: r, number: int(r[at])}
	slots := int(r[at+1])
	at += 2
	for range v.number {
		at += 4 + r.uint16(at+2)
	}
	v.slots = string(r[at : at+2*slots])
	v.shift = string(r[at+2*slots : r.uint32(atWords)])
	return v
}

// count counts the bytes of each slot in s, and reports whether s is a member.
func (v *split) count(s string) (counts slotCounts, ok bool) {
	if rows := v.rule.countRows(); rows != nil {
		home := uint64(*(*uint8)(unsafe.Add(v.rule.shiftRows(), hotHome)))
		_, ok = v.rule.countFar(rows, 0, home, 0, s, 0, false, &counts)
		return counts, ok
	}
	q := int(v.rule[atStart])
	for len(s) > 0 && q != 0 {
		n := min(len(s), chunk)
		var packed uint64
		packed, q = v.countChunk(q, s[:n])
		counts.take(packed)
		s = s[n:]
	}
	return counts, v.rule.accepting(q)
}

// countChunk counts on the plain table, and again from the start of the chunk with the wide one when the walk escapes.
func (v *split) countChunk(from int, s string) (packed uint64, q int) {
	if from < escape {
		p, q := v.rule.plain(), uint8(from)
		for i := 0; i < len(s); i++ {
			q = p.row(s[i])[q]
			if int(q) < len(v.shift) {
				packed += 1 << (v.shift[q] & 63)
			}
		}
		if q != escape {
			return packed, int(q)
		}
	}
	packed, q = 0, from
	for i := 0; i < len(s); i++ {
		q = v.rule.step(q, s[i])
		packed += 1 << (v.shift[q] & 63)
	}
	return packed, q
}

// deal gives the bytes of each slot to a component. A slot with two goes to the first of
// them if some byte is the first's alone.
func (v *split) deal(counts *slotCounts) (x Extents) {
	var sole Extents
	for i := 0; i < len(v.slots)/2; i++ {
		if first := v.slots[2*i]; first == v.slots[2*i+1] {
			sole[first%MaxComponents] += counts[i]
		}
	}
	x = sole
	for i := 0; i < len(v.slots)/2; i++ {
		first, second := v.slots[2*i]%MaxComponents, v.slots[2*i+1]%MaxComponents
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

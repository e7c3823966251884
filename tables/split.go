package tables

import (
	"math/bits"
	"unsafe"
)

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
	ok = r.SplitTo(s, &x)
	return x, ok
}

// SplitTo is [Rule.Split] with the extents in *x, which must be zero, and is when it reports
// false. An array that is returned is copied, in pieces that are wider than what was
// stored, so that the copy waits for the stores: longer than the kernels take for it all.
func (r Rule) SplitTo(s string, x *Extents) bool {
	if simd && cpu != plainCPU {
		if regions := r.regions(); areComponents(regions) {
			switch inShape(regions, unsafe.StringData(s), len(s), x) {
			case inLanguage:
				if len(s) > 64 {
					x.splitRest(s)
				}
				return true
			case notInLanguage:
				*x = Extents{}
				return false
			}
			*x = Extents{}
		}
	}
	if !shifts || len(r) <= atHot || r[atHot]&hasCuts == 0 {
		return r.splitByCounts(s, x)
	}
	valid, seen := r.walked(s)
	if !valid {
		return false
	}
	relative := r[atHot]&hasRelative != 0
	if seen>>endsBit&1 != 0 || len(s) < cutFrom {
		x.cut(s, relative)
		return true
	}
	// What is of ASCII and ends with a path, as most URLs do, is cut here and not in a call.
	p := unsafe.Pointer(unsafe.StringData(s))
	w := load(p, 0)
	colon := (w ^ eachColon - ones) & highBits
	if ((w^eachMark-ones)|(w^eachSharp-ones))&highBits != 0 || colon == 0 || relative && (w^eachSlash-ones)&highBits&(colon&-colon-1) != 0 {
		x.cut(s, relative)
		return true
	}
	start := bits.TrailingZeros64(colon)>>3 + 1
	end := start
	if *(*[2]uint8)(unsafe.Add(p, start)) == [2]uint8{'/', '/'} {
		a, b, c := start+10, clamp(start+18, len(s)), clamp(start+26, len(s))
		end = earliest(a, b, c, (load(p, a-8)^eachSlash-ones)&highBits, (load(p, b-8)^eachSlash-ones)&highBits, (load(p, c-8)^eachSlash-ones)&highBits)
		for ; end == c && c < len(s); end = c - 8 + bits.TrailingZeros64((load(p, c-8)^eachSlash-ones)&highBits)>>3 {
			c = clamp(c+8, len(s))
		}
	}
	x[schemeRegion], x[authorityRegion], x[pathRegion] = start, end-start, len(s)-end
	return true
}

// splitByCounts is SplitTo without cuts.
func (r Rule) splitByCounts(s string, x *Extents) bool {
	lengths, verdict := r.lengths(s)
	if verdict == unsettled {
		return r.splitFar(s, x)
	}
	x.read(lengths)
	return verdict == member
}

// walked is verdict of a string that the region kernel does not settle.
func (r Rule) walked(s string) (valid bool, seen uint32) {
	if simd && cpu != plainCPU && len(s) >= longString {
		if valid, ok := r.skim(s); ok {
			return valid, all
		}
	}
	return r.verdict(s)
}

// read takes the extents from a register of slots, of which the first are those of components.
func (x *Extents) read(lengths uint64) {
	x[0] = int(lengths & chunk)
	x[1] = int(lengths >> slotBits & chunk)
	x[2] = int(lengths >> (2 * slotBits) & chunk)
	x[3] = int(lengths >> (3 * slotBits) & chunk)
	x[4] = int(lengths >> (4 * slotBits) & chunk)
	x[5] = int(lengths >> (5 * slotBits) & chunk)
	x[6] = int(lengths >> (6 * slotBits) & chunk)
}

// splitFar is SplitTo for strings that a register does not count, and rules without rows that do.
func (r Rule) splitFar(s string, x *Extents) bool {
	if !r.whole() {
		return false
	}
	v := r.split()
	if v.number == 0 {
		return false
	}
	counts, ok := v.count(s)
	if ok {
		*x = v.deal(&counts)
	}
	return ok
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
	if verdict := v.rule.countAll(s, &counts); verdict != unsettled {
		return counts, verdict == member
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

// slotCounts are how many bytes of a string are of each slot.
type slotCounts [MaxSlots]int

// take adds what is in a register of slots, and returns the empty one; without counts it leaves the register as it is.
func (c *slotCounts) take(packed uint64) uint64 {
	if c == nil {
		return packed
	}
	for i := range c {
		c[i] += int(packed >> (i * slotBits) & chunk)
	}
	return 0
}

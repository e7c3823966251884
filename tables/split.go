package tables

// Extents are the lengths in bytes of the components of a member, in the order of the
// rule's components, delimiters included. Their sum is the length of the member. A component
// with delimiters that has extent 0 is not there; one that is there and empty has the
// extent of its delimiters.
type Extents [MaxComponents]int

// slotBits is the width of a slot's counter: seven of them fit a uint64.
const slotBits = 9

// chunk is how many bytes can be counted before a counter may overflow.
const chunk = 1<<slotBits - 1

// sums times lengths side by side are, in each field, the sum of the lengths up to there.
const sums = 1 | 1<<slotBits | 1<<(2*slotBits) | 1<<(3*slotBits) | 1<<(4*slotBits) | 1<<(5*slotBits) | 1<<(6*slotBits)

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

// Ends are where the first four components of a member end, delimiters included, in bytes
// from its beginning; where the member ends, when the rule has no such component. They are
// what Extents are in the registers of a processor, where eight numbers would go through memory.
type Ends struct{ First, Second, Third, Fourth int }

// Ends says where the first four components of s end; the last one of a rule ends where s
// does. It is [Rule.Split], and faster: it reports false when s is not a member or the rule
// has no components, and does not allocate.
func (r Rule) Ends(s string) (e Ends, ok bool) {
	if simd && cpu != plainCPU {
		if regions := r.regions(); regions != nil {
			if ends, ok := splitShape(regions, s); ok {
				return Ends{ends[0], ends[1], ends[2], ends[3]}, true
			}
		}
	}
	lengths, verdict := r.lengths(s)
	if verdict == unsettled {
		return r.endsFar(s)
	}
	return endsOf(lengths), verdict == member
}

// endsFar is Ends of what the register does not count.
func (r Rule) endsFar(s string) (e Ends, ok bool) {
	x, ok := r.splitFar(s)
	e.First = x[0]
	e.Second = e.First + x[1]
	e.Third = e.Second + x[2]
	e.Fourth = e.Third + x[3]
	return e, ok
}

// endsOf sums up.
func endsOf(lengths uint64) Ends {
	ends := lengths * sums
	return Ends{
		int(ends & chunk),
		int(ends >> slotBits & chunk),
		int(ends >> (2 * slotBits) & chunk),
		int(ends >> (3 * slotBits) & chunk),
	}
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

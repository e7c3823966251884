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
	ok = r.SplitTo(s, &x)
	return x, ok
}

// SplitTo is [Rule.Split] with the extents in *x, which must be zero, and is when it reports
// false. An array that is returned is copied, in pieces that are wider than what was
// stored, so that the copy waits for the stores: longer than the kernels take for it all.
func (r Rule) SplitTo(s string, x *Extents) bool {
	if simd && cpu != plainCPU {
		if regions := r.regions(); areComponents(regions) {
			saw("regions", s)
			switch inShape(regions, unsafe.StringData(s), len(s), x, 0) {
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
	if !r.hasCuts() {
		return r.splitByLabels(s, x)
	}
	e, ok := r.cut(s)
	if ok {
		x[schemeRegion], x[authorityRegion] = e.Scheme, e.Authority-e.Scheme
		x.takeRest(e, len(s))
	}
	return ok
}

// Ends are the offsets in bytes behind a scheme with its colon, an authority, a path and a query, of
// which each begins where the one in front of it ends. What is behind them is the fragment.
type Ends struct{ Scheme, Authority, Path, Query int }

// Ends is [Rule.Split] for rules of these five components, as IRI and IRI-reference: in registers, and so in
// less time. Of another rule they are where the first four components end.
func (r Rule) Ends(s string) (e Ends, ok bool) {
	if simd && cpu != plainCPU {
		if regions := r.regions(); areComponents(regions) {
			var x Extents
			saw("regions", s)
			switch inShape(regions, unsafe.StringData(s), len(s), &x, 0) {
			case inLanguage:
				if len(s) > 64 {
					return cutRest(s, x[schemeRegion], x[schemeRegion]+x[authorityRegion]), true
				}
				return x.ends(), true
			case notInLanguage:
				return e, false
			}
		}
	}
	return r.cut(s)
}

// ends are those of the first four.
func (x *Extents) ends() (e Ends) {
	e.Scheme = x[0]
	e.Authority = e.Scheme + x[1]
	e.Path = e.Authority + x[2]
	e.Query = e.Path + x[3]
	return e
}

// splitByLabels is SplitTo by what the states say.
func (r Rule) splitByLabels(s string, x *Extents) bool {
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
	if packed, accepts, ok := v.countFront(s); ok {
		counts.take(packed)
		return counts, accepts
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

// countFront is count of a string that a register can count, on the places of the front. It reports
// ok false when the walk spills.
func (v *split) countFront(s string) (packed uint64, accepts, ok bool) {
	set := v.rule.places(atFront)
	if set == nil || s == "" || len(s) > chunk || s[0] == 0 {
		return 0, false, false
	}
	saw("labels", s)
	rows := (*[256]uint64)(unsafe.Add(set, placesRows))
	x := uint64(*(*uint8)(unsafe.Add(set, placesFirst)))
	for i := range len(s) {
		x = rows[s[i]] >> (x & 63)
		if q := stateAt(set, x); q < len(v.shift) {
			packed += 1 << (v.shift[q] & 63)
		}
	}
	accepts = *(*uint64)(unsafe.Add(set, placesAccepts))>>(x&63)&1 != 0
	return packed, accepts, x&63 != uint64(*(*uint8)(unsafe.Add(set, placesSpill)))
}

// countChunk counts on the plain table, and again from the start of the chunk with the wide one when the walk escapes.
func (v *split) countChunk(from int, s string) (packed uint64, q int) {
	saw("labels", s)
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

// take adds the counts of a register.
func (c *slotCounts) take(packed uint64) {
	for i := range c {
		c[i] += int(packed >> (i * slotBits) & chunk)
	}
}

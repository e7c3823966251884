package tables

import "unsafe"

// This file has the plain engine, which knows every state of every rule.
//
// Idea. A step is one load, row[q], from the row of the byte's class: its address depends on the
// byte alone, so only the loads form a chain.
//
// Cost. A load a byte: four or five cycles.
//
// The loops have no bounds checks, which would cost a third of that. The mask replaces them (the
// last invariant of Rule): no string, however malformed, makes a walk read outside it.
//
// Twin: the naive loop over the Machine.

// Valid reports whether s, as a whole, is a member of the rule's language. It does not
// allocate and takes time linear in len(s). Ill-formed UTF-8 is never a member.
func (r Rule) Valid(s string) bool {
	if simd && cpu != plainCPU {
		if regions := r.regions(); regions != nil {
			saw("regions", s)
			if verdict := inShape(regions, unsafe.StringData(s), len(s), nil, 0); verdict != unknown {
				return verdict == inLanguage
			}
		}
	}
	return r.validOnTables(s)
}

// validOnTables is Valid without the region kernels.
func (r Rule) validOnTables(s string) bool {
	if set := r.places(atFront); set != nil && s != "" && s[0] != 0 {
		return r.validOnShiftRows(set, s)
	}
	return r.whole() && r.accepting(r.advancePlain(int(r[atStart]), s))
}

// ValidBytes is Valid for a slice of bytes.
func (r Rule) ValidBytes(b []byte) bool {
	return r.Valid(view(b))
}

// view returns b as a string. Nothing is copied: the string is good as long as b is the same.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// row returns the row of the class of b, in the rows that begin where rows says, less
// atRows. The compiler makes one load of the two.
func row(rows unsafe.Pointer, classes *[classesSize]uint8, mask uint, b uint8) *[window]uint8 {
	at := uint(classes[2*uint(b)]) | uint(classes[2*uint(b)+1])<<8
	return (*[window]uint8)(unsafe.Add(rows, at&mask))
}

// advance returns the state after q on s; r must be whole.
func (r Rule) advance(q int, s string) int {
	front := r.places(atFront)
	switch {
	case front == nil || s == "":
		return r.advancePlain(q, s)
	case q != int(r[atStart]) || s[0] == 0:
		return r.resume(q, s, false)
	}
	x, n := walk(front, highBits, uint64(*(*uint8)(unsafe.Add(front, placesFirst))), s)
	if n == len(s) {
		return stateAt(front, x)
	}
	return r.resume(stateAt(front, x), s[n:], true)
}

// advancePlain is advance on plain rows: near as long as they know the way, far where they do not.
func (r Rule) advancePlain(q int, s string) int {
	for {
		if q < escape {
			to, n := r.near(uint8(q), s)
			if n == len(s) {
				return int(to)
			}
			q, s = int(to), s[n:]
		}
		to, n := r.far(q, s)
		if n == len(s) {
			return to
		}
		q, s = to, s[n:]
	}
}

// near walks s from state q on rows, eight bytes a turn. After each turn it looks whether
// the walk is over early: dead, so that the rest of s does not matter, or escaped to states
// that only the wide table knows. Then n is where that turn began, else it is len(s).
func (r Rule) near(q uint8, s string) (to uint8, n int) {
	p, i := r.plain(), 0
	for ; i < len(s)-7; i += 8 {
		t := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
		a, b, c, d := p.row(t[0]), p.row(t[1]), p.row(t[2]), p.row(t[3])
		to := d[c[b[a[q]]]]
		a, b, c, d = p.row(t[4]), p.row(t[5]), p.row(t[6]), p.row(t[7])
		to = d[c[b[a[to]]]]
		if to+1 <= 1 { // dead or escape
			saw("plain rows", s[:i+8])
			if to == 0 {
				return 0, len(s)
			}
			return q, i
		}
		q = to
	}
	saw("plain rows", s)
	from := q
	for j := i; j < len(s); j++ {
		q = p.row(s[j])[q]
	}
	if q == escape {
		return from, i
	}
	return q, len(s)
}

// A plain is a view of the sections that the plain engine walks.
type plain struct {
	classes *[classesSize]uint8
	rows    unsafe.Pointer // from where entries of classes count: the beginning of the rule, for rows
	mask    uint
}

// plain returns the view of rows; r must be whole, or mask be looked at.
func (r Rule) plain() plain {
	base := unsafe.Pointer(unsafe.StringData(string(r)))
	return plain{
		classes: (*[classesSize]uint8)(unsafe.Add(base, len(r)-fromEnd)),
		rows:    base,
		mask:    uint(r.uint32(atMask)),
	}
}

// row returns the row of the class of b.
func (p *plain) row(b uint8) *[window]uint8 { return row(p.rows, p.classes, p.mask, b) }

// far walks s on the wide table from state q. It returns how many bytes it took: all, or
// as many as led back to a state that rows know.
func (r Rule) far(q int, s string) (to, n int) {
	// A walk that goes to and fro does the turns twice in which it escapes, so it stays
	// long enough here for that not to matter.
	const stay = 64
	w := r.wide()
	for n < len(s) && (n < stay || q >= escape) {
		if q = w.next(q, s[n]); q == 0 {
			saw("far table", s[:n+1])
			return 0, len(s)
		}
		n++
	}
	saw("far table", s[:n])
	return q, n
}

// A wide is a view of the wide table, and of rows for the states that it has no cells for.
type wide struct {
	rule  Rule
	rows  plain
	at    int // where the section begins
	first int // the first state that has cells
	size  int // how many states have
}

// wide returns the view of all transitions; r must be whole.
func (r Rule) wide() wide {
	first := int(r[atFirst])
	return wide{rule: r, rows: r.plain(), at: r.uint32(atWide), first: first, size: r.uint32(atStates) - first}
}

// next returns the state after q on b, and the dead state when q is none of the rule.
func (w *wide) next(q int, b uint8) int {
	if q < w.first {
		return int(w.rows.row(b)[uint8(q)])
	}
	if q -= w.first; q >= w.size {
		return 0
	}
	// The stride of a rule with a wide table is 256, and rows begin before that, so the high byte of an
	// entry is the class.
	at := w.at + 2*(w.size*int(w.rows.classes[2*uint(b)+1])+q)
	if uint(at) > uint(len(w.rule)-2) {
		return 0 // no table that Verify accepts: behind its last cell come other sections
	}
	return w.rule.uint16(at)
}

// step returns the state after q on b, for what is not worth an engine of its own. r must be whole.
func (r Rule) step(q int, b uint8) int {
	if q < int(r[atFirst]) {
		p := r.plain()
		return int(p.row(b)[uint8(q)])
	}
	w := r.wide()
	return w.next(q, b)
}

// Prefix returns the length in bytes of the longest prefix of s that is a member, or -1 when none
// is, not even the empty one. It takes time linear in the part of s that a member may begin with.
func (r Rule) Prefix(s string) int {
	if !r.whole() {
		return -1
	}
	return r.prefix(s)
}

package tables

import "unsafe"

// This file has the engines that give a verdict, and the only unsafe code of the package.
//
// The plain engine is a load a byte, row[q], where the address of the row depends on the
// byte alone. What decides its speed is how little else there is to do for a byte: the
// processor then has room to begin on the next string while the loads of this one are
// still under way. Written with bounds checks it runs at 1.5 times the naive loop, as
// below at 2.0 times and more. What replaces the checks is the mask (the last invariant
// of Rule), never trust in the table: no string, however malformed, makes the walk read
// outside it.

// Valid reports whether s, as a whole, is a member of the rule's language. It does not
// allocate and takes time linear in len(s). Ill-formed UTF-8 is never a member, unless
// the grammar says octets.
func (r Rule) Valid(s string) bool {
	if !r.whole() {
		return false
	}
	p, q, i := r.plain(), r[atStart], 0
	for ; i < len(s)-7; i += 8 {
		t := (*[8]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
		a, b, c, d := p.row(t[0]), p.row(t[1]), p.row(t[2]), p.row(t[3])
		to := d[c[b[a[q]]]]
		a, b, c, d = p.row(t[4]), p.row(t[5]), p.row(t[6]), p.row(t[7])
		to = d[c[b[a[to]]]]
		if to+1 <= 1 { // dead or escape: over early
			return to == escape && r.validFar(int(q), s[i:])
		}
		q = to
	}
	from := q
	for j := i; j < len(s); j++ {
		q = p.row(s[j])[q]
	}
	if q == escape {
		return r.validFar(int(from), s[i:])
	}
	return r.accepting(int(q))
}

// ValidBytes is Valid for a slice of bytes.
func (r Rule) ValidBytes(b []byte) bool {
	return r.Valid(unsafe.String(unsafe.SliceData(b), len(b)))
}

// A plain is a view of the sections that the plain engine walks.
type plain struct {
	classes *[2 * 256]uint8
	rows    unsafe.Pointer
	mask    uint
}

// plain returns the view; r must be whole.
func (r Rule) plain() plain {
	base := unsafe.Pointer(unsafe.StringData(string(r)))
	return plain{
		classes: (*[2 * 256]uint8)(unsafe.Add(base, atClasses)),
		rows:    unsafe.Add(base, atRows),
		mask:    uint(r.uint32(atMask)),
	}
}

// row returns the row of the class of b. The compiler makes one load of the two.
func (p *plain) row(b uint8) *[window]uint8 {
	at := uint(p.classes[2*uint(b)]) | uint(p.classes[2*uint(b)+1])<<8
	return (*[window]uint8)(unsafe.Add(p.rows, at&p.mask))
}

// validFar walks s on the wide table from state q, and reports whether it ends in an accepting state.
func (r Rule) validFar(q int, s string) bool {
	f, ok := r.far()
	if !ok {
		return false
	}
	q *= f.count
	for i := 0; i < len(s) && q != 0; i++ {
		q = f.next(q, s[i])
	}
	return r.accepting(q / f.count)
}

// A far is a view of the wide table. Its states are multiplied by count, the number of classes.
type far struct {
	rule  Rule
	wide  int
	count int
	width int
}

func (r Rule) far() (f far, ok bool) {
	f = far{rule: r, wide: r.uint32(atWide), count: r.uint16(atCount), width: int(r[atWidth])}
	return f, f.width != 0 && f.count != 0
}

func (f *far) next(q int, b uint8) int {
	// The stride of a rule with a wide table is 256, so the high byte of an entry is the class.
	at := f.wide + f.width*(q+int(f.rule[atClasses+2*int(b)+1]))
	if at < 0 || at > len(f.rule)-4 {
		return 0 // no table that Verify accepts: behind its last cell come other sections
	}
	if f.width == 2 {
		return f.rule.uint16(at)
	}
	return f.rule.uint32(at)
}

// step returns the state after q on b, for what is not worth an engine of its own. r must be whole.
func (r Rule) step(q int, b uint8) int {
	if q < escape {
		p := r.plain()
		if to := p.row(b)[q]; to != escape {
			return int(to)
		}
	}
	f, ok := r.far()
	if !ok {
		return 0
	}
	return f.next(q*f.count, b) / f.count
}

// Prefix returns the length in bytes of the longest prefix of s that is a member, or -1 when none is, not even the empty one.
func (r Rule) Prefix(s string) int {
	if !r.whole() {
		return -1
	}
	longest, q := -1, int(r[atStart])
	for i := 0; ; i++ {
		if r.accepting(q) {
			longest = i
		}
		if q == 0 || i == len(s) {
			return longest
		}
		q = r.step(q, s[i])
	}
}

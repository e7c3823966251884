package tables

import "unsafe"

// A Munch is a longest match in the making: the walk of a set over bytes that come in
// pieces. It may stop and go on at any byte, inside a UTF-8 sequence too. It is a small
// value; a copy goes on by itself. The zero Munch, and one from a Set that is no table, is over and has no match.
type Munch struct {
	set  Set
	q    int   // the state; dead when nothing can make the match longer
	read int64 // bytes so far, those that led to the dead state included
	end  int64 // of the longest match; -1 when there is none
	last int   // its label
}

// Munch begins a longest match.
func (t Set) Munch() Munch {
	r := Rule(t)
	if !r.whole() {
		return Munch{end: -1}
	}
	m := Munch{set: t, q: int(r[atStart]), end: -1}
	if l := r.label(m.q); l != 0 {
		m.end, m.last = 0, l
	}
	return m
}

// Advance reads on. It reports whether more bytes could make the match longer.
func (m *Munch) Advance(b []byte) (more bool) {
	return m.AdvanceString(unsafe.String(unsafe.SliceData(b), len(b)))
}

// AdvanceString is Advance for a string.
func (m *Munch) AdvanceString(s string) (more bool) {
	if m.q == 0 {
		return false
	}
	n, to, end, label := m.set.munch(m.q, s)
	if end >= 0 {
		m.end, m.last = m.read+int64(end), label
	}
	m.read += int64(n)
	m.q = to
	return to != 0
}

// Match returns the first listed of the rules that match the longest, and its length in
// bytes; [NoRule] and -1 when none has matched yet.
func (m *Munch) Match() (rule int, n int64) {
	if m.end < 0 {
		return NoRule, -1
	}
	return m.set.first(m.last), m.end
}

// Read returns how many bytes were looked at: those of the match, and those behind it that did not make it longer.
func (m *Munch) Read() int64 { return m.read }

// munch walks s from state q, which is not dead, until nothing can match any more. It
// returns the number of bytes read and the state they lead to, the end of the longest
// match, -1 when there is none but where the walk began, and its label.
func (t Set) munch(q int, s string) (n, to, end, label int) {
	r := Rule(t)
	end = -1
	if q < escape {
		p, labels := r.plain(), r.labels()
		near := uint8(q)
		for i := 0; i < len(s); i++ {
			next := p.row(s[i])[near]
			if next+1 <= 1 { // dead or escape
				if next == 0 {
					return i + 1, 0, end, label
				}
				return t.munchWide(int(near), s, i, end, label)
			}
			near = next
			if l := int(labels[2*uint(near)]) | int(labels[2*uint(near)+1])<<8; l != 0 {
				end, label = i+1, l
			}
		}
		return len(s), int(near), end, label
	}
	return t.munchWide(q, s, 0, end, label)
}

// munchWide goes on with the byte at i, as far as the wide table has to be asked.
func (t Set) munchWide(q int, s string, i, end, label int) (int, int, int, int) {
	r := Rule(t)
	for ; i < len(s); i++ {
		if q = r.step(q, s[i]); q == 0 {
			return i + 1, 0, end, label
		}
		if l := r.label(q); l != 0 {
			end, label = i+1, l
		}
	}
	return i, q, end, label
}

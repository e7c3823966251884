package tables

import "unsafe"

// A Munch is a longest match in the making: the walk of a set over bytes that come in
// pieces. It may stop and go on at any byte, inside a UTF-8 sequence too. It is a small
// value; a copy goes on by itself. The zero Munch, and one from a Set that is no table, is
// over and has no match.
//
// It makes one token. The next begins with a new Munch behind the end of the match, and so
// with the bytes that were read behind it; [Set.Tokens] does that for a string.
type Munch struct {
	set  Set
	q    int   // the state; 0 when nothing can make the match longer
	read int64 // bytes so far, the one that led to state 0 included
	end  int64 // of the longest match, when last is not 0
	last int   // its label, see the layout of Set
}

// Munch begins a longest match.
func (t Set) Munch() Munch {
	r := Rule(t)
	if !r.whole() {
		return Munch{}
	}
	q := int(r[atStart])
	return Munch{set: t, q: q, last: r.label(q)}
}

// Advance reads on, as far as the match may become longer. It reports false when no more
// bytes can make it longer; to know that, it may need a byte behind the match.
func (m *Munch) Advance(b []byte) (more bool) {
	return m.AdvanceString(view(b))
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

// Match returns the first listed of the rules that match the longest prefix of what was
// read, and its length in bytes; [NoRule] and -1 when none has matched yet. It matches
// all that was read when the length is Read.
func (m *Munch) Match() (rule int, n int64) {
	if m.last == 0 {
		return NoRule, -1
	}
	return m.last - 1, m.end
}

// Read returns how many bytes were looked at: those of the match, and those behind it that did not make it longer.
func (m *Munch) Read() int64 { return m.read }

// munch walks s from state q, which is not dead, until nothing can match any more. It
// returns the number of bytes read and the state they lead to, the end of the longest
// match, -1 when there is none, and its label.
func (t Set) munch(q int, s string) (read, to, end, label int) {
	if q >= escape {
		return t.munchWide(q, s, 0, -1, 0)
	}
	p := Rule(t).plain()
	n, last, next, end, label := munch(p.rows, p.classes, p.mask, Rule(t).labels(), uint8(q), s)
	switch {
	case n == len(s):
		return n, int(last), end, label
	case next == escape:
		return t.munchWide(int(last), s, n, end, label)
	}
	return n + 1, 0, end, label
}

// munch walks s from state q as far as it neither dies nor escapes: n bytes, which lead to
// last. Next is the state after the byte behind them, if there is one.
//
// Most bytes of a token, the inside of a string or of a name, lead from a state to itself.
// The inner loops ask no more than that. So they are no chain of loads: what they load
// does not depend on what was loaded before, unless the guess of the processor that it
// goes on is wrong, once or twice a token. And what matches is looked up once a state.
//
//go:noinline
func munch(
	rows unsafe.Pointer, classes *[classesSize]uint8, mask uint, labels *[2 * window]uint8, q uint8, s string,
) (n int, last, next uint8, end, label int) {
	end = -1
	for {
		current := int(labels[2*uint(q)]) | int(labels[2*uint(q)+1])<<8
		if next = q; n < len(s) {
			next = row(rows, classes, mask, s[n])[q]
		}
		if next == q && n < len(s) {
			for n++; n < len(s)-3; n += 4 {
				t := (*[4]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
				a, b := row(rows, classes, mask, t[0])[q], row(rows, classes, mask, t[1])[q]
				c, d := row(rows, classes, mask, t[2])[q], row(rows, classes, mask, t[3])[q]
				if (a^q)|(b^q)|(c^q)|(d^q) != 0 {
					break
				}
			}
			for ; n < len(s); n++ {
				if next = row(rows, classes, mask, s[n])[q]; next != q {
					break
				}
			}
		}
		if current != 0 {
			end, label = n, current
		}
		if n == len(s) || next+1 <= 1 { // dead or escape
			saw("tokens", s[:min(n+1, len(s))])
			return n, q, next, end, label
		}
		q = next
		n++
	}
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

// labels is a view of the labels of the states below 256. Behind the last state it
// shows other sections, and never what is outside the table: a section begins before the classes.
func (r Rule) labels() *[2 * window]uint8 {
	at := min(uint(r.uint32(atLabels))+2, uint(len(r)-fromEnd))
	return (*[2 * window]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(string(r))), at))
}

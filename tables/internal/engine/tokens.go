package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file finds the longest token at the start of a text.
//
// Idea. Most bytes of a token, such as those inside a string or a name, leave the state unchanged.
// The inner loops of nearMatch test each byte only for this. As long as the state does not change,
// the load for a byte need not wait for the previous load. The branch at the end of an inner loop
// mispredicts once or twice per token. nearMatch loads the label of a state only once, when it
// reaches the state.
//
// Requires the complete table of a set. For the results, see [LongestMatch].
//
// Cost. 34 ns per N-Triples token, including the validation of its IRIs (Zen 5).
//
// Rejected. A loop without the inner loops: 1.64 times as long (Intel Xeon, model 167).
//
// Tested against: setCase.longest in the tests.

// nearMatch is Tokens.Next with the fields of Tokens as parameters, which keeps them in registers.
//
//go:noinline
func nearMatch(
	rows unsafe.Pointer, classes *[format.ClassesSize]uint8, mask uint,
	labels *[2 * format.Window]uint8, q uint8, s string,
) (n int, last, next uint8, end, label int) {
	end = -1
	for {
		current := int(labels[2*uint(q)]) | int(labels[2*uint(q)+1])<<8
		if next = q; n < len(s) {
			next = format.RowAt(rows, classes, mask, s[n])[q]
		}
		if next == q && n < len(s) {
			for n++; n < len(s)-3; n += 4 {
				block := (*[4]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), n))
				a, b := format.RowAt(rows, classes, mask, block[0])[q], format.RowAt(rows, classes, mask, block[1])[q]
				c, d := format.RowAt(rows, classes, mask, block[2])[q], format.RowAt(rows, classes, mask, block[3])[q]
				if (a^q)|(b^q)|(c^q)|(d^q) != 0 {
					break
				}
			}
			for ; n < len(s); n++ {
				if next = format.RowAt(rows, classes, mask, s[n])[q]; next != q {
					break
				}
			}
		}
		if current != 0 {
			end, label = n, current
		}
		if n == len(s) || next+1 <= 1 { // dead, or far
			saw("tokens", s[:min(n+1, len(s))])
			return n, q, next, end, label
		}
		q = next
		n++
	}
}

// farMatch walks s from offset i and state q, which may be far, calling format.Step for each byte.
// end and label describe the longest match found up to i. farMatch returns the results of
// LongestMatch.
func farMatch(t format.Table, q int, s string, i, end, label int) (int, int, int, int) {
	for ; i < len(s); i++ {
		if q = format.Step(t, q, s[i]); q == 0 {
			return i + 1, 0, end, label
		}
		if l := t.Label(q); l != 0 {
			end, label = i+1, l
		}
	}
	return i, q, end, label
}

// LongestMatch walks s from state q of the set t until the walk dies or s ends. q must not be the
// dead state. read is the number of bytes read, including the fatal byte. to is the state after
// these bytes. A match is a prefix of s after which the state has a label, because some rule of the
// set matches it. end is the length of the longest match, or -1 if there is none, and label is its
// label. The empty match counts if q has a label, but not if q is a far state.
func LongestMatch(t format.Table, q int, s string) (read, to, end, label int) {
	if q >= format.Far {
		return farMatch(t, q, s, 0, -1, 0)
	}
	v := NewTokens(t)
	n, last, next, end, label := v.Next(uint8(q), s)
	switch {
	case n == len(s):
		return n, int(last), end, label
	case next == format.Far:
		return farMatch(t, int(last), s, n, end, label)
	}
	return n + 1, 0, end, label
}

// Tokens is a view of the two sections of a set that nearMatch reads: the rows and the labels.
type Tokens struct {
	rows   format.Rows
	labels *[2 * format.Window]uint8 // labels of states 0 to 255; may extend beyond the last label
}

// NewTokens returns the Tokens of the set t. The table must be whole.
func NewTokens(t format.Table) Tokens {
	at := min(uint(t.Uint32(format.AtLabels))+2, uint(len(t)-format.FromEnd)) // never outside the table
	labels := (*[2 * format.Window]uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(string(t))), at))
	return Tokens{rows: format.NewRows(t), labels: labels}
}

// Next walks s from state q. It stops before a byte that leads to the dead state or to a far state,
// or at the end of s. n is the number of bytes that it walks, and last is the state after them.
// next is 0 if the next byte leads to the dead state, format.Far if it leads to a far state, and
// last at the end of s. end is the length of the longest match in these n bytes, or -1 if there is
// none, and label is its label (see LongestMatch). The empty match counts.
func (t *Tokens) Next(q uint8, s string) (n int, last, next uint8, end, label int) {
	return nearMatch(t.rows.Base, t.rows.Classes, t.rows.Mask, t.labels, q, s)
}

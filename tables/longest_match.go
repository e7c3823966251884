package tables

import (
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A LongestMatch is a longest match in the making: the walk of a set over bytes in pieces. It may
// stop and go on at any byte, inside a UTF-8 sequence too. It is a small value; a copy goes on by
// itself. The zero LongestMatch, and one from a Set that is no table, is over and has no match.
//
// It makes one token. The next token begins with a new LongestMatch after the end of the match, and
// so with the bytes read after it; [Set.Tokens] does this for a string. Without a match, Tokens
// makes the bytes read, without the code point at their end, a stretch of [NoRule].
type LongestMatch struct {
	ofSet
	q    int   // the state; 0 when no byte can make the match longer
	read int64 // number of bytes so far, the one before state 0 included
	end  int64 // of the longest match, when last is not 0
	last int   // its label, see the layout of Set
}

// LongestMatch begins a longest match.
func (t Set) LongestMatch() LongestMatch {
	if !t.table().Whole() {
		return LongestMatch{}
	}
	q := int(t[format.AtStart])
	return LongestMatch{ofSet: ofSet{t}, q: q, last: t.table().Label(q)}
}

// Advance reads on, as long as the match may become longer, and reports whether more bytes can make
// it longer. It may need a byte after the match to decide.
func (m *LongestMatch) Advance(b []byte) (more bool) {
	return m.AdvanceString(format.View(b))
}

// AdvanceString is Advance for a string.
func (m *LongestMatch) AdvanceString(s string) (more bool) {
	if m.q == 0 {
		return false
	}
	n, to, end, label := engine.LongestMatch(m.set.table(), m.q, s)
	if end >= 0 {
		m.end, m.last = m.read+int64(end), label
	}
	m.read += int64(n)
	m.q = to
	return to != 0
}

// Match returns the first listed of the rules that match the longest matching prefix of the bytes
// read, and its length in bytes; [NoRule] and -1 without a match so far. If the length is Read, the
// match has all bytes read.
func (m *LongestMatch) Match() (rule int, n int64) {
	if m.last == 0 {
		return NoRule, -1
	}
	return m.last - 1, m.end
}

// Read returns the number of bytes read: those of the match, and those after it that did not make
// it longer.
func (m *LongestMatch) Read() int64 { return m.read }

// Prefix returns the first listed of the rules that match the longest matching prefix of s, and the
// length of that prefix in bytes; [NoRule] and -1 without a match, even of the empty prefix. It
// does not allocate.
func (t Set) Prefix(s string) (rule, n int) {
	m := t.LongestMatch()
	m.AdvanceString(s)
	rule, end := m.Match()
	return rule, int(end)
}

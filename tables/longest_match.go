package tables

import (
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A LongestMatch finds the longest match of a set at the start of a text that arrives in pieces. A
// piece may end at any byte, even inside a UTF-8 sequence. A LongestMatch is a small value; copies
// are independent. The zero LongestMatch, like one from a string that is not a set, is complete and
// has no match.
//
// A LongestMatch reads one token. For the next token, start a new LongestMatch at the end of the
// match, and first pass it the bytes that were already read beyond this end. [Set.Tokens] does this
// for a string.
type LongestMatch struct {
	ofSet
	q    int   // the state; 0 if no byte can make the match longer
	read int64 // number of bytes read, including a byte that led to state 0
	end  int64 // end of the longest match if last is not 0
	last int   // label of the longest match
}

// LongestMatch returns a LongestMatch for the set.
func (t Set) LongestMatch() LongestMatch {
	if !t.table().Whole() {
		return LongestMatch{}
	}
	q := int(t[format.AtStart])
	return LongestMatch{ofSet: ofSet{t}, q: q, last: t.table().Label(q)}
}

// Advance reads b as long as the match could become longer, and reports whether more bytes could
// make it longer. It may have to read a byte beyond the match to find out.
func (m *LongestMatch) Advance(b []byte) (more bool) {
	return m.AdvanceString(format.View(b))
}

// AdvanceString is like Advance for a string.
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

// Match returns the number of the first listed rule that produces the longest match so far, and the
// length of the match in bytes. If there is no match, it returns [NoRule] and -1. If n equals Read,
// the match includes all bytes read.
func (m *LongestMatch) Match() (rule int, n int64) {
	if m.last == 0 {
		return NoRule, -1
	}
	return m.last - 1, m.end
}

// Read returns the number of bytes read, including bytes beyond the match.
func (m *LongestMatch) Read() int64 { return m.read }

// Prefix finds the longest prefix of s that a rule matches. It returns the number of the first
// listed rule that matches it, and its length in bytes. If no rule matches even the empty prefix,
// it returns [NoRule] and -1. It does not allocate.
func (t Set) Prefix(s string) (rule, n int) {
	m := t.LongestMatch()
	m.AdvanceString(s)
	rule, end := m.Match()
	return rule, int(end)
}

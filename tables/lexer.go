package tables

import (
	"iter"
	"math/bits"
	"unicode/utf8"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// This file splits strings into tokens.
//
// Idea. The engine finds each longest match in one walk. Bytes read beyond the match are read again
// for the next token, which takes quadratic time on some strings. So after rereading too many
// bytes, the lexer begins to record pairs of an offset and a state from which no match can be
// reached, and later walks stop at a recorded pair.
//
// Requires and returns. The lexer is safe even if the string is not a set. Set.Tokens defines the
// tokens.
//
// Cost. 34 ns per N-Triples token, including IRI validation (Zen 5). The number of bytes read is
// linear in the length of the string, with a factor that depends on the set (TestLexerIsLinear).
//
// Tested against: setCase.naive (TestTokensAgreeWithTheNaiveTwin).

// A Span is part of a string: the bytes from offset Start up to, but not including, offset End.
type Span struct{ Start, End int }

// Tokens splits s into tokens. Each token is the longest prefix of the remaining text that matches
// a rule of the set. If several rules match it, Tokens yields the number of the first one listed.
// No token is empty, and the tokens cover all of s.
//
// Text that no rule matches becomes one token with the rule [NoRule], a gap. A gap starts with
// bytes that could begin a token, up to the code point that no rule allows there. If there are no
// such bytes, the gap starts with that code point, or with one invalid byte. The gap continues in
// the same way until a rule matches. [Lexer.Err] reports the offset of the first disallowed code
// point, and the reason.
func (t Set) Tokens(s string) iter.Seq2[int, Span] {
	return func(yield func(int, Span) bool) {
		for l := t.Lexer(s); l.Next(); {
			if !yield(l.rule, Span{l.start, l.end}) {
				return
			}
		}
	}
}

// A Lexer splits a string into the tokens of [Set.Tokens], without allocating:
//
//	for l := set.Lexer(s); l.Next(); {
//		use(l.Rule(), l.Text())
//	}
//
// A Lexer takes time linear in the length of the string; even for hostile strings and sets, the
// factor is at most the number of states of the set. With the rules "a" and "*a b", each token of
// aaaa… requires reading all of the remaining text. After rereading too many bytes, the lexer
// begins to record offsets and states from which no match can be reached (Reps, "Maximal munch"
// tokenization in linear time, 1998). Only then does it allocate: at most one byte per remaining
// byte of text, plus 8 KB.
//
// A copy of a Lexer is independent, but may share this memory, so it must not be used in another
// goroutine.
type Lexer struct {
	ofSet
	s                string
	rule, start, end int

	tokens    engine.Tokens
	first     uint8 // start state of a token
	rescanned int   // number of bytes read beyond the ends of tokens
	failed    *failures

	counted, columns int // number of bytes that Err has counted, and number of code points in them
}

// Lexer returns a lexer for s. It returns a pointer because, since Go 1.22, a loop copies its
// variable in each iteration. Lexer is inlined, so a lexer that does not escape is allocated on the
// stack.
func (t Set) Lexer(s string) *Lexer { return new(Lexer).begin(t, s) }

// LexerBytes is like Lexer for a byte slice, which must not change while the lexer is used.
func (t Set) LexerBytes(b []byte) *Lexer { return new(Lexer).begin(t, format.View(b)) }

// begin initializes l as a lexer for s.
func (l *Lexer) begin(t Set, s string) *Lexer {
	*l = Lexer{ofSet: ofSet{t}, s: s, rule: NoRule}
	if t.table().Whole() {
		l.tokens, l.first = engine.NewTokens(t.table()), t[format.AtStart]
	}
	return l
}

// Rule returns the number of the rule that matches the token, or [NoRule].
func (l *Lexer) Rule() int { return l.rule }

// Span returns the offsets of the token.
func (l *Lexer) Span() Span { return Span{l.start, l.end} }

// Text returns the token.
func (l *Lexer) Text() string { return l.s[l.start:l.end] }

// Next moves to the next token, and reports whether there is one.
func (l *Lexer) Next() bool {
	l.start = l.end
	if l.start >= len(l.s) || l.first == 0 || l.failed != nil {
		return l.nextSlowly()
	}
	s := l.s[l.start:]
	read, _, next, n, label := l.tokens.Next(l.first, s)
	if n <= 0 || next == format.Far {
		return l.nextSlowly()
	}
	l.end, l.rule = l.start+n, label-1
	if read > n {
		l.rescan(read - n)
	}
	return true
}

// nextSlowly is the slow path of Next: for gaps, for far states, and after the lexer has begun to
// record failures.
func (l *Lexer) nextSlowly() bool {
	l.rule = NoRule
	for l.end < len(l.s) {
		read, n, label := l.match(l.end)
		switch {
		case n <= 0:
			l.end += l.attempt(l.end, read)
			continue
		case l.end > l.start: // a token follows the gap, and Next will read it again
			l.rescan(read)
			return true
		}
		l.end, l.rule = l.end+n, label-1
		l.rescan(read - n)
		return true
	}
	return l.end > l.start
}

// match finds the longest match at offset at. It returns the number of bytes read, the length of
// the match, and its label.
func (l *Lexer) match(at int) (read, n, label int) {
	switch {
	case l.first == 0:
		return 0, -1, 0
	case l.failed == nil:
		read, _, n, label = engine.LongestMatch(l.set.table(), int(l.first), l.s[at:])
		return read, n, label
	}
	return l.matchOnce(at)
}

// attempt returns the number of bytes that a failed match at offset at adds to a gap. read is the
// number of bytes that the match read.
func (l *Lexer) attempt(at, read int) (n int) {
	s := l.s[at:]
	if l.first != 0 && (read > 1 || l.failed != nil) {
		read, to, _, _ := engine.LongestMatch(l.set.table(), int(l.first), s)
		if to != 0 {
			return len(s)
		}
		if n = read - 1; l.set[format.AtFlags]&format.HasUTF8 != 0 {
			n -= unfinished(s[:n])
		}
	}
	if n == 0 {
		_, n = utf8.DecodeRuneInString(s)
	}
	return n
}

// Err returns nil for a token that a rule matches. For a gap it returns an error: no rule of the
// set allows the code point at Offset, which is in the gap or at its end. Offset and Column count
// from the start of the lexer's string. All calls to Err for one string together take time linear
// in its length.
func (l *Lexer) Err() *SyntaxError {
	if l.rule != NoRule || l.start == l.end {
		return nil
	}
	e := Rule(l.set).diagnose(l.s[l.start:])
	e.Offset += l.start
	to := e.Offset - unfinished(l.s[:e.Offset])
	l.counted, l.columns = to, l.columns+utf8.RuneCountInString(l.s[l.counted:to])
	e.Column = l.columns + e.Offset - to + 1
	return e
}

// rescan counts n bytes that will be read again. When there are too many, the lexer begins to
// record failures.
func (l *Lexer) rescan(n int) {
	if l.rescanned += n; l.rescanned > patience*(l.end+grace) && l.failed == nil {
		l.failed = newFailures(l.set.States()+1, l.end, len(l.s))
	}
}

// The lexer rereads up to patience bytes for each byte of the tokens so far, plus grace, before it
// records failures.
const (
	patience = 4
	grace    = 1 << 10
)

// matchOnce is like match, but stops at a recorded pair and records the pairs of its own walk. It
// walks twice, because only the end of the first walk shows which pairs do not lead to a match.
func (l *Lexer) matchOnce(from int) (read, end, label int) {
	table, q, i := l.set.table(), int(l.first), from
	end = -1
	for i < len(l.s) && q != 0 && !l.failed.has(i, q) {
		q = format.Step(table, q, l.s[i])
		i++
		if at := table.Label(q); at != 0 {
			end, label = i-from, at
		}
	}
	read = i - from
	q, i = int(l.first), from
	for stop := from + read; i < stop; i++ {
		if i >= from+max(end, 0) {
			l.failed.add(i, q)
		}
		q = format.Step(table, q, l.s[i])
	}
	return read, end, label
}

// failures is a set of pairs of an offset and a state from which no match can be reached. It
// records only offsets that are multiples of a power of two, at least 16. This power grows with the
// number of states, to keep the set below 8 bits per byte of text. So a walk may overshoot by up to
// that power of two.
type failures struct {
	from   int // offset of the first bits
	shift  int // all recorded offsets are multiples of 1<<shift
	states int
	bits   []uint64
}

const minShift = 4

func newFailures(states, from, to int) *failures {
	states = int(min(uint(states), format.MaxState)) // negative for some malformed sets if int has 32 bits
	f := &failures{shift: max(minShift, bits.Len(uint(states/8))), states: states}
	f.from = from >> f.shift << f.shift
	f.bits = make([]uint64, int64((to-f.from)>>f.shift+1)*int64(states)/64+1)
	return f
}

// bit returns the index of the bit for an offset and a state; the index may overflow a 32-bit int.
// ok is false if the offset is not recorded, or if the string is not a set and lacks this state.
func (f *failures) bit(at, q int) (n int64, ok bool) {
	if at&(1<<f.shift-1) != 0 || at < f.from || uint(q) >= uint(f.states) {
		return 0, false
	}
	return int64((at-f.from)>>f.shift)*int64(f.states) + int64(q), true
}

func (f *failures) has(at, q int) bool {
	n, ok := f.bit(at, q)
	return ok && f.bits[n/64]>>(n%64)&1 != 0
}

func (f *failures) add(at, q int) {
	if n, ok := f.bit(at, q); ok {
		f.bits[n/64] |= 1 << (n % 64)
	}
}

package tables

import (
	"iter"
	"math/bits"
	"unicode/utf8"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// This file cuts strings into tokens.
//
// Idea. One walk of the engine finds each longest match. The bytes it reads after the match are
// read again for the next token, which takes quadratic time on some strings. So after too many of
// them the lexer marks pairs of an offset and a state without a match from there on, and later
// walks stop at a marked pair: they read no such byte twice in vain.
//
// Requires and returns. Any string in place of a set is safe. The tokens are those of Set.Tokens.
//
// Cost. 34 ns a token of N-Triples with the check of its IRIs (Zen 5). The number of bytes read for
// each byte of the string is bounded by a constant of the set (TestLexerIsLinear).
//
// Tested against: setCase.naive (TestTokensAgreeWithTheNaiveTwin).

// A Span is a part of a string: the offset in bytes of its first byte, and the offset after its
// last.
type Span struct{ Start, End int }

// Tokens cuts s into tokens by maximal munch: each is the longest prefix of the rest of s that
// matches a rule of the set, and comes with the first listed of the matching rules. The tokens one
// after the other are s. No token is empty.
//
// A stretch without a match is one token of [NoRule]. It begins with the bytes with which some rule
// goes on, up to the code point that ends the attempt; if this is the first code point, or a byte
// outside UTF-8, it is in the stretch. The stretch goes on in the same way until a rule matches.
// [Lexer.Err] returns the offset of the end of the first attempt, and the reason.
func (t Set) Tokens(s string) iter.Seq2[int, Span] {
	return func(yield func(int, Span) bool) {
		for l := t.Lexer(s); l.Next(); {
			if !yield(l.rule, Span{l.start, l.end}) {
				return
			}
		}
	}
}

// A Lexer cuts a string into the tokens of [Set.Tokens], without allocating:
//
//	for l := set.Lexer(s); l.Next(); {
//		use(l.Rule(), l.Text())
//	}
//
// The time is linear in the length of the string, on any string: on a hostile one, and with a
// hostile set, up to as many times as the set has states. This needs memory: the rules "a" and "*a
// b" on aaaa… read the whole rest for each token. After too many such bytes read in vain, the lexer
// begins to remember offsets and states without a later match (Reps, "Maximal munch" tokenization
// in linear time, 1998). Only then does it allocate: at most a byte for each byte left, and 8 KB.
//
// A copy of a Lexer goes on by itself, but may share this memory, so it must stay in the same
// goroutine.
type Lexer struct {
	ofSet
	s                string
	rule, start, end int

	tokens engine.Tokens
	first  uint8 // the first state of a token
	vain   int   // number of bytes read after the ends of tokens so far
	futile *futile

	counted, columns int // the number of bytes counted by Err, and of the code points in them
}

// Lexer returns a lexer for s. It is a pointer, because a loop with a variable of its own copies
// the variable in each iteration (Go 1.22). Lexer is inlined, so a lexer that does not outlive its
// function is on the stack.
func (t Set) Lexer(s string) *Lexer { return new(Lexer).begin(t, s) }

// LexerBytes is Lexer for a slice of bytes, which must not change during its use.
func (t Set) LexerBytes(b []byte) *Lexer { return new(Lexer).begin(t, format.View(b)) }

// begin makes l a lexer for s.
func (l *Lexer) begin(t Set, s string) *Lexer {
	*l = Lexer{ofSet: ofSet{t}, s: s, rule: NoRule}
	if t.table().Whole() {
		l.tokens, l.first = engine.NewTokens(t.table()), t[format.AtStart]
	}
	return l
}

// Rule returns the number of the matching rule of the token, or [NoRule].
func (l *Lexer) Rule() int { return l.rule }

// Span returns the offsets of the token.
func (l *Lexer) Span() Span { return Span{l.start, l.end} }

// Text returns the token.
func (l *Lexer) Text() string { return l.s[l.start:l.end] }

// Next goes to the next token, and reports whether there is one.
func (l *Lexer) Next() bool {
	l.start = l.end
	if l.start >= len(l.s) || l.first == 0 || l.futile != nil {
		return l.nextSlowly()
	}
	s := l.s[l.start:]
	read, _, next, n, label := l.tokens.Next(l.first, s)
	if n <= 0 || next == format.Far {
		return l.nextSlowly()
	}
	l.end, l.rule = l.start+n, label-1
	if read > n {
		l.regret(read - n)
	}
	return true
}

// nextSlowly is Next for a stretch without a match, for far states, and after the lexer has begun
// to remember.
func (l *Lexer) nextSlowly() bool {
	l.rule = NoRule
	for l.end < len(l.s) {
		read, n, label := l.munch(l.end)
		switch {
		case n <= 0:
			l.end += l.attempt(l.end, read)
			continue
		case l.end > l.start: // the token after the stretch, which Next reads again
			l.regret(read)
			return true
		}
		l.end, l.rule = l.end+n, label-1
		l.regret(read - n)
		return true
	}
	return l.end > l.start
}

// munch returns the number of bytes it read from an offset on, the length of the longest match, and
// its label.
func (l *Lexer) munch(at int) (read, n, label int) {
	switch {
	case l.first == 0:
		return 0, -1, 0
	case l.futile == nil:
		read, _, n, label = engine.LongestMatch(l.set.table(), int(l.first), l.s[at:])
		return read, n, label
	}
	return l.munchOnce(at)
}

// attempt returns the number of bytes that a failed match adds to a stretch of NoRule; read is the
// number of bytes read by the match.
func (l *Lexer) attempt(at, read int) (n int) {
	s := l.s[at:]
	if l.first != 0 && (read > 1 || l.futile != nil) {
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

// Err returns nil after a token of a rule. After a token of NoRule it returns the error of the
// attempt at the beginning of the token: no rule of the set goes on with the code point at Offset,
// which is in the token or at its end. Offset and Column count in the string of the lexer. All
// calls for the tokens of a string together take time linear in its length.
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

// regret adds to the bytes read in vain, and makes the lexer remember after too many of them.
func (l *Lexer) regret(n int) {
	if l.vain += n; l.vain > patience*(l.end+grace) && l.futile == nil {
		l.futile = newFutile(l.set.States()+1, l.end, len(l.s))
	}
}

// The limit of bytes read in vain: patience times the bytes cut into tokens, and grace more.
const (
	patience = 4
	grace    = 1 << 10
)

// munchOnce is munch that stops at a pair in futile, and adds the pairs of its own walk. It walks
// twice, because the pairs without a later match are known only at its end.
func (l *Lexer) munchOnce(from int) (read, end, label int) {
	table, q, i := l.set.table(), int(l.first), from
	end = -1
	for i < len(l.s) && q != 0 && !l.futile.has(i, q) {
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
			l.futile.add(i, q)
		}
		q = format.Step(table, q, l.s[i])
	}
	return read, end, label
}

// A futile is a set of pairs of an offset and a state without a match from there on. Its offsets
// are multiples of a power of two, which grows with the number of states: at least 16, and less
// than 8 bits for each byte. A walk in vain stops up to this many bytes late.
type futile struct {
	from   int // the offset of the first bits
	shift  int // the offsets are multiples of 1<<shift
	states int
	bits   []uint64
}

const minShift = 4

func newFutile(states, from, to int) *futile {
	states = int(min(uint(states), format.MaxState)) // negative for some strings that are no sets, with an int of 32 bits
	f := &futile{shift: max(minShift, bits.Len(uint(states/8))), states: states}
	f.from = from >> f.shift << f.shift
	f.bits = make([]uint64, int64((to-f.from)>>f.shift+1)*int64(states)/64+1)
	return f
}

// bit returns the number of the bit of an offset and a state. It returns false without a bit: for
// offsets that are no multiples, and for states of a string that is no set. The number may be too
// large for an int of 32 bits.
func (f *futile) bit(at, q int) (n int64, ok bool) {
	if at&(1<<f.shift-1) != 0 || at < f.from || uint(q) >= uint(f.states) {
		return 0, false
	}
	return int64((at-f.from)>>f.shift)*int64(f.states) + int64(q), true
}

func (f *futile) has(at, q int) bool {
	n, ok := f.bit(at, q)
	return ok && f.bits[n/64]>>(n%64)&1 != 0
}

func (f *futile) add(at, q int) {
	if n, ok := f.bit(at, q); ok {
		f.bits[n/64] |= 1 << (n % 64)
	}
}

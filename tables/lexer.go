package tables

import (
	"iter"
	"math/bits"
	"unicode/utf8"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A Span is where something stands in a string: the offset in bytes of its first byte, and that
// after its last.
type Span struct{ Start, End int }

// Tokens cuts s into tokens: each is the longest prefix, of what the tokens before it have
// left, that a rule of the set matches (maximal munch), and comes with the first listed of
// those rules. Where no rule matches anything, one code point, or one byte that is not
// UTF-8, is a token of [NoRule]. So the tokens one after the other are s. A match of
// nothing is no token.
func (t Set) Tokens(s string) iter.Seq2[int, Span] {
	return func(yield func(int, Span) bool) {
		for l := t.Lexer(s); l.Next(); {
			if !yield(l.rule, Span{l.start, l.end}) {
				return
			}
		}
	}
}

// A Lexer cuts a string into tokens, as [Set.Tokens] says, without allocating:
//
//	for l := set.Lexer(s); l.Next(); {
//		use(l.Rule(), l.Text())
//	}
//
// The time is linear in the length of the string, on any string: on a hostile one, and
// with a hostile set, up to as many times as the set has states. That is not for free: the
// rules "a" and "*a b" on aaaa… look at the whole rest for each token. When so much
// was looked at in vain, the lexer begins to remember from where and in which states
// there was nothing (Reps, "Maximal munch" tokenization in linear time, 1998). That is the
// one case in which it allocates: at most a byte for each byte that is left, and 8 KB.
//
// A copy of a Lexer goes on by itself, but may share that memory: in the same goroutine.
type Lexer struct {
	ofSet
	s                string
	rule, start, end int

	tokens engine.Tokens
	first  uint8 // the state in which tokens begin
	vain   int   // bytes looked at after tokens so far
	futile *futile
}

// Lexer returns a lexer for s.
func (t Set) Lexer(s string) Lexer {
	l := Lexer{ofSet: ofSet{t}, s: s, rule: NoRule}
	if t.table().Whole() {
		l.tokens, l.first = engine.NewTokens(t.table()), t[format.AtStart]
	}
	return l
}

// LexerBytes is Lexer for a slice of bytes, which must not change meanwhile.
func (t Set) LexerBytes(b []byte) Lexer { return t.Lexer(format.View(b)) }

// Rule returns the number of the rule that matches the token, or [NoRule].
func (l *Lexer) Rule() int { return l.rule }

// Span returns where the token stands.
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

// nextSlowly is Next where there is no token, where the wide table has to be asked, and where the
// lexer remembers.
func (l *Lexer) nextSlowly() bool {
	l.rule = NoRule
	if l.start >= len(l.s) {
		return false
	}
	read, n, label := 0, -1, 0
	switch {
	case l.first == 0:
	case l.futile == nil:
		read, _, n, label = engine.Munch(l.set.table(), int(l.first), l.s[l.start:])
	default:
		read, n, label = l.munchOnce()
	}
	if n > 0 {
		l.rule = label - 1
	} else {
		_, n = utf8.DecodeRuneInString(l.s[l.start:])
	}
	l.end = l.start + n
	l.regret(max(0, read-n))
	return true
}

// regret counts bytes that were looked at in vain, and begins to remember when they are too many.
func (l *Lexer) regret(n int) {
	if l.vain += n; l.vain > patience*(l.end+grace) && l.futile == nil {
		l.futile = newFutile(l.set.States()+1, l.end, len(l.s))
	}
}

// How much may be looked at in vain: so many times what was cut into tokens, and some.
const (
	patience = 4
	grace    = 1 << 10
)

// munchOnce is munch that stops where it is known to be in vain, and remembers where it
// was: it walks again to do so, because only the end shows what was in vain.
func (l *Lexer) munchOnce() (read, end, label int) {
	table, q, i := l.set.table(), int(l.first), l.start
	end = -1
	for i < len(l.s) && q != 0 && !l.futile.has(i, q) {
		q = engine.Step(table, q, l.s[i])
		i++
		if at := table.Label(q); at != 0 {
			end, label = i-l.start, at
		}
	}
	read = i - l.start
	q, i = int(l.first), l.start
	for stop := l.start + read; i < stop; i++ {
		if i >= l.start+max(end, 0) {
			l.futile.add(i, q)
		}
		q = engine.Step(table, q, l.s[i])
	}
	return read, end, label
}

// A futile is a set of pairs of a place and a state from which nothing was matched any
// more. It takes only places that are multiples of a power of two, which grows with the
// number of states: 16, and so that there are less than 8 bits for each byte. A walk that
// is in vain is noticed that many bytes late.
type futile struct {
	from   int // the place of the first bits
	shift  int // of places
	states int
	bits   []uint64
}

const minShift = 4

func newFutile(states, from, to int) *futile {
	states = int(min(uint(states), format.MaxState)) // an int of 32 bits of a string that is no set may be negative
	f := &futile{shift: max(minShift, bits.Len(uint(states/8))), states: states}
	f.from = from >> f.shift << f.shift
	f.bits = make([]uint64, int64((to-f.from)>>f.shift+1)*int64(states)/64+1)
	return f
}

// bit returns the number of the bit of a place and a state, and false when there is none:
// at most places, and for the states of a string that is no set. There may be more bits than an
// int of 32 bits can count.
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

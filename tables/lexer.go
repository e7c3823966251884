package tables

import (
	"iter"
	"unicode/utf8"
	"unsafe"
)

// A Span is where something stands in a string: the offset in bytes of its first byte, and that behind its last.
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
// The time is linear in the length of the string, on any string. That is not for free:
// the rules "a" and "*a b" on aaaa… look at the whole rest for each token. When so much
// was looked at in vain, the lexer begins to remember from where and in which states
// there was nothing (Reps, "Maximal munch" tokenization in linear time, 1998), at every
// 16th byte: a bit for each state of the set. That is the one case in which it allocates.
type Lexer struct {
	set              Set
	s                string
	first            int // the state in which tokens begin
	rule, start, end int
	vain             int // bytes looked at behind tokens so far
	futile           *futile
}

// Lexer returns a lexer for s.
func (t Set) Lexer(s string) Lexer {
	l := Lexer{set: t, s: s, rule: NoRule}
	if r := Rule(t); r.whole() {
		l.first = int(r[atStart])
	}
	return l
}

// LexerBytes is Lexer for a slice of bytes, which must not change meanwhile.
func (t Set) LexerBytes(b []byte) Lexer { return t.Lexer(unsafe.String(unsafe.SliceData(b), len(b))) }

// Rule returns the number of the rule that matches the token, or [NoRule].
func (l *Lexer) Rule() int { return l.rule }

// Span returns where the token stands.
func (l *Lexer) Span() Span { return Span{l.start, l.end} }

// Text returns the token.
func (l *Lexer) Text() string { return l.s[l.start:l.end] }

// Next goes to the next token, and reports whether there is one.
func (l *Lexer) Next() bool {
	l.start, l.rule = l.end, NoRule
	if l.start == len(l.s) {
		return false
	}
	read, n, label := 0, -1, 0
	switch {
	case l.first == 0:
	case l.futile == nil:
		read, _, n, label = l.set.munch(l.first, l.s[l.start:])
	default:
		read, n, label = l.munchOnce()
	}
	if n > 0 {
		l.rule = l.set.first(label)
		l.end = l.start + n
	} else {
		_, n = utf8.DecodeRuneInString(l.s[l.start:])
		l.end = l.start + n
	}
	if l.vain += max(0, read-n); l.vain > patience*(l.end+maxPatience) && l.futile == nil {
		l.futile = newFutile(l.set.States()+1, l.end, len(l.s))
	}
	return true
}

// How much may be looked at in vain: so many times what was cut into tokens, and some.
const (
	patience    = 4
	maxPatience = 1 << 10
)

// munchOnce is munch that stops where it is known to be in vain, and remembers where it was.
func (l *Lexer) munchOnce() (read, end, label int) {
	r, q, i := Rule(l.set), l.first, l.start
	end = -1
	for i < len(l.s) && q != 0 && !l.futile.has(i, q) {
		q = r.step(q, l.s[i])
		i++
		if at := r.label(q); at != 0 {
			end, label = i-l.start, at
		}
	}
	read = i - l.start
	q, i = l.first, l.start
	for stop := l.start + read; i < stop; i++ {
		if i >= l.start+max(end, 0) {
			l.futile.add(i, q)
		}
		q = r.step(q, l.s[i])
	}
	return read, end, label
}

// A futile is a set of pairs of a place and a state from which nothing was matched any
// more. It takes only places that are multiples of spacing.
type futile struct {
	from   int // the place of the first bits
	states int
	bits   []uint64
}

const spacing = 16

func newFutile(states, from, to int) *futile {
	from -= from % spacing
	n := ((to-from)/spacing + 1) * states
	return &futile{from, states, make([]uint64, n/64+1)}
}

func (f *futile) bit(at, q int) int { return (at-f.from)/spacing*f.states + q }

func (f *futile) has(at, q int) bool {
	if at%spacing != 0 || at < f.from {
		return false
	}
	n := f.bit(at, q)
	return f.bits[n/64]>>(n%64)&1 != 0
}

func (f *futile) add(at, q int) {
	if at%spacing == 0 && at >= f.from {
		n := f.bit(at, q)
		f.bits[n/64] |= 1 << (n % 64)
	}
}

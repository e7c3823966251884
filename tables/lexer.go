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
// those rules. The tokens one after the other are s. A match of nothing is no token.
//
// A stretch that no rule reads is one token of [NoRule]. It begins where no rule matches, and has
// the bytes that some rule goes on with from there, up to the code point that ends the attempt; if
// that is the first code point, or a byte that is not UTF-8, it is in the stretch. The stretch goes
// on in the same way until a rule matches. [Lexer.Err] says where the first attempt ended, and why.
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

	counted, columns int // bytes that Err has counted, and the code points in them
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

// munch returns how many bytes from a place on it looked at, the length of the longest match, and
// its label.
func (l *Lexer) munch(at int) (read, n, label int) {
	switch {
	case l.first == 0:
		return 0, -1, 0
	case l.futile == nil:
		read, _, n, label = engine.Munch(l.set.table(), int(l.first), l.s[at:])
		return read, n, label
	}
	return l.munchOnce(at)
}

// attempt returns how many bytes of a stretch of no rule a match takes that fails after some bytes.
func (l *Lexer) attempt(at, read int) (n int) {
	s := l.s[at:]
	if l.first != 0 && (read > 1 || l.futile != nil) {
		read, to, _, _ := engine.Munch(l.set.table(), int(l.first), s)
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

// Err returns nil after a token of a rule, and otherwise where and why the attempt ended that began
// where the token begins: no rule of the set goes on with the code point at Offset, which is in the
// token or at its end. Offset and Column are places in the string of the lexer. All calls for the
// tokens of a string together take time linear in its length.
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

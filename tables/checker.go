package tables

import (
	"io"
	"unicode/utf8"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A Checker checks a string that comes in pieces, of any length, in constant memory: it
// says of the pieces what [Rule.Check] says of the whole, wherever they were cut, inside a
// UTF-8 sequence too. It is an [io.WriteCloser]. The zero Checker has the zero Rule.
//
// A place that no int holds, beyond 2 GiB on a 32-bit system, becomes the largest int in
// the error; the verdict is right nevertheless.
type Checker struct {
	ruled
	at    place // the last one between two code points
	state State // after all that was written
	rest  [utf8.UTFMax]byte
	size  uint8 // how many bytes of rest there are: those after the place, as far as a code point goes

	err *SyntaxError
}

// NewChecker returns a checker of a rule.
func NewChecker(r Rule) *Checker {
	c := checkerOf(r)
	return &c
}

// checkerOf is NewChecker for a checker that stays on the stack.
func checkerOf(r Rule) Checker {
	return Checker{ruled: ruled{r}, at: place{state: r.Start()}, state: r.Start()}
}

// Reset makes the checker ready for another string.
func (c *Checker) Reset() { *c = checkerOf(c.rule) }

// Write goes on with p. As soon as the code point is whole with which no member goes on, it
// returns the [*SyntaxError], the same one ever after, and n is how many bytes of p are
// before the place. It allocates nothing but that.
func (c *Checker) Write(p []byte) (n int, err error) {
	return c.WriteString(format.View(p))
}

// WriteString is Write for a string.
func (c *Checker) WriteString(s string) (n int, err error) {
	before := c.at.offset + int64(c.size)
	if c.err == nil {
		c.advance(s)
	}
	if c.err != nil {
		return int(max(c.at.offset-before, 0)), c.err
	}
	return len(s), nil
}

// Close returns what [Rule.Check] says of all that was written: nil when it is a member and
// otherwise a [*SyntaxError]. It changes nothing: more may be written, and Close called again.
func (c *Checker) Close() error {
	rest := string(c.rest[:c.size])
	switch {
	case c.err != nil:
		return c.err
	case c.rule.Accepting(c.state):
		return nil
	case c.state == 0:
		return c.rule.errorAt(c.at, rest)
	}
	return c.rule.errorAtEnd(c.at, rest)
}

// advance walks s, and keeps what comes after the last place between two code points. When the walk
// has died it goes on to the end of the code point, which the error names.
func (c *Checker) advance(s string) {
	if c.state != 0 {
		l := engine.Live(c.rule.table(), int(c.state), s)
		if c.state = State(l.Last); l.N > 0 {
			c.at.move(c.rule, string(c.rest[:c.size]))
			c.at.move(c.rule, s[:l.N])
			c.at.state, c.size = State(l.State), 0
			s = s[l.N:]
		}
	}
	c.size += uint8(copy(c.rest[c.size:], s))
	if rest := string(c.rest[:c.size]); c.state == 0 && utf8.FullRuneInString(rest) {
		c.err = c.rule.errorAt(c.at, rest)
	}
}

// A place is how far a walk has come.
type place struct {
	state          State
	offset, column int64 // in bytes and in code points, from 0

	// A walk by octets may stop inside a code point, which counts as one when the walk is after
	// it. Until then its bytes, these, count as one each.
	cut    [utf8.UTFMax]byte
	inside uint8 // how many
}

// move goes on over s.
func (p *place) move(r Rule, s string) {
	p.offset += int64(len(s))
	if r[format.AtFlags]&format.HasUTF8 != 0 {
		p.column += int64(engine.CodePoints(r.table(), s))
		return
	}
	for ; p.inside > 0 && s != "" && !utf8.RuneStart(s[0]); s = s[1:] {
		p.cut[p.inside] = s[0]
		if p.inside++; utf8.FullRune(p.cut[:p.inside]) {
			p.column += int64(utf8.RuneCount(p.cut[:p.inside])) - int64(p.inside) + 1
			p.inside = 0
		} else {
			p.column++
		}
	}
	if s != "" {
		p.column += int64(utf8.RuneCountInString(s))
		p.inside = uint8(copy(p.cut[:], s[len(s)-unfinished(s):]))
	}
}

// unfinished returns how many bytes at the end of s begin a code point and are not all of it.
func unfinished(s string) int {
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if tail := s[len(s)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRuneInString(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

const (
	// bufferSize is large enough for the cost of a read to vanish, and small enough for the cache.
	bufferSize = 64 << 10

	// firstBuffer is enough for most strings that have a reader of their own, to which clearing a
	// larger one would cost 20 times the check.
	firstBuffer = 512
)

// CheckReader is [Rule.Check] of all that rd has, in constant memory. It returns nil, a
// [*SyntaxError], or else the error of rd as it is. It stops reading at the first error.
func (r Rule) CheckReader(rd io.Reader) error {
	c := checkerOf(r)
	err := each(rd, func(b []byte) bool {
		_, err := c.Write(b)
		return err == nil
	})
	if err != nil {
		return err
	}
	return c.Close()
}

// ValidReader is [Rule.Valid] for all that rd has, in constant memory. The error is that
// of rd. It stops reading as soon as no member goes on.
func (r Rule) ValidReader(rd io.Reader) (bool, error) {
	q := r.Start()
	err := each(rd, func(b []byte) bool {
		q = r.Advance(q, b)
		return !q.Dead()
	})
	return err == nil && r.Accepting(q), err
}

// maxEmptyReads is how often in a row a reader may return nothing, and no error.
const maxEmptyReads = 100

// each calls do with what rd has, piece by piece, until do reports false. It returns the error of
// rd.
func each(rd io.Reader, do func(b []byte) bool) error {
	buf := make([]byte, firstBuffer)
	for empty := 0; empty < maxEmptyReads; empty++ {
		n, err := rd.Read(buf)
		switch {
		case n > 0 && !do(buf[:n]):
			return nil
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case n == firstBuffer && len(buf) == firstBuffer:
			buf, empty = make([]byte, bufferSize), -1
		case n > 0:
			empty = -1
		}
	}
	return io.ErrNoProgress
}

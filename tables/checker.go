package tables

import (
	"io"
	"slices"
	"unicode/utf8"

	"github.com/irilex/iri/tables/internal/counter"
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// This file checks strings in pieces.
//
// Idea. engine.WalkToError walks each piece, and finds the last boundary between two code points in it.
// The checker keeps the state, the offset and the column there, and the bytes after it, at most one
// code point: all that an error needs.
//
// Requires and returns. Pieces of any length, empty ones too. The verdict and the error are those
// of Check for the whole.
//
// Cost. That of WalkToError for each piece, and constant memory. Check of a recursive rule uses a second
// walk at the boundary (see counting).
//
// Tested against: Check of the whole string (TestCheckerAtEverySplit).

// A Checker checks a string in pieces, of any length, in constant memory. Its verdict and error are
// those of [Rule.Check] for the whole, for any cuts, inside a UTF-8 sequence too. It is an
// [io.WriteCloser]. The zero Checker has the zero Rule.
//
// An offset or column too large for an int, beyond 2 GiB on a 32-bit system, becomes the largest
// int in the error; the verdict is right nevertheless.
type Checker struct {
	ruled
	at    place // the last one between two code points
	state State // after all bytes written
	rest  [utf8.UTFMax]byte
	size  uint8     // number of bytes in rest: those after at, up to the end of a code point
	calls *counting // of a recursive rule

	err *SyntaxError
}

// NewChecker returns a checker of a rule.
func NewChecker(r Rule) *Checker {
	c := checkerOf(r)
	return &c
}

// checkerOf is NewChecker for a checker that stays on the stack.
func checkerOf(r Rule) Checker {
	c := Checker{ruled: ruled{r}}
	if r.Recursive() {
		c.calls = new(counting)
	}
	c.Reset()
	return c
}

// Reset makes the checker ready for another string.
func (c *Checker) Reset() {
	*c = Checker{ruled: c.ruled, at: place{state: c.rule.Start()}, state: c.rule.Start(), calls: c.calls}
	if c.calls != nil {
		*c.calls = counting{rule: c.rule, now: counter.New(c.rule.table()), at: counter.New(c.rule.table())}
	}
}

// Write reads p. As soon as it has read the whole code point from which no member goes on, it
// returns the [*SyntaxError], and the same one ever after; n is the number of bytes of p before the
// error. It allocates the error, and memory for more than eight readings of a recursive rule.
func (c *Checker) Write(p []byte) (n int, err error) {
	return c.WriteString(format.View(p))
}

// WriteString is Write for a string.
func (c *Checker) WriteString(s string) (n int, err error) {
	if c.calls != nil {
		return c.calls.write(s)
	}
	before := c.at.offset + int64(c.size)
	if c.err == nil {
		c.advance(s)
	}
	if c.err != nil {
		return int(max(c.at.offset-before, 0)), c.err
	}
	return len(s), nil
}

// Close returns the result of [Rule.Check] for all bytes written: nil for a member and otherwise a
// [*SyntaxError]. It changes no state: a caller may write on, and call Close again.
func (c *Checker) Close() error {
	rest := string(c.rest[:c.size])
	switch {
	case c.err != nil:
		return c.err
	case c.calls != nil:
		return c.calls.close()
	case c.rule.Accepting(c.state):
		return nil
	case c.state == 0:
		return c.rule.errorAt(c.at, rest)
	}
	return c.rule.errorAtEnd(c.at, rest)
}

// advance walks s, and keeps the bytes after the last boundary between two code points. After the
// walk dies it goes on to the end of the code point, for the error.
func (c *Checker) advance(s string) {
	if c.state != 0 {
		l := engine.WalkToError(c.rule.table(), int(c.state), s)
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

// A place is a position of a walk.
type place struct {
	state          State
	offset, column int64 // in bytes and in code points, from 0

	// A walk by octets may stop inside a code point, which counts as one after its last byte. Until
	// then its bytes, in cut, count as one each.
	cut    [utf8.UTFMax]byte
	inside uint8 // number of bytes in cut
}

// move moves the place over s.
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

// unfinished returns the number of bytes at the end of s that begin a code point and lack its end.
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
	// bufferSize is large enough to make the cost of a read vanish, and small enough for the cache.
	bufferSize = 64 << 10

	// firstBuffer is enough for most strings with a reader of their own. For them, clearing a
	// larger buffer would cost 20 times the check.
	firstBuffer = 512
)

// CheckReader is [Rule.Check] of all bytes of rd, in constant memory. It returns nil, a
// [*SyntaxError], or else the unchanged error of rd. It stops reading at the first error.
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

// ValidReader is [Rule.Valid] for all bytes of rd, in constant memory. The error is the error of
// rd. It stops reading as soon as no member goes on.
func (r Rule) ValidReader(rd io.Reader) (bool, error) {
	if r.Recursive() {
		w := counter.New(r.table())
		err := each(rd, func(b []byte) bool {
			w.Advance(format.View(b))
			return !w.Dead()
		})
		return err == nil && w.Accepting(), err
	}
	q := r.Start()
	err := each(rd, func(b []byte) bool {
		q = r.Advance(q, b)
		return !q.Dead()
	})
	return err == nil && r.Accepting(q), err
}

// maxEmptyReads is the largest number of reads in a row without bytes and without an error.
const maxEmptyReads = 100

// each calls do with the bytes of rd, piece by piece, until do reports false. It returns the error
// of rd.
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

// diagnoseCalls returns the error of a string refused by a recursive rule, and nil for a member.
func (r Rule) diagnoseCalls(s string) *SyntaxError {
	c := counting{rule: r, now: counter.New(r.table()), at: counter.New(r.table())}
	if c.advance(s); c.err == nil {
		return c.end()
	}
	return c.err
}

// A counting is a [Checker] of a recursive rule. It has the current walk, and the walk at the last
// boundary between two code points.
type counting struct {
	rule    Rule
	now, at counter.Walk
	place   place
	rest    [utf8.UTFMax]byte // after the place
	size    int
	err     *SyntaxError
}

// write is [Checker.WriteString].
func (c *counting) write(s string) (n int, err error) {
	before := c.place.offset + int64(c.size)
	if c.err == nil {
		c.advance(s)
	}
	if c.err != nil {
		return int(max(c.place.offset-before, 0)), c.err
	}
	return len(s), nil
}

// close is [Checker.Close].
func (c *counting) close() error {
	if c.err != nil {
		return c.err
	}
	if err := c.end(); err != nil {
		return err
	}
	return nil
}

// end returns the error of a string that ends here, and nil for a member.
func (c *counting) end() *SyntaxError {
	rest := string(c.rest[:c.size])
	switch {
	case c.now.Accepting():
		return nil
	case c.now.Dead():
		return c.errorAt(rest)
	}
	e := c.errorAt("")
	if rest != "" {
		e.marks |= torn
	}
	return e
}

// advance walks s. After the walk dies it goes on to the end of the code point, for the error.
func (c *counting) advance(s string) {
	if !c.now.Dead() {
		from := c.now.Clone()
		n := c.now.Advance(s)
		if n == len(s) && c.now.Between() {
			c.move(s, c.now.Clone())
			return
		}
		s = s[c.moveTo(from, s, n):]
	}
	c.size += copy(c.rest[c.size:], s)
	if rest := string(c.rest[:c.size]); c.now.Dead() && utf8.FullRuneInString(rest) {
		c.err = c.errorAt(rest)
	}
}

// moveTo moves to the last boundary between two code points of s[:n], if there is one, and returns
// its offset.
func (c *counting) moveTo(from counter.Walk, s string, n int) int {
	for to := n; to > max(0, n-utf8.UTFMax); to-- {
		at := from.Clone()
		if at.Advance(s[:to]); at.Between() {
			c.move(s[:to], at)
			return to
		}
	}
	return 0
}

// move goes on over s to a boundary between two code points.
func (c *counting) move(s string, at counter.Walk) {
	c.place.move(c.rule, string(c.rest[:c.size]))
	c.place.move(c.rule, s)
	c.size, c.at = 0, at
}

// errorAt returns the error at c.place, from which no member goes on with rest.
func (c *counting) errorAt(rest string) *SyntaxError {
	at := c.place
	at.state = 1 // any live state: the language may not be empty
	e := c.rule.errorAt(at, rest)
	e.AtEnd, e.state = c.at.Accepting(), 0
	for i, q := range slices.Backward(c.at.States()) {
		if i < len(c.at.States())-1 {
			next := *e
			e.beside = &next
		}
		e.state = State(q)
	}
	if c.now.Undecided() {
		e.marks |= undecided
	}
	return e
}

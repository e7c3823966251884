package tables

import (
	"io"
	"slices"
	"unicode/utf8"

	"github.com/irilex/iri/tables/internal/counter"
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// This file checks strings that arrive in pieces.
//
// Idea. engine.WalkToError walks each piece, and finds the last code point boundary in it. The
// checker keeps the state, offset and column at this boundary, and the bytes after it (at most one
// code point). Nothing else is needed to report an error.
//
// Requires and returns. Pieces may have any length, including 0. The verdict and the error are the
// same as those of Check for the entire string.
//
// Cost. One call to WalkToError per piece, and constant memory. For a recursive rule, the checker
// also keeps a second walk, which ends at the boundary (see counting).
//
// Tested against: Check for the entire string (TestCheckerAtEverySplit).

// A Checker checks a string of any length in pieces, in constant memory. It reports the same
// verdict and error as [Rule.Check] for the entire string, even if a UTF-8 sequence is split
// between pieces. It implements [io.WriteCloser]. The zero Checker uses the zero Rule.
//
// An offset or column that overflows int (beyond 2 GiB on a 32-bit system) is reported as
// [math.MaxInt]; the verdict is still correct.
type Checker struct {
	ruled
	at    place // the last code point boundary
	state State // state after all bytes written
	rest  [utf8.UTFMax]byte
	size  uint8     // length of rest: the bytes after at, up to the end of a code point
	calls *counting // for a recursive rule

	err *SyntaxError
}

// NewChecker returns a checker for a rule.
func NewChecker(r Rule) *Checker {
	c := checkerOf(r)
	return &c
}

// checkerOf is like NewChecker, but returns a value that need not escape to the heap.
func checkerOf(r Rule) Checker {
	c := Checker{ruled: ruled{r}}
	if r.Recursive() {
		c.calls = new(counting)
	}
	c.Reset()
	return c
}

// Reset prepares the checker for another string.
func (c *Checker) Reset() {
	*c = Checker{ruled: c.ruled, at: place{state: c.rule.Start()}, state: c.rule.Start(), calls: c.calls}
	if c.calls != nil {
		*c.calls = counting{rule: c.rule, now: counter.New(c.rule.table()), at: counter.New(c.rule.table())}
	}
}

// Write reads p. Once it has read a complete code point that the rule does not allow there, this
// and all later calls return the same [*SyntaxError]; n is the number of bytes of p before the
// error. Write allocates the error and, for a recursive rule, memory if there are more than eight
// simultaneous parses.
func (c *Checker) Write(p []byte) (n int, err error) {
	return c.WriteString(format.View(p))
}

// WriteString is like Write for a string.
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

// Close returns the result of [Rule.Check] for all bytes written: nil if the rule matches them, and
// otherwise a [*SyntaxError]. It does not change the checker: the caller may continue to write, and
// call Close again.
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

// advance walks s, and keeps the bytes after the last code point boundary. If the walk dies,
// advance continues to the end of the code point, which the error reports.
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

// A place is the position of a walk in a string.
type place struct {
	state          State
	offset, column int64 // counted from 0, in bytes and in code points

	// A walk over octets may stop inside a code point; cut then holds the bytes read so far. Each of
	// these bytes counts as a column until the code point is complete; then the code point counts as
	// one.
	cut    [utf8.UTFMax]byte
	inside uint8 // length of cut
}

// move advances the place over s.
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

// unfinished returns the length in bytes of an incomplete code point at the end of s, or 0.
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
	// bufferSize is large enough to make the cost of a read negligible, and small enough for the
	// cache.
	bufferSize = 64 << 10

	// firstBuffer is enough for most strings. For such a string, clearing a larger buffer would take
	// 20 times as long as the check.
	firstBuffer = 512
)

// CheckReader applies [Rule.Check] to all bytes of rd, in constant memory. It returns nil, a
// [*SyntaxError], or an unchanged error from rd. It stops reading at the first error.
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

// ValidReader applies [Rule.Valid] to all bytes of rd, in constant memory. It returns any error
// from rd. It stops reading as soon as the rule can no longer match.
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

// maxEmptyReads is the maximum number of consecutive reads that return neither bytes nor an error.
const maxEmptyReads = 100

// each calls do with successive pieces of rd until do returns false. It returns any error from rd
// except io.EOF.
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

// diagnoseCalls is like diagnose, but for a recursive rule.
func (r Rule) diagnoseCalls(s string) *SyntaxError {
	c := counting{rule: r, now: counter.New(r.table()), at: counter.New(r.table())}
	if c.advance(s); c.err == nil {
		return c.end()
	}
	return c.err
}

// A counting implements a [Checker] for a recursive rule. It holds the current walk, and a copy of
// the walk at the last code point boundary.
type counting struct {
	rule    Rule
	now, at counter.Walk
	place   place
	rest    [utf8.UTFMax]byte // the bytes after place
	size    int
	err     *SyntaxError
}

// write implements [Checker.WriteString].
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

// close implements [Checker.Close].
func (c *counting) close() error {
	if c.err != nil {
		return c.err
	}
	if err := c.end(); err != nil {
		return err
	}
	return nil
}

// end returns the error for a string that ends here, or nil if the rule matches it.
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

// advance walks s. If the walk dies, advance continues to the end of the code point, which the
// error reports.
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

// moveTo moves to the last code point boundary in s[:n], if there is one, and returns its offset.
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

// move moves over s to a code point boundary.
func (c *counting) move(s string, at counter.Walk) {
	c.place.move(c.rule, string(c.rest[:c.size]))
	c.place.move(c.rule, s)
	c.size, c.at = 0, at
}

// errorAt returns the error at c.place for a string that continues with rest and so cannot match.
func (c *counting) errorAt(rest string) *SyntaxError {
	at := c.place
	at.state = 1 // any live state, so that the error may be Incomplete
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

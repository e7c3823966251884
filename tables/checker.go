package tables

import (
	"io"
	"unicode/utf8"

	"github.com/irilex/iri/tables/internal/counter"
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
	size  uint8     // how many bytes of rest there are: those after the place, as far as a code point goes
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
	c := Checker{ruled: ruled{r}, at: place{state: r.Start()}, state: r.Start()}
	if r.Recursive() {
		c.calls = newCounting(r)
	}
	return c
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

// Close returns what [Rule.Check] says of all that was written: nil when it is a member and
// otherwise a [*SyntaxError]. It changes nothing: more may be written, and Close called again.
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

// diagnoseCalls returns the error of a string that is no member of a recursive rule, and nil for a member.
func (r Rule) diagnoseCalls(s string) *SyntaxError {
	c := newCounting(r)
	if c.advance(s); c.err == nil {
		return c.end()
	}
	return c.err
}

// A counting is a [Checker] of a recursive rule: it has the walk now, and the walk as it was at the last
// place between two code points.
type counting struct {
	rule    Rule
	now, at counter.Walk
	place   place
	rest    [utf8.UTFMax]byte // after the place
	size    int
	err     *SyntaxError
}

func newCounting(r Rule) *counting {
	return &counting{rule: r, now: counter.New(r.table()), at: counter.New(r.table())}
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
	e.torn = rest != ""
	return e
}

// advance walks s. When the walk ends it goes on to the end of the code point, which the error names.
func (c *counting) advance(s string) {
	if !c.now.Dead() {
		from := c.now.Clone()
		n := c.now.Advance(s)
		if c.now.Undecided() {
			c.moveTo(from, s, n)
			c.err = c.errorAt(s[n:])
			c.err.undecided = true
			return
		}
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

// moveTo moves to the last place between two code points of s[:n], if there is one. It returns where it is.
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

// move goes on over s to a place between two code points.
func (c *counting) move(s string, at counter.Walk) {
	c.place.move(c.rule, string(c.rest[:c.size]))
	c.place.move(c.rule, s)
	c.size, c.at = 0, at
}

// errorAt returns the error at the place, where a string cannot go on with rest.
func (c *counting) errorAt(rest string) *SyntaxError {
	at := c.place
	at.state = 1 // any: the language may not be empty
	e := c.rule.errorAt(at, rest)
	e.AtEnd, e.state = c.at.Accepting(), 0
	var others, closed []State
	for i, q := range c.at.States() {
		if c.at.Closed(q) {
			closed = append(closed, State(q))
		}
		if i == 0 {
			e.state = State(q)
		} else {
			others = append(others, State(q))
		}
	}
	if len(others) > 0 {
		e.others = &others
	}
	if len(closed) > 0 {
		e.closed = &closed
	}
	return e
}

package tables

import (
	"io"
	"math"
	"unicode/utf8"

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
	at   place // after what is done
	rest [utf8.UTFMax]byte
	size uint8 // how many bytes of rest there are: a code point after the place that is not whole

	// A byte that is not UTF-8 may look like the first of a sequence that the end of the
	// string cuts off. Whether it is shows when the walk dies, or at the end. Until then the
	// place is where the byte, rest[0], is, and this is the state after all.
	torn  bool
	after State

	err *SyntaxError
}

// NewChecker returns a checker of a rule.
func NewChecker(r Rule) *Checker {
	c := checkerOf(r)
	return &c
}

// checkerOf is NewChecker for a checker that stays on the stack.
func checkerOf(r Rule) Checker { return Checker{ruled: ruled{r}, at: place{state: r.Start()}} }

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
		c.goOn(s)
	}
	if c.err != nil {
		return int(max(c.at.offset-before, 0)), c.err
	}
	return len(s), nil
}

// Close returns what [Rule.Check] says of all that was written: nil when it is a member and
// otherwise a [*SyntaxError]. It changes nothing: more may be written, and Close called again.
func (c *Checker) Close() error {
	if c.err != nil {
		return c.err
	}
	to, rest := c.after, string(c.rest[:c.size])
	if !c.torn {
		to = c.rule.AdvanceString(c.at.state, rest)
	}
	if c.rule.Accepting(to) {
		return nil
	}
	whole := *c
	whole.walk(rest, true)
	return whole.end()
}

// goOn finishes the code point that is not whole, and takes what is left of s.
func (c *Checker) goOn(s string) {
	for c.size > 0 && s != "" {
		c.rest[c.size] = s[0]
		rest := string(c.rest[:c.size+1])
		c.size = 0
		c.take(rest)
		s = s[1:]
	}
	if s != "" && c.err == nil {
		c.take(s)
	}
}

// take walks s, and keeps what is not whole at the end of it.
func (c *Checker) take(s string) {
	if c.torn {
		c.goOnTorn(s)
		return
	}
	if n := len(s) - unfinished(s); c.pass(s[:n]) {
		s = s[n:]
	}
	if s = c.walk(s, false); !c.torn {
		c.size = uint8(copy(c.rest[:], s))
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

// pass is walk for what is UTF-8 and goes on, which is most. It reports whether s is that.
func (c *Checker) pass(s string) bool {
	to := c.rule.AdvanceString(c.at.state, s)
	if to == 0 || c.at.inside > 0 || !utf8.ValidString(s) {
		return false
	}
	c.at.state = to
	c.at.offset += int64(len(s))
	c.at.column += int64(len(s))
	for i := range len(s) { // utf8.RuneCount takes twice the time
		if !utf8.RuneStart(s[i]) {
			c.at.column--
		}
	}
	return true
}

// walk goes over s by code points, so that an error inside a UTF-8 sequence is put where the
// sequence begins, and by octets where the rule says octets. It ends where no member goes
// on, or where s does not say enough, unless the string ends there, and returns what is left.
func (c *Checker) walk(s string, end bool) (left string) {
	for r := c.rule; s != ""; {
		q := int(c.at.state)
		if n, to := r.skip(q, s); n > 0 {
			c.at.move(State(to), s[:n])
			s = s[n:]
			continue
		}
		if !end && !utf8.FullRuneInString(s) {
			return s
		}
		char, size := utf8.DecodeRuneInString(s)
		to := r.walk(q, s[:size])
		torn := char == utf8.RuneError && size == 1 && to != 0 && r.table().InSequence(to)
		if to == 0 || torn {
			n, after, open := r.octets(q, s)
			switch {
			case n > 0:
				size, to = n, after
			case open && !end:
				return s
			case torn:
				c.torn, c.after, c.rest[0] = true, c.at.state, s[0]
				c.goOnTorn(s)
				return ""
			default:
				c.fail(s)
				return ""
			}
		}
		c.at.move(State(to), s[:size])
		s = s[size:]
	}
	return ""
}

// goOnTorn goes on after a torn byte, looking for nothing but the end.
func (c *Checker) goOnTorn(s string) {
	if c.after = c.rule.AdvanceString(c.after, s); c.after == 0 {
		c.fail(string(c.rest[:1]))
	}
}

// fail makes the error of a string that cannot go on with rest.
func (c *Checker) fail(rest string) {
	c.err = &SyntaxError{Offset: toInt(c.at.offset), Column: toInt(c.at.column + 1), Found: found(rest)}
	if c.rule.table().Whole() {
		c.rule.describe(c.err, int(c.at.state), rest)
	}
}

// end returns the error of a string that ends here.
func (c *Checker) end() *SyntaxError {
	if c.err == nil {
		c.fail("")
		if c.torn {
			c.err.Found = "the end, inside a UTF-8 sequence,"
		}
	}
	return c.err
}

func toInt(n int64) int { return int(min(n, math.MaxInt)) }

// A place is how far a walk has come.
type place struct {
	state          State
	offset, column int64 // in bytes and in code points, from 0

	// A walk by octets may stop inside a code point, which counts as one again when the walk
	// is after it. Until then its bytes, these, count as one each.
	cut    [utf8.UTFMax]byte
	inside uint8 // how many
}

// move goes on over s.
func (p *place) move(to State, s string) {
	p.state = to
	p.offset += int64(len(s))
	if p.inside > 0 && !utf8.RuneStart(s[0]) {
		p.column -= int64(p.inside)
		s = string(p.cut[:p.inside]) + s
	}
	p.column += int64(utf8.RuneCountInString(s))
	p.inside = uint8(copy(p.cut[:], s[len(s)-unfinished(s):]))
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
		return !r.Dead(q)
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

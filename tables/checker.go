package tables

import (
	"io"
	"math"
	"unicode/utf8"
	"unsafe"
)

// A Checker checks a string that comes in pieces, of any length, in constant memory: it
// says of the pieces what [Rule.Check] says of the whole, wherever they were cut, inside a
// UTF-8 sequence too. It is an [io.WriteCloser]. The zero Checker has the zero Rule.
//
// A place that no int holds, beyond 2 GiB on a 32-bit system, becomes the largest int in
// the error; the verdict is right nevertheless.
type Checker struct {
	rule Rule
	at   place // behind the code points that are done
	rest [utf8.UTFMax]byte
	size uint8 // how many bytes of rest there are: those of a code point that is not whole

	// A byte that is not UTF-8 may be the first of a sequence that the end of the string
	// cuts off, or of a rule that knows bytes. Until the walk is behind it the error would
	// be there: where tear is.
	torn bool
	tear place
	byte uint8

	err *SyntaxError
}

// A place is how far a walk has come.
type place struct {
	offset, column int64 // in bytes and in code points, as [Rule.Check] counts them, from 0
	state          State
}

// NewChecker returns a checker of a rule.
func NewChecker(r Rule) *Checker {
	c := &Checker{rule: r}
	c.Reset()
	return c
}

// Reset makes the checker ready for another string.
func (c *Checker) Reset() { *c = Checker{rule: c.rule, at: place{state: c.rule.Start()}} }

// Write goes on with p. As soon as the code point is whole with which no member goes on, it
// returns the [*SyntaxError], the same one ever after, and n is how many bytes of p are
// before the place. It allocates nothing but that.
func (c *Checker) Write(p []byte) (n int, err error) {
	return c.WriteString(unsafe.String(unsafe.SliceData(p), len(p)))
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
	rest := string(c.rest[:c.size])
	if c.rule.Accepting(c.rule.AdvanceString(c.at.state, rest)) {
		return nil
	}
	whole := *c
	whole.walk(rest)
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

// take walks s, and keeps the code point at the end of it that is not whole.
func (c *Checker) take(s string) {
	n := len(s) - unfinished(s)
	if c.pass(s[:n]); c.err == nil {
		c.size = uint8(copy(c.rest[:], s[n:]))
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

// pass is walk, but fast where nothing is wrong.
func (c *Checker) pass(s string) {
	to := c.rule.AdvanceString(c.at.state, s)
	char, size := utf8.DecodeLastRuneInString(s)
	if to == 0 || char == utf8.RuneError && size == 1 {
		c.walk(s)
		return
	}
	c.torn = c.torn && s == ""
	c.done(to, len(s), utf8.RuneCountInString(s))
}

// walk goes over the code points of s, which does not end inside one unless the string does,
// up to one with which no member goes on. An error inside a UTF-8 sequence is thus put
// where the sequence begins.
func (c *Checker) walk(s string) {
	for r := c.rule; s != ""; {
		if c.at.state == 0 {
			c.fail(s)
			return
		}
		n, to := r.skip(int(c.at.state), s)
		if n > 0 {
			c.torn = false
			c.done(State(to), n, n)
			s = s[n:]
			continue
		}
		char, size := utf8.DecodeRuneInString(s)
		if to = r.walk(int(c.at.state), s[:size]); to == 0 {
			c.fail(s)
			return
		}
		inside := char == utf8.RuneError && size == 1 && r.inSequence(to)
		if inside && !c.torn {
			c.tear, c.byte = c.at, s[0]
		}
		c.torn = inside
		c.done(State(to), size, 1)
		s = s[size:]
	}
}

// done counts bytes that lead to a state, and the code points that they are.
func (c *Checker) done(to State, bytes, chars int) {
	c.at = place{c.at.offset + int64(bytes), c.at.column + int64(chars), to}
}

// fail makes the error of a string that cannot go on with rest.
func (c *Checker) fail(rest string) {
	if c.torn {
		c.at, rest = c.tear, string([]byte{c.byte})
	}
	c.describe(rest)
	c.err.Found = found(rest)
}

// end returns the error of a string that ends here.
func (c *Checker) end() *SyntaxError {
	if c.err != nil {
		return c.err
	}
	what := "the end"
	if c.torn {
		c.at, what = c.tear, "the end, inside a UTF-8 sequence,"
	}
	c.describe("")
	c.err.Found = what
	return c.err
}

// describe makes an error of what is known about the place, where rest could not go on.
func (c *Checker) describe(rest string) {
	c.err = &SyntaxError{Offset: toInt(c.at.offset), Column: toInt(c.at.column + 1)}
	if c.rule.whole() {
		c.rule.describe(c.err, int(c.at.state), rest)
	}
}

func toInt(n int64) int { return int(min(n, math.MaxInt)) }

// bufferSize is large enough for the cost of a read to vanish, and small enough for the cache.
const bufferSize = 64 << 10

// CheckReader is [Rule.Check] of all that rd has, in constant memory. It returns nil, a
// [*SyntaxError], or else the error of rd as it is. It stops reading at the first error.
func (r Rule) CheckReader(rd io.Reader) error {
	c := NewChecker(r)
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

// each calls do with what rd has, piece by piece, until do reports false. It returns the error of rd.
func each(rd io.Reader, do func(b []byte) bool) error {
	buf := make([]byte, bufferSize)
	for empty := 0; empty < maxEmptyReads; empty++ {
		n, err := rd.Read(buf)
		switch {
		case n > 0 && !do(buf[:n]):
			return nil
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case n > 0:
			empty = -1
		}
	}
	return io.ErrNoProgress
}

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
	rule           Rule
	offset, column int64 // of what is done: whole code points, as [Rule.Check] reads them
	state          State // after that
	rest           [utf8.UTFMax]byte
	unfinished     uint8 // how many bytes of rest there are: the code point that is not whole

	// A byte that is not UTF-8 may look like the beginning of a sequence that the end cuts
	// off. Whether it does is known when no member goes on, or at the end. Until then the
	// byte is in rest, what is done is what is before it, and this is the state after all.
	torn  bool
	after State

	err *SyntaxError
}

// NewChecker returns a checker of a rule.
func NewChecker(r Rule) *Checker {
	c := &Checker{rule: r}
	c.Reset()
	return c
}

// Reset makes the checker ready for another string.
func (c *Checker) Reset() { *c = Checker{rule: c.rule, state: c.rule.Start()} }

// Write goes on with p. As soon as the code point is whole with which no member goes on, it
// returns the [*SyntaxError], the same one ever after, and n is how many bytes of p are
// before the place. It allocates nothing but that.
func (c *Checker) Write(p []byte) (n int, err error) {
	return c.WriteString(unsafe.String(unsafe.SliceData(p), len(p)))
}

// WriteString is Write for a string.
func (c *Checker) WriteString(s string) (n int, err error) {
	before := c.offset + int64(c.unfinished)
	if c.err == nil {
		c.goOn(s)
	}
	if c.err != nil {
		return int(max(c.offset-before, 0)), c.err
	}
	return len(s), nil
}

// Close returns what [Rule.Check] says of all that was written: nil when it is a member and
// otherwise a [*SyntaxError]. It changes nothing: more may be written, and Close called again.
func (c *Checker) Close() error {
	if c.err != nil {
		return c.err
	}
	rest := string(c.rest[:c.unfinished])
	to := c.after
	if !c.torn {
		to = c.rule.AdvanceString(c.state, rest)
	}
	if c.rule.Accepting(to) {
		return nil
	}
	whole := *c
	whole.walk(rest)
	return whole.end()
}

// goOn finishes the code point that is not whole, and takes what is left of s.
func (c *Checker) goOn(s string) {
	for c.unfinished > 0 && s != "" {
		c.rest[c.unfinished] = s[0]
		rest := string(c.rest[:c.unfinished+1])
		c.unfinished = 0
		c.take(rest)
		s = s[1:]
	}
	if s != "" && c.err == nil {
		c.take(s)
	}
}

// take walks s, and keeps the code point at the end of it that is not whole.
func (c *Checker) take(s string) {
	if !c.torn {
		n := len(s) - unfinished(s)
		c.bulk(s[:n])
		s = s[n:]
	}
	switch {
	case c.err != nil:
	case c.torn:
		c.goOnTorn(s)
	default:
		c.unfinished = uint8(copy(c.rest[:], s))
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

// bulk is walk, but fast where nothing is wrong.
func (c *Checker) bulk(s string) {
	to := c.rule.AdvanceString(c.state, s)
	if to == 0 || !utf8.ValidString(s) {
		c.walk(s)
		return
	}
	c.done(to, len(s), utf8.RuneCountInString(s))
}

// walk goes over the code points of s, which does not end inside one unless the string does,
// up to one with which no member goes on. An error inside a UTF-8 sequence is thus put
// where the sequence begins.
func (c *Checker) walk(s string) {
	for r := c.rule; s != ""; {
		if c.state == 0 {
			c.fail(s)
			return
		}
		n, to := r.skip(int(c.state), s)
		c.done(State(to), n, n)
		if s = s[n:]; s == "" {
			return
		}
		char, size := utf8.DecodeRuneInString(s)
		to = r.walk(int(c.state), s[:size])
		switch {
		case to == 0:
			c.fail(s)
			return
		case char == utf8.RuneError && size == 1 && r.inSequence(to):
			c.torn, c.after, c.rest[0] = true, State(to), s[0]
			c.goOnTorn(s[1:])
			return
		}
		c.done(State(to), size, 1)
		s = s[size:]
	}
}

// done counts bytes that lead to a state, and the code points that they are.
func (c *Checker) done(to State, bytes, chars int) {
	c.state = to
	c.offset += int64(bytes)
	c.column += int64(chars)
}

// goOnTorn goes on behind a byte that is not UTF-8, looking for nothing but the end.
func (c *Checker) goOnTorn(s string) {
	if c.after = c.rule.AdvanceString(c.after, s); c.after == 0 {
		c.fail(string(c.rest[:1]))
	}
}

// fail makes the error of a string that cannot go on with rest.
func (c *Checker) fail(rest string) {
	c.err = &SyntaxError{Column: place(c.column + 1), Offset: place(c.offset), Found: found(rest)}
	if c.rule.whole() {
		c.rule.describe(c.err, int(c.state), rest)
	}
}

// end returns the error of a string that ends here.
func (c *Checker) end() *SyntaxError {
	if c.err != nil {
		return c.err
	}
	c.fail("")
	if c.torn {
		c.err.Found = "the end, inside a UTF-8 sequence,"
	}
	return c.err
}

func place(n int64) int { return int(min(n, math.MaxInt)) }

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

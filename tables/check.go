package tables

import (
	"math"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// Check returns nil if the rule matches s, and otherwise a [*SyntaxError]. It allocates and makes
// a second pass over s only if it returns an error.
func (r Rule) Check(s string) error {
	if engine.Certain(r.table(), s) {
		return nil
	}
	if e := r.diagnose(s); e != nil {
		return e
	}
	return nil
}

// CheckBytes is like Check for a byte slice. The error does not alias b.
func (r Rule) CheckBytes(b []byte) error { return r.Check(format.View(b)) }

// Check returns nil if a rule of the set matches s, and otherwise a [*SyntaxError] whose rule is
// the set.
func (t Set) Check(s string) error { return Rule(t).Check(s) }

// diagnose returns the error for a rejected string, or nil if the rule matches it.
func (r Rule) diagnose(s string) *SyntaxError {
	var l engine.ErrorWalk
	if r.table().Whole() {
		if r.table().HasCalls() {
			return r.diagnoseCalls(s)
		}
		l = engine.WalkToError(r.table(), int(r.Start()), s)
	}
	at := place{state: State(l.State), offset: int64(l.N), column: int64(l.N)}
	if !l.ASCII && l.N > 0 {
		at.column = int64(engine.CodePoints(r.table(), s[:l.N]))
	}
	switch {
	case l.Last == 0:
		return r.errorAt(at, s[l.N:])
	case r.Accepting(State(l.Last)):
		return nil
	}
	return r.errorAtEnd(at, s[l.N:])
}

// errorAt returns the error for a string that cannot match: at is where the matching part ends, and
// rest is the rest of the string.
func (r Rule) errorAt(at place, rest string) *SyntaxError {
	e := &SyntaxError{
		Offset:     toInt(at.offset),
		Column:     toInt(at.column + 1),
		AtEnd:      r.Accepting(at.state),
		Incomplete: rest == "" && at.state != 0, // state 0: the language is empty
		state:      at.state,
		bytes:      uint32(len(r)), // offsets in a table are 32 bits wide
		table:      unsafe.StringData(string(r)),
	}
	if rest != "" && rest[0] < utf8.RuneSelf {
		e.size, e.char[0] = 1, rest[0]
		return e
	}
	_, size := utf8.DecodeRuneInString(rest)
	e.size = uint8(copy(e.char[:], rest[:size]))
	return e
}

// errorAtEnd returns the error for a string that ends too early. at is its last code point
// boundary; rest is "" or the incomplete UTF-8 sequence after it.
func (r Rule) errorAtEnd(at place, rest string) *SyntaxError {
	e := r.errorAt(at, "")
	if rest != "" {
		e.marks |= torn
	}
	return e
}

func toInt(n int64) int { return int(min(n, math.MaxInt)) }

package tables

import (
	"math"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// Check returns nil when s is a member and otherwise a [*SyntaxError]. Only for other strings than
// members it takes a second pass, and allocates.
func (r Rule) Check(s string) error {
	if engine.Certain(r.table(), s) {
		return nil
	}
	if e := r.diagnose(s); e != nil {
		return e
	}
	return nil
}

// CheckBytes is Check for a slice of bytes. The error has no reference to it.
func (r Rule) CheckBytes(b []byte) error { return r.Check(format.View(b)) }

// Check returns nil when a rule matches s as a whole, otherwise a [*SyntaxError] whose rule is the
// set.
func (t Set) Check(s string) error { return Rule(t).Check(s) }

// diagnose returns the error of a refused string, and nil for a member.
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

// errorAt returns the error of a string: after its walk to at, no member goes on with rest.
func (r Rule) errorAt(at place, rest string) *SyntaxError {
	e := &SyntaxError{
		Offset:     toInt(at.offset),
		Column:     toInt(at.column + 1),
		AtEnd:      r.Accepting(at.state),
		Incomplete: rest == "" && at.state != 0, // a language may be empty
		state:      at.state,
		bytes:      uint32(len(r)), // of a table, whose offsets have 32 bits
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

// errorAtEnd returns the error of a string that ends too early, after its walk to at. A rest is the
// beginning of a UTF-8 sequence.
func (r Rule) errorAtEnd(at place, rest string) *SyntaxError {
	e := r.errorAt(at, "")
	if rest != "" {
		e.marks |= torn
	}
	return e
}

func toInt(n int64) int { return int(min(n, math.MaxInt)) }

package tables

import (
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A State is the state of a rule after reading some bytes of a string. It is a number that can be
// stored, compared and reused. The zero State is dead: no matching string begins with the bytes
// that led to it.
//
// A State belongs to the [Rule] or [Set] that returned it. Using it with another Rule or Set is
// safe, but the result is arbitrary.
type State uint32

// Start returns the state before the first byte. It is dead if the rule matches no string or is
// [Rule.Recursive]; for a recursive rule, use a [Checker].
func (r Rule) Start() State {
	if !r.table().Whole() || r.table().HasCalls() {
		return 0
	}
	return State(r[format.AtStart])
}

// Advance returns the state after reading b in state q. A string may be split at any byte, even
// inside a UTF-8 sequence: Advance(Advance(q, a), b) equals Advance(q, ab). Advance takes time
// linear in len(b), or less if the state becomes dead. It does not allocate.
func (r Rule) Advance(q State, b []byte) State {
	return r.AdvanceString(q, format.View(b))
}

// AdvanceString is like Advance for a string.
//
// A common prefix of several strings needs to be read only once. To validate the local names in a
// namespace, compute
//
//	q := rule.AdvanceString(rule.Start(), namespace)
//
// and then for each name
//
//	valid := rule.Accepting(rule.AdvanceString(q, name))
func (r Rule) AdvanceString(q State, s string) State {
	if q > format.MaxState || !r.table().Whole() || r.table().HasCalls() {
		return 0
	}
	return State(engine.Advance(r.table(), int(q), s))
}

// Accepting reports whether the rule matches the bytes that led to q.
func (r Rule) Accepting(q State) bool {
	return q <= format.MaxState && r.table().Whole() && !r.table().HasCalls() && r.table().Accepts(int(q))
}

// Dead reports whether no string that begins with the bytes that led to q can match the rule (for a
// set, any of its rules).
func (q State) Dead() bool { return q == 0 }

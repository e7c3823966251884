package tables

import (
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A State is the state of a walk after some bytes of a string: sufficient for the rule to go on. It
// is a number, so it can be kept, compared and used again. The zero State is the dead one: no
// member begins with its bytes.
//
// A State belongs to the [Rule], or to the [Set], that made it. With another one it is safe, but
// has no meaning.
type State uint32

// Start returns the state of the empty string. It is dead for a rule without members, and for a
// [Rule.Recursive] rule; a [Checker] checks strings of the latter in pieces.
func (r Rule) Start() State {
	if !r.table().Whole() || r.table().HasCalls() {
		return 0
	}
	return State(r[format.AtStart])
}

// Advance returns the state after q on b. A walk may stop and go on at any byte, inside a UTF-8
// sequence too: Advance(Advance(q, a), b) is Advance(q, ab). It takes time linear in len(b), less
// when the state dies, and does not allocate.
func (r Rule) Advance(q State, b []byte) State {
	return r.AdvanceString(q, format.View(b))
}

// AdvanceString is Advance for a string.
//
// The common beginning of many strings needs only one walk. So the local names of a namespace are
// checked by
//
//	q := rule.AdvanceString(rule.Start(), namespace)
//
// and then for each of them
//
//	valid := rule.Accepting(rule.AdvanceString(q, name))
func (r Rule) AdvanceString(q State, s string) State {
	if q > format.MaxState || !r.table().Whole() || r.table().HasCalls() {
		return 0
	}
	return State(engine.Advance(r.table(), int(q), s))
}

// Accepting reports whether the bytes before q are a member.
func (r Rule) Accepting(q State) bool {
	return q <= format.MaxState && r.table().Whole() && !r.table().HasCalls() && r.table().Accepts(int(q))
}

// Dead reports whether no member begins with the bytes before q; for a set, no member of any rule.
func (q State) Dead() bool { return q == 0 }

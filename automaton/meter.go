package automaton

import (
	"context"
	"fmt"
)

// Limits bounds what constructing automata may cost. The first three hold for one
// construction, the last three for everything that one [Meter] measures.
type Limits struct {
	NFAStates   int   // states of one NFA
	Subsets     int   // states of one subset construction, before it is minimized
	DFAStates   int   // states of one minimal DFA, the dead one included
	Transitions int64 // NFA edges and DFA transitions ever made
	Moves       int64 // NFA edges and empty moves ever followed
	Bytes       int64 // memory held by automata at one time, counted from the sizes of their parts
}

// DefaultLimits returns limits that no grammar of a published standard comes near, and
// under which a hostile one is refused before it hurts. They are meant for one rule;
// package build, whose meter serves a document, lowers the transitions.
//
//   - 1,000,000 NFA states: the largest rule of RFC 3987 has 796, the largest seen 12,000.
//   - 200,000 subsets: the largest honest need seen is 12,288, for 105 states in the end.
//   - 65,535 DFA states, so that a state is a uint16.
//   - 100 million transitions and 200 million moves: all of RFC 3987 makes 220,000 and
//     follows 96,000, the largest grammar seen 3 and 9 million.
//   - 256 MiB: a work limit alone let other engines fill the heap first.
func DefaultLimits() Limits {
	return Limits{
		NFAStates:   1_000_000,
		Subsets:     200_000,
		DFAStates:   65_535,
		Transitions: 100_000_000,
		Moves:       200_000_000,
		Bytes:       256 << 20,
	}
}

// A LimitError says which limit a construction ran into.
type LimitError struct {
	Limit   string // "NFA states", "subset states", "DFA states", "transitions", "moves", "bytes" or "beginnings of tests"
	Max     int64
	Reached int64 // how far the construction had got when it stopped
}

// Error says how far the construction got and where the limit is.
func (e *LimitError) Error() string {
	return fmt.Sprintf("reached %d %s, the limit is %d", e.Reached, e.Limit, e.Max)
}

// A Meter counts what constructions cost and stops them at the limits. Costs are
// counted, never timed or guessed from the heap, so that the same grammar meets the
// same limit on every machine. A Meter serves one goroutine.
type Meter struct {
	limits      Limits
	ctx         context.Context
	transitions int64
	moves       int64
	bytes       int64
}

// NewMeter returns a meter with nothing spent. Constructions also stop when ctx is done.
func NewMeter(ctx context.Context, limits Limits) *Meter {
	return &Meter{limits: limits, ctx: ctx}
}

// Transitions returns the number of transitions made so far.
func (m *Meter) Transitions() int64 { return m.transitions }

// Moves returns the number of moves followed so far.
func (m *Meter) Moves() int64 { return m.moves }

// Bytes returns the number of bytes held at the moment.
func (m *Meter) Bytes() int64 { return m.bytes }

// spend counts new transitions and the bytes that come with them. What is over a limit
// is not counted, and the caller must not make it.
func (m *Meter) spend(transitions, bytes int64) error {
	if err := check("transitions", m.transitions+transitions, m.limits.Transitions); err != nil {
		return err
	}
	if err := check("bytes", m.bytes+bytes, m.limits.Bytes); err != nil {
		return err
	}
	m.transitions += transitions
	m.bytes += bytes
	return nil
}

// follow counts moves that were followed.
func (m *Meter) follow(moves int64) error {
	m.moves += moves
	return check("moves", m.moves, m.limits.Moves)
}

// release gives bytes back that a construction no longer holds.
func (m *Meter) release(bytes int64) { m.bytes -= bytes }

// cancelled returns the error of the context when it is done. It is asked every 64 new states.
func (m *Meter) cancelled() error { return context.Cause(m.ctx) }

func check(limit string, n, most int64) error {
	if n <= most {
		return nil
	}
	return &LimitError{Limit: limit, Max: most, Reached: n}
}

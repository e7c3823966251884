package automaton

import (
	"context"
	"fmt"
)

// Limits bounds the cost of constructing automata. The first three limits apply to a single
// construction. The last three apply to everything that one [Meter] counts, or to a part of it (see
// [Meter.Allot]).
type Limits struct {
	NFAStates   int   // states of an NFA
	Subsets     int   // states of a subset construction, before minimization
	DFAStates   int   // states of a minimal DFA, including the dead state
	Transitions int64 // total NFA edges and DFA transitions
	Steps       int64 // all work, in steps of about five nanoseconds; see [Meter.Work]
	Bytes       int64 // memory held by automata at one time, calculated from the sizes of their parts
}

// DefaultLimits returns limits for one rule, far above what nearly all grammars in published
// standards need. A hostile grammar exceeds them before it does harm. In package build one meter
// serves a whole document, so build lowers the transition limit and raises the step limit.
// TestNeeds in package build measures what each grammar needs. A mail grammar without its recursion
// (RFC 5322) needs the most.
//
//   - 1,000,000 NFA states: at most 8,000 are needed.
//   - 200,000 subsets: at most 14,058 are needed. In published standards, rules that blow up (RFC
//     3501, body-type-basic) exceed any limit.
//   - 65,535 DFA states, so that a state fits into a uint16: at most 465 are needed.
//   - 100 million transitions and 200 million steps: a document needs 3.0 million transitions and
//     44 million steps, and a single rule up to 14 million steps.
//   - 256 MiB: with only a step limit, some constructions filled the heap before they reached it.
//     The most demanding grammar needs between 8 and 16 MiB.
func DefaultLimits() Limits {
	return Limits{
		NFAStates:   1_000_000,
		Subsets:     200_000,
		DFAStates:   65_535,
		Transitions: 100_000_000,
		Steps:       200_000_000,
		Bytes:       256 << 20,
	}
}

// A LimitError names the limit that a construction exceeded.
type LimitError struct {
	// "NFA states", "subset states", "DFA states", "transitions", "steps", "bytes", "test prefixes",
	// "ranges in an expression" or "nested operators"; package build adds more
	Limit   string
	Max     int64
	Reached int64 // the count when the construction stopped
}

// Error describes the count and the limit.
func (e *LimitError) Error() string {
	return fmt.Sprintf("%d %s exceed the limit of %d", e.Reached, e.Limit, e.Max)
}

// A Meter counts the costs of constructions and stops them at the limits. It measures neither time
// nor the heap, so a grammar exceeds the same limit on every machine. A Meter is not safe for
// concurrent use.
type Meter struct {
	limits      Limits // the transition and step limits apply to the current part, see Allot
	ctx         context.Context
	transitions int64
	steps       int64
	part        struct{ transitions, steps int64 } // the counts when the part began
	checked     int64                              // the steps when Work last checked the context
	bytes       int64
}

// NewMeter returns an unused meter. Constructions also stop when ctx is done.
func NewMeter(ctx context.Context, limits Limits) *Meter {
	return &Meter{limits: limits, ctx: ctx}
}

// Allot begins a part of the work with separate limits for transitions and steps. A [LimitError]
// counts from the beginning of the part, whereas Transitions and Steps count from the creation of
// the meter.
func (m *Meter) Allot(transitions, steps int64) {
	m.limits.Transitions, m.limits.Steps = transitions, steps
	m.part.transitions, m.part.steps = m.transitions, m.steps
}

// Transitions returns the number of transitions counted so far.
func (m *Meter) Transitions() int64 { return m.transitions }

// Steps returns the number of steps counted so far.
func (m *Meter) Steps() int64 { return m.steps }

// Bytes returns the number of bytes currently held.
func (m *Meter) Bytes() int64 { return m.bytes }

// spend counts new transitions and their bytes. If they would exceed a limit, it counts nothing and
// returns an error, and the caller must not create the transitions.
func (m *Meter) spend(transitions, bytes int64) error {
	if err := check("transitions", m.transitions-m.part.transitions+transitions, m.limits.Transitions); err != nil {
		return err
	}
	if err := check("bytes", m.bytes+bytes, m.limits.Bytes); err != nil {
		return err
	}
	m.transitions += transitions
	m.bytes += bytes
	return nil
}

// checkEvery is the number of steps between two checks of the context: about a third of a
// millisecond.
const checkEvery = 1 << 16

// Work counts steps before or after they are performed. It returns an error if the limit is
// exceeded or the context is done. Code in other packages that uses automata also counts its steps
// here, so one limit bounds the total time. A step reads one transition or does other work that
// takes about five nanoseconds. To stop in time, callers count at most about 10,000 steps at once.
func (m *Meter) Work(steps int64) error {
	m.steps += steps
	if err := check("steps", m.steps-m.part.steps, m.limits.Steps); err != nil {
		return err
	}
	if m.steps-m.checked < checkEvery {
		return nil
	}
	m.checked = m.steps
	return m.cancelled()
}

// affords returns an error if counting the steps would exceed the limit. It does not count them.
func (m *Meter) affords(steps int64) error {
	return check("steps", m.steps-m.part.steps+steps, m.limits.Steps)
}

// Left returns the number of steps left under the limit.
func (m *Meter) Left() int64 { return max(0, m.part.steps+m.limits.Steps-m.steps) }

// release returns bytes to the meter.
func (m *Meter) release(bytes int64) { m.bytes -= bytes }

// cancelled returns the cause if the context is done. Constructions call it at least every 64 new
// states, and Work calls it every checkEvery steps.
func (m *Meter) cancelled() error { return context.Cause(m.ctx) }

func check(limit string, n, most int64) error {
	if n <= most {
		return nil
	}
	return &LimitError{Limit: limit, Max: most, Reached: n}
}

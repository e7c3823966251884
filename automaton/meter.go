package automaton

import (
	"context"
	"fmt"
)

// Limits bounds the cost of constructing automata. The first three hold for one construction. The
// last three hold for everything measured by one [Meter], or for a part of it, see [Meter.Allot].
type Limits struct {
	NFAStates   int   // states of one NFA
	Subsets     int   // states of one subset construction, before minimization
	DFAStates   int   // states of one minimal DFA, the dead one included
	Transitions int64 // NFA edges and DFA transitions ever made
	Steps       int64 // all work, in steps of about five nanoseconds; see [Meter.Work]
	Bytes       int64 // memory held by automata at one time, counted from the sizes of their parts
}

// DefaultLimits returns limits far above the needs of nearly all grammars of published standards. A
// hostile grammar meets them before it does harm. They are meant for one rule. The meter of package
// build serves a document, so build lowers the transitions and raises the steps. Its test TestNeeds
// measures the needs. The largest ones are those of a grammar of mail without its recursion (RFC
// 5322).
//
//   - 1,000,000 NFA states: the largest need is 8,000.
//   - 200,000 subsets: the largest need is 14,058. Exploding rules of published standards (RFC
//     3501, body-type-basic) exceed any limit.
//   - 65,535 DFA states, so that a state is a uint16: the largest need is 465.
//   - 100 million transitions and 200 million steps: a document needs 3.0 million and 44 million,
//     and one rule of it 14 million steps.
//   - 256 MiB: with a limit of work alone other engines filled the heap first. The largest need is
//     between 8 and 16 MiB.
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

// A LimitError names the limit met by a construction.
type LimitError struct {
	// "NFA states", "subset states", "DFA states", "transitions", "steps", "bytes", "beginnings of
	// tests", "ranges of an expression" or "operators in one another"; package build adds some of
	// its own
	Limit   string
	Max     int64
	Reached int64 // the count when the construction stopped
}

// Error has the count and the limit.
func (e *LimitError) Error() string {
	return fmt.Sprintf("reached %d %s, the limit is %d", e.Reached, e.Limit, e.Max)
}

// A Meter counts the costs of constructions and stops them at the limits. It never measures time or
// the heap, so the same grammar meets the same limit on every machine. A Meter serves one
// goroutine.
type Meter struct {
	limits      Limits // those of transitions and steps hold for the part, see Allot
	ctx         context.Context
	transitions int64
	steps       int64
	part        struct{ transitions, steps int64 } // the counts at the beginning of the part
	asked       int64                              // the steps when Work last read the context
	bytes       int64
}

// NewMeter returns a meter with nothing spent. Constructions also stop when ctx is done.
func NewMeter(ctx context.Context, limits Limits) *Meter {
	return &Meter{limits: limits, ctx: ctx}
}

// Allot begins a part of the work, with limits of its own for transitions and steps. A [LimitError]
// counts from the beginning of the part. Transitions and Steps go on counting from the beginning of
// the meter.
func (m *Meter) Allot(transitions, steps int64) {
	m.limits.Transitions, m.limits.Steps = transitions, steps
	m.part.transitions, m.part.steps = m.transitions, m.steps
}

// Transitions returns the number of transitions made so far.
func (m *Meter) Transitions() int64 { return m.transitions }

// Steps returns the number of steps made so far.
func (m *Meter) Steps() int64 { return m.steps }

// Bytes returns the number of bytes held at the moment.
func (m *Meter) Bytes() int64 { return m.bytes }

// spend counts new transitions and their bytes. It does not count over a limit, and then the caller
// must not make them.
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

// askEvery is the number of steps between two reads of the context: about a third of a millisecond.
const askEvery = 1 << 16

// Work counts steps before or after they are made. It fails if they are too many, or if the context
// is done. Users of automata outside of this package count their steps here too, so one limit
// bounds the time of everything. A step is one transition read, or other work of about five
// nanoseconds. A caller counts at most some 10,000 steps at once, so that it stops in time.
func (m *Meter) Work(steps int64) error {
	m.steps += steps
	if err := check("steps", m.steps-m.part.steps, m.limits.Steps); err != nil {
		return err
	}
	if m.steps-m.asked < askEvery {
		return nil
	}
	m.asked = m.steps
	return m.cancelled()
}

// affords returns the error of that many steps without counting them.
func (m *Meter) affords(steps int64) error {
	return check("steps", m.steps-m.part.steps+steps, m.limits.Steps)
}

// Left returns the number of steps left under the limit.
func (m *Meter) Left() int64 { return max(0, m.part.steps+m.limits.Steps-m.steps) }

// release gives bytes back to the meter.
func (m *Meter) release(bytes int64) { m.bytes -= bytes }

// cancelled returns the error of the context if it is done. Constructions call it every 64 new
// states or more often, and Work calls it every askEvery steps.
func (m *Meter) cancelled() error { return context.Cause(m.ctx) }

func check(limit string, n, most int64) error {
	if n <= most {
		return nil
	}
	return &LimitError{Limit: limit, Max: most, Reached: n}
}

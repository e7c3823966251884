package automaton

import (
	"context"
	"fmt"
)

// Limits bounds what constructing automata may cost. The first three hold for one
// construction, the last three for everything that one [Meter] measures, unless it is told
// to begin a part with limits of its own: see [Meter.Allot].
type Limits struct {
	NFAStates   int   // states of one NFA
	Subsets     int   // states of one subset construction, before it is minimized
	DFAStates   int   // states of one minimal DFA, the dead one included
	Transitions int64 // NFA edges and DFA transitions ever made
	Steps       int64 // of work ever done, each some five nanoseconds; see [Meter.Work]
	Bytes       int64 // memory held by automata at one time, counted from the sizes of their parts
}

// DefaultLimits returns limits that few grammars of published standards come near, and
// under which a hostile one is refused before it hurts. They are meant for one rule;
// package build, whose meter serves a document, lowers the transitions and the steps. Its
// test TestNeeds measures the needs: the largest are those of a grammar of mail without its
// recursion (RFC 5322).
//
//   - 1,000,000 NFA states: the largest need is 8,000.
//   - 200,000 subsets: the largest need is 14,058. Rules that explode in published standards
//     (RFC 3501, body-type-basic) go over any limit.
//   - 65,535 DFA states, so that a state is a uint16: the largest need is 465.
//   - 100 million transitions and 200 million steps: a document needs 3.0 million and 53
//     million, and one rule of it 16 million steps.
//   - 256 MiB: a work limit alone let other engines fill the heap first. The largest need is
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

// A LimitError says which limit a construction ran into.
type LimitError struct {
	Limit   string // "NFA states", "subset states", "DFA states", "transitions", "steps", "bytes" or "beginnings of tests"
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
	limits      Limits // of transitions and steps, those of the part
	ctx         context.Context
	transitions int64
	steps       int64
	part        struct{ transitions, steps int64 } // at the beginning of the part
	asked       int64                              // the steps when the context was asked last
	bytes       int64
}

// NewMeter returns a meter with nothing spent. Constructions also stop when ctx is done.
func NewMeter(ctx context.Context, limits Limits) *Meter {
	return &Meter{limits: limits, ctx: ctx}
}

// Allot begins a part of the work, which may make no more transitions and do no more steps than
// those. A [LimitError] counts from the beginning of the part; Transitions and Steps go on.
func (m *Meter) Allot(transitions, steps int64) {
	m.limits.Transitions, m.limits.Steps = transitions, steps
	m.part.transitions, m.part.steps = m.transitions, m.steps
}

// Transitions returns the number of transitions made so far.
func (m *Meter) Transitions() int64 { return m.transitions }

// Steps returns the number of steps done so far.
func (m *Meter) Steps() int64 { return m.steps }

// Bytes returns the number of bytes held at the moment.
func (m *Meter) Bytes() int64 { return m.bytes }

// spend counts new transitions and the bytes that come with them. What is over a limit
// is not counted, and the caller must not make it.
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

// askEvery is how many steps may be done before the context is asked again: about a millisecond's worth.
const askEvery = 1 << 16

// Work counts steps that are about to be done, or were done since it was called last, and
// fails when they are too many or the context is done. What works on automata outside of
// this package counts its steps here too, so that one limit bounds the time of all of it. A
// step is a look at a transition or whatever else takes about five nanoseconds; a caller
// counts no more than some 10,000 of them at once, so that it is stopped in time.
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

// affords returns the error that so many steps would end in, and does not count them.
func (m *Meter) affords(steps int64) error {
	return check("steps", m.steps-m.part.steps+steps, m.limits.Steps)
}

// Left returns the number of steps that may still be done.
func (m *Meter) Left() int64 { return max(0, m.part.steps+m.limits.Steps-m.steps) }

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

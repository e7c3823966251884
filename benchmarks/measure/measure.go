// Package measure times peers on the same bytes.
//
// The peers take turns, A B C A B C …, and the best turn of each counts. Other load on the machine
// slows some turns of every peer, and seldom all turns of one. So the minima are stable, and their
// ratios still more, where single figures are not. Time is CPU time, without the time of waiting
// for a processor.
package measure

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"time"
)

// A Plan has the lengths of a measurement.
type Plan struct {
	Rounds int           // turns of each peer
	Turn   time.Duration // length of a turn, in passes that fit, at least one
}

// A Result has the figures of one peer on one corpus.
type Result struct {
	Peer         string  `json:"peer"`
	Corpus       string  `json:"corpus"`
	Nanoseconds  float64 `json:"ns_per_line"`  // minimum of the rounds
	Gigabytes    float64 `json:"gb_per_s"`     // 10^9 bytes, without newlines
	Cycles       float64 `json:"cycles_per_b"` // at the clock of Report.Gigahertz
	Allocs       float64 `json:"allocs_per_line"`
	Accepted     int     `json:"accepted"`
	WrongAccepts int     `json:"wrong_accepts"`
	WrongRejects int     `json:"wrong_rejects"`
	Ratio        float64 `json:"ratio"` // the time divided by that of Ours
	Error        string  `json:"error,omitempty"`

	Rounds []float64 `json:"rounds_ns_per_line"` // minimum of each round
}

// A contender is a peer in a run.
type contender struct {
	peer   Peer
	asked  Asked
	result Result
}

// Run measures the peers on a corpus, except those without an answer to its question. The results
// are in the order of the peers. Run calls step to show progress.
func Run(peers []Peer, c *Corpus, plan Plan, clock *Clock, step func(string)) ([]Result, error) {
	// With one processor for Go, because the garbage collector would use every idle processor, and
	// its CPU time would count.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	contenders, err := open(peers, c, step)
	if err != nil {
		return nil, err
	}
	for round := range plan.Rounds {
		step(fmt.Sprintf("%s: round %d of %d", c.Name, round+1, plan.Rounds))
		clock.Calibrate()
		for _, p := range contenders {
			if p.result.Error == "" {
				p.turn(c, plan)
			}
		}
	}
	results := make([]Result, len(contenders))
	for i, p := range contenders {
		results[i] = p.result
	}
	return results, nil
}

// open opens the peers for a corpus and compares their verdicts with the right ones.
func open(peers []Peer, c *Corpus, step func(string)) (contenders []*contender, err error) {
	for _, p := range peers {
		if p.Missing != "" {
			continue
		}
		step(fmt.Sprintf("%s: verdicts of %s", c.Name, p.Name))
		asked, err := p.Open(c.Asked)
		if err == ErrNotAsked {
			continue
		}
		q := &contender{peer: p, asked: asked, result: Result{Peer: p.Name, Corpus: c.Name}}
		contenders = append(contenders, q)
		if err == nil {
			err = q.judge(c)
		}
		if err != nil {
			q.result.Error = err.Error()
		}
	}
	return contenders, nil
}

// judge counts the wrong verdicts, and the allocations of a first pass.
func (p *contender) judge(c *Corpus) error {
	verdicts, err := p.asked.Verdicts(c)
	if err != nil {
		return err
	}
	if len(verdicts) != len(c.Lines) {
		return fmt.Errorf("%d verdicts about %d lines", len(verdicts), len(c.Lines))
	}
	want, err := c.Want(p.peer.Standard)
	if err != nil {
		return err
	}
	for i, v := range verdicts {
		p.result.Accepted += int(v)
		p.result.WrongAccepts += int(v &^ want[i])
		p.result.WrongRejects += int(want[i] &^ v)
	}
	if n := bytes.Count(verdicts, []byte{0}) + p.result.Accepted; n != len(verdicts) {
		return fmt.Errorf("%d of %d verdicts are neither 0 nor 1", len(verdicts)-n, len(verdicts))
	}
	s, err := p.asked.Time(c)
	p.result.Allocs = s.AllocsPerLine(c)
	return err
}

// AllocsPerLine returns the allocations for a line, or -1 if they are unknown.
func (s Sample) AllocsPerLine(c *Corpus) float64 {
	if s.Allocs < 0 {
		return -1
	}
	return float64(s.Allocs) / float64(len(c.Lines))
}

// turn gives a peer its turn and keeps the least figures.
func (p *contender) turn(c *Corpus, plan Plan) {
	runtime.GC() // free the garbage of the peer before, outside of this turn
	s, err := TakeTurn(p.asked, c, plan.Turn, p.result.Accepted)
	if err != nil {
		p.result.Error = err.Error()
		return
	}
	p.result.Allocs = min(p.result.Allocs, s.AllocsPerLine(c))
	ns := float64(s.Nanoseconds) / float64(len(c.Lines))
	p.result.Rounds = append(p.result.Rounds, ns)
	if p.result.Nanoseconds == 0 || ns < p.result.Nanoseconds {
		p.result.Nanoseconds = ns
	}
}

// Least returns the lesser figures of two samples with the same number of accepted lines.
func (s Sample) Least(t Sample) Sample {
	return Sample{min(s.Nanoseconds, t.Nanoseconds), s.Accepted, min(s.Allocs, t.Allocs)}
}

// A turner times a whole turn itself, as a child does.
type turner interface {
	Turn(c *Corpus, turn time.Duration) (Sample, error)
}

// TakeTurn times passes for the length of a turn, and returns the least figures; also of
// allocations, because some passes have one of the runtime. Each pass must accept the number of
// lines that the verdicts accepted. A child times its turn itself.
func TakeTurn(asked Asked, c *Corpus, turn time.Duration, accepted int) (best Sample, err error) {
	pass, rest := asked.Time, turn
	if child, ok := asked.(turner); ok {
		pass, rest = func(c *Corpus) (Sample, error) { return child.Turn(c, turn) }, 0
	}
	best = Sample{math.MaxInt64, accepted, math.MaxInt64}
	for spent := int64(0); spent == 0 || spent < int64(rest); {
		s, err := pass(c)
		if err == nil && s.Accepted != accepted {
			err = fmt.Errorf("a pass accepted %d lines, and the verdicts were %d: it did something else", s.Accepted, accepted)
		}
		if err != nil {
			return s, err
		}
		best = best.Least(s)
		spent += max(s.Nanoseconds, 1000)
	}
	return best, nil
}

// Pass runs one pass, and returns its CPU time, its allocations in Go, and the number of accepted
// lines.
func Pass(pass func() (accepted int)) Sample {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cpuTime()
	accepted := pass()
	ns := cpuTime() - start
	runtime.ReadMemStats(&after)
	return Sample{Nanoseconds: ns, Accepted: accepted, Allocs: int64(after.Mallocs - before.Mallocs)}
}

// A Clock has the clock rate of the processor: the highest one measured.
type Clock struct{ Gigahertz float64 }

// Calibrate times a chain of additions and exclusive ors. Each waits for the result before, so each
// takes one cycle.
func (c *Clock) Calibrate() {
	const steps = 1 << 20
	start := cpuTime()
	sink = chain(sink, steps)
	if ns := cpuTime() - start; ns > 0 {
		c.Gigahertz = max(c.Gigahertz, float64(steps*chained)/float64(ns))
	}
}

var sink uint64

// chained is the number of cycles of a step of chain.
const chained = 8

// chain does eight dependent operations a step. It alternates between two kinds, so that the
// compiler cannot fold them.
//
//go:noinline
func chain(x uint64, steps int) uint64 {
	a, b := x|1, x|3
	for range steps {
		x = (x + a) ^ b
		x = (x + a) ^ b
		x = (x + a) ^ b
		x = (x + a) ^ b
	}
	return x
}

// Complete computes the figures that follow from the times: rates, cycles, and ratios to Ours.
func Complete(results []Result, c *Corpus, gigahertz float64) {
	perLine := float64(c.Bytes) / float64(len(c.Lines))
	var us float64
	for _, r := range results {
		if r.Peer == Ours {
			us = r.Nanoseconds
		}
	}
	for i := range results {
		r := &results[i]
		if r.Error != "" || r.Nanoseconds == 0 {
			continue
		}
		r.Gigabytes = perLine / r.Nanoseconds
		r.Cycles = r.Nanoseconds * gigahertz / perLine
		if us > 0 {
			r.Ratio = r.Nanoseconds / us
		}
	}
}

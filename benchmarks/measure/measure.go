// Package measure times peers on the same bytes.
//
// The peers take turns, A B C A B C …, and the best turn of each peer counts. Other load on the
// machine slows some turns of every peer but rarely all turns of any one, so the minima vary little
// between runs, and the ratios of minima vary even less. Times are CPU times, which exclude the
// time that a process waits for a processor.
//
// Terms:
//
//   - peer: a validator of this or another project, or a bound on the speed of one.
//   - corpus: a list of lines.
//   - pass: a peer validates all lines of a corpus once.
//   - turn: the consecutive passes of one peer.
//   - round: every peer has one turn.
//   - verdict: the decision on a line: 1 if the peer accepts it, 0 otherwise.
//   - child: a process that runs peers in other languages; see package peers.
package measure

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"time"
)

// A Plan specifies how long a measurement takes.
type Plan struct {
	Rounds int           // the number of rounds, which is also the number of turns of each peer
	Turn   time.Duration // the length of a turn: passes are repeated for this long, at least one
}

// A Result holds the measurements of one peer on one corpus. Nanoseconds, Allocs and the counts are
// measured; Complete derives the other fields from them.
type Result struct {
	Peer         string  `json:"peer"`
	Corpus       string  `json:"corpus"`
	Nanoseconds  float64 `json:"ns_per_line"`  // the minimum over all rounds
	Gigabytes    float64 `json:"gb_per_s"`     // in units of 10^9 bytes; newlines do not count
	Cycles       float64 `json:"cycles_per_b"` // at the clock rate Report.Gigahertz
	Allocs       float64 `json:"allocs_per_line"`
	Accepted     int     `json:"accepted"`
	WrongAccepts int     `json:"wrong_accepts"`
	WrongRejects int     `json:"wrong_rejects"`
	Ratio        float64 `json:"ratio"` // this time divided by that of Ours
	Error        string  `json:"error,omitempty"`

	Rounds []float64 `json:"rounds_ns_per_line"` // the time of the fastest pass in each round
}

// A contender is a peer in a call to Run, with its result so far.
type contender struct {
	peer   Peer
	asked  Asked
	result Result
}

// Run measures the peers on a corpus. It omits missing peers and peers that cannot answer the
// corpus's question. The results are in the order of the peers, and a peer's result records its
// failure, if any. Run calibrates the clock in each round and calls step to show progress.
func Run(peers []Peer, c *Corpus, plan Plan, clock *Clock, step func(string)) ([]Result, error) {
	// Limit Go to one processor. Otherwise the garbage collector would use every idle processor,
	// and that CPU time would count too.
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

// open opens the peers for the corpus's question and checks their verdicts. It omits missing peers
// and peers that return ErrNotAsked.
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

// judge gets the peer's verdicts and counts the accepted lines, wrong accepts and wrong rejects.
// Then it measures the allocations of a first pass. Peers with Counts set have no verdicts.
func (p *contender) judge(c *Corpus) error {
	if p.peer.Counts {
		s, err := p.asked.Time(c)
		if err == nil && s.Accepted < 0 {
			err = fmt.Errorf("it fails on a line, or returns a wrong count")
		}
		p.result.Accepted, p.result.Allocs = s.Accepted, s.AllocsPerLine(c)
		return err
	}
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

// AllocsPerLine returns the average number of allocations per line of c, or -1 if it is unknown.
func (s Sample) AllocsPerLine(c *Corpus) float64 {
	if s.Allocs < 0 {
		return -1
	}
	return float64(s.Allocs) / float64(len(c.Lines))
}

// turn runs one turn of a peer and keeps the minima over all its turns in p.result.
func (p *contender) turn(c *Corpus, plan Plan) {
	runtime.GC() // collect the previous turn's garbage before this turn starts
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

// Least combines the shorter time and the smaller number of allocations of s and t, which must have
// the same number of accepted lines.
func (s Sample) Least(t Sample) Sample {
	return Sample{min(s.Nanoseconds, t.Nanoseconds), s.Accepted, min(s.Allocs, t.Allocs)}
}

// A turner is a peer that times an entire turn itself, because it runs in a child.
type turner interface {
	Turn(c *Corpus, turn time.Duration) (Sample, error)
}

// TakeTurn times as many passes of asked as fit into turn, but at least one. It returns the
// shortest time and the smallest number of allocations of any pass. accepted is the expected number
// of accepted lines; TakeTurn returns an error if it differs in any pass. A turner times its turn
// itself.
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

// Pass calls pass and returns its CPU time, its Go allocations, and its result, which is the number
// of accepted lines.
func Pass(pass func() (accepted int)) Sample {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cpuTime()
	accepted := pass()
	ns := cpuTime() - start
	runtime.ReadMemStats(&after)
	return Sample{Nanoseconds: ns, Accepted: accepted, Allocs: int64(after.Mallocs - before.Mallocs)}
}

// A Clock holds the clock rate of the processor: the highest rate that Calibrate has measured.
type Clock struct{ Gigahertz float64 }

// Calibrate measures the clock rate and stores it in c if it is higher than before. It times a
// chain of additions and exclusive ors. Each operation waits for the result of the previous one, so
// each takes one cycle.
func (c *Clock) Calibrate() {
	const steps = 1 << 20
	start := cpuTime()
	sink = chain(sink, steps)
	if ns := cpuTime() - start; ns > 0 {
		c.Gigahertz = max(c.Gigahertz, float64(steps*chained)/float64(ns))
	}
}

var sink uint64

// chained is the number of cycles per step of chain.
const chained = 8

// chain performs eight operations per step, each on the result of the previous one. Additions and
// exclusive ors alternate so that the compiler cannot combine them.
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

// Complete fills in the fields of results that are derived from the times: gigabytes per second,
// cycles per byte, and Ratio, the time divided by package iri's time. results holds the results of
// all peers on the corpus c, and gigahertz is the clock rate.
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

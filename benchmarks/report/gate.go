package report

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// Slack is the factor applied to bars in the gate. The gate requires only 80 % of each limit,
// because it also runs on processors other than those for which the bars were set.
//
// The gate is the function Gate. It measures the bars between Go peers and fails if a ratio is
// below its limit times Slack. If a bar's reached field is nonzero, it replaces the limit. On a
// busy machine the ratios differ by only a few percent from those on an idle machine, because
// minima over rounds are compared. They differ more under load that lasts through all rounds,
// because other programs then delay a loop's memory loads. The gate therefore remeasures a failing
// ratio after increasingly long pauses.
const Slack = 0.8

// gatePatience is the maximum total length of the gate's pauses, over all bars.
const gatePatience = 2 * time.Minute

// gatePlan is the plan for the first measurement of a subject, and againPlan is the plan for
// remeasuring the two peers of a bar that failed.
var (
	gatePlan  = measure.Plan{Rounds: 15, Turn: 3 * time.Millisecond}
	againPlan = measure.Plan{Rounds: 60, Turn: 3 * time.Millisecond}
)

// A Subject is a corpus together with the peers that take turns on it and the bars about these
// peers.
type Subject struct {
	Corpus *measure.Corpus
	Peers  []measure.Peer
	bars   []bar
}

// run measures the subject's peers with the given names, or all peers if no names are given.
func (s *Subject) run(plan measure.Plan, step func(string), names ...string) ([]measure.Result, error) {
	chosen := slices.DeleteFunc(slices.Clone(s.Peers),
		func(p measure.Peer) bool { return len(names) > 0 && !slices.Contains(names, p.Name) })
	defer step("")
	return measure.Run(chosen, s.Corpus, plan, &measure.Clock{}, step)
}

// has reports whether the subject includes the named peer.
func (s *Subject) has(name string) bool {
	return slices.ContainsFunc(s.Peers, func(p measure.Peer) bool { return p.Name == name && p.Missing == "" })
}

// validators returns a subject for each corpus that has bars, with the Go peers that they name.
func validators(lines int) (subjects []*Subject, err error) {
	for _, kind := range measure.Kinds() {
		s := &Subject{}
		for _, b := range bars {
			if b.generated() == kind {
				s.bars = append(s.bars, b)
			}
		}
		if s.bars == nil {
			continue
		}
		s.Peers = slices.DeleteFunc(slices.Concat(peers.GoPeers(), peers.BatchPeers()), func(p measure.Peer) bool {
			return !slices.ContainsFunc(s.bars, func(b bar) bool { return b.of == p.Name || b.to == p.Name })
		})
		if s.Corpus, err = measure.Generate(kind, lines); err != nil {
			return nil, err
		}
		subjects = append(subjects, s)
	}
	return subjects, nil
}

const gateLines = 20_000

// Gate measures the bars between Go peers on generated corpora, for both validators and the
// library, and writes a line for each bar to w. simd selects the limits with SIMD. all is false if
// a bar fails. Gate returns an error if a bar cannot be measured. For a skipped bar, it writes the
// reason.
func Gate(w io.Writer, simd bool, step func(string)) (all bool, err error) {
	subjects, err := validators(gateLines)
	if err != nil {
		return false, err
	}
	library, err := librarySubjects(measure.Options{Lines: gateLines / 4}, nil)
	if err != nil {
		return false, err
	}
	all = true
	patience := gatePatience
	for _, s := range append(subjects, library...) {
		results, err := s.run(gatePlan, step)
		if err != nil {
			return false, err
		}
		for _, b := range s.bars {
			if !b.isPromise(true) {
				continue
			}
			if reason := b.skipped(s, simd); reason != "" {
				fmt.Fprintf(w, "skips  %-8s  %s to %s: %s\n", s.Corpus.Name, b.of, b.to, reason)
				continue
			}
			m, err := b.in(results)
			for pause := 250 * time.Millisecond; err == nil && !b.keeps(m, simd) && pause <= patience; pause *= 2 {
				time.Sleep(pause)
				patience -= pause
				var again []measure.Result
				if again, err = s.run(againPlan, step, b.of, b.to); err == nil {
					fastest(results, again)
					m, err = b.in(results)
				}
			}
			if err != nil {
				return false, err
			}
			verdict := "holds"
			switch {
			case !b.keeps(m, simd):
				verdict, all = "FALLS", false
			case !b.holds(m, simd, Slack):
				verdict = "keeps" // the ratio reached, which is below the bar
			}
			fmt.Fprintf(w, "%s  %-8s  %6.2f  %s, less %.0f %% of slack: %s to %s\n", verdict, s.Corpus.Name, m.ratio,
				b.promise(simd), 100*(1-Slack), b.of, b.to)
		}
	}
	return all, nil
}

// skipped returns the reason why the gate skips the bar, or "".
func (b bar) skipped(s *Subject, simd bool) (reason string) {
	switch {
	case !b.isPromise(simd):
		return "it is promised only with AVX-512, which this build or this processor lacks"
	case !s.has(b.of) || !s.has(b.to):
		return "one of them is no peer in Go"
	}
	return ""
}

// fastest merges the results of a later run of some peers into results: shorter times, and errors.
func fastest(results, later []measure.Result) {
	for i := range results {
		r := &results[i]
		l, ok := find(later, r.Peer)
		switch {
		case !ok:
		case l.Error != "":
			r.Error = l.Error
		default:
			r.Nanoseconds, r.Allocs = min(r.Nanoseconds, l.Nanoseconds), min(r.Allocs, l.Allocs)
		}
	}
}

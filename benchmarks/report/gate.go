package report

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// Slack is the factor for bars in the gate. The gate demands only 80 % of each limit, because it
// also runs on processors for which the bars were not made.
//
// The gate is the function Gate. It measures the bars between peers in Go, and fails if a ratio is
// below its limit times Slack. If a bar has a ratio reached, this counts instead of the limit. On a
// busy machine the ratios differ by a few percent from those on a quiet machine, because minima of
// rounds are compared. They differ more under a load during all rounds, because other programs then
// delay the loads of a loop. So the gate measures a ratio that fails again, after growing pauses.
const Slack = 0.8

// GatePatience is the longest sum of the gate's pauses, for all bars together.
const GatePatience = 2 * time.Minute

// gatePlan is the plan for the first measurement of all bars. It takes half a minute, most of it
// for slow peers. againPlan is the plan for the two peers of a bar that failed.
var (
	gatePlan  = measure.Plan{Rounds: 15, Turn: 3 * time.Millisecond}
	againPlan = measure.Plan{Rounds: 60, Turn: 3 * time.Millisecond}
)

const GateLines = 20_000

// Gate measures the bars between peers in Go on generated corpora, and writes a line for each to w.
// simd tells whether the limits with SIMD count. all is false if a ratio fails. Gate returns an
// error if a bar cannot be measured. For a bar that it skips, it writes the reason.
func Gate(w io.Writer, simd bool, step func(string)) (all bool, err error) {
	all = true
	measured := map[string][]measure.Result{}
	patience := GatePatience
	for _, b := range bars {
		kind := b.generated()
		peers := gatePeers(kind)
		if reason := b.skipped(peers, simd); reason != "" {
			fmt.Fprintf(w, "skips  %-8s  %s to %s: %s\n", kind, b.of, b.to, reason)
			continue
		}
		if measured[kind] == nil {
			if measured[kind], err = gateRun(kind, peers, gatePlan, step); err != nil {
				return false, err
			}
		}
		ratio, err := b.ratio(measured[kind])
		for pause := 250 * time.Millisecond; err == nil && !b.keeps(ratio, simd) && pause <= patience; pause *= 2 {
			time.Sleep(pause)
			patience -= pause
			var again []measure.Result
			if again, err = gateRun(kind, b.peers(peers), againPlan, step); err == nil {
				fastest(measured[kind], again)
				ratio, err = b.ratio(measured[kind])
			}
		}
		if err != nil {
			return false, err
		}
		verdict := "holds"
		switch {
		case !b.keeps(ratio, simd):
			verdict, all = "FALLS", false
		case !b.holds(ratio, simd, Slack):
			verdict = "keeps" // the ratio reached, which is below the bar
		}
		fmt.Fprintf(w, "%s  %-8s  %6.2f  %s, less %.0f %% of slack: %s to %s\n", verdict, kind, ratio, b.promise(simd),
			100*(1-Slack), b.of, b.to)
	}
	return all, nil
}

// skipped returns the reason for which the gate with the given peers skips the bar, or "".
func (b bar) skipped(peers []measure.Peer, simd bool) (reason string) {
	switch {
	case b.limit(simd) == 0:
		return "it is promised only with AVX-512, which this build or this processor lacks"
	case len(b.peers(peers)) < 2:
		return "one of them is no peer in Go"
	}
	return ""
}

// peers returns those of the given peers that the bar is about: b.of and b.to.
func (b bar) peers(of []measure.Peer) []measure.Peer {
	return slices.DeleteFunc(slices.Clone(of), func(p measure.Peer) bool { return p.Name != b.of && p.Name != b.to })
}

// gateRun measures the peers on a generated corpus of a kind, with GateLines lines.
func gateRun(kind string, peers []measure.Peer, plan measure.Plan, step func(string)) ([]measure.Result, error) {
	c, err := measure.Generate(kind, GateLines)
	if err != nil {
		return nil, err
	}
	defer step("")
	return measure.Run(peers, c, plan, &measure.Clock{}, step)
}

// fastest takes over from a later run of some peers into results: a lesser time, or an error.
func fastest(results, later []measure.Result) {
	for i := range results {
		r := &results[i]
		for _, l := range later {
			switch {
			case l.Peer != r.Peer:
			case l.Error != "":
				r.Error = l.Error
			default:
				r.Nanoseconds = min(r.Nanoseconds, l.Nanoseconds)
			}
		}
	}
}

// ratio returns the time of the peer b.of divided by that of the peer b.to. It returns an error if
// one of the two was not measured, or failed.
func (b bar) ratio(results []measure.Result) (float64, error) {
	of, err := timeOf(results, b.of)
	if err != nil {
		return 0, err
	}
	to, err := timeOf(results, b.to)
	return of / to, err
}

// gatePeers returns the peers in Go that some bar about a kind needs.
func gatePeers(kind string) []measure.Peer {
	return slices.DeleteFunc(slices.Concat(peers.GoPeers(), peers.BatchPeers()), func(p measure.Peer) bool {
		return !slices.ContainsFunc(bars, func(b bar) bool {
			return b.generated() == kind && (b.of == p.Name || b.to == p.Name)
		})
	})
}

// timeOf returns the time of a peer for a line, in nanoseconds. It returns an error if the peer was
// not measured, or if its result has an error.
func timeOf(results []measure.Result, peer string) (float64, error) {
	for _, r := range results {
		switch {
		case r.Peer != peer:
		case r.Error != "":
			return 0, fmt.Errorf("%s, %s: %s", r.Corpus, peer, r.Error)
		default:
			return r.Nanoseconds, nil
		}
	}
	return 0, fmt.Errorf("%s was not measured", peer)
}

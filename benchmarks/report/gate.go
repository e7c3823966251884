package report

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// Slack is the factor for bars in the gate: it demands 80 % of each, because it also runs on other
// processors than those of the bars.
//
// The gate measures the bars of peers in Go. It fails if a ratio is below its bar times the slack.
// For a bar above the ratio reached, this ratio counts instead. Minima of interleaved rounds have
// the same ratios on a busy machine as on a quiet one to within a few percent, except under a load
// during all rounds: then other programs take the time that a loop waits for its loads. So the gate
// measures a failed ratio again, with growing pauses.
const Slack = 0.8

// GatePatience is the time that the gate waits for a quiet moment, for all bars together.
const GatePatience = 2 * time.Minute

// gatePlan takes half a minute, most of it for the slow peers. againPlan is for the two peers of a
// bar that failed.
var (
	gatePlan  = measure.Plan{Rounds: 15, Turn: 3 * time.Millisecond}
	againPlan = measure.Plan{Rounds: 60, Turn: 3 * time.Millisecond}
)

const GateLines = 20_000

// Gate measures each bar and writes a line for it. all is false if a bar is missed. The error
// is that a bar could not be measured.
func Gate(w io.Writer, simd bool, step func(string)) (all bool, err error) {
	all = true
	measured := map[string][]measure.Result{}
	patience := GatePatience
	for _, b := range bars {
		if b.limit(simd) == 0 || !slices.Contains(measure.Kinds(), b.kind) {
			continue // no bar in this build, or a bar of a file
		}
		peers := gatePeers(b.kind)
		if !slices.ContainsFunc(peers, func(p measure.Peer) bool { return p.Name == b.of }) {
			continue
		}
		if measured[b.kind] == nil {
			if measured[b.kind], err = gateRun(b.kind, peers, gatePlan, step); err != nil {
				return false, err
			}
		}
		ratio, err := b.ratio(measured[b.kind])
		for pause := 250 * time.Millisecond; err == nil && !b.keeps(ratio, simd) && pause <= patience; pause *= 2 {
			time.Sleep(pause)
			patience -= pause
			var again []measure.Result
			if again, err = gateRun(b.kind, b.peers(peers), againPlan, step); err == nil {
				fastest(measured[b.kind], again)
				ratio, err = b.ratio(measured[b.kind])
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
		fmt.Fprintf(w, "%s  %-8s  %6.2f  %s, less %.0f %% of slack: %s to %s\n", verdict, b.kind, ratio, b.what(simd),
			100*(1-Slack), b.of, b.to)
	}
	return all, nil
}

// peers returns the two peers of the bar.
func (b bar) peers(of []measure.Peer) []measure.Peer {
	return slices.DeleteFunc(slices.Clone(of), func(p measure.Peer) bool { return p.Name != b.of && p.Name != b.to })
}

// gateRun measures the peers on generated lines of a kind.
func gateRun(kind string, peers []measure.Peer, plan measure.Plan, step func(string)) ([]measure.Result, error) {
	c, err := measure.Generate(kind, GateLines)
	if err != nil {
		return nil, err
	}
	defer step("")
	return measure.Run(peers, c, plan, &measure.Clock{}, step)
}

// fastest merges a later run of some of the peers into the results: lesser times, and errors.
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

// ratio returns the time of the peer b.of, divided by that of the peer b.to. Its error is that
// of timeOf for one of them.
func (b bar) ratio(results []measure.Result) (float64, error) {
	of, err := timeOf(results, b.of)
	if err != nil {
		return 0, err
	}
	to, err := timeOf(results, b.to)
	return of / to, err
}

// gatePeers returns the peers in Go for the bars of a kind.
func gatePeers(kind string) []measure.Peer {
	return slices.DeleteFunc(slices.Concat(peers.GoPeers(), peers.BatchPeers()), func(p measure.Peer) bool {
		return !slices.ContainsFunc(bars, func(b bar) bool { return b.kind == kind && (b.of == p.Name || b.to == p.Name) })
	})
}

// timeOf returns the time of a peer a line, in nanoseconds. It fails if the peer was not
// measured, or if its result has an error.
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

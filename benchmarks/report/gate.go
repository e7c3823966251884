package report

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// The gate holds what was reached: it measures what the bars are about, as far as it needs
// nothing but Go, and fails when a ratio is under its bar with slack, or under what was reached so far
// where that is less. Ratios of minima of
// interleaved rounds are the same on a busy machine and on a quiet one to within a few
// percent, unless somebody is busy for all of them: then what we do in the time that a loop waits
// for its loads is not ours alone. So what falls is measured again, later and later. Slack is for
// processors other than those of the bars.
const Slack = 0.8

// GatePatience is for how long, of all bars together, the gate waits for a quiet moment.
const GatePatience = 2 * time.Minute

// gatePlan takes half a minute, most of it for the slow peers. What falls is measured by againPlan,
// without those it is not about.
var (
	gatePlan  = measure.Plan{Rounds: 15, Turn: 3 * time.Millisecond}
	againPlan = measure.Plan{Rounds: 60, Turn: 3 * time.Millisecond}
)

const GateLines = 20_000

// Gate measures and writes a line for each bar. all is whether all hold.
func Gate(w io.Writer, simd bool, step func(string)) (all bool, err error) {
	all = true
	measured := map[string][]measure.Result{}
	patience := GatePatience
	for _, b := range bars {
		if b.limit(simd) == 0 || !slices.Contains(measure.Kinds(), b.kind) {
			continue // no bar in this build, or one for the lines of a file
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
			verdict = "keeps" // what was reached, which is not yet the bar
		}
		fmt.Fprintf(w, "%s  %-8s  %6.2f  %s, less %.0f %% of slack: %s to %s\n", verdict, b.kind, ratio, b.what(simd), 100*(1-Slack), b.of, b.to)
	}
	return all, nil
}

// peers returns the two that the bar is about.
func (b bar) peers(of []measure.Peer) []measure.Peer {
	return slices.DeleteFunc(slices.Clone(of), func(p measure.Peer) bool { return p.Name != b.of && p.Name != b.to })
}

// gateRun measures the peers on lines of a kind.
func gateRun(kind string, peers []measure.Peer, plan measure.Plan, step func(string)) ([]measure.Result, error) {
	c, err := measure.Generate(kind, GateLines)
	if err != nil {
		return nil, err
	}
	defer step("")
	return measure.Run(peers, c, plan, &measure.Clock{}, step)
}

// fastest puts into the results the times of a later run of some of the peers, where they are less,
// and its errors.
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

// ratio returns the time of the one peer by that of the other.
func (b bar) ratio(results []measure.Result) (float64, error) {
	of, err := timeOf(results, b.of)
	if err != nil {
		return 0, err
	}
	to, err := timeOf(results, b.to)
	return of / to, err
}

// gatePeers returns the peers that the bars of a kind are about, of those that need nothing but Go.
func gatePeers(kind string) []measure.Peer {
	return slices.DeleteFunc(slices.Concat(peers.GoPeers(), peers.BatchPeers()), func(p measure.Peer) bool {
		return !slices.ContainsFunc(bars, func(b bar) bool { return b.kind == kind && (b.of == p.Name || b.to == p.Name) })
	})
}

// timeOf returns the time of a peer that was right about every line.
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

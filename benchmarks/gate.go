package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// The gate holds what was reached: it measures what the bars are about, as far as it needs
// nothing but Go, and fails when a ratio is under its bar with slack, or under what was reached so far
// where that is less. Ratios of minima of
// interleaved rounds are the same on a busy machine and on a quiet one to within a few
// percent, unless somebody is busy for all of them: what falls is measured again. Slack is for
// processors other than those of the bars.
const slack = 0.8

// moreTries is how often what falls is measured again.
const moreTries = 3

// gatePlan takes half a minute, most of it for the slow peers.
var gatePlan = Plan{Rounds: 15, Turn: 3 * time.Millisecond}

const gateLines = 20_000

// gate measures and writes a line for each bar. all is whether all hold.
func gate(w io.Writer, simd bool, step func(string)) (all bool, err error) {
	all = true
	measured := map[string][]Result{}
	for _, b := range bars {
		peers := gatePeers(b.kind)
		if !slices.ContainsFunc(peers, func(p Peer) bool { return p.Name == b.of }) {
			continue
		}
		var ratio float64
		for tries := 0; tries == 0 || tries <= moreTries && !b.keeps(ratio, simd); tries++ {
			if tries > 0 || measured[b.kind] == nil {
				results, err := gateRun(b.kind, peers, step)
				if err != nil {
					return false, err
				}
				measured[b.kind] = fastest(measured[b.kind], results)
			}
			if ratio, err = b.ratio(measured[b.kind]); err != nil {
				return false, err
			}
		}
		verdict := "holds"
		switch {
		case !b.keeps(ratio, simd):
			verdict, all = "FALLS", false
		case !b.holds(ratio, simd, slack):
			verdict = "keeps" // what was reached, which is not yet the bar
		}
		fmt.Fprintf(w, "%s  %-8s  %6.2f  %s, less %.0f %% of slack: %s to %s\n", verdict, b.kind, ratio, b.what(simd), 100*(1-slack), b.of, b.to)
	}
	return all, nil
}

// gateRun measures the peers on lines of a kind.
func gateRun(kind string, peers []Peer, step func(string)) ([]Result, error) {
	c, err := generate(kind, gateLines)
	if err != nil {
		return nil, err
	}
	defer step("")
	return run(peers, c, gatePlan, &clock{}, step)
}

// fastest returns the results of the second run, with the times of the first where they are less.
func fastest(first, second []Result) []Result {
	for i, r := range second {
		for _, before := range first {
			if before.Peer == r.Peer && before.Error == "" && r.Error == "" {
				second[i].Nanoseconds = min(r.Nanoseconds, before.Nanoseconds)
			}
		}
	}
	return second
}

// ratio returns the time of the one peer by that of the other.
func (b bar) ratio(results []Result) (float64, error) {
	of, err := timeOf(results, b.of)
	if err != nil {
		return 0, err
	}
	to, err := timeOf(results, b.to)
	return of / to, err
}

// gatePeers returns the peers that the bars of a kind are about, of those that need nothing but Go.
func gatePeers(kind string) []Peer {
	return slices.DeleteFunc(slices.Concat(goPeers(), batchPeers()), func(p Peer) bool {
		return !slices.ContainsFunc(bars, func(b bar) bool { return b.kind == kind && (b.of == p.Name || b.to == p.Name) })
	})
}

// timeOf returns the time of a peer that was right about every line.
func timeOf(results []Result, peer string) (float64, error) {
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

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
// percent; slack is for them and for processors other than that of the bars.
const slack = 0.8

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
		if measured[b.kind] == nil {
			c, err := generate(b.kind, gateLines)
			if err != nil {
				return false, err
			}
			if measured[b.kind], err = run(peers, c, gatePlan, &clock{}, step); err != nil {
				return false, err
			}
			step("")
		}
		of, err := timeOf(measured[b.kind], b.of)
		if err != nil {
			return false, err
		}
		to, err := timeOf(measured[b.kind], b.to)
		if err != nil {
			return false, err
		}
		verdict := "holds"
		switch {
		case !b.keeps(of/to, simd):
			verdict, all = "FALLS", false
		case !b.holds(of/to, simd, slack):
			verdict = "keeps" // what was reached, which is not yet the bar
		}
		fmt.Fprintf(w, "%s  %-8s  %6.2f  %s, less %.0f %% of slack: %s to %s\n", verdict, b.kind, of/to, b.what(simd), 100*(1-slack), b.of, b.to)
	}
	return all, nil
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

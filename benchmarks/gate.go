package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// The gate holds what was reached: it measures us beside the naive loop and fails when a
// ratio falls under its bar with slack. Ratios of minima of interleaved rounds are the same
// on a busy machine and on a quiet one to within a few percent, which slack allows for.

// slack is what a bar is multiplied with, for machines other than that of the bars.
const slack = 0.8

// A bar is a ratio to hold: the time of a peer to ours.
type bar struct {
	kind     string
	peer     string
	portable float64 // with the tag purego, and where there is no SIMD
	simd     float64
	atMost   bool // else at least
}

var bars = []bar{
	{kind: "urls", peer: theNaiveLoop, portable: 3.3, simd: 3.3},
	{kind: "iris", peer: theNaiveLoop, portable: 3.0, simd: 3.0},
	{kind: "data", peer: theNaiveLoop, portable: 8, simd: 60},
	{kind: "invalid", peer: theNaiveLoop, portable: 3, simd: 3},
	{kind: "nonascii", peer: theNaiveLoop, portable: 2.8, simd: 2.8},
	{kind: short, peer: theNaiveLoop, portable: 3.3, simd: 6},
	{kind: "urls", peer: "iri.Parse", portable: 1.7, simd: 1.7, atMost: true},
	{kind: short, peer: "iri.Parse", portable: 1.7, simd: 2.5, atMost: true},
}

// short names the corpus of web URLs of at most 63 bytes.
const short = "short"

// holds reports whether the ratio holds the bar, and which the bar is.
func (b bar) holds(ratio float64, simd bool) (limit float64, ok bool) {
	limit = b.portable
	if simd {
		limit = b.simd
	}
	if b.atMost {
		limit /= slack
		return limit, ratio > 0 && ratio <= limit
	}
	limit *= slack
	return limit, ratio >= limit
}

// gatePlan takes a few seconds.
var gatePlan = Plan{Rounds: 15, Turn: 3 * time.Millisecond}

const gateLines = 20_000

// gate measures what the bars are about, and writes a line for each. all is whether all hold.
func gate(w io.Writer, simd bool, step func(string)) (all bool, err error) {
	all = true
	ratios := map[string]map[string]float64{}
	for _, b := range bars {
		if ratios[b.kind] == nil {
			if ratios[b.kind], err = gateRatios(b.kind, step); err != nil {
				return false, err
			}
		}
		limit, ok := b.holds(ratios[b.kind][b.peer], simd)
		verdict := map[bool]string{true: "holds", false: "FALLS"}[ok]
		word := map[bool]string{true: "at most", false: "at least"}[b.atMost]
		step("")
		fmt.Fprintf(w, "%-5s  %-8s  %-14s  %5.2f times our time, %s %.2f\n", verdict, b.kind, b.peer, ratios[b.kind][b.peer], word, limit)
		all = all && ok
	}
	return all, nil
}

func gateRatios(kind string, step func(string)) (map[string]float64, error) {
	c, err := gateCorpus(kind)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{ours: true}
	for _, b := range bars {
		wanted[b.peer] = true
	}
	var peers []Peer
	for _, p := range goPeers() {
		if wanted[p.Name] {
			peers = append(peers, p)
		}
	}
	results, err := run(peers, c, gatePlan, &clock{}, step)
	if err != nil {
		return nil, err
	}
	complete(results, c, 0)
	ratios := map[string]float64{}
	for _, r := range results {
		if r.Error != "" {
			return nil, fmt.Errorf("%s, %s: %s", kind, r.Peer, r.Error)
		}
		ratios[r.Peer] = r.Ratio
	}
	return ratios, nil
}

func gateCorpus(kind string) (*Corpus, error) {
	if kind != short {
		return generate(kind, gateLines)
	}
	c, err := generate("urls", gateLines)
	if err != nil {
		return nil, err
	}
	lines := slices.DeleteFunc(c.Lines, func(s string) bool { return len(s) > 63 })
	return newCorpus(short, c.Asked, lines)
}

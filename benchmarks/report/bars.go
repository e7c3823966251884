package report

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// A bar is a bound for the ratio of the times of two peers.
type bar struct {
	kind     string  // name of the corpus; "urls" also stands for the file urls.txt
	of, to   string  // the two peers
	portable float64 // the bar without SIMD; 0 for none
	simd     float64 // the bar with SIMD; 0 for the same bar
	atMost   bool    // whether the ratio must be at most the bar; else at least

	// reached is the ratio that the slowest processor reaches, if it is below the bar: the bar
	// without SIMD, or the bar with SIMD if there is no other. The gate holds this ratio, and the
	// report shows the bar. AMD's processors reach the bars (Zen 5). Intel's take two or three
	// microinstructions for a shift by a register, and AMD's one, so the ratios of walks on shift
	// rows are estimates for Intel's.
	reached float64
}

// bars are the promised ratios, for one core.
var bars = []bar{
	{kind: "urls", of: peers.TheNaiveLoop, to: measure.Ours, portable: 3.3, reached: 2.8},
	{kind: "iris", of: peers.TheNaiveLoop, to: measure.Ours, portable: 3.0, reached: 2.3},
	{kind: measure.Data, of: peers.TheNaiveLoop, to: measure.Ours, portable: 8, simd: 60, reached: 3},
	{kind: measure.Percent, of: peers.TheNaiveLoop, to: measure.Ours, portable: 8, simd: 60, reached: 3},
	{kind: "invalid", of: peers.TheNaiveLoop, to: measure.Ours, portable: 2.4, simd: 3, reached: 2},
	{kind: "nonascii", of: peers.TheNaiveLoop, to: measure.Ours, portable: 1.9, simd: 2.8, reached: 1.5},
	{kind: measure.Short, of: peers.TheNaiveLoop, to: measure.Ours, portable: 3.0, simd: 6, reached: 2.5},

	{kind: "urls.txt", of: peers.TheNaiveLoop, to: peers.RulePrefix, portable: 2.3},
	{kind: "urls.txt", of: peers.TheNaiveLoop, to: peers.RuleAdvance, portable: 2.2},

	{kind: "urls.txt", of: peers.TheNaiveLoop, to: peers.EachPart, simd: 1.4},
	{kind: "urls.txt", of: peers.TheNaiveLoop, to: peers.PartsAtOnce, simd: 2.2},
	{kind: "invalid", of: peers.TheNaiveLoop, to: "iri.Parse", simd: 1, reached: 0.95},
	{kind: "invalid", of: peers.TheNaiveLoop, to: peers.RuleCheck, simd: 1, reached: 0.95},

	{kind: "urls", of: "iri.Parse", to: measure.Ours, simd: 2.5, atMost: true},
	{kind: "iris", of: "iri.Parse", to: measure.Ours, simd: 2.5, atMost: true},
	{kind: measure.Short, of: "iri.Parse", to: measure.Ours, simd: 2.5, atMost: true},

	{kind: "urls", of: peers.TheNaiveLoop, to: peers.TextVerdicts, simd: 3.3},
	{kind: "iris", of: peers.TheNaiveLoop, to: peers.TextVerdicts, simd: 3.3},
	{kind: "nonascii", of: peers.TheNaiveLoop, to: peers.TextVerdicts, simd: 2.8},
	{kind: "urls", of: peers.TheNaiveLoop, to: peers.TextCount, simd: 4},
	{kind: "iris", of: peers.TheNaiveLoop, to: peers.TextCount, simd: 4},
	{kind: "nonascii", of: peers.TheNaiveLoop, to: peers.TextCount, simd: 4},

	{kind: "urls", of: "net/url.Parse", to: measure.Ours, simd: 10},
	{kind: "urls", of: "fredbi/uri", to: measure.Ours, simd: 20},
	{kind: "urls", of: "regexp", to: measure.Ours, simd: 100},
	{kind: "urls", of: "BurntSushi/rure-go", to: measure.Ours, portable: 4},
	{kind: "iris", of: "BurntSushi/rure-go", to: measure.Ours, portable: 4},

	{kind: "urls", of: "re2c -b, one call for all", to: measure.Ours, portable: 1.5, simd: 2},
	{kind: "iris", of: "re2c -b, one call for all", to: measure.Ours, portable: 1.5, simd: 1.6},
	{kind: "urls", of: "fluent-uri Iri::parse", to: measure.Ours, portable: 2, simd: 3},
	{kind: "iris", of: "fluent-uri Iri::parse", to: measure.Ours, portable: 2, simd: 3},
	{kind: "urls", of: "oxiri Iri::parse", to: measure.Ours, portable: 2, simd: 3},
	{kind: "iris", of: "oxiri Iri::parse", to: measure.Ours, portable: 2, simd: 3},
	{kind: "urls", of: "regex-automata dense next_state_unchecked", to: measure.Ours, portable: 2},
	{kind: "iris", of: "regex-automata dense next_state_unchecked", to: measure.Ours, portable: 2},
}

// isAbout reports whether the bar is about a corpus.
func (b bar) isAbout(corpus string) bool {
	return b.kind == corpus || b.kind == strings.TrimSuffix(corpus, ".txt")
}

// limit returns the ratio to hold, with or without SIMD, and 0 without a bar.
func (b bar) limit(simd bool) float64 {
	if simd && b.simd != 0 {
		return b.simd
	}
	return b.portable
}

// holds reports whether a ratio holds the bar times the slack: with a slack of 0.8, 80 % of the bar
// are enough.
func (b bar) holds(ratio float64, simd bool, slack float64) bool {
	if b.atMost {
		return ratio > 0 && ratio <= b.limit(simd)/slack
	}
	return ratio >= b.limit(simd)*slack
}

// keeps reports whether a ratio holds the ratio reached, times the slack.
func (b bar) keeps(ratio float64, simd bool) bool {
	switch {
	case b.reached != 0 && b.portable != 0:
		b.portable = b.reached
	case b.reached != 0:
		b.simd = b.reached
	}
	return b.holds(ratio, simd, Slack)
}

// what describes the bar in words.
func (b bar) what(simd bool) string {
	word := map[bool]string{true: "at most", false: "at least"}[b.atMost]
	return fmt.Sprintf("%s %s", word, Ratio(b.limit(simd)))
}

// bars returns the table of the bars between measured peers. If Ours used SIMD, the table has also
// the bars of its portable build.
func (r *Report) bars(simd bool) Table {
	t := Table{Header: []string{"corpus", "the time of", "to that of", "ratio", "the bar", ""}, Left: 3}
	for _, c := range r.Corpora {
		for _, b := range bars {
			if !b.isAbout(c.Name) {
				continue
			}
			t.Rows = append(t.Rows, r.bar(b, c, b.of, b.to, simd)...)
			if simd && peers.IsServed(b.to) {
				of := b.of
				if peers.IsServed(of) {
					of += peers.Portable
				}
				t.Rows = append(t.Rows, r.bar(b, c, of, b.to+peers.Portable, false)...)
			}
		}
	}
	return t
}

// bar returns the row of a bar, and no row without a bar or without both times.
func (r *Report) bar(b bar, c *measure.Corpus, of, to string, simd bool) [][]string {
	x, _ := r.result(of, c.Name)
	y, _ := r.result(to, c.Name)
	if b.limit(simd) == 0 || x.Nanoseconds == 0 || y.Nanoseconds == 0 || x.Error+y.Error != "" {
		return nil
	}
	verdict := "missed"
	measured := x.Nanoseconds / y.Nanoseconds
	if b.holds(measured, simd, 1) {
		verdict = "holds"
	}
	return [][]string{{c.Name, of, to, Ratio(measured), b.what(simd), verdict}}
}

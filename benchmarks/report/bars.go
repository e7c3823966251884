package report

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// A bar is a promise about the ratio between two peers' times. The fields of and to name the peers
// in the numerator and the denominator. The ratio must be at least the limit, or at most the limit
// if atMost is set.
type bar struct {
	kind     string  // the name of the validator corpus; "urls" also covers the file urls.txt
	of, to   string  // the names of the two peers
	portable float64 // the limit without SIMD; 0 if nothing is promised without SIMD
	simd     float64 // the limit with AVX-512 (measure.SIMD); 0 means the same as portable
	atMost   bool    // whether the ratio must be at most the limit rather than at least

	// reached is the ratio that the slowest processor reaches if that is below the limit, and 0
	// otherwise. It applies to the limit without SIMD, or to the limit with SIMD if portable is 0. The
	// gate requires only this ratio, and the report shows the limit. AMD processors reach the limits
	// (Zen 5). Intel processors need two or three microinstructions to shift by a register where AMD
	// processors need one, so the ratios of walks on shift rows are estimates for Intel.
	reached float64

	noAllocs bool // whether the peer with the promise must not allocate
	same     bool // whether both peers must return the same count, because they do the same work
}

// Names for the C code that abnf gen writes, with and without region kernels.
const (
	portedC = "abnf gen --lang c, one call for all"
	plainC  = "abnf gen --lang c, without SIMD, one call for all"
)

// bars lists the promised ratios, for one core.
var bars = []bar{
	{kind: "urls", of: peers.TheNaiveLoop, to: measure.Ours, portable: 3.3, reached: 2.8},
	{kind: "iris", of: peers.TheNaiveLoop, to: measure.Ours, portable: 3.0, reached: 2.3},
	{kind: measure.Data, of: peers.TheNaiveLoop, to: measure.Ours, portable: 8, simd: 60, reached: 3},
	{kind: measure.Percent, of: peers.TheNaiveLoop, to: measure.Ours, portable: 8, simd: 60, reached: 3},
	{kind: "invalid", of: peers.TheNaiveLoop, to: measure.Ours, portable: 2.4, simd: 3, reached: 2},
	{kind: "nonascii", of: peers.TheNaiveLoop, to: measure.Ours, portable: 1.9, simd: 2.8, reached: 1.5},
	{kind: measure.Short, of: peers.TheNaiveLoop, to: measure.Ours, portable: 3.0, simd: 6, reached: 2.5},

	{kind: "urls.txt", of: peers.TheNaiveLoop, to: peers.RulePrefix, portable: 2.3, reached: 1.8},
	{kind: "urls.txt", of: peers.TheNaiveLoop, to: peers.RuleAdvance, portable: 2.2, reached: 2.1},

	{kind: "urls.txt", of: peers.TheNaiveLoop, to: peers.EachPart, simd: 1.4},
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
	{kind: "urls", of: "re2c -b, one call for all", to: portedC, simd: 2},
	{kind: "iris", of: "re2c -b, one call for all", to: portedC, simd: 2},
	{kind: "urls", of: "re2c -b, one call for all", to: plainC, portable: 1.5},
	{kind: "iris", of: "re2c -b, one call for all", to: plainC, portable: 1.5},
	{kind: "urls", of: portedC, to: measure.Ours, simd: 1.3, atMost: true},
	{kind: "iris", of: portedC, to: measure.Ours, simd: 1.3, atMost: true},
	{kind: "urls", of: "java.net.URI, decoded before", to: "abnf gen --lang java, decoded before", portable: 3.33},
	{kind: "iris", of: "java.net.URI, decoded before", to: "abnf gen --lang java, decoded before", portable: 3.33},
	{kind: "urls", of: "re", to: "abnf gen --lang python", portable: 1.67},
	{kind: "iris", of: "re", to: "abnf gen --lang python", portable: 1.67},
	{kind: "urls", of: "URL.canParse", to: "abnf gen --lang js", portable: 0.77},
	{kind: "iris", of: "URL.canParse", to: "abnf gen --lang js", portable: 1.67, reached: 1},
	{kind: "urls", of: "oxiri Iri::parse", to: "abnf gen --lang rust", portable: 1.43},
	{kind: "iris", of: "oxiri Iri::parse", to: "abnf gen --lang rust", portable: 1.43},
	{kind: "urls", of: "fluent-uri Iri::parse", to: measure.Ours, portable: 2, simd: 3},
	{kind: "iris", of: "fluent-uri Iri::parse", to: measure.Ours, portable: 2, simd: 3},
	{kind: "urls", of: "oxiri Iri::parse", to: measure.Ours, portable: 2, simd: 3},
	{kind: "iris", of: "oxiri Iri::parse", to: measure.Ours, portable: 2, simd: 3},
	{kind: "urls", of: "regex-automata dense next_state_unchecked", to: measure.Ours, portable: 2},
	{kind: "iris", of: "regex-automata dense next_state_unchecked", to: measure.Ours, portable: 2},
}

// generated returns the name of the generated corpus on which the gate measures the bar: b.kind
// without its file extension. For a bar about a file, b.reached is the ratio that the slowest
// processor reaches on this corpus, if it is below the limit.
func (b bar) generated() string { return strings.TrimSuffix(b.kind, ".txt") }

// isAbout reports whether the bar is about the named corpus. A bar about "urls" is also about the
// file "urls.txt", but a bar about "urls.txt" is not about "urls".
func (b bar) isAbout(corpus string) bool {
	return b.kind == corpus || b.kind == strings.TrimSuffix(corpus, ".txt")
}

// limit returns the limit of the bar, with or without SIMD. It returns 0 if no ratio is promised.
func (b bar) limit(simd bool) float64 {
	if simd && b.simd != 0 {
		return b.simd
	}
	return b.portable
}

// isPromise reports whether the bar promises anything.
func (b bar) isPromise(simd bool) bool { return b.limit(simd) != 0 || b.noAllocs }

// ours returns the name of our peer, the one that the promise is about.
func (b bar) ours() string {
	if b.atMost {
		return b.of
	}
	return b.to
}

// holds reports whether results keep the promise. With a slack of 0.8, a ratio of 80 % of the limit
// is enough, or one of 125 % if atMost is set.
func (b bar) holds(m measured, simd bool, slack float64) bool {
	limit := b.limit(simd)
	switch {
	case b.noAllocs && measure.Allocs(m.allocs) != "0":
		return false
	case b.atMost && limit != 0:
		return m.ratio > 0 && m.ratio <= limit/slack
	}
	return m.ratio >= limit*slack
}

// keeps reports whether results are good enough for the gate. It is like holds with Slack, except
// that a nonzero b.reached replaces the limit that it applies to.
func (b bar) keeps(m measured, simd bool) bool {
	switch {
	case b.reached != 0 && b.portable != 0:
		b.portable = b.reached
	case b.reached != 0:
		b.simd = b.reached
	}
	return b.holds(m, simd, Slack)
}

// promise describes the promise, for example "at least 3.30, 0 allocs". It returns "" if there is
// none.
func (b bar) promise(simd bool) string {
	var parts []string
	if limit := b.limit(simd); limit != 0 {
		parts = append(parts, map[bool]string{true: "at most ", false: "at least "}[b.atMost]+measure.Ratio(limit))
	}
	if b.noAllocs {
		parts = append(parts, "0 allocs")
	}
	return strings.Join(parts, ", ")
}

// measured holds the measurements for a bar: the ratio, and the allocations of the peer with the
// promise.
type measured struct{ ratio, allocs float64 }

// in returns the bar's measurements in results. It returns an error if either peer failed or was
// not measured, or if their counts differ but must be the same.
func (b bar) in(results []measure.Result) (m measured, err error) {
	var times, counts []float64
	for _, name := range []string{b.of, b.to} {
		r, ok := find(results, name)
		switch {
		case !ok || r.Nanoseconds == 0:
			return m, fmt.Errorf("%s was not measured", name)
		case r.Error != "":
			return m, fmt.Errorf("%s, %s: %s", r.Corpus, name, r.Error)
		}
		times, counts = append(times, r.Nanoseconds), append(counts, float64(r.Accepted))
		if name == b.ours() {
			m.allocs = r.Allocs
		}
	}
	if b.same && counts[0] != counts[1] {
		return m, fmt.Errorf("%s finds %.0f, and %s %.0f", b.of, counts[0], b.to, counts[1])
	}
	m.ratio = times[0] / times[1]
	return m, nil
}

// find returns the result of a peer and whether there is one.
func find(results []measure.Result, peer string) (measure.Result, bool) {
	for _, r := range results {
		if r.Peer == peer {
			return r, true
		}
	}
	return measure.Result{}, false
}

// Package report compares measured ratios with promised ones. It builds the tables of a run and the
// sections of RESULTS.md. It also contains the gate, and the library operations that are measured
// against those of other libraries.
//
// Terms (see package measure for peer, corpus, turn and round):
//
//   - bar: a promise about the ratio between two peers' times. Its limit is the promised ratio.
//   - slack: a factor that the gate applies to limits, such as 0.8.
//   - gate: the function Gate. It fails if a ratio misses its limit by more than the slack.
//   - reached: the ratio that the slowest processor reaches, if that is below the limit.
package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// A Report holds the results of a run on all corpora.
type Report struct {
	Corpora []*measure.Corpus
	Peers   []measure.Peer // including missing ones
	Results []measure.Result
	SIMD    bool // whether package iri used SIMD; see measure.SIMD
}

// on returns the results on a corpus.
func (r *Report) on(corpus string) (results []measure.Result) {
	for _, result := range r.Results {
		if result.Corpus == corpus {
			results = append(results, result)
		}
	}
	return results
}

// Errors returns a line for each result with an error and for each wrong verdict of Ours.
func (r *Report) Errors() (lines []string) {
	for _, result := range r.Results {
		if result.Error != "" {
			lines = append(lines, result.Peer+", "+result.Corpus+": "+result.Error)
		}
		if result.Peer == measure.Ours && result.WrongAccepts+result.WrongRejects > 0 {
			lines = append(lines, result.Peer+", "+result.Corpus+": verdicts are wrong")
		}
	}
	return lines
}

// Text writes one table per corpus and one table of the bars.
func (r *Report) Text(w io.Writer) error {
	for _, c := range r.Corpora {
		fmt.Fprintf(w, "%s: %d lines, %.1f bytes a line, each asked whether it is an %s\n\n",
			c.Name, c.Count, float64(c.Bytes)/float64(c.Count), c.Asked)
		t := r.table(c)
		if err := t.Write(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	for _, p := range r.Peers {
		if p.Missing != "" {
			fmt.Fprintf(w, "missing: %s: %s\n", p.Name, p.Missing)
		}
	}
	bars := r.bars()
	return bars.Write(w)
}

// table returns a row for each peer on a corpus. Peers are grouped by standard, in the order of
// measure.Standards, followed by other standards in order of their names. Within a group, peers
// without an error come first, fastest first.
func (r *Report) table(c *measure.Corpus) measure.Table {
	t := measure.Table{
		Header: []string{"standard", "peer", "language", "version", "ns/line", "GB/s", "cycles/B", "allocs/line", "accepted",
			"wrong accepts", "wrong rejects", "ratio"},
		Left: 4,
	}
	results := r.on(c.Name)
	slices.SortStableFunc(results, func(a, b measure.Result) int {
		p, q := r.peer(a.Peer), r.peer(b.Peer)
		return cmp.Or(
			cmp.Compare(p.Group(), q.Group()),
			strings.Compare(string(p.Standard), string(q.Standard)),
			strings.Compare(a.Error, b.Error),
			cmp.Compare(a.Nanoseconds, b.Nanoseconds))
	})
	for _, result := range results {
		p := r.peer(result.Peer)
		row := []string{string(p.Standard), p.Name, p.Language, p.Version}
		if result.Error != "" {
			row = append(row, "failed: "+result.Error)
		} else {
			row = append(row,
				fmt.Sprintf("%.1f", result.Nanoseconds), fmt.Sprintf("%.2f", result.Gigabytes),
				fmt.Sprintf("%.2f", result.Cycles), measure.Allocs(result.Allocs), fmt.Sprint(result.Accepted),
				wrong(p, result.WrongAccepts), wrong(p, result.WrongRejects), measure.Ratio(result.Ratio))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// peer returns the peer of the report with the given name. If there is none, it returns a peer with
// only the name set.
func (r *Report) peer(name string) *measure.Peer {
	for i := range r.Peers {
		if r.Peers[i].Name == name {
			return &r.Peers[i]
		}
	}
	return &measure.Peer{Name: name}
}

// wrong formats n, the number of wrong verdicts of p. For a peer of the standard Bound it returns a
// dash, because such a peer is not a validator and its verdicts are meaningless.
func wrong(p *measure.Peer, n int) string {
	if p.Standard == measure.Bound {
		return "–"
	}
	return fmt.Sprint(n)
}

// bars returns the table of the bars whose two peers were both measured. With SIMD the table also
// includes the limits without SIMD, for the peers of the build without SIMD (peers.Portable).
func (r *Report) bars() measure.Table {
	t := measure.Table{Header: []string{"corpus", "the time of", "to that of", "ratio", "the bar", ""}, Left: 3}
	add := func(b bar, corpus string, simd bool) {
		m, err := b.in(r.on(corpus))
		if err != nil || !b.isPromise(simd) {
			return
		}
		verdict := map[bool]string{true: "holds", false: "missed"}[b.holds(m, simd, 1)]
		t.Rows = append(t.Rows, []string{corpus, b.of, b.to, measure.Ratio(m.ratio), b.promise(simd), verdict})
	}
	for _, c := range r.Corpora {
		for _, b := range bars {
			if !b.isAbout(c.Name) {
				continue
			}
			add(b, c.Name, r.SIMD)
			if r.SIMD && peers.IsServed(b.to) {
				b.to += peers.Portable
				if peers.IsServed(b.of) {
					b.of += peers.Portable
				}
				add(b, c.Name, false)
			}
		}
	}
	return t
}

// headline lists the peers in RESULTS.md: ours and the fastest form from each other project that
// takes a line as bytes.
var headline = []string{
	measure.Ours, measure.Ours + peers.Portable, "iri.Parse", "re2c -b, one call for all", "re2c -b for Go",
	"ragel -G2, one call for all", "regex-automata dense next_state_unchecked", "oxiri Iri::parse",
	"fluent-uri Iri::parse", "iri-string IriStr::new", "iref Iri::new", "Hyperscan, one call for all",
	"RE2, one call for all", "BurntSushi/rure-go", "Jena RFC3986.checkSyntax", "regexp", "uriparser, one call for all",
	"Boost.URL, one call for all", "net/url.Parse", "fredbi/uri", "ada-url Url::can_parse", "url Url::parse",
}

// headlineCorpora lists the corpora with ratios in RESULTS.md. For the last one, the page also
// shows the number of wrong verdicts.
var headlineCorpora = []string{"urls", "iris", "nonascii", measure.Data, "invalid"}

// Section fills the validators section of the page. It returns an error if one of the section's
// peers was not measured.
func (r *Report) Section(s measure.Section) (measure.Section, error) {
	s.Table = measure.Table{Header: []string{"peer", "language", "claims", "ns a URL"}, Left: 3}
	for _, corpus := range headlineCorpora {
		s.Table.Header = append(s.Table.Header, "× "+corpus)
	}
	s.Table.Header = append(s.Table.Header, "wrong")
	first := map[string]float64{}
	for _, name := range headline {
		p := r.peer(name)
		row := []string{p.Name, p.Language, string(p.Standard)}
		for i, corpus := range headlineCorpora {
			result, ok := find(r.on(corpus), name)
			if !ok || result.Error != "" || result.Nanoseconds == 0 {
				return s, fmt.Errorf("%s was not measured on %s, and a page has all rows", name, corpus)
			}
			if i == 0 {
				row, first[name] = append(row, fmt.Sprintf("%.1f", result.Nanoseconds)), result.Nanoseconds
			}
			row = append(row, measure.Ratio(result.Ratio))
			if i == len(headlineCorpora)-1 {
				row = append(row, fmt.Sprint(result.WrongAccepts+result.WrongRejects))
			}
		}
		s.Table.Rows = append(s.Table.Rows, row)
	}
	slices.SortStableFunc(s.Table.Rows, func(a, b []string) int { return cmp.Compare(first[a[0]], first[b[0]]) })
	s.Bars = barsText(r.bars().Rows, 5)
	return s, nil
}

// List writes a table of the peers that shows whether each is available or why it is missing.
func List(w io.Writer, all []measure.Peer) error {
	t := measure.Table{Header: []string{"standard", "peer", "language", "version", "here"}, Left: 5}
	for _, p := range all {
		here := "yes"
		if p.Missing != "" {
			here = "no: " + p.Missing
		}
		t.Rows = append(t.Rows, []string{string(p.Standard), p.Name, p.Language, p.Version, here})
	}
	return t.Write(w)
}

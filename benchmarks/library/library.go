// Package library measures the operations of the library beside those of others.
//
// The table of the library has a row for each operation of package iri and of package rdf. A row
// compares the operation with one of another library, or with a part of itself. Its figure is a
// ratio of times. Each time is the minimum of many rounds. In a round the compared operations take
// turns; see package measure.
package library

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
	"github.com/irilex/iri/benchmarks/report"
)

// A Bar is a row of the table: the time of the way Of divided by that of the way To, and a promise
// about this ratio. The promise is about the way To; if the ratio is at most the limit, it is about
// the way Of.
type Bar struct {
	Of, To   string
	Limit    float64 // 0 for a ratio without a promise
	Reached  float64 // the best ratio so far, of a missed bar of whole programs; else 0
	atMost   bool    // else at least
	noAllocs bool
	same     bool // both return the same count, so their times are for the same work
}

// ours returns the way with the promise.
func (b Bar) ours() string {
	if b.atMost {
		return b.Of
	}
	return b.To
}

// A subject is a corpus with its ways, the passes over it.
type subject struct {
	corpus *measure.Corpus
	names  []string
	ways   []measure.Asked
	bars   []Bar
	best   map[string]measure.Sample
}

func (s *subject) add(name string, way measure.Asked) {
	s.names, s.ways = append(s.names, name), append(s.ways, way)
}

// A pass is a way over all lines. It returns a count of its findings.
type pass func() int

// Verdicts returns [measure.ErrNotAsked]: a pass has no verdicts.
func (p pass) Verdicts(*measure.Corpus) ([]byte, error) { return nil, measure.ErrNotAsked }

// Time measures the pass.
func (p pass) Time(*measure.Corpus) (measure.Sample, error) { return measure.Pass(p), nil }

// allSubjects returns all subjects. The child has resolvers of others; it may be nil.
func allSubjects(o measure.Options, child *peers.Child) (subjects []*subject, err error) {
	for _, of := range []func() ([]*subject, error){
		func() ([]*subject, error) { return resolveSubjects(o, child) },
		func() ([]*subject, error) { return lineSubjects(o) },
		findSubjects,
		func() ([]*subject, error) { return readerSubjects(o) },
	} {
		some, err := of()
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, some...)
	}
	return subjects, nil
}

// run lets the ways take turns, and keeps the least times and allocations of each, also of earlier
// runs.
func (s *subject) run(plan measure.Plan, step func(string)) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as in [measure.Run]
	if s.best == nil {
		s.best = map[string]measure.Sample{}
		for i, way := range s.ways {
			first, err := way.Time(s.corpus)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", s.corpus.Name, s.names[i], err)
			}
			s.best[s.names[i]] = measure.Sample{Nanoseconds: math.MaxInt64, Accepted: first.Accepted, Allocs: math.MaxInt64}
		}
	}
	for round := range plan.Rounds {
		step(fmt.Sprintf("%s: round %d of %d", s.corpus.Name, round+1, plan.Rounds))
		for i, way := range s.ways {
			b := s.best[s.names[i]]
			runtime.GC()
			t, err := measure.TakeTurn(way, s.corpus, plan.Turn, b.Accepted)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", s.corpus.Name, s.names[i], err)
			}
			s.best[s.names[i]] = b.Least(t)
		}
	}
	for _, b := range s.bars {
		of, to := s.best[b.Of], s.best[b.To]
		if b.same && of.Nanoseconds != 0 && of.Accepted != to.Accepted {
			return fmt.Errorf("%s: %s finds %d, and %s %d", s.corpus.Name, b.Of, of.Accepted, b.To, to.Accepted)
		}
	}
	return nil
}

// measured returns the ratio of a bar, and false if one of its ways has no time.
func (s *subject) measured(b Bar) (ratio float64, ok bool) {
	of, to := s.best[b.Of].Nanoseconds, s.best[b.To].Nanoseconds
	return float64(of) / float64(max(to, 1)), of > 0 && to > 0
}

// holds reports whether the figures hold the bar. The slack is for the ratio, and not for the
// allocations.
func (s *subject) holds(b Bar, slack float64) bool {
	ratio, _ := s.measured(b)
	switch {
	case b.noAllocs && report.Allocs(s.best[b.ours()].AllocsPerLine(s.corpus)) != "0":
		return false
	case b.atMost && b.Limit > 0:
		return ratio <= b.Limit/slack
	}
	return ratio >= b.Limit*slack || b.Limit == 0
}

// What describes the promise in words, and is "–" for a row without one.
func (b Bar) What() string {
	var parts []string
	if b.Limit > 0 {
		parts = append(parts, map[bool]string{true: "at most ", false: "at least "}[b.atMost]+report.Ratio(b.Limit))
	}
	if b.noAllocs {
		parts = append(parts, "0 allocs")
	}
	if parts == nil {
		return "–"
	}
	return strings.Join(parts, ", ")
}

// rows returns the rows of a subject, and reports whether all bars hold.
func (s *subject) rows() (rows [][]string, held bool) {
	held = true
	count := fmt.Sprintf("%s (%d)", s.corpus.Name, len(s.corpus.Lines))
	for _, b := range s.bars {
		measured, ok := s.measured(b)
		if !ok {
			continue // oxiri is missing
		}
		verdict := map[bool]string{true: "holds", false: "missed"}[s.holds(b, 1)]
		if b.What() == "–" {
			verdict = ""
		}
		held = held && verdict != "missed"
		rows = append(rows, []string{
			count, b.Of, b.To, report.Ratio(measured), b.What(), verdict,
			report.Allocs(s.best[b.ours()].AllocsPerLine(s.corpus)),
		})
	}
	return rows, held
}

// resolverChild starts the child with resolvers, and returns nil without Rust.
func resolverChild(p peers.Prepared) (*peers.Child, error) {
	for _, f := range p.Children {
		if f.Language == "Rust" && f.Missing == "" {
			return peers.StartChild([]string{f.Command[0], "--resolvers"})
		}
	}
	return nil, nil
}

// Write times the ways of all subjects, and writes the table of the library to w. held is
// false if a ratio breaks its promise, see [Bar]. The error is that a peer or a measurement
// failed.
func Write(o measure.Options, p peers.Prepared, w io.Writer) (held bool, err error) {
	child, err := resolverChild(p)
	if err != nil {
		return false, err
	}
	if child != nil {
		defer child.Close()
	}
	subjects, err := allSubjects(o, child)
	if err != nil {
		return false, err
	}
	t := report.Table{Header: []string{"lines", "the time of", "to that of", "ratio", "the bar", "", "allocs"}, Left: 3}
	held = true
	for _, s := range subjects {
		defer s.corpus.Remove()
		if err := s.run(measure.Plan{Rounds: o.Rounds, Turn: o.Turn}, measure.Say); err != nil {
			return false, err
		}
		rows, all := s.rows()
		t.Rows, held = append(t.Rows, rows...), held && all
	}
	measure.Say("")
	size, err := sizeRow()
	if err != nil {
		return false, err
	}
	t.Rows, held = append(t.Rows, size), held && size[5] == "holds"
	var b strings.Builder
	t.Write(&b, "  ", "", "")
	if _, err = io.WriteString(w, b.String()); err != nil || o.Markdown == "" {
		return held, err
	}
	return held, os.WriteFile(o.Markdown, []byte(page(o, p, t)), 0o666)
}

// page returns the table as a page.
func page(o measure.Options, p peers.Prepared, t report.Table) string {
	var b strings.Builder
	b.WriteString("# The library\n\nWritten by the command below; README.md, \"The library\", says what the rows are.\n\n")
	report := report.New(p.Command, measure.BuildOf(), p.Revision)
	var c measure.Clock
	c.Calibrate()
	report.Rounds, report.Gigahertz = o.Rounds, c.Gigahertz
	for _, line := range report.Circumstances() {
		b.WriteString("* " + line + "\n")
	}
	b.WriteString("\n")
	t.Write(&b, " | ", "| ", " |")
	return b.String()
}

// The plans of the gate for the library. They have fewer rounds than those for validators, because
// fewer ways take turns.
var (
	libraryPlan      = measure.Plan{Rounds: 8, Turn: 3 * time.Millisecond}
	libraryAgainPlan = measure.Plan{Rounds: 30, Turn: 3 * time.Millisecond}
)

// Gate measures the bars of the library for ways in Go, and writes a line for each. A ratio under
// its bar, less the slack, is measured again, see [report.Gate].
func Gate(w io.Writer, patience time.Duration, step func(string)) (all bool, err error) {
	subjects, err := allSubjects(measure.Options{Lines: report.GateLines / 4}, nil)
	if err != nil {
		return false, err
	}
	all = true
	for _, s := range subjects {
		if err := s.run(libraryPlan, step); err != nil {
			return false, err
		}
		for _, b := range s.bars {
			if _, ok := s.measured(b); !ok || b.What() == "–" {
				continue
			}
			for pause := 250 * time.Millisecond; !s.holds(b, report.Slack) && pause <= patience; pause *= 2 {
				time.Sleep(pause)
				patience -= pause
				if err := s.run(libraryAgainPlan, step); err != nil {
					return false, err
				}
			}
			verdict := "holds"
			if !s.holds(b, report.Slack) {
				verdict, all = "FALLS", false
			}
			step("")
			measured, _ := s.measured(b)
			less := ""
			if b.Limit > 0 {
				less = fmt.Sprintf(", less %.0f %% of slack", 100*(1-report.Slack))
			}
			fmt.Fprintf(w, "%s  %-8s  %6.2f  %s%s: %s to %s\n", verdict, s.corpus.Name, measured, b.What(), less, b.Of, b.To)
		}
	}
	return all, nil
}

// Asked returns the least ratio that holds a bar. Without a slack (1) it is the limit. The gate has
// a slack: it takes the ratio reached so far, or else the limit, times the slack.
func (b Bar) Asked(slack float64) float64 {
	if slack == 1 {
		return b.Limit
	}
	return cmp.Or(b.Reached, b.Limit) * slack
}

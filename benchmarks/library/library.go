// Package library measures operations of packages iri and rdf beside operations of other libraries.
//
// It makes a table. A row of the table compares an operation with an operation of another library,
// or with a part of itself. The figure of a row is a ratio of two times. Each time is the minimum
// of many rounds. In a round the compared operations take turns; see package measure.
//
// Words:
//
//   - way: an operation applied to all lines of a corpus, such as "iri.Parse, Normalize".
//   - pass: a way done once.
//   - subject: a corpus with the ways that are compared on it.
//   - bar: a row of the table, with or without a promise about its ratio.
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

// A Bar is a row of the table: a ratio, and a promise about it. The ratio is the time of the way Of
// divided by the time of the way To. Without atMost the promise is that To is fast, so that the
// ratio is at least Limit. With atMost it is that Of is fast, so that the ratio is at most Limit.
type Bar struct {
	Of, To   string  // the names of the ways
	Limit    float64 // the promised ratio; 0 without a promise about the ratio
	Reached  float64 // the ratio reached so far, if it is below Limit; else 0. Whole programs alone have it
	atMost   bool    // whether the ratio must be at most Limit; else it must be at least Limit
	noAllocs bool    // whether the way with the promise must not allocate
	same     bool    // whether both passes must return the same count, because they do the same work
}

// ours returns the name of the way that the promise is about.
func (b Bar) ours() string {
	if b.atMost {
		return b.Of
	}
	return b.To
}

// A subject is a corpus with the ways that take turns on it, and the bars about these ways.
type subject struct {
	corpus *measure.Corpus
	names  []string        // the names of ways
	ways   []measure.Asked // the ways, in the order of names
	want   map[string]int  // by the name of a way: the count that it must return, if that is known
	bars   []Bar
	best   map[string]measure.Sample // by the name of a way: its least figures so far
}

func (s *subject) add(name string, way measure.Asked) {
	s.names, s.ways = append(s.names, name), append(s.ways, way)
}

// A pass is a way in Go: a function that goes over all lines once. It returns a count, for example
// of the lines for which the operation returned true. After an error it returns -1.
type pass func() int

// Verdicts returns the error [measure.ErrNotAsked], because a pass returns no verdicts.
func (p pass) Verdicts(*measure.Corpus) ([]byte, error) { return nil, measure.ErrNotAsked }

// Time runs the pass once and measures it.
func (p pass) Time(*measure.Corpus) (measure.Sample, error) { return measure.Pass(p), nil }

// allSubjects returns the subjects of the table. child is a process with resolvers of other
// libraries. It may be nil.
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

// run gives each way a turn in each round. For each way it keeps the least time and the least
// number of allocations in s.best. Another call of run goes on from these. It returns an error if
// a way fails or returns another count than in s.want, or if the two ways of a bar with same return
// different counts.
func (s *subject) run(plan measure.Plan, step func(string)) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as in [measure.Run]
	if s.best == nil {
		s.best = map[string]measure.Sample{}
		for i, way := range s.ways {
			first, err := way.Time(s.corpus)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", s.corpus.Name, s.names[i], err)
			}
			if first.Accepted < 0 {
				return fmt.Errorf("%s: %s fails on a line", s.corpus.Name, s.names[i])
			}
			if want, ok := s.want[s.names[i]]; ok && first.Accepted != want {
				return fmt.Errorf("%s: %s finds %d, and not %d", s.corpus.Name, s.names[i], first.Accepted, want)
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

// measured returns the measured ratio of a bar. ok is false if one of its two ways has no time.
func (s *subject) measured(b Bar) (ratio float64, ok bool) {
	of, to := s.best[b.Of].Nanoseconds, s.best[b.To].Nanoseconds
	return float64(of) / float64(max(to, 1)), of > 0 && to > 0
}

// holds reports whether the figures keep the promise of the bar. With a slack of 0.8 a ratio of 80
// % of the limit is enough, and with atMost a ratio of 125 % of it. The slack does not change the
// promise about allocations.
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

// Promise returns the promise in words, such as "at least 3.00, 0 allocs". For a row without a
// promise it returns "–".
func (b Bar) Promise() string {
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

// rows returns a row of the table for each bar of the subject whose ways were measured. held is
// false if a bar does not hold.
func (s *subject) rows() (rows [][]string, held bool) {
	held = true
	count := fmt.Sprintf("%s (%d)", s.corpus.Name, len(s.corpus.Lines))
	for _, b := range s.bars {
		measured, ok := s.measured(b)
		if !ok {
			continue // oxiri is missing
		}
		verdict := map[bool]string{true: "holds", false: "missed"}[s.holds(b, 1)]
		if b.Promise() == "–" {
			verdict = ""
		}
		held = held && verdict != "missed"
		rows = append(rows, []string{
			count, b.Of, b.To, report.Ratio(measured), b.Promise(), verdict,
			report.Allocs(s.best[b.ours()].AllocsPerLine(s.corpus)),
		})
	}
	return rows, held
}

// resolverChild starts the child with resolvers in Rust. If it is missing, resolverChild returns
// nil without an error.
func resolverChild(p peers.Prepared) (*peers.Child, error) {
	for _, f := range p.Children {
		if f.Language == "Rust" && f.Missing == "" {
			return peers.StartChild([]string{f.Command[0], "--resolvers"})
		}
	}
	return nil, nil
}

// Write measures the ways of all subjects, and writes the table to w, and as a page to the file
// o.Markdown. held is false if a row breaks its promise, see [Bar]. Write returns an error if a way
// or the child fails, or if a file cannot be written.
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

// page returns a page in Markdown with the circumstances of the run and the table.
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

// The plans of Gate: libraryPlan for the first measurement of a subject, and libraryAgainPlan for
// another one after a bar did not hold. They have fewer rounds than the plans for validators in
// package report, because fewer ways take turns.
var (
	libraryPlan      = measure.Plan{Rounds: 8, Turn: 3 * time.Millisecond}
	libraryAgainPlan = measure.Plan{Rounds: 30, Turn: 3 * time.Millisecond}
)

// Gate measures the bars with ways in Go alone, and writes a line for each to w. all is false if a
// bar does not hold with the slack report.Slack. Before that, Gate measures the subject again after
// growing pauses, because other load on the machine may be the reason. patience is the longest sum
// of all pauses.
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
			if _, ok := s.measured(b); !ok || b.Promise() == "–" {
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
			fmt.Fprintf(w, "%s  %-8s  %6.2f  %s%s: %s to %s\n", verdict, s.corpus.Name, measured, b.Promise(), less, b.Of, b.To)
		}
	}
	return all, nil
}

// Asked returns the least ratio that holds the bar of a whole program (package files). If slack is
// 1, this is Limit. With another slack it is Reached, or Limit if Reached is 0, times the slack.
func (b Bar) Asked(slack float64) float64 {
	if slack == 1 {
		return b.Limit
	}
	return cmp.Or(b.Reached, b.Limit) * slack
}

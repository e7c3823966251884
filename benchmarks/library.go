package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strings"
	"time"
)

// The table of the library has a row for each operation of package iri and of package rdf. A row compares
// the operation with that of another library, or with a part of itself. Its figure is a ratio of times. Each
// time is the least of many rounds, in which the compared operations take turns, see measure.go.

// A libraryBar is a row of the table: the time of one way to that of another, and the promise about it. The
// promise is about the way to, or about the way of where the ratio is at most the limit.
type libraryBar struct {
	of, to   string
	limit    float64 // 0 when the ratio is for information
	reached  float64 // the best ratio so far, of a bar of whole programs that is missed; else 0
	atMost   bool    // else at least
	noAllocs bool
	same     bool // the two find the same, so that their times are those of the same work
}

// ours is the way that the promise is about.
func (b libraryBar) ours() string {
	if b.atMost {
		return b.of
	}
	return b.to
}

// A subject is a corpus with the ways through it.
type subject struct {
	corpus *Corpus
	names  []string
	ways   []Asked
	bars   []libraryBar
	best   map[string]Sample
}

func (s *subject) add(name string, way Asked) {
	s.names, s.ways = append(s.names, name), append(s.ways, way)
}

// A pass is a way through all lines, which returns how much it found.
type pass func() int

// Verdicts is not asked of a pass.
func (p pass) Verdicts(*Corpus) ([]byte, error) { return nil, errNotAsked }

// Time measures the pass.
func (p pass) Time(*Corpus) (Sample, error) { return measure(p), nil }

// librarySubjects returns all subjects. A child has other resolvers; it may be nil.
func librarySubjects(o options, child *Child) (subjects []*subject, err error) {
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

// run lets the ways take turns, and keeps the least times and allocations of each, of earlier runs too.
func (s *subject) run(plan Plan, step func(string)) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as in the function run
	if s.best == nil {
		s.best = map[string]Sample{}
		for i, way := range s.ways {
			first, err := way.Time(s.corpus)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", s.corpus.Name, s.names[i], err)
			}
			s.best[s.names[i]] = Sample{math.MaxInt64, first.Accepted, math.MaxInt64}
		}
	}
	for round := range plan.Rounds {
		step(fmt.Sprintf("%s: round %d of %d", s.corpus.Name, round+1, plan.Rounds))
		for i, way := range s.ways {
			b := s.best[s.names[i]]
			runtime.GC()
			t, err := takeTurn(way, s.corpus, plan.Turn, b.Accepted)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", s.corpus.Name, s.names[i], err)
			}
			s.best[s.names[i]] = Sample{min(b.Nanoseconds, t.Nanoseconds), b.Accepted, min(b.Allocs, t.Allocs)}
		}
	}
	for _, b := range s.bars {
		of, to := s.best[b.of], s.best[b.to]
		if b.same && of.Nanoseconds != 0 && of.Accepted != to.Accepted {
			return fmt.Errorf("%s: %s finds %d, and %s %d", s.corpus.Name, b.of, of.Accepted, b.to, to.Accepted)
		}
	}
	return nil
}

// measured returns the ratio of a bar, and false when a way of it is not there.
func (s *subject) measured(b libraryBar) (ratio float64, ok bool) {
	of, to := s.best[b.of].Nanoseconds, s.best[b.to].Nanoseconds
	return float64(of) / float64(max(to, 1)), of > 0 && to > 0
}

// holds reports whether what was measured holds the bar. A ratio may miss it by the slack, and
// allocations may not.
func (s *subject) holds(b libraryBar, slack float64) bool {
	ratio, _ := s.measured(b)
	switch {
	case b.noAllocs && allocs(s.best[b.ours()].allocs(s.corpus)) != "0":
		return false
	case b.atMost && b.limit > 0:
		return ratio <= b.limit/slack
	}
	return ratio >= b.limit*slack || b.limit == 0
}

// what says what is promised, and is "–" for a row without a promise.
func (b libraryBar) what() string {
	var parts []string
	if b.limit > 0 {
		parts = append(parts, map[bool]string{true: "at most ", false: "at least "}[b.atMost]+ratio(b.limit))
	}
	if b.noAllocs {
		parts = append(parts, "0 allocs")
	}
	if parts == nil {
		return "–"
	}
	return strings.Join(parts, ", ")
}

// rows returns the rows of a subject, and whether all bars are held.
func (s *subject) rows() (rows [][]string, held bool) {
	held = true
	count := fmt.Sprintf("%s (%d)", s.corpus.Name, len(s.corpus.Lines))
	for _, b := range s.bars {
		measured, ok := s.measured(b)
		if !ok {
			continue // oxiri is not there
		}
		verdict := map[bool]string{true: "holds", false: "missed"}[s.holds(b, 1)]
		if b.what() == "–" {
			verdict = ""
		}
		held = held && verdict != "missed"
		rows = append(rows, []string{
			count, b.of, b.to, ratio(measured), b.what(), verdict,
			allocs(s.best[b.ours()].allocs(s.corpus)),
		})
	}
	return rows, held
}

// resolverChild starts the child with resolvers. It is nil where Rust is missing.
func resolverChild(p prepared) (*Child, error) {
	for _, f := range p.Children {
		if f.Language == "Rust" && f.Missing == "" {
			return startChild([]string{f.Command[0], "--resolvers"})
		}
	}
	return nil, nil
}

// peers returns the peers of a child, and none where there is no child.
func (c *Child) peers() []Peer {
	if c == nil {
		return nil
	}
	return c.Peers
}

// writeLibrary measures, and writes the table. held is false if a bar is missed.
func writeLibrary(o options, p prepared, w io.Writer) (held bool, err error) {
	child, err := resolverChild(p)
	if err != nil {
		return false, err
	}
	if child != nil {
		defer child.Close()
	}
	subjects, err := librarySubjects(o, child)
	if err != nil {
		return false, err
	}
	t := table{header: []string{"lines", "the time of", "to that of", "ratio", "the bar", "", "allocs"}, left: 3}
	held = true
	for _, s := range subjects {
		defer s.corpus.remove()
		if err := s.run(Plan{o.rounds, o.turn}, say); err != nil {
			return false, err
		}
		rows, all := s.rows()
		t.rows, held = append(t.rows, rows...), held && all
	}
	say("")
	size, err := sizeRow()
	if err != nil {
		return false, err
	}
	t.rows, held = append(t.rows, size), held && size[5] == "holds"
	var b strings.Builder
	t.write(&b, "  ", "", "")
	if _, err = io.WriteString(w, b.String()); err != nil || o.markdown == "" {
		return held, err
	}
	return held, os.WriteFile(o.markdown, []byte(libraryPage(o, p, t)), 0o666)
}

// libraryPage returns the table as a page.
func libraryPage(o options, p prepared, t table) string {
	var b strings.Builder
	b.WriteString("# The library\n\nWritten by the command below; README.md, \"The library\", says what the rows are.\n\n")
	report := newReport(p.Command, buildOf(), p.Revision)
	var c clock
	c.calibrate()
	report.Rounds, report.Gigahertz = o.rounds, c.gigahertz
	for _, line := range report.circumstances() {
		b.WriteString("* " + line + "\n")
	}
	b.WriteString("\n")
	t.write(&b, " | ", "| ", " |")
	return b.String()
}

// The plans of the gate for the library: as those for validators, with fewer rounds, because fewer ways
// take turns.
var (
	libraryPlan      = Plan{Rounds: 8, Turn: 3 * time.Millisecond}
	libraryAgainPlan = Plan{Rounds: 30, Turn: 3 * time.Millisecond}
)

// gateLibrary measures what the bars of the library are about, as far as Go alone can, and writes a line
// for each. A ratio under its bar, less the slack, is measured again, see gate.go.
func gateLibrary(w io.Writer, patience time.Duration, step func(string)) (all bool, err error) {
	subjects, err := librarySubjects(options{lines: gateLines / 4}, nil)
	if err != nil {
		return false, err
	}
	all = true
	for _, s := range subjects {
		if err := s.run(libraryPlan, step); err != nil {
			return false, err
		}
		for _, b := range s.bars {
			if _, ok := s.measured(b); !ok || b.what() == "–" {
				continue
			}
			for pause := 250 * time.Millisecond; !s.holds(b, slack) && pause <= patience; pause *= 2 {
				time.Sleep(pause)
				patience -= pause
				if err := s.run(libraryAgainPlan, step); err != nil {
					return false, err
				}
			}
			verdict := "holds"
			if !s.holds(b, slack) {
				verdict, all = "FALLS", false
			}
			step("")
			measured, _ := s.measured(b)
			less := ""
			if b.limit > 0 {
				less = fmt.Sprintf(", less %.0f %% of slack", 100*(1-slack))
			}
			fmt.Fprintf(w, "%s  %-8s  %6.2f  %s%s: %s to %s\n", verdict, s.corpus.Name, measured, b.what(), less, b.of, b.to)
		}
	}
	return all, nil
}

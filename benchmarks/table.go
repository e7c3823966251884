package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// A table is rows of cells under a header. Cells of the columns behind the first left ones
// are numbers, and stand at the right.
type table struct {
	header []string
	rows   [][]string
	left   int
}

// tables returns a table for each corpus, with its title.
func (r *Report) tables() (titles []string, all []table) {
	for _, c := range r.Corpora {
		titles = append(titles, fmt.Sprintf("%s: %d lines, %.1f bytes a line, each asked whether it is an %s",
			c.Name, c.Count, float64(c.Bytes)/float64(c.Count), c.Asked))
		all = append(all, r.table(c))
	}
	return titles, all
}

func (r *Report) table(c *Corpus) table {
	t := table{
		header: []string{"standard", "peer", "language", "ns/line", "GB/s", "cycles/B", "allocs/line", "accepted", "wrong accepts", "wrong rejects", "ratio"},
		left:   3,
	}
	for _, result := range r.of(c) {
		p := r.peer(result.Peer)
		row := []string{string(p.Standard), p.Name, p.Language}
		if result.Error != "" {
			row = append(row, "failed: "+result.Error)
		} else {
			row = append(row,
				number1(result.Nanoseconds), fmt.Sprintf("%.2f", result.Gigabytes), fmt.Sprintf("%.2f", result.Cycles),
				allocs(result.Allocs), fmt.Sprint(result.Accepted),
				wrong(p, result.WrongAccepts), wrong(p, result.WrongRejects), ratio(result.Ratio))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// of returns the results of a corpus: a group for each standard, the fastest first.
func (r *Report) of(c *Corpus) (results []Result) {
	for _, result := range r.Results {
		if result.Corpus == c.Name {
			results = append(results, result)
		}
	}
	slices.SortStableFunc(results, func(a, b Result) int {
		p, q := r.peer(a.Peer), r.peer(b.Peer)
		return cmp.Or(
			cmp.Compare(p.group(), q.group()),
			strings.Compare(string(p.Standard), string(q.Standard)),
			strings.Compare(a.Error, b.Error),
			cmp.Compare(a.Nanoseconds, b.Nanoseconds))
	})
	return results
}

// summary returns the table of all peers: how many times our time they take, and for our own row that time.
func (r *Report) summary() table {
	t := table{header: []string{"standard", "peer", "language", "version"}, left: 4}
	for _, c := range r.Corpora {
		t.header = append(t.header, c.Name)
	}
	for _, p := range r.ordered() {
		row := []string{string(p.Standard), p.Name, p.Language, p.Version}
		if p.Missing != "" {
			row = append(row, "not here: "+p.Missing)
		} else {
			row = append(row, r.ratios(p.Name)...)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// ordered returns the peers in groups by standard, the fastest first and the missing last.
func (r *Report) ordered() []Peer {
	peers := slices.Clone(r.Peers)
	slices.SortStableFunc(peers, func(a, b Peer) int {
		return cmp.Or(
			cmp.Compare(a.group(), b.group()),
			strings.Compare(string(a.Standard), string(b.Standard)),
			cmp.Compare(min(1, len(a.Missing)), min(1, len(b.Missing))),
			cmp.Compare(r.typical(a.Name), r.typical(b.Name)))
	})
	return peers
}

// List writes which peers there are.
func (r *Report) List(w io.Writer) error {
	t := table{header: []string{"standard", "peer", "language", "version", "here"}, left: 5}
	for _, p := range r.ordered() {
		here := "yes"
		if p.Missing != "" {
			here = "no: " + p.Missing
		}
		t.rows = append(t.rows, []string{string(p.Standard), p.Name, p.Language, p.Version, here})
	}
	var b strings.Builder
	t.write(&b, "  ", "", "")
	_, err := io.WriteString(w, b.String())
	return err
}

// result returns the result of a peer with a corpus.
func (r *Report) result(peer, corpus string) (Result, bool) {
	i := slices.IndexFunc(r.Results, func(s Result) bool { return s.Peer == peer && s.Corpus == corpus })
	if i < 0 {
		return Result{}, false
	}
	return r.Results[i], true
}

// typical returns the ratio by which peers are ordered: the first that there is, or infinity.
func (r *Report) typical(peer string) float64 {
	for _, c := range r.Corpora {
		if result, ok := r.result(peer, c.Name); ok && result.Ratio > 0 {
			return result.Ratio
		}
	}
	return math.Inf(1)
}

func (r *Report) ratios(peer string) (cells []string) {
	for _, c := range r.Corpora {
		result, ok := r.result(peer, c.Name)
		switch {
		case !ok:
			cells = append(cells, "–")
		case result.Error != "":
			cells = append(cells, "failed")
		case peer == ours:
			cells = append(cells, number1(result.Nanoseconds)+" ns")
		default:
			cells = append(cells, ratio(result.Ratio))
		}
	}
	return cells
}

// wrong returns a count of wrong verdicts. A bound means none.
func wrong(p *Peer, n int) string {
	if p.Standard == Bound {
		return "–"
	}
	return fmt.Sprint(n)
}

func allocs(n float64) string {
	switch {
	case n < 0:
		return "–"
	case n < 0.005: // what the measuring itself allocates, shared by all lines
		return "0"
	}
	return fmt.Sprintf("%.2f", n)
}

func ratio(x float64) string {
	switch {
	case x == 0:
		return "–"
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

func number1(x float64) string {
	if x < 1000 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	titles, all := r.tables()
	for i, t := range all {
		b.WriteString(titles[i] + "\n\n")
		t.write(&b, "  ", "", "")
		b.WriteString("\n")
	}
	b.WriteString(summaryTitle + "\n\n")
	t := r.summary()
	t.write(&b, "  ", "", "")
	if bars := r.bars(r.SIMD); len(bars.rows) > 0 {
		b.WriteString("\n" + barsTitle + "\n\n")
		bars.write(&b, "  ", "", "")
	}
	fmt.Fprintf(&b, "\n%s\n", strings.Join(r.circumstances(), "\n"))
	_, err := io.WriteString(w, b.String())
	return err
}

const barsTitle = "What is to hold"

const summaryTitle = "All of it: how many times the time of " + ours

// Markdown writes the report as a document.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Results\n\nWritten by the command below; README.md says what the columns are.\n\n")
	for _, line := range r.circumstances() {
		b.WriteString("* " + line + "\n")
	}
	if r.Chart != "" {
		fmt.Fprintf(&b, "\n![a chart of the rates](%s)\n", r.Chart)
	}
	b.WriteString("\n## " + summaryTitle + "\n\n")
	t := r.summary()
	t.write(&b, " | ", "| ", " |")
	if bars := r.bars(r.SIMD); len(bars.rows) > 0 {
		b.WriteString("\n## " + barsTitle + "\n\n")
		bars.write(&b, " | ", "| ", " |")
	}
	titles, all := r.tables()
	for i, t := range all {
		b.WriteString("\n## " + titles[i] + "\n\n")
		t.write(&b, " | ", "| ", " |")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) circumstances() []string {
	lines := []string{
		"Command: `" + r.Command + "`",
		fmt.Sprintf("Machine: %s, %s, %.2f GHz by a chain of additions", r.Machine, r.Processor, r.Gigahertz),
		fmt.Sprintf("Go: %s; ours is built as: %s", r.Go, r.Build),
		fmt.Sprintf("Time: %s, CPU time, the least of %d rounds in which all take turns", r.Time.Format("2006-01-02 15:04 MST"), r.Rounds),
	}
	if r.Revision != "" {
		lines = append(lines, "Revision: "+r.Revision)
	}
	return lines
}

// write writes the table with its columns under each other. A Markdown table, one with a
// text in front of each row, has a line below the header.
func (t *table) write(w *strings.Builder, between, before, behind string) {
	widths := make([]int, len(t.header))
	rows := append([][]string{t.header}, t.rows...)
	for _, row := range rows {
		for i, cell := range row {
			if !(i == len(row)-1 && len(row) < len(t.header)) { // what is said instead of figures takes the rest of the row
				widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			}
		}
	}
	for i, row := range rows {
		t.writeRow(w, row, widths, between, before, behind)
		if i == 0 && before != "" {
			rule := make([]string, len(t.header))
			for i := range rule {
				rule[i] = strings.Repeat("-", max(3, widths[i])-1) + map[bool]string{true: "-", false: ":"}[i < t.left]
			}
			w.WriteString(before + strings.Join(rule, between) + behind + "\n")
		}
	}
}

func (t *table) writeRow(w *strings.Builder, row []string, widths []int, between, before, behind string) {
	var cells []string
	for i, cell := range row {
		space := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
		if i < t.left || len(row) < len(t.header) {
			cell += space
		} else {
			cell = space + cell
		}
		cells = append(cells, cell)
	}
	if before != "" {
		for range len(t.header) - len(row) {
			cells = append(cells, "")
		}
	}
	line := before + strings.Join(cells, between) + behind
	w.WriteString(strings.TrimRight(line, " ") + "\n")
}

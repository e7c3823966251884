package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/benchmarks/measure"
)

// A Table has rows of cells under a header. The first Left columns are aligned to the left. The
// other columns are numbers, aligned to the right.
type Table struct {
	Header []string
	Rows   [][]string
	Left   int
}

// tables returns a table for each corpus, and its title.
func (r *Report) tables() (titles []string, all []Table) {
	for _, c := range r.Corpora {
		titles = append(titles, fmt.Sprintf("%s: %d lines, %.1f bytes a line, each asked whether it is an %s",
			c.Name, c.Count, float64(c.Bytes)/float64(c.Count), c.Asked))
		all = append(all, r.table(c))
	}
	return titles, all
}

func (r *Report) table(c *measure.Corpus) Table {
	t := Table{
		Header: []string{"standard", "peer", "language", "ns/line", "GB/s", "cycles/B", "allocs/line", "accepted",
			"wrong accepts", "wrong rejects", "ratio"},
		Left: 3,
	}
	for _, result := range r.of(c) {
		p := r.peer(result.Peer)
		row := []string{string(p.Standard), p.Name, p.Language}
		if result.Error != "" {
			row = append(row, "failed: "+result.Error)
		} else {
			row = append(row,
				number1(result.Nanoseconds), fmt.Sprintf("%.2f", result.Gigabytes), fmt.Sprintf("%.2f", result.Cycles),
				Allocs(result.Allocs), fmt.Sprint(result.Accepted),
				wrong(p, result.WrongAccepts), wrong(p, result.WrongRejects), Ratio(result.Ratio))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// of returns the results of a corpus in the order of the table. Peers are in groups by standard, in
// the order of measure.Standards. Other standards follow by their names. In a group peers without
// an error come first, the fastest of them first.
func (r *Report) of(c *measure.Corpus) (results []measure.Result) {
	for _, result := range r.Results {
		if result.Corpus == c.Name {
			results = append(results, result)
		}
	}
	slices.SortStableFunc(results, func(a, b measure.Result) int {
		p, q := r.peer(a.Peer), r.peer(b.Peer)
		return cmp.Or(
			cmp.Compare(p.Group(), q.Group()),
			strings.Compare(string(p.Standard), string(q.Standard)),
			strings.Compare(a.Error, b.Error),
			cmp.Compare(a.Nanoseconds, b.Nanoseconds))
	})
	return results
}

// summary returns a table with a row for each peer and a column for each corpus. A cell has the
// time of the peer divided by that of Ours. The cells of Ours have its time.
func (r *Report) summary() Table {
	t := Table{Header: []string{"standard", "peer", "language", "version"}, Left: 4}
	for _, c := range r.Corpora {
		t.Header = append(t.Header, c.Name)
	}
	for _, p := range r.ordered() {
		row := []string{string(p.Standard), p.Name, p.Language, p.Version}
		if p.Missing != "" {
			row = append(row, "not here: "+p.Missing)
		} else {
			row = append(row, r.ratios(p.Name)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ordered returns the peers in groups by standard. In a group the fastest peer comes first, and the
// missing ones come last.
func (r *Report) ordered() []measure.Peer {
	peers := slices.Clone(r.Peers)
	slices.SortStableFunc(peers, func(a, b measure.Peer) int {
		return cmp.Or(
			cmp.Compare(a.Group(), b.Group()),
			strings.Compare(string(a.Standard), string(b.Standard)),
			cmp.Compare(min(1, len(a.Missing)), min(1, len(b.Missing))),
			cmp.Compare(r.typical(a.Name), r.typical(b.Name)))
	})
	return peers
}

// List writes a table of the peers: whether each is here, or why it is missing.
func (r *Report) List(w io.Writer) error {
	t := Table{Header: []string{"standard", "peer", "language", "version", "here"}, Left: 5}
	for _, p := range r.ordered() {
		here := "yes"
		if p.Missing != "" {
			here = "no: " + p.Missing
		}
		t.Rows = append(t.Rows, []string{string(p.Standard), p.Name, p.Language, p.Version, here})
	}
	var b strings.Builder
	t.Write(&b, "  ", "", "")
	_, err := io.WriteString(w, b.String())
	return err
}

// result returns the result of a peer on a corpus, and whether there is one.
func (r *Report) result(peer, corpus string) (measure.Result, bool) {
	i := slices.IndexFunc(r.Results, func(s measure.Result) bool { return s.Peer == peer && s.Corpus == corpus })
	if i < 0 {
		return measure.Result{}, false
	}
	return r.Results[i], true
}

// typical returns the ratio by which ordered sorts a peer: its ratio on the first corpus on which
// it has one. Without such a corpus it is infinity.
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
		case peer == measure.Ours:
			cells = append(cells, number1(result.Nanoseconds)+" ns")
		default:
			cells = append(cells, Ratio(result.Ratio))
		}
	}
	return cells
}

// wrong returns n, a number of wrong verdicts of p, as text. For a peer of the standard Bound it
// returns a dash, because such a peer is no validator and its verdicts have no meaning.
func wrong(p *measure.Peer, n int) string {
	if p.Standard == measure.Bound {
		return "–"
	}
	return fmt.Sprint(n)
}

func Allocs(n float64) string {
	switch {
	case n < 0:
		return "–"
	case n < 0.005: // allocations of the measuring itself, shared by all lines
		return "0"
	}
	return fmt.Sprintf("%.2f", n)
}

func Ratio(x float64) string {
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
		t.Write(&b, "  ", "", "")
		b.WriteString("\n")
	}
	b.WriteString(summaryTitle + "\n\n")
	t := r.summary()
	t.Write(&b, "  ", "", "")
	if bars := r.bars(r.SIMD); len(bars.Rows) > 0 {
		b.WriteString("\n" + BarsTitle + "\n\n")
		bars.Write(&b, "  ", "", "")
	}
	fmt.Fprintf(&b, "\n%s\n", strings.Join(r.Circumstances(), "\n"))
	_, err := io.WriteString(w, b.String())
	return err
}

const BarsTitle = "What is to hold"

const summaryTitle = "All of it: how many times the time of " + measure.Ours

// Markdown writes the report as a document.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Results\n\nWritten by the command below; README.md says what the columns are.\n\n")
	for _, line := range r.Circumstances() {
		b.WriteString("* " + line + "\n")
	}
	if r.Chart != "" {
		fmt.Fprintf(&b, "\n![a chart of the rates](%s)\n", r.Chart)
	}
	b.WriteString("\n## " + summaryTitle + "\n\n")
	t := r.summary()
	t.Write(&b, " | ", "| ", " |")
	if bars := r.bars(r.SIMD); len(bars.Rows) > 0 {
		b.WriteString("\n## " + BarsTitle + "\n\n")
		bars.Write(&b, " | ", "| ", " |")
	}
	titles, all := r.tables()
	for i, t := range all {
		b.WriteString("\n## " + titles[i] + "\n\n")
		t.Write(&b, " | ", "| ", " |")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) Circumstances() []string {
	lines := []string{
		"Command: `" + r.Command + "`",
		fmt.Sprintf("Machine: %s, %s, %.2f GHz by a chain of additions", r.Machine, r.Processor, r.Gigahertz),
		fmt.Sprintf("Go: %s; ours is built as: %s", r.Go, r.Build),
		fmt.Sprintf("Time: %s, CPU time, the least of %d rounds in which all take turns",
			r.Time.Format("2006-01-02 15:04 MST"), r.Rounds),
	}
	if r.Revision != "" {
		lines = append(lines, "Revision: "+r.Revision)
	}
	return lines
}

// Write writes the table with aligned columns. Each row begins with before and ends with behind,
// and between separates its cells. If before is not empty, the table is one of Markdown, and Write
// adds a line such as `| --- | --: |` below the header.
func (t *Table) Write(w *strings.Builder, between, before, behind string) {
	widths := make([]int, len(t.Header))
	rows := append([][]string{t.Header}, t.Rows...)
	for _, row := range rows {
		for i, cell := range row {
			if !(i == len(row)-1 && len(row) < len(t.Header)) { // a text instead of figures takes the rest of the row
				widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			}
		}
	}
	for i, row := range rows {
		t.writeRow(w, row, widths, between, before, behind)
		if i == 0 && before != "" {
			rule := make([]string, len(t.Header))
			for i := range rule {
				rule[i] = strings.Repeat("-", max(3, widths[i])-1) + map[bool]string{true: "-", false: ":"}[i < t.Left]
			}
			w.WriteString(before + strings.Join(rule, between) + behind + "\n")
		}
	}
}

func (t *Table) writeRow(w *strings.Builder, row []string, widths []int, between, before, behind string) {
	var cells []string
	for i, cell := range row {
		space := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
		if i < t.Left || len(row) < len(t.Header) {
			cell += space
		} else {
			cell = space + cell
		}
		cells = append(cells, cell)
	}
	if before != "" {
		for range len(t.Header) - len(row) {
			cells = append(cells, "")
		}
	}
	line := before + strings.Join(cells, between) + behind
	w.WriteString(strings.TrimRight(line, " ") + "\n")
}

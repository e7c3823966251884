package files

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/report"
)

// A filesPage has the results of a run of whole programs.
type filesPage struct {
	report   *report.Report
	sections []*section
	inputs   inputs
	slack    float64 // a factor for the bars, such as 0.8; 1 for no slack
	chart    string  // the name of the file with the chart, in the folder of the page; "" without one
}

// held reports whether each measured ratio is at least its bar less the slack of the page
// (Bar.Asked), and the programs of iri are right about each line.
func (p *filesPage) held() bool {
	for _, s := range p.sections {
		for _, b := range s.bars {
			if ratio, ok := s.ratio(b); ok && ratio < b.Asked(p.slack) {
				return false
			}
		}
		for _, program := range s.programs {
			v := s.took[program.name].verdicts
			if accepted, _ := v.wrong(); program.version == this && accepted+v.rejected > 0 {
				return false
			}
		}
	}
	return true
}

// write writes the tables to w. It writes the chart to the file o.SVG and the page to the file
// o.Markdown, if the options name them.
func (p *filesPage) write(o measure.Options, w io.Writer) error {
	var b strings.Builder
	for _, s := range p.sections {
		b.WriteString(s.title + "\n\n")
		t := s.table()
		t.Write(&b, "  ", "", "")
		b.WriteString("\n")
	}
	bars := p.bars()
	bars.Write(&b, "  ", "", "")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	if o.SVG != "" {
		p.chart = filepath.Base(o.SVG)
		f, err := os.Create(o.SVG)
		if err != nil {
			return err
		}
		err = p.rates().Write(f)
		if closed := f.Close(); err != nil || closed != nil {
			return fmt.Errorf("%s: %w %w", o.SVG, err, closed)
		}
	}
	if o.Markdown == "" {
		return nil
	}
	return os.WriteFile(o.Markdown, []byte(p.markdown()), 0o666)
}

// table returns the table of a section: a row for each program, the fastest first and the missing
// last.
func (s *section) table() report.Table {
	t := report.Table{
		Header: []string{
			"program", "language", "version",
			"wall s", "CPU s", "MB/s", "peak MB", "wrong accepts", "wrong rejects", "ratio",
		},
		Left: 3,
	}
	for _, p := range s.ordered() {
		row := []string{p.name, p.language, p.version}
		took, ok := s.took[p.name]
		if !ok {
			t.Rows = append(t.Rows, append(row, "not here: "+p.missing))
			continue
		}
		rate, peak := fmt.Sprintf("%.0f", 1000/s.time(p.name)), fmt.Sprintf("%.0f", float64(took.Peak)/1e6)
		if p.own {
			peak = "–"
		}
		row = append(row, seconds(took.Wall), seconds(took.CPU), rate, peak)
		row = append(row, took.verdicts.cells()...)
		of := "–"
		if ours := s.ours(p.reads); ours > 0 {
			of = report.Ratio(s.time(p.name) / ours)
		}
		t.Rows = append(t.Rows, append(row, of))
	}
	return t
}

// whole has the inputs of which others are a part. Times are for each byte, so those of a part can
// be compared with those of the whole. Those of a compressed form cannot.
var whole = map[string]string{rightOnes: triples, someURLs: urlList}

// ours returns the time of the first program of iri in the section that has one, that reads the
// given input or the whole of it, and that does not measure itself. The column of ratios compares
// the others with it. Without such a program ours returns 0.
func (s *section) ours(reads string) float64 {
	reads = cmp.Or(whole[reads], reads)
	for _, p := range s.programs {
		if time := s.time(p.name); p.version == this && !p.own && p.reads == reads && time > 0 {
			return time
		}
	}
	return 0
}

// ordered returns the programs of the section, the fastest first and those without a time last.
func (s *section) ordered() []program {
	all := slices.Clone(s.programs)
	slices.SortStableFunc(all, func(a, b program) int {
		x, y := s.time(a.name), s.time(b.name)
		switch {
		case x == 0 && y == 0 || x == y:
			return 0
		case x == 0 || y != 0 && x > y:
			return 1
		}
		return -1
	})
	return all
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) }

// cells returns the two cells of a row for wrong verdicts: the accepted wrong lines, and the
// refused right lines.
func (v verdicts) cells() []string {
	if !v.known {
		return []string{"–", "–"}
	}
	accepted, of := v.wrong()
	return []string{fmt.Sprintf("%d of %d", accepted, of), fmt.Sprint(v.rejected)}
}

// bars returns the table of the bars of all sections: the ratio, the bar, and whether it holds.
func (p *filesPage) bars() report.Table {
	t := report.Table{Header: []string{"the time of", "to that of", "ratio", "the bar", ""}, Left: 2}
	for _, s := range p.sections {
		for _, b := range s.bars {
			if measured, ok := s.ratio(b); ok {
				verdict := map[bool]string{true: "holds", false: "missed"}[measured >= b.Asked(p.slack)]
				t.Rows = append(t.Rows, []string{b.Of, b.To, report.Ratio(measured), b.Promise(), verdict})
			}
		}
	}
	return t
}

// kinds returns a table of the wrong lines. It has a row for each kind of wrong line and a column
// for each program: how many lines of the kind the program accepts.
func (s *section) kinds() report.Table {
	var judged []program
	var names []string
	for _, p := range s.ordered() {
		if v := s.took[p.name].verdicts; v.known {
			judged = append(judged, p)
			for kind := range v.of {
				if !slices.Contains(names, kind) {
					names = append(names, kind)
				}
			}
		}
	}
	slices.Sort(names)
	t := report.Table{Header: []string{"kind"}, Left: 1}
	for _, p := range judged {
		t.Header = append(t.Header, p.name)
	}
	for _, kind := range names {
		row := []string{kind}
		for _, p := range judged {
			v := s.took[p.name].verdicts
			row = append(row, fmt.Sprintf("%d of %d", v.accepted[kind], v.of[kind]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// rates returns the chart: a row for each program, with a point at its rate in GB/s.
func (p *filesPage) rates() report.Chart {
	c := report.Chart{Title: "How fast whole programs read whole files on " + p.report.Processor}
	shown := slices.DeleteFunc(slices.Clone(p.sections), func(s *section) bool { return s.series == "" })
	for i, s := range shown {
		c.Series = append(c.Series, s.series)
		for _, program := range s.ordered() {
			if time := s.time(program.name); time > 0 {
				row := report.ChartRow{Label: program.name + " (" + program.language + ")", Values: make([]float64, len(shown))}
				row.Values[i] = 1 / time
				c.Rows = append(c.Rows, row)
			}
		}
	}
	return c
}

// markdown returns the page in Markdown.
func (p *filesPage) markdown() string {
	var b strings.Builder
	b.WriteString("# Whole programs on whole files\n\n" +
		"Written by the command below; README.md, \"Whole files\", says what the columns are.\n\n")
	for _, line := range p.circumstances() {
		b.WriteString("* " + line + "\n")
	}
	if p.chart != "" {
		fmt.Fprintf(&b, "\n![a chart of the rates](%s)\n", p.chart)
	}
	b.WriteString("\n## " + report.BarsTitle + "\n\n")
	bars := p.bars()
	bars.Write(&b, " | ", "| ", " |")
	for _, s := range p.sections {
		b.WriteString("\n## " + s.title + "\n\n")
		t := s.table()
		t.Write(&b, " | ", "| ", " |")
		if kinds := s.kinds(); len(kinds.Header) > 1 && !s.wall {
			b.WriteString("\nHow many wrong lines of each kind are accepted:\n\n")
			kinds.Write(&b, " | ", "| ", " |")
		}
		s.writeCommands(&b, p.inputs, p.report.Rounds)
	}
	return b.String()
}

// folders matches the folders of an absolute path, at the beginning of a text, after a space or
// after a quote.
var folders = regexp.MustCompile(`(^|[ '])/(?:[^/ ']+/)+`)

// shown returns the command of a program on a file, for the page. It leaves out the folders of
// paths, and quotes words with a space or "|". A word of more than 200 bytes, the regular
// expression, becomes '…'.
func (p program) shown(file string) string {
	var words []string
	for _, word := range p.on(filepath.Base(file)) {
		word = folders.ReplaceAllString(word, "$1")
		switch {
		case len(word) > 200:
			word = "'…'" // the regular expression
		case strings.ContainsAny(word, " |"):
			word = `"` + word + `"`
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// writeCommands writes the command of each program in the section, the number of its rounds if it
// is less than rounds, and the first right line that the program refuses, if any.
func (s *section) writeCommands(b *strings.Builder, in inputs, rounds int) {
	b.WriteString("\nThe commands:\n\n")
	for _, p := range s.programs {
		if p.missing != "" {
			continue
		}
		fmt.Fprintf(b, "* %s: `taskset -c %s %s`", p.name, cmp.Or(p.cores, s.cores), p.shown(in[p.reads].path))
		if p.note != "" {
			b.WriteString(", " + p.note)
		}
		if p.most > 0 && p.most < rounds {
			fmt.Fprintf(b, "; rounds: %d of %d", p.most, rounds)
		}
		b.WriteString("\n")
		if first := s.took[p.name].verdicts.first; first != "" {
			fmt.Fprintf(b, "  The first right line that it refuses: `%s`\n", strings.ReplaceAll(first, "`", "'"))
		}
	}
}

func (p *filesPage) circumstances() []string {
	lines := []string{
		"Command: `" + p.report.Command + "`",
		"Machine: " + p.report.Machine + ", " + p.report.Processor,
		"Go: " + p.report.Go + "; ours is built as: " + p.report.Build,
		fmt.Sprintf("Time: %s, the least of %d rounds in which all take turns, or of fewer where the command says so",
			p.report.Time.Format("2006-01-02 15:04 MST"), p.report.Rounds),
	}
	for _, name := range []string{triples, urlList} {
		truth := p.inputs[name].truth
		lines = append(lines, fmt.Sprintf("%s: %d bytes, %d lines, %d of them wrong",
			name, truth.Bytes, truth.Lines, len(truth.Wrong)))
	}
	if p.report.Revision != "" {
		lines = append(lines, "Revision: "+p.report.Revision)
	}
	return lines
}

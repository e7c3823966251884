package fault

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// page returns the data for the page, with at most the given number of examples per code.
func (r *Report) page(run *Run, examples int) page {
	total, noun := r.files.total(), r.noun()+"s"
	p := page{
		Program: run.Version.Program, Verdict: r.verdict(&total), Incomplete: r.incomplete(run),
		HasRecords: total.Records() > 0, Invalid: bar{Width: percent(total.Invalid, total.Records()), Bad: true},
		Facts: r.facts(&total), Run: run.facts(),
		Subtitle: fmt.Sprintf("%s, %s, in %s",
			terminal.Counted(int64(r.files.count()), "file"), terminal.Bytes(total.Stored), duration(run.Elapsed)),
		ExamplesNote: "The first " + noun + " for each code, with position and message.",
	}
	if examples < maxExamples {
		p.ExamplesNote = fmt.Sprintf("The page shows only the first %d for each code.", examples)
	}
	p.addCodes(r.sortedCodes(), examples, noun)
	for _, of := range []struct {
		heading string
		*leaders
	}{{"Component", &r.components}, {"Field", &r.fields}, {"Host", &r.hosts}} {
		name := strings.ToLower(of.heading)
		t := table{Title: "By " + name, Of: of.heading, Caption: "Invalid " + noun + " by " + name}
		p.addLeaders(of.leaders, total.Invalid, true, t)
	}
	for _, of := range []struct {
		heading string
		*leaders
	}{{"Scheme", &r.schemes}, {"Host", &r.validHosts}} {
		name := strings.ToLower(of.heading)
		t := table{Title: "Valid values by " + name, Of: of.heading, Caption: "Valid values by " + name}
		p.addLeaders(of.leaders, of.total(), false, t)
	}
	p.addFiles(&r.files, noun)
	p.addReasons(&r.unread, "Files not read")
	p.addReasons(&r.leftOut, "Files skipped")
	return p
}

// noun returns "line" if all files consist of lines, otherwise "record".
func (r *Report) noun() string {
	if r.files.more > 0 || slices.ContainsFunc(r.files.list, func(f fileCounts) bool { return f.Format != "lines" }) {
		return "record"
	}
	return "line"
}

// verdict returns the page heading.
func (r *Report) verdict(total *Counts) string {
	all := total.Records()
	switch {
	case all == 0:
		return "There are no " + r.noun() + "s"
	case total.Valid == all && all == 1:
		return "The one " + r.noun() + " is valid"
	case total.Valid == all:
		return "All " + terminal.Counted(all, r.noun()) + " are valid"
	case total.Invalid == 0:
		return terminal.Count(total.Missing) + " of " + terminal.Counted(all, r.noun()) + " have no value"
	case total.Invalid == 1:
		return "1 of " + terminal.Counted(all, r.noun()) + " is invalid"
	}
	return terminal.Count(total.Invalid) + " of " + terminal.Counted(all, r.noun()) + " are invalid"
}

// incomplete explains why the counts do not cover the entire input, or returns "" if they do.
func (r *Report) incomplete(run *Run) string {
	var list []string
	if run.Interrupted {
		list = append(list, "The run was interrupted.")
	}
	switch n := int64(r.unread.count); {
	case n == 1:
		list = append(list, "One file was not read completely.")
	case n > 1:
		list = append(list, terminal.Count(n)+" files were not read completely.")
	}
	return strings.Join(list, " ")
}

// facts returns the numbers at the top of the page.
func (r *Report) facts(total *Counts) []fact {
	noun := r.noun()
	list := []fact{
		{Name: "Valid " + noun + "s", Value: terminal.Count(total.Valid)},
		{Name: "Invalid " + noun + "s", Value: terminal.Count(total.Invalid)},
	}
	add := func(name string, n int64) {
		if n > 0 {
			list = append(list, fact{Name: name, Value: terminal.Count(n)})
		}
	}
	add("Without a value", total.Missing)
	add("Blank lines skipped", total.Blank)
	add("Lines without an IRI", total.Without)
	add("Comments skipped", total.Comments)
	for _, of := range [][2]string{{"error", "Findings: errors"}, {"warning", "Findings: warnings"},
		{"note", "Findings: notes"}, {Fixed, "Mistakes fixed"}} {
		n := int64(0)
		for _, c := range r.codes {
			if c.severity == of[0] {
				n += c.count
			}
		}
		add(of[1], n)
	}
	if total.Stored != total.Text {
		list = append(list, fact{Name: "Decompressed", Value: terminal.Bytes(total.Text)})
	}
	return list
}

// facts describes the run.
func (r *Run) facts() []fact {
	words := make([]string, 0, len(r.Command))
	for _, word := range r.words() {
		words = append(words, shown(files.Quote(shortened(word, maxName))))
	}
	list := []fact{
		{Name: "Command", Value: strings.Join(words, " "), Code: true},
		{Name: "Started", Value: r.Started.UTC().Format("2006-01-02 15:04:05 UTC")},
		{Name: "Took", Value: duration(r.Elapsed)},
		{Name: "Program", Value: r.Version.String()},
	}
	if r.Rule != "" {
		hash := r.Rule.Hash()
		list = append(list,
			fact{Name: "Grammar", Value: shown(r.Rule.Grammar()), Code: true},
			fact{Name: "Rule", Value: shown(r.Rule.Name()), Code: true},
			fact{Name: "Language", Value: hex.EncodeToString(hash[:]), Code: true})
	}
	return list
}

// addCodes adds the code tables and the examples.
func (p *page) addCodes(list []*code, examples int, noun string) {
	mistakes := table{
		Title: "By code", Of: "Code", Columns: []string{"Count", "Share"},
		Caption: "Invalid " + noun + " by error code",
	}
	findings := table{
		Title: "Findings in valid " + noun, Of: "Code", Columns: []string{"Severity", "Count"},
		Caption: "Findings in valid " + noun + " by code",
	}
	if slices.ContainsFunc(list, func(c *code) bool { return c.severity == Fixed }) {
		findings.Title, findings.Caption = "Mistakes fixed", "Mistakes fixed by code"
	}
	sum, highest := int64(0), map[bool]int64{} // key: whether it is a finding
	for _, c := range list {
		finding := c.severity != ""
		highest[finding] = max(highest[finding], c.count)
		if !finding {
			sum += c.count
		}
	}
	known := registry()
	for i, c := range list[:min(len(list), maxPageCodes)] {
		section := c.section(known, fmt.Sprintf("code-%d", i+1), examples)
		p.Codes = append(p.Codes, section)
		r := row{Name: section.Code, More: section.Title, Link: section.ID, Charted: true}
		r.Bar = bar{Width: percent(c.count, highest[c.severity != ""]), Bad: c.severity == ""}
		if c.severity == "" {
			r.Numbers = []string{terminal.Count(c.count), share(c.count, sum)}
			mistakes.Rows = append(mistakes.Rows, r)
		} else {
			r.Numbers = []string{c.severity, terminal.Count(c.count)}
			findings.Rows = append(findings.Rows, r)
		}
	}
	for _, t := range []table{mistakes, findings} {
		if len(t.Rows) > 0 {
			p.Sections = append(p.Sections, t)
		}
	}
}

// section returns the page section about a code.
func (c *code) section(known map[string]program.CodePage, id string, examples int) codeSection {
	s := codeSection{ID: id, Code: shown(c.name)}
	if page, ok := known[c.name]; ok {
		s.Title, s.Page = page.Title, paragraphs(page)
	}
	if c.severity == Fixed {
		s.Title += " (fixed)"
	}
	for _, e := range c.examples[:min(len(c.examples), examples)] {
		s.Examples = append(s.Examples, exampleFigure{
			Place: e.place(), Message: shortened(terminal.Visible(e.message), maxMessage),
			Before: e.before, At: e.at, After: e.after, Mark: e.mark,
		})
	}
	return s
}

// place formats the position of an example as diagnostics on a terminal do.
func (s *sample) place() string {
	number := cmp.Or(s.line, s.record)
	place := fmt.Sprintf("%s:%d:%d", shown(s.file), number, s.column)
	if s.line > 0 && s.record > 0 {
		place += fmt.Sprintf(", record %d", s.record)
	}
	if s.field != "" {
		place += ", " + shown(s.field)
	}
	return place
}

// paragraphs splits the explanation of a code into paragraphs.
func paragraphs(page program.CodePage) (list []paragraph) {
	for text := range strings.SplitSeq(page.Text, "\n\n") {
		var p paragraph
		for i, part := range strings.Split(text, "`") {
			if part != "" {
				p.Words = append(p.Words, words{Text: part, Code: i%2 == 1})
			}
		}
		list = append(list, p)
	}
	for _, block := range []struct{ label, text string }{{"Example:", page.Example}, {"Instead:", page.Instead}} {
		if block.text != "" {
			var text []string
			for line := range strings.Lines(block.text) {
				text = append(text, terminal.Visible(strings.TrimSuffix(line, "\n")))
			}
			code := strings.Join(text, "\n")
			list = append(list, paragraph{Words: []words{{Text: block.label}}}, paragraph{Block: code})
		}
	}
	return list
}

// addLeaders adds a table that counts invalid records or valid values by name, unless none has a
// name. all is their number. Names with less than 0.5 % of them share a row.
func (p *page) addLeaders(l *leaders, all int64, invalid bool, t table) {
	list := l.sorted()
	if len(list) == 0 {
		return
	}
	t.Columns = []string{"Count", "Share"}
	if l.lost > 0 {
		const format = "There are more than %s names. Only the most frequent names are listed, some with a range of counts."
		t.Note = fmt.Sprintf(format, terminal.Count(int64(l.max)))
	}
	named, rest := min(len(list), maxPageNames), int64(0)
	if l.lost == 0 {
		if i := slices.IndexFunc(list, func(c *leader) bool { return 200*c.count < all }); i >= 0 && len(list)-i > 1 {
			named = min(named, i)
		}
		for _, c := range list[named:] {
			rest += c.count
		}
	}
	highest := max(list[0].count, rest, l.absent)
	add := func(name string, n, over int64) {
		text := terminal.Count(n)
		if over > 0 {
			text = terminal.Count(n-over) + " to " + text
		}
		t.Rows = append(t.Rows, row{
			Name: name, Charted: true, Bar: bar{Width: percent(n, highest), Bad: invalid},
			Numbers: []string{text, share(n, all)},
		})
	}
	for _, c := range list[:named] {
		add(shown(c.name), c.count, c.over)
	}
	if n := len(list) - named; n > 0 && l.lost == 0 {
		add("("+terminal.Count(int64(n))+" others)", rest, 0)
	}
	switch {
	case l.absent > 0 && invalid:
		add("(not known)", l.absent, 0)
	case l.absent > 0:
		add("(none)", l.absent, 0)
	}
	p.Sections = append(p.Sections, t)
}

// addFiles adds the file table, in descending order of invalid records.
func (p *page) addFiles(f *fileList, noun string) {
	list := slices.Clone(f.list)
	slices.SortStableFunc(list, func(a, b fileCounts) int { return cmp.Compare(b.Invalid, a.Invalid) })
	t := table{
		Title: "By file", Of: "File", Columns: []string{"Invalid", "All", "Bytes"},
		Caption: "Counts of " + noun + " by file, most invalid " + noun + " first",
	}
	if len(list) == 0 {
		return
	}
	named, rest := min(len(list), maxPageNames), f.rest
	for i := range list[named:] {
		rest.add(list[named+i].Counts)
	}
	highest := max(list[0].Invalid, rest.Invalid)
	add := func(name, more string, c *Counts) {
		t.Rows = append(t.Rows, row{
			Name: name, More: more, Charted: true, Bar: bar{Width: percent(c.Invalid, highest), Bad: true},
			Numbers: []string{terminal.Count(c.Invalid), terminal.Count(c.Records()), terminal.Bytes(c.Stored)},
		})
	}
	for i := range list[:named] {
		add(shown(list[i].Name), form(&list[i].ReportFile), &list[i].Counts)
	}
	if n := f.count() - named; n > 0 {
		add("("+terminal.Count(int64(n))+" others)", "", &rest)
	}
	p.Sections = append(p.Sections, t)
}

// form returns the format and compression of a file, or "" for uncompressed lines.
func form(f *ReportFile) string {
	var list []string
	if f.Format != "lines" {
		list = append(list, f.Format)
	}
	if f.Compression != "" {
		list = append(list, f.Compression)
	}
	return shown(strings.Join(list, ", "))
}

// addReasons adds a list of files that were not read and the reasons.
func (p *page) addReasons(r *reasons, title string) {
	if r.count == 0 {
		return
	}
	list := listing{Title: title, Caption: terminal.Counted(int64(r.count), "file") + ", with the reasons"}
	if r.count > maxPageNames {
		all := terminal.Counted(int64(r.count), "file")
		list.Caption = fmt.Sprintf("The first %d of %s, with the reasons", maxPageNames, all)
	}
	for _, e := range r.list[:min(len(r.list), maxPageNames)] {
		list.Rows = append(list.Rows, fact{Name: shown(e.name), Value: shown(e.why)})
	}
	p.Lists = append(p.Lists, list)
}

// duration formats a duration in seconds, or in hours, minutes and seconds if it is longer.
func duration(d time.Duration) string {
	if d < time.Minute {
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	}
	d = d.Round(time.Second)
	return d.String()
}

// percent returns n as a percentage of all.
func percent(n, all int64) float64 {
	if all == 0 {
		return 0
	}
	return 100 * float64(n) / float64(all)
}

// share formats n as a percentage of all.
func share(n, all int64) string {
	if p := percent(n, all); p >= 0.1 || n == 0 {
		return strconv.FormatFloat(p, 'f', 1, 64) + " %"
	}
	return "< 0.1 %"
}

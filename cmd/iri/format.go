package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/columnar"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/nquads"
	"github.com/irilex/iri/tables/nquads12"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/ntriples12"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// A form holds the file-format flags.
type form struct {
	on        bool // whether the command has these flags
	format    string
	columns   []string
	fields    []string
	delimiter string
	noHeader  bool
	noQuotes  bool
	values    []string // unquoted texts that count as missing
	missing   string
	code      bool
	maxRecord program.Size
	maxPage   program.Size
}

func (f *form) flags(cmd *cobra.Command) {
	var names []string
	for _, name := range records.Formats() {
		names = append(names, string(name))
	}
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", string(records.Auto),
		"read files in this `FORMAT`: "+strings.Join(names, ", ")+", or an extension")
	flags.StringArrayVar(&f.columns, "column", nil,
		"read this `COLUMN` of CSV, TSV (name or number) or Parquet; may be repeated")
	flags.StringArrayVar(&f.fields, "field", nil,
		"read this `FIELD` of JSON lines, such as page.url or /page/url; may be repeated")
	flags.Var((*char)(&f.delimiter), "delimiter", "`CHAR` that separates CSV values, such as ; or \\x01 (default ,)")
	flags.BoolVar(&f.noHeader, "no-header", false, "CSV and TSV files have no header row")
	flags.BoolVar(&f.noQuotes, "no-quotes", false, "a quote in CSV and TSV is part of the value")
	flags.StringArrayVar(&f.values, "missing-value", nil,
		"an unquoted `WORD` in CSV and TSV, such as NULL, means no value; may be repeated")
	flags.BoolVar(&f.code, "code", false, "also read the links in code of HTML and Markdown")
	f.maxPage = columnar.DefaultMaxPage
	flags.Var(&f.maxPage, "max-page", "maximum `SIZE` of a Parquet page, such as 64MiB")
	f.maxRecord = records.MaxBytes
	flags.Var(&f.maxRecord, "max-record", "a record longer than `SIZE` is invalid; lines have no limit")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	for _, name := range []string{"column", "field", "delimiter", "missing-value", "max-record", "max-page"} {
		cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	f.on = true
	for _, name := range []string{"null", "escaped", "trim", "skip-blank", "comment"} {
		if flags.Lookup(name) == nil {
			continue
		}
		if program.Exclusive(cmd, "field", name); name == "null" || name == "escaped" {
			program.Exclusive(cmd, "column", name)
		}
	}
	program.Exclusive(cmd, "column", "field")
	program.About(cmd, formatsTopic, "format", "column", "field", "max-record", "max-page")
	program.About(cmd, linksTopic, "code")
	program.About(cmd, csvTopic, "delimiter", "no-header", "no-quotes", "missing-value")
}

// missingFlag adds --missing, for a command that validates or replaces values.
func (f *form) missingFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.missing, "missing", missingChoices[0],
		"`ACTION` for a record without a value: error (report it as invalid) or skip")
	cmd.RegisterFlagCompletionFunc("missing", cobra.FixedCompletions(missingChoices, cobra.ShellCompDirectiveNoFileComp))
	program.About(cmd, formatsTopic, "missing")
}

// ofLines lists the grammars whose main rule matches complete lines of files that would be read in
// another format because of their names.
var ofLines = []string{
	ntriples.Line.Grammar(), nquads.Line.Grammar(), ntriples12.Line.Grammar(), nquads12.Line.Grammar(),
}

var missingChoices = []string{"error", "skip"}

// options converts the flags to options for package records.
func (f *form) options(cmd *cobra.Command) (o records.Options, err error) {
	if !f.on {
		o.Format = records.PlainLines
		return o, nil
	}
	defer func() {
		if g, err := cmd.Flags().GetString("grammar"); err == nil && o.Format == records.Auto && slices.Contains(ofLines, g) {
			o.Format = records.PlainLines
		}
	}()
	if o.Format, err = records.Parse(f.format); err != nil {
		if answer, ok := program.AnswerTo(cmd, "--format="+f.format); ok {
			return o, program.Usagef(cmd, "unknown format %q; %s", f.format, answer)
		}
		return o, program.Usagef(cmd, "--format: %w", err)
	}
	if f.missing != "" && !slices.Contains(missingChoices, f.missing) {
		return o, program.Usagef(cmd, "--missing takes %s, not %q", strings.Join(missingChoices, " or "), f.missing)
	}
	o.Find, o.Code = text.Find, f.code
	o.Columns, o.Fields, o.SkipMissing = f.columns, f.fields, f.missing == missingChoices[1]
	o.NoHeader, o.NoQuotes, o.MissingValues = f.noHeader, f.noQuotes, f.values
	if cmd.Flags().Changed("max-record") {
		o.MaxRecord = int(f.maxRecord)
	}
	o.MaxPage = int64(f.maxPage)
	if f.delimiter != "" {
		o.Delimiter = f.delimiter[0]
	}
	return o, nil
}

// edited lists the formats whose records files.Edit trims or skips.
var edited = []records.Format{records.PlainLines, records.CSV, records.TSV}

// recommend makes faults in values of a format recommend the flags that skip or trim them.
func recommend(x *fault.Examiner, format records.Format) {
	x.Edits, x.Trims = format == records.PlainLines, slices.Contains(edited, format)
}

// flagFormats lists the formats to which each flag applies.
var flagFormats = []struct {
	flag    string
	formats []records.Format
}{
	{"column", []records.Format{records.CSV, records.TSV, records.Parquet}},
	{"delimiter", []records.Format{records.CSV, records.TSV}},
	{"no-header", []records.Format{records.CSV, records.TSV}},
	{"no-quotes", []records.Format{records.CSV, records.TSV}},
	{"missing-value", []records.Format{records.CSV, records.TSV}},
	{"field", []records.Format{records.JSONLines}},
	{"code", []records.Format{records.HTML, records.Markdown}},
	{"max-page", []records.Format{records.Parquet}},
	{"null", []records.Format{records.PlainLines, records.Prose}},
	{"escaped", []records.Format{records.PlainLines}},
	{"trim", edited},
	{"skip-blank", edited},
	{"comment", edited},
}

// suits returns an error if a file's name indicates Turtle, or if a flag does not apply to its
// format.
func (p *pass) suits(file *files.File) error {
	if f, ok := records.OfTurtle(file.Name); ok && p.options.Format == records.Auto {
		return fmt.Errorf("%s is Turtle, which is not supported; %s", file.Name, file.Try("riot --output="+string(f)+" FILE"))
	}
	format := p.format(file)
	for _, f := range flagFormats {
		if !p.cmd.Flags().Changed(f.flag) || slices.Contains(f.formats, format) {
			continue
		}
		var names []string
		for _, other := range f.formats {
			names = append(names, other.String())
		}
		const text = "%s is read as %v, but --%s is for %s; use --format %s"
		return fmt.Errorf(text, file.Name, format, f.flag, strings.Join(names, ", "), string(f.formats[0]))
	}
	return nil
}

// format returns the format in which a file is read.
func (p *pass) format(file *files.File) records.Format {
	format := p.options.Of(file)
	if selects := len(p.options.Columns)+len(p.options.Fields) > 0; p.search && !selects && !p.given() &&
		slices.Contains([]records.Format{records.CSV, records.TSV, records.JSONLines}, format) {
		return records.PlainLines
	}
	if p.texts && format == records.PlainLines && file.Found && !p.given() && records.MayBeText(file.Name) {
		return records.Prose
	}
	return format
}

// linkRule returns the rule for links in a format if rule is the usual rule for other values: links
// in documents may be relative.
func linkRule(format records.Format, rule tables.Rule) tables.Rule {
	switch {
	case !format.IsDocument():
	case rule == rfc3987.IRI:
		return rfc3987.IRIReference
	case rule == rfc3986.URI:
		return rfc3986.URIReference
	}
	return rule
}

// readsTexts makes the pass read files in directories as text if they may be text, unless a flag
// applies only to lines.
func (p *pass) readsTexts() {
	p.texts = !slices.ContainsFunc([]string{"escaped", "trim", "skip-blank", "comment"}, p.cmd.Flags().Changed)
}

// given reports whether --format names the format of all files.
func (p *pass) given() bool { return p.options.Format != records.Auto }

// reader returns a reader that yields the records of a file, validated against a rule.
func (p *pass) reader(file *files.File, rule tables.Rule) *records.Reader {
	o := p.options
	o.Format = p.format(file)
	r := o.Open(file, rule)
	p.reads(r.Format)
	if quiet, _ := p.cmd.Flags().GetBool("quiet"); r.Format != records.PlainLines && !p.given() && !quiet {
		p.once(string(r.Format), "%s is read as %v; --format overrides this", file.Name, r.Format)
	}
	return r
}

// A row is a function that prints a line and reports whether it is valid. If the fault is not nil,
// the line is a record that is malformed or lacks a value.
type row func(*files.Line, *fault.Fault) (valid bool, err error)

// rows calls do for each line of a file, or for each value in its records. It also calls do for a
// column or field without a value, and for a malformed record whose values are all valid.
func (p *pass) rows(file *files.File, do row) error {
	if p.format(file) == records.PlainLines {
		return p.lines(file, func(l *files.Line) error {
			if p.ignores(l) {
				return nil
			}
			_, err := do(l, nil)
			return err
		})
	}
	r := p.reader(file, "")
	for record, err := range r.Records() {
		switch {
		case err != nil:
			return p.unread(err)
		case p.leavesOut(r.Format, record):
			continue
		case len(record.Missing) > 0 && len(record.Values) == 0 && r.SkipMissing:
			p.missing++
			continue
		}
		if p.Count++; r.Format.HasLinks() {
			p.Count += len(record.Values) - 1 - record.Ignored
		}
		if err := p.record(r, record, do); err != nil {
			return err
		}
	}
	return nil
}

// leavesOut reports whether a record is a header, a blank line or a comment, and counts it.
func (p *pass) leavesOut(format records.Format, record *records.Record) bool {
	p.Comments += record.Comments
	p.blank(format, record.BlankLines())
	return record.Blank
}

// record calls do for each value in a record that is not ignored and for each missing value, and
// for a malformed record whose values are all valid.
func (p *pass) record(r *records.Reader, record *records.Record, do row) error {
	p.ignored += record.Ignored
	gaps := record.Missing
	if r.SkipMissing {
		gaps = nil
	}
	explained := record.Problem == nil
	for i := 0; ; i++ {
		for ; len(gaps) > 0 && gaps[0].Before == i; gaps = gaps[1:] {
			f, l := gapOf(r, gaps[0])
			if _, err := do(l, &f); err != nil {
				return err
			}
		}
		if i == len(record.Values) {
			break
		}
		if record.Values[i].Ignored {
			continue
		}
		valid, err := do(r.Line(i), nil)
		if err != nil {
			return err
		}
		explained = explained || !valid
	}
	if explained {
		return nil
	}
	f, l := faultOf(r)
	_, err := do(l, &f)
	return err
}

// ignores reports whether a line is ignored, and counts it.
func (p *pass) ignores(l *files.Line) bool {
	if p.options.Exclude == nil || !p.options.Exclude(l.Text) {
		return false
	}
	p.ignored++
	return true
}

// blank counts n lines without a record.
func (p *pass) blank(format records.Format, n int) {
	if format.HasLinks() {
		p.without += n
	} else {
		p.Blank += n
	}
}

// lines calls do for each line of a file.
func (p *pass) lines(file *files.File, do func(*files.Line) error) error {
	p.reads(records.PlainLines)
	for l, err := range file.Lines() {
		if err != nil {
			return p.unread(err)
		}
		if err := do(l); err != nil {
			return err
		}
	}
	return nil
}

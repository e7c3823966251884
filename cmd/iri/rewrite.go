package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// A rewrite holds the flags shared by the commands that replace values: fix, normalize, relativize,
// resolve, to-iri and to-uri. Each of these commands is a [change].
type rewrite struct {
	source source
	only   bool
	quiet  bool
	json   bool

	inPlace   bool
	dryRun    bool
	reporting fault.ReportFlag // only in iri fix

	rule     tables.Rule // matches the input of the change
	totals   string      // formats the numbers of changed and unchanged records and of those without a result
	fixes    bool        // whether the command is fix: it lists changes, and keeps lines without a result
	relative bool        // whether results are relative references
}

func (c *rewrite) flags(cmd *cobra.Command) {
	c.source.recordFlags(cmd)
	c.source.ignoreFlags(cmd)
	cmd.Flags().BoolVar(&c.only, "only", false, "print only the results, one per line (empty if there is none)")
	program.About(cmd, rewritingTopic, "only")
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "print no diagnostics")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one object per line")
	program.Exclusive(cmd, "quiet", "json")
	withOutput(cmd)
	c.editFlags(cmd)
	c.rule, c.totals = rfc3987.IRIReference, "%d changed, %d unchanged, %d without a result"
}

// A change appends the result for a line or value to dst, or returns the reason why there is no
// result.
type change func(w *rewriter, dst []byte, l *files.Line) ([]byte, *fault.Fault)

// run applies a change to the values in files and prints the results.
func (c *rewrite) run(cmd *cobra.Command, files []string, do change) error {
	p, err := c.source.pass(cmd, files)
	if err != nil {
		return err
	}
	if err := c.editing(p); err != nil {
		return err
	}
	report, err := c.reporting.Start(cmd, c.rule, &p.Inputs, !c.inPlace)
	if err != nil {
		return err
	}
	to := &sink{to: p.stdout, end: p.Separator}
	if c.json {
		to.end = '\n'
	}
	p.stdout = to
	if c.fixes {
		p.readsTexts()
	}
	onto, head := terminal.Is(cmd.OutOrStdout()), new(header)
	w, err := each(p, func(p *pass) *rewriter {
		p.atTurn(to.begin)
		if report != nil {
			p.report = fault.NewReport()
		}
		return &rewriter{rewrite: c, pass: p, do: do, printer: p.printer(), header: head, terminal: onto}
	})
	if err != nil {
		return err
	}
	if err := c.reporting.Write(cmd, p.report, p.interrupted); err != nil {
		return err
	}
	return p.status(w.without)
}

// A rewriter applies a change to the values in files. It prints each record with its new values, or
// the results.
type rewriter struct {
	refusals
	*rewrite
	pass    *pass
	do      change
	made    []text.Change     // what fix changed in the last value
	printer *terminal.Printer // prints diagnostics
	heading heading
	header  *header  // shared by all files
	noted   bool     // whether the report counts the last record as invalid
	results []result // of the last record
	room    []byte   // their texts

	editor    editor // of the open file, or nil if records are printed
	rewritten int    // number of files

	absolute bool // whether values must be IRIs, as in RDF
	terminal bool // whether invisible characters are shown by name

	changed, same, without int // numbers of records
}

// A result is the outcome for a value, or the fault in a record that is malformed or lacks a value.
type result struct {
	value    int // index of the value; -1 for the record
	from, to int // the text in room
	changed  bool
	made     []text.Change
	failed   bool         // whether there is no result
	misread  bool         // whether it would be read differently
	fault    *fault.Fault // of the record if value is -1
}

func (w *rewriter) add(other *rewriter) {
	w.changed, w.same, w.without = w.changed+other.changed, w.same+other.same, w.without+other.without
	w.rewritten += other.rewritten
	w.pass.report.Merge(other.pass.report)
}

// counts returns the counts as text for the summary.
func (w *rewriter) counts() string {
	return w.pass.total(w.changed+w.same+w.without) + fmt.Sprintf(w.totals, w.changed, w.same, w.without) +
		number(w.rewritten, "file", "rewritten")
}

func (w *rewriter) file(file *files.File) error { return w.pass.reported(file, w.read) }

// read applies the change to the lines or records of a file.
func (w *rewriter) read(file *files.File) error {
	format := w.pass.format(file)
	w.format, w.absolute = format, format.IsRDF() && !w.fixes
	if format == records.PlainLines {
		w.pass.hint(file, w.rule)
		if !w.edits() {
			return w.pass.lines(file, w.line)
		}
	}
	r := w.pass.reader(file, "")
	switch {
	case !w.copies():
	case format == records.Parquet:
		const message = "%s is a Parquet file, whose rows cannot be written; use --only or --json"
		return w.pass.unread(fmt.Errorf(message, file.Name))
	case w.relative && (format.IsRDF() || format == records.Prose):
		const message = "%s is read as %v, which cannot contain relative references; use --only or --json"
		return w.pass.unread(fmt.Errorf(message, file.Name, format))
	}
	if w.edits() {
		return w.edit(file, r)
	}
	return w.records(r)
}

// copies reports whether records are printed with their new values.
func (w *rewriter) copies() bool { return !w.only && !w.json }

// line applies the change to a line and prints the result.
func (w *rewriter) line(l *files.Line) error {
	w.begin()
	if w.pass.ignores(l) {
		w.room = append(w.room, l.Text...)
		return w.print(l, &result{to: len(w.room)})
	}
	w.mute = w.quiet && w.pass.report == nil
	one := w.apply(0, l)
	w.count(w.results)
	return w.print(l, one)
}

// begin begins a record.
func (w *rewriter) begin() { w.results, w.room, w.noted = w.results[:0], w.room[:0], false }

// apply adds the result for a value.
func (w *rewriter) apply(value int, l *files.Line) *result {
	one := result{value: value, from: len(w.room)}
	one.fault = w.try(l)
	one.to, one.made, one.failed = len(w.room), w.made, one.fault != nil
	one.changed = !one.failed && string(w.text(&one)) != string(l.Text)
	w.results = append(w.results, one)
	return &w.results[len(w.results)-1]
}

// try appends the result for a value to room, or returns the reason why there is none.
func (w *rewriter) try(l *files.Line) (f *fault.Fault) {
	if w.made = nil; w.absolute && !rfc3987.IRI.ValidBytes(l.Text) {
		return w.refused(rfc3987.IRI, l)
	}
	w.room, f = w.do(w, w.room, l)
	return f
}

// explain returns the reason why there is no result. It computes the reasons for the values of a
// record again, because a line of text may contain a million links and keeps none of them.
func (w *rewriter) explain(l *files.Line, one *result) *fault.Fault {
	switch {
	case one.fault != nil:
		return one.fault
	case !one.misread:
		return w.try(l)
	case !linkRule(w.format, w.rule).ValidBytes(l.Text):
		return w.refused(linkRule(w.format, w.rule), l)
	}
	const message = "the result %s would be read differently here; replace the value by hand"
	f := fault.New(l, fault.MisreadResult, "", fmt.Sprintf(message, short(string(w.text(one)))), 0, len(l.Text))
	return &f
}

// text returns the text of a result.
func (w *rewriter) text(one *result) []byte { return w.room[one.from:one.to] }

func failed(one result) bool { return one.failed }

// count counts a record with the given results.
func (w *rewriter) count(results []result) {
	switch {
	case slices.ContainsFunc(results, failed):
		w.without++
		return
	case slices.ContainsFunc(results, func(one result) bool { return one.changed }):
		w.changed++
	default:
		w.same++
	}
	w.pass.report.Valid(1)
}

// print prints a result, unless records are copied, and its diagnostics on stderr after flushing
// all earlier lines.
func (w *rewriter) print(l *files.Line, one *result) error {
	w.note(l, one)
	if w.json {
		return w.encode(l, one)
	}
	if w.only || l.Row == 0 {
		text := w.text(one)
		if one.failed && w.fixes && !w.only {
			text = l.Raw // with --escaped the text may contain a line ending
		}
		if w.terminal {
			text = []byte(terminal.Visible(string(text)))
		}
		end := byte('\n')
		if w.pass.Separator == 0 {
			end = 0
		}
		b := append(append(w.pass.Out.AvailableBuffer(), text...), end)
		if _, err := w.pass.Out.Write(b); err != nil {
			return err
		}
	}
	if w.quiet || !one.failed && len(one.made) == 0 {
		return nil
	}
	w.pass.Out.Flush() // Out keeps the error
	if one.failed {
		return w.printer.Print(w.explain(l, one).Diagnostic(l))
	}
	return w.list(l, one.made)
}

// encode prints a result as a JSON object.
func (w *rewriter) encode(l *files.Line, one *result) error {
	b := w.heading.append(w.pass.Out.AvailableBuffer(), l)
	b = terminal.AppendField(append(b, ','), "input", files.View(l.Text))
	if one.failed {
		b = append(w.explain(l, one).AppendJSON(append(b, `,"error":{`...)), '}')
	} else {
		b = terminal.AppendField(append(b, ','), "output", files.View(w.text(one)))
		if w.fixes {
			b = appendChanges(append(b, ','), l, one.made)
		}
	}
	_, err := w.pass.Out.Write(append(b, "}\n"...))
	return err
}

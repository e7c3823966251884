package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// A rewrite holds the flags shared by the commands that print one line per input line: resolve,
// relativize, normalize, to-uri and to-iri.
type rewrite struct {
	refusals
	source source
	json   bool
}

func (c *rewrite) flags(cmd *cobra.Command) {
	c.source.flags(cmd)
	cmd.Flags().BoolVar(&c.json, "json", false, "print one object per line")
}

// A change appends the result for a line to dst, or returns the reason why there is no result.
type change func(dst []byte, l *files.Line) ([]byte, *fault.Fault)

// A refusals finds the errors in lines that rules of rfc3987 reject, for commands without --rule.
type refusals struct {
	examiners map[tables.Rule]*fault.Examiner
	parts     bool // each text is part of a line or record, so --skip-blank is no remedy
	trims     bool // --trim would trim such a part
}

// refused returns the fault in a line that a rule rejects.
func (r *refusals) refused(rule tables.Rule, l *files.Line) *fault.Fault {
	f := r.examiner(rule).Examine(l)
	f.Accepted = ""
	return &f
}

// examiner returns the examiner for a rule.
func (r *refusals) examiner(rule tables.Rule) *fault.Examiner {
	x := r.examiners[rule]
	if x == nil {
		x = fault.NewExaminer(rule, rfc3987.Lookup)
		x.Edits, x.Trims = !r.parts, !r.parts || r.trims
		if r.examiners == nil {
			r.examiners = map[tables.Rule]*fault.Examiner{}
		}
		r.examiners[rule] = x
	}
	return x
}

// run applies a change to the lines of files and prints the results.
func (c *rewrite) run(cmd *cobra.Command, files []string, do change) error {
	p, err := c.source.pass(cmd, files)
	if err != nil {
		return err
	}
	p.serial = true // do may be stateful
	onto := terminal.Is(cmd.OutOrStdout())
	w, err := each(p, func(p *pass) *rewriter {
		w := &rewriter{pass: p, do: do, printer: p.printer(), terminal: onto}
		if w.show = w.print; c.json {
			w.show = w.encode
		}
		return w
	})
	if err != nil {
		return err
	}
	return p.status(w.without)
}

// A rewriter prints the results of a change.
type rewriter struct {
	pass    *pass
	do      change
	show    func(*files.Line) error
	printer *terminal.Printer // prints diagnostics
	heading heading
	result  []byte

	terminal bool // whether invisible characters are shown by name

	changed, same, without int // numbers of lines
}

func (w *rewriter) file(file *files.File) error { return w.pass.lines(file, w.show) }

func (w *rewriter) add(other *rewriter) {
	w.changed, w.same, w.without = w.changed+other.changed, w.same+other.same, w.without+other.without
}

// apply applies the change to a line and counts it.
func (w *rewriter) apply(dst []byte, l *files.Line) (result []byte, f *fault.Fault) {
	n := len(dst)
	result, f = w.do(dst, l)
	switch {
	case f != nil:
		w.without++
		return dst, f
	case string(result[n:]) == string(l.Text):
		w.same++
	default:
		w.changed++
	}
	return result, nil
}

// print prints a result as text. If a line has no result, it prints a diagnostic on stderr after
// flushing all earlier lines.
func (w *rewriter) print(l *files.Line) error {
	b, f := w.apply(w.pass.Out.AvailableBuffer(), l)
	if w.terminal {
		b = []byte(terminal.Visible(string(b)))
	}
	end := byte('\n')
	if w.pass.Separator == 0 {
		end = 0
	}
	if _, err := w.pass.Out.Write(append(b, end)); err != nil || f == nil {
		return err
	}
	w.pass.Out.Flush() // Out keeps the error
	return w.printer.Print(f.Diagnostic(l))
}

// encode prints a result as a JSON object.
func (w *rewriter) encode(l *files.Line) (err error) {
	var f *fault.Fault
	w.result, f = w.apply(w.result[:0], l)
	b := w.heading.append(w.pass.Out.AvailableBuffer(), l)
	b = terminal.AppendField(append(b, ','), "input", files.View(l.Text))
	if f == nil {
		b = terminal.AppendField(append(b, ','), "output", files.View(w.result))
	} else {
		b = append(f.AppendJSON(append(b, `,"error":{`...)), '}')
	}
	_, err = w.pass.Out.Write(append(b, "}\n"...))
	return err
}

// counts returns the counts as text for the summary.
func (w *rewriter) counts() string {
	return fmt.Sprintf("%d changed, %d unchanged, %d without a result", w.changed, w.same, w.without)
}

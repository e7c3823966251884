package main

import (
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/tables"
)

// reported calls do with a file and adds the file to the report.
func (p *pass) reported(file *files.File, do func(*files.File) error) error {
	format := p.format(file)
	p.report.Open(fault.ReportFile{Name: file.Name, Format: string(format), Compression: file.Compression})
	blank, without, comments, missing := p.Blank, p.without, p.Comments, p.missing
	err := do(file)
	p.report.Blank(p.Blank - blank)
	p.report.Without(p.without - without)
	p.report.Comments(p.Comments - comments)
	p.report.Missing(p.missing - missing)
	stored, text := file.Stored, file.Bytes
	if format == records.Parquet { // it is read from its end
		if _, size, err := file.At(); err == nil {
			stored, text = size, size
		}
	}
	p.report.Read(stored, text)
	return err
}

// namesOf returns a function that adds the scheme and the lowercase host of a value that the rule
// accepts to a report. It returns nil if the rule's values have no such components.
func namesOf(rule tables.Rule, r *fault.Report) func(value []byte) {
	if wide(rule) == "" {
		return nil
	}
	return func(value []byte) {
		ref, err := iri.ParseReference(files.View(value))
		if err != nil {
			panic("BUG: " + err.Error())
		}
		r.Value(strings.ToLower(ref.Scheme()), strings.ToLower(ref.Host()))
	}
}

// note adds an invalid line to a report, or a finding or change if severity is not "".
func note(r *fault.Report, l *files.Line, f *fault.Fault, severity string) {
	count := r.Invalid
	if severity != "" {
		count = r.Finding
	}
	if count(fault.Mistake{Code: f.Code, Severity: severity, Part: f.Part, Field: f.Field,
		Host: hostOf(files.View(f.Input))}) {
		d := f.Diagnostic(l)
		d.Severity = severity
		r.Example(fault.Example{Diagnostic: d, Record: l.Row, Field: f.Field})
	}
}

// note adds a result to the report: what fix changed, or why it failed. An invalid record counts
// once.
func (w *rewriter) note(l *files.Line, one *result) {
	if w.pass.report == nil {
		return
	}
	for _, c := range one.made {
		part := ""
		if c.Component != 0 {
			part = c.Component.String()
		}
		f := fault.New(l, c.Code, part, describe(c), c.Offset, len(c.From))
		note(w.pass.report, l, &f, fault.Fixed)
	}
	if one.failed && !w.noted {
		note(w.pass.report, l, w.explain(l, one), "")
		w.noted = !w.format.HasLinks()
	}
}

package main

import (
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
)

// file checks a file and adds it to the report.
func (t *tally) file(file *files.File) error {
	format := t.pass.format(file)
	t.report.Open(fault.ReportFile{Name: file.Name, Format: string(format), Compression: file.Compression})
	blank, without, comments, missing := t.pass.Blank, t.pass.without, t.pass.Comments, t.pass.missing
	err := t.lines(file)
	t.report.Blank(t.pass.Blank - blank)
	t.report.Without(t.pass.without - without)
	t.report.Comments(t.pass.Comments - comments)
	t.report.Missing(t.pass.missing - missing)
	stored, text := file.Stored, file.Bytes
	if format == records.Parquet { // it is read from its end
		if _, size, err := file.At(); err == nil {
			stored, text = size, size
		}
	}
	t.report.Read(stored, text)
	return err
}

// note adds an invalid line to the report, or a finding if severity is not "". The report must not
// be nil.
func (t *tally) note(l *files.Line, f *fault.Fault, severity string) {
	count := t.report.Invalid
	if severity != "" {
		count = t.report.Finding
	}
	if count(fault.Mistake{Code: f.Code, Severity: severity, Part: f.Part, Field: f.Field,
		Host: hostOf(files.View(f.Input))}) {
		d := f.Diagnostic(l)
		d.Severity = severity
		t.report.Example(fault.Example{Diagnostic: d, Record: l.Row, Field: f.Field})
	}
}

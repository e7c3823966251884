package main

import (
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
)

// reportHelp is the part of a command's help about --report.
const reportHelp = `With --report FILE, the counts go to FILE too: as a page if its name ends in .html, else as an
object of JSON. They are by code, component, host and file, with the first five examples of each code,
the time, and the versions of the program and the rule. The host is that of the authority, if it can be
told in spite of the mistake. Up to 10,000 hosts the counts of hosts are exact; of more, the frequent
hosts stay, and over says how many of count may be of others. Each invalid line is explained then, with
--quiet and beyond --max-errors too. FILE is replaced as a whole at the end, after Ctrl-C as well. For
-, which is the standard output, --quiet is needed. FILE cannot be one of the files to
be read, also in a directory, or of the grammar.

`

// file checks a file, and counts it for the report.
func (t *tally) file(file *files.File) error {
	format := t.pass.options.Of(file)
	t.report.Open(fault.ReportFile{Name: file.Name, Format: string(format), Compression: file.Compression})
	blank, comments, missing := t.pass.Blank, t.pass.Comments, t.pass.missing
	err := t.lines(file)
	t.report.Blank(t.pass.Blank - blank)
	t.report.Comments(t.pass.Comments - comments)
	t.report.Missing(t.pass.missing - missing)
	if _, size, ok := file.At(); ok && format == records.Parquet { // Parquet is read from its end
		t.report.Read(size, size)
	} else {
		t.report.Read(file.Stored, file.Bytes)
	}
	return err
}

// note counts a mistake for the report: of an invalid line, or with a severity a finding. The
// report must not be nil.
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

package main

import (
	"bytes"
	"io"

	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/records"
)

// An absence holds back the diagnostics for fields that no record of a file has had so far. If no
// record has such a field, a single message replaces them: see [records.AbsentError].
//
// Idea: up to maxAbsent diagnostics are kept, and printed before any other diagnostic, once a
// record has a value for the field, or at the end of the file. The others are only counted. Memory
// use is constant, and the output depends only on the order of the records.
type absence struct {
	seen map[string]bool // the fields that have had a value; nil if all have
	text bytes.Buffer    // the diagnostics that are not printed yet
	kept int             // number of diagnostics that were kept
	more int             // number of diagnostics that were only counted
}

// maxAbsent is the maximum number of diagnostics that an absence keeps.
const maxAbsent = 10

// lacks reports whether the only error in the record that r read last is a missing field that no
// record has had so far.
func (t *tally) lacks(r *records.Reader) bool {
	record, a := r.Refused(), &t.absence
	if a.seen == nil || t.check.json {
		return false
	}
	for _, v := range record.Values {
		if !a.seen[v.Name] {
			a.seen[v.Name] = true
			t.settle()
		}
	}
	return record.Problem == nil && len(record.Missing) > 0 && !a.seen[record.Missing[0].Name]
}

// hold counts an invalid record and holds back its diagnostic.
func (t *tally) hold(l *files.Line, f fault.Fault) error {
	a, to := &t.absence, io.Discard
	if a.kept < maxAbsent {
		a.kept++
		to = &a.text
	} else {
		a.more++
	}
	return t.showOn(to, program.NewPrinter(t.pass.cmd, to, t.pass.cmd.OutOrStdout()), l, f)
}

// release prints the diagnostics that are kept.
func (t *tally) release() {
	if a := &t.absence; a.text.Len() > 0 {
		t.pass.Out.Write(a.text.Bytes()) // Out keeps the error
		a.text.Reset()
	}
}

// settle prints what was held back.
func (t *tally) settle() {
	t.release()
	if a := &t.absence; a.more > 0 {
		const format = "%s: %d more %s without a field that no earlier record has; --json prints all"
		t.pass.tell(format, t.pass.file, a.more, plural(a.more, "record"))
		a.more = 0
	}
}

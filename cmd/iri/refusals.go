package main

import (
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// A refusals finds the errors in lines that rules of rfc3987 reject, for commands without --rule.
type refusals struct {
	examiners map[tables.Rule]*fault.Examiner
	format    records.Format
	parts     bool // each text is part of a line or value, so --trim and --skip-blank cannot help
	mute      bool // faults are not printed, so they are not explained
}

// refused returns the fault in a line that a rule rejects.
func (r *refusals) refused(rule tables.Rule, l *files.Line) *fault.Fault {
	if r.mute {
		return new(fault.Fault)
	}
	f := r.examiner(rule).Examine(l)
	f.Accepted = ""
	return &f
}

// examiner returns the examiner for a rule.
func (r *refusals) examiner(rule tables.Rule) *fault.Examiner {
	x := r.examiners[rule]
	if x == nil {
		x = fault.NewExaminer(rule, rfc3987.Lookup)
		if r.examiners == nil {
			r.examiners = map[tables.Rule]*fault.Examiner{}
		}
		r.examiners[rule] = x
	}
	if recommend(x, r.format); r.parts {
		x.Edits, x.Trims = false, false
	}
	return x
}

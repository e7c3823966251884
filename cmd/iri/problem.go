package main

import (
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/tables"
)

// A problems explains malformed records and missing values.
type problems struct {
	examiners map[tables.Rule]*fault.Examiner
}

// fault returns the fault in the record that r read last, and the record as a line.
func (p *problems) fault(r *records.Reader) (fault.Fault, *files.Line) {
	l, record := r.Line(-1), r.Refused()
	switch e := record.Problem; {
	case e == nil:
		return p.gap(r, record.Missing[0])
	case e.Rule != "":
		return p.examiner(e.Rule).Stop(l), l
	default:
		return fault.New(l, e.Code, "", e.Message, e.Offset, e.Length), l
	}
}

// gap returns the fault for a missing value in the record that r read last, and the record as a
// line.
func (p *problems) gap(r *records.Reader, g records.Gap) (fault.Fault, *files.Line) {
	l := r.Line(-1)
	code, message := r.Missing(g)
	return fault.New(l, code, "", message, 0, len(l.Text)), l
}

// examiner returns the examiner for a rule of a bundled grammar.
func (p *problems) examiner(rule tables.Rule) *fault.Examiner {
	x := p.examiners[rule]
	if x == nil {
		g, _ := bundled.Find(rule.Grammar())
		x = fault.NewExaminer(rule, g.Lookup)
		if p.examiners == nil {
			p.examiners = map[tables.Rule]*fault.Examiner{}
		}
		p.examiners[rule] = x
	}
	return x
}

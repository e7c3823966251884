package main

import (
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
)

// faultOf returns the fault in the record that r read last, and the record as a line.
func faultOf(r *records.Reader) (fault.Fault, *files.Line) {
	l, record := r.Line(-1), r.Refused()
	e := record.Problem
	if e == nil {
		return gapOf(r, record.Missing[0])
	}
	return fault.New(l, e.Code, "", e.Message, e.Offset, e.Length), l
}

// gapOf returns the fault for a missing value in the record that r read last, and the record as a
// line.
func gapOf(r *records.Reader, g records.Gap) (fault.Fault, *files.Line) {
	l := r.Line(-1)
	code, message := r.Missing(g)
	return fault.New(l, code, "", message, 0, len(l.Text)), l
}

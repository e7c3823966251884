package records

import "github.com/irilex/iri/tables"

// This file validates the records of a text.

// A run is a [Stretch] in numbers.
type run struct {
	valid, blank, missing int
	lines                 int // number of line ends in the run
	size                  int // length of the run, in bytes
	invalid               int // length of the invalid record after the run, in bytes; 0 if the text ends
}

// maxRuns is the number of runs after which the validation of a text ends, so that many short
// invalid records do not take much memory. Each invalid record costs more than its validation.
const maxRuns = 1 << 11

// A validator is a Syntax with a method to validate a text faster than record by record. The method
// ends after maxRuns runs, or a few thousand more.
type validator interface {
	validate(dst []run, text []byte, rule tables.Rule) []run
}

// validateEach appends the runs of a text, up to maxRuns, and validates record by record.
func validateEach(dst []run, text []byte, s Syntax, rule tables.Rule, skipMissing bool) []run {
	var record Record
	now := run{}
	for len(text) > 0 {
		rest := s.Next(&record, text)
		n := len(text) - len(rest)
		text = rest
		_, valid := record.verdict(rule, skipMissing)
		switch {
		case record.Blank:
			now.blank++
		case !valid:
			now.invalid = n
			if dst = append(dst, now); len(dst) >= maxRuns {
				return dst
			}
			now = run{}
			continue
		case len(record.Missing) > 0 && len(record.Values) == 0:
			now.missing++
		default:
			now.valid++
		}
		now.size += n
		now.lines += record.Lines
	}
	if now.size > 0 {
		dst = append(dst, now)
	}
	return dst
}

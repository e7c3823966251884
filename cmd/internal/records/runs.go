package records

// This file validates the records in a text.

// A run is a [Chunk] without its texts.
type run struct {
	valid, blank, comments, missing int

	values  int // number of values in the valid records
	lines   int // number of line endings
	size    int // length in bytes
	invalid int // length of the invalid record after the run, or 0 at the end
}

// maxRuns is the number of runs after which validation stops, so that many short invalid records do
// not take much memory. Stopping is cheap because reporting an invalid record costs more than
// validating it.
const maxRuns = 1 << 11

// A validator is a Syntax that can validate a text faster than record by record. It ignores
// rule.Prose. validate stops after maxRuns runs or a few thousand more.
type validator interface {
	validate(dst []run, text []byte, rule Rule) []run
}

// validateEach validates a text record by record and appends up to maxRuns runs.
func validateEach(dst []run, text []byte, s Syntax, rule Rule, skipMissing bool) []run {
	var record Record
	now := run{}
	for len(text) > 0 {
		rest := s.Next(&record, text)
		n := len(text) - len(rest)
		text = rest
		_, valid := record.verdict(rule, skipMissing)
		switch {
		case record.Comments > 0:
			now.comments++
		case record.Blank:
			now.blank += record.BlankLines()
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
			now.values += len(record.Values)
		}
		now.size += n
		now.lines += record.Lines
	}
	if now.size > 0 {
		dst = append(dst, now)
	}
	return dst
}

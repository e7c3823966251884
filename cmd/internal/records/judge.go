package records

import (
	"cmp"
	"runtime"
	"sync"

	"github.com/irilex/iri/cmd/internal/files"
)

// This file judges the records of a block, on several cores.

// A Stretch is a run of valid records, and the invalid record after it, if there is one. Its texts
// are valid until the next stretch.
type Stretch struct {
	Valid   int    // number of valid records
	Blank   int    // number of lines without a record
	Missing int    // number of records left out, because they lack the value
	Text    []byte // text of all these with their ends
	Header  bool   // whether Text is the header of the file instead

	Refused []byte // text of the invalid record with its end, or empty
	Value   int    // index of its first value refused by the rule; -1 for another reason

	// Long is a line longer than mostHeld, or nil. The caller judges it.
	Long *LongLine
}

// judge divides a block into parts, judges them, and appends them.
func (r *Reader) judge(parts []part, text []byte) []part {
	for len(text) > 0 {
		n := len(text)
		if size := max(min(r.size, mostHeld/r.workers()), len(text)/r.workers()); n > size {
			if n = r.syntax[0].Whole(text[:size]); n == 0 { // a record longer than size
				n = len(text)
			}
		}
		i := len(parts)
		if i < cap(parts) {
			parts = parts[:i+1]
		} else {
			parts = append(parts, part{})
		}
		parts[i].text, text = text[:n], text[n:]
	}
	for len(r.syntax) < len(parts) {
		r.syntax = append(r.syntax, r.create())
	}
	var group sync.WaitGroup
	for i := range parts[1:] {
		group.Go(func() { parts[i+1].judge(r, r.syntax[i+1]) })
	}
	parts[0].judge(r, r.syntax[0])
	group.Wait()
	return parts
}

// workers returns the number of goroutines to judge: see [Reader.Workers].
func (r *Reader) workers() int {
	all := runtime.GOMAXPROCS(0)
	if r.file.Compression != "" {
		all = max(1, all-1)
	}
	return cmp.Or(r.Workers, all)
}

// yield yields the stretches of a part. It judges what the part left out because it had too many
// runs. It returns false at the end of the iteration.
func (r *Reader) yield(p *part, yield func(*Stretch, error) bool) bool {
	var s Stretch
	for text := p.text; ; p.judge(r, r.syntax[0]) {
		for _, run := range p.runs {
			s = Stretch{Valid: run.valid, Blank: run.blank, Missing: run.missing, Text: text[:run.size]}
			r.place.line += run.lines
			r.place.row += run.valid + run.missing
			text = text[run.size:]
			if run.invalid > 0 {
				s.Refused, text = text[:run.invalid], text[run.invalid:]
				r.next(s.Refused)
				s.Value = r.record.refused(r.Rule)
			}
			more := yield(&s, nil)
			if files.Overwrite(s.Text, s.Refused); run.invalid > 0 {
				r.record.overwrite()
			}
			if !more {
				return false
			}
			if run.invalid > 0 {
				if err := r.cut(len(text)); err != nil {
					yield(nil, err)
					return false
				}
			}
		}
		if p.text = text; len(text) == 0 {
			return true
		}
	}
}

// A part is a part of a block, with its results: the runs of a beginning of its text, of all of it
// unless they are mostRuns.
type part struct {
	text []byte
	runs []run
}

// mostRuns is the number of runs after which the judging of a part ends, so that many short invalid
// records do not take much memory. Each invalid record costs more than its judging.
const mostRuns = 1 << 11

// A run is a [Stretch] in numbers.
type run struct {
	valid, blank, missing int
	lines                 int // number of line ends in the run
	size                  int // length of the run, in bytes
	invalid               int // length of the invalid record after the run, in bytes; 0 if the part ends
}

// A judge is a Syntax with a method to judge a text faster than record by record. The method ends
// after mostRuns runs, or a few thousand more.
type judge interface {
	judge(dst []run, text []byte, r *Reader) []run
}

// judge notes the runs of the part.
func (p *part) judge(r *Reader, s Syntax) {
	if j, ok := s.(judge); ok {
		p.runs = j.judge(p.runs[:0], p.text, r)
		return
	}
	p.runs = judgeEach(p.runs[:0], p.text, s, r)
}

// judgeEach appends the runs of a text, up to mostRuns, and judges record by record.
func judgeEach(dst []run, text []byte, s Syntax, r *Reader) []run {
	var record Record
	now := run{}
	for len(text) > 0 {
		rest := s.Next(&record, text)
		n := len(text) - len(rest)
		text = rest
		switch {
		case record.Blank:
			now.blank++
		case !record.valid(r):
			now.invalid = n
			if dst = append(dst, now); len(dst) >= mostRuns {
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

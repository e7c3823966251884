package peers

import (
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/tables"
)

// Names of two BatchPeers that have bars in package report.
const (
	TextVerdicts = "tables.Batch, text to verdicts"
	TextCount    = "tables.Batch, text to a count"
)

// BatchPeers returns a peer for each way to use tables.Batch, on one core. The text with newlines
// is built before any of the passes, and the memory for verdicts is allocated during the first,
// which is not timed: users of these functions already have both.
func BatchPeers() []measure.Peer {
	return []measure.Peer{
		ourPeer("tables.Batch, list to verdicts", inWay(listToVerdicts)),
		ourPeer(TextVerdicts, inWay(textToVerdicts)),
		ourPeer("tables.Batch, text to bad lines", inWay(textToBadLines)),
		ourPeer(TextCount, inWay(textToCount)),
	}
}

// A way runs a Batch on a corpus using one of its methods.
type way struct {
	pass     func()        // validates all lines once; the timed part
	accepted func() int    // returns the number of lines accepted in the last pass
	verdicts func() []byte // returns the verdicts of the last pass, or those for each line by itself
}

func listToVerdicts(b *tables.Batch, c *measure.Corpus) way {
	var v []bool
	return way{
		pass:     func() { v = b.AppendValid(v[:0], c.Lines) },
		accepted: func() int { return sum(numbers(v)) },
		verdicts: func() []byte { return numbers(v) },
	}
}

func textToVerdicts(b *tables.Batch, c *measure.Corpus) way {
	var v []bool
	text := c.Newlines()
	return way{
		pass:     func() { v = b.AppendValidLines(v[:0], text) },
		accepted: func() int { return sum(numbers(v)) },
		verdicts: func() []byte { return numbers(v) },
	}
}

func textToBadLines(b *tables.Batch, c *measure.Corpus) way {
	var bad []tables.Span
	text := c.Newlines()
	return way{
		pass:     func() { bad = b.AppendInvalidLines(bad[:0], text) },
		accepted: func() int { return len(c.Lines) - len(bad) },
		verdicts: func() []byte { return verdictsOf(c, bad) },
	}
}

// textToCount returns a way that only counts accepted lines. Its verdicts are the counts for texts
// of one line each.
func textToCount(b *tables.Batch, c *measure.Corpus) way {
	valid := 0
	text := c.Newlines()
	return way{
		pass:     func() { valid, _ = b.CountLines(text) },
		accepted: func() int { return valid },
		verdicts: func() []byte {
			verdicts := make([]byte, len(c.Lines))
			var line []byte
			for i, s := range c.Lines {
				line = append(append(line[:0], s...), '\n')
				n, _ := b.CountLines(line)
				verdicts[i] = byte(n)
			}
			return verdicts
		},
	}
}

// verdictsOf returns the verdicts for the lines of c, given the rejected lines: 0 for a line in
// bad, 1 otherwise. The spans in bad are ascending offsets in the text of c.Newlines.
func verdictsOf(c *measure.Corpus, bad []tables.Span) []byte {
	verdicts := make([]byte, len(c.Lines))
	at := 0
	for i, line := range c.Lines {
		verdicts[i] = 1
		if len(bad) > 0 && bad[0] == (tables.Span{Start: at, End: at + len(line)}) {
			verdicts[i], bad = 0, bad[1:]
		}
		at += len(line) + 1
	}
	return verdicts
}

func numbers(verdicts []bool) []byte {
	numbers := make([]byte, len(verdicts))
	for i, v := range verdicts {
		numbers[i] = measure.Number(v)
	}
	return numbers
}

func sum(numbers []byte) (n int) {
	for _, v := range numbers {
		n += int(v)
	}
	return n
}

// inWay returns an Open. make returns a way for a Batch and a corpus. The Open creates a Batch with
// one worker for the question's rule.
func inWay(make func(*tables.Batch, *measure.Corpus) way) func(measure.Question) (measure.Asked, error) {
	return func(q measure.Question) (measure.Asked, error) {
		b := tables.NewBatch(q.Rule(measure.RFC3987))
		b.Workers = 1
		return &ourBatch{make: func(c *measure.Corpus) way { return make(b, c) }}, nil
	}
}

// ourBatch is a peer that runs a Batch using a way. It keeps the way for the last corpus, so the
// way allocates its memory only once.
type ourBatch struct {
	make   func(*measure.Corpus) way
	corpus *measure.Corpus
	way    way
}

func (o *ourBatch) of(c *measure.Corpus) way {
	if o.corpus != c {
		o.corpus, o.way = c, o.make(c)
	}
	return o.way
}

// Verdicts makes a pass and returns its verdicts.
func (o *ourBatch) Verdicts(c *measure.Corpus) ([]byte, error) {
	w := o.of(c)
	w.pass()
	return w.verdicts(), nil
}

func (o *ourBatch) Time(c *measure.Corpus) (measure.Sample, error) {
	w := o.of(c)
	s := measure.Pass(func() int { w.pass(); return 0 })
	s.Accepted = w.accepted()
	return s, nil
}

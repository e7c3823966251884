package peers

import (
	"fmt"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/tables"
)

// The names of peers with bars.
const (
	TextVerdicts = "tables.Batch, text to verdicts"
	TextCount    = "tables.Batch, text to a count"
)

// BatchPeers returns the ways of tables.Batch, on one core. The text with newlines and the room for
// the verdicts are made outside of the timed pass: a user of these functions has them.
func BatchPeers() []measure.Peer {
	return []measure.Peer{
		ourPeer("tables.Batch, list to verdicts", inWay(listToVerdicts)),
		ourPeer(TextVerdicts, inWay(textToVerdicts)),
		ourPeer("tables.Batch, text to bad lines", inWay(textToBadLines)),
		ourPeer(TextCount, inWay(textToCount)),
	}
}

// A way is a way to run a batch on a corpus.
type way struct {
	pass     func()        // the timed part
	accepted func() int    // lines in the last pass
	verdicts func() []byte // of the last pass; nil for a way that only counts
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

func textToCount(b *tables.Batch, c *measure.Corpus) way {
	valid := 0
	text := c.Newlines()
	return way{
		pass:     func() { valid, _ = b.CountLines(text) },
		accepted: func() int { return valid },
	}
}

// verdictsOf returns the verdicts of a list of bad lines: 0 for a line with the bounds of a bad
// one, else 1.
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

// inWay returns an Open for a way to run a batch.
func inWay(make func(*tables.Batch, *measure.Corpus) way) func(measure.Question) (measure.Asked, error) {
	return func(q measure.Question) (measure.Asked, error) {
		b := tables.NewBatch(q.Rule(measure.RFC3987))
		b.Workers = 1
		return &ourBatch{make: func(c *measure.Corpus) way { return make(b, c) }}, nil
	}
}

// ourBatch runs a batch on a corpus, and keeps the way of the last corpus.
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

// Verdicts runs the batch. For a way that only counts it returns the right verdicts if the count is
// right.
func (o *ourBatch) Verdicts(c *measure.Corpus) ([]byte, error) {
	w := o.of(c)
	w.pass()
	if w.verdicts != nil {
		return w.verdicts(), nil
	}
	want, err := c.Want(measure.RFC3987)
	if err == nil && sum(want) != w.accepted() {
		err = fmt.Errorf("%d lines were counted, of which %d are valid", w.accepted(), sum(want))
	}
	return want, err
}

func (o *ourBatch) Time(c *measure.Corpus) (measure.Sample, error) {
	w := o.of(c)
	s := measure.Pass(func() int { w.pass(); return 0 })
	s.Accepted = w.accepted()
	return s, nil
}

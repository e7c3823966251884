package columnar

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// This file validates values on several cores.
//
// Idea. Checking a value takes longer than reading it, so the cores validate batches of values in
// parallel. One core first reads the next values of the page. The values of a dictionary are
// validated before the first page that refers to them, so rows need no further check.
//
// Requires: the valid function passed to [Open] can be called concurrently.
//
// Cost: BenchmarkReader measures reading with and without the check.
//
// Rejected: validating a dictionary value at its first row. Each row must then look up whether its
// value has been checked, which takes a quarter of the time per row.
//
// Tested against: TestReader compares the results with checking each value on its own.

// judgedAtOnce is the number of values in a batch, about 10 microseconds of checks.
const judgedAtOnce = 256

// judge sets the field Invalid of values. Unless ahead is nil, another core calls ahead in
// parallel.
func (c *column) judge(values []Value, ahead func()) {
	if _, done := c.page.source.(*indices); c.valid == nil || done {
		values = nil
	}
	inParts(len(values), ahead, func(from, to int) {
		for i := range values[from:to] {
			v := &values[from+i]
			v.Invalid = !c.valid(v.Text)
		}
	})
}

// judge sets invalid for all values.
func (d *dictionary) judge(valid func(text []byte) bool) {
	if d.judged = true; valid == nil {
		return
	}
	inParts(len(d.invalid), nil, func(from, to int) {
		for i := from; i < to; i++ {
			d.invalid[i] = !valid(d.data[d.ends[i]+4 : d.ends[i+1]])
		}
	})
}

// inParts splits the range from 0 to n, calls do with the parts on several cores, and waits for all
// calls. Unless first is nil, one core calls first before it calls do.
func inParts(n int, first func(), do func(from, to int)) {
	var at atomic.Int64
	work := func() {
		for {
			to := int(at.Add(judgedAtOnce))
			from := to - judgedAtOnce
			if from >= n {
				return
			}
			do(from, min(to, n))
		}
	}
	others := min(runtime.GOMAXPROCS(0), (n+judgedAtOnce-1)/judgedAtOnce) - 1
	var group sync.WaitGroup
	if first != nil {
		group.Go(func() {
			first()
			work()
		})
		others--
	}
	for range others {
		group.Go(work)
	}
	work()
	group.Wait()
}

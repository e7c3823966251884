package columnar

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// This file judges values, on several cores.
//
// Idea. The check of a value takes longer than reading it. So each core judges some values at a
// time until all are judged. One core first reads the next values of the page. The values of a
// dictionary are judged before the first page with its indices, and a row costs no check then.
//
// Requires: valid of [Open] may be called by several goroutines.
//
// Cost: BenchmarkReader, with and without the check.
//
// Rejected: judging a value of a dictionary at its first row. Each row then needs a second look at
// its verdict, which takes a quarter of the time of a row.
//
// Tested against: TestReader compares the verdicts with those of each value alone.

// judgedAtOnce is the number of values taken by a core at a time: some 10 microseconds of checks.
const judgedAtOnce = 256

// judge sets Invalid of values of the page. Unless ahead is nil, another core calls it meanwhile.
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

// judge sets invalid of all values.
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

// inParts calls do with parts of the range of 0 to n, on several cores, and waits for the end of
// all. One core calls first before, unless first is nil.
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

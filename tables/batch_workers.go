package tables

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/irilex/iri/tables/internal/engine"
)

// This file divides large batches among goroutines.
//
// Idea. Each goroutine repeatedly takes the next block of the batch. For a list, it stores each
// verdict directly at its index. For lines, the results of a block wait in a slot until the results
// of all earlier blocks have been appended.
//
// Requires and returns. See Batch. The results do not depend on the number of goroutines.
//
// Cost. A lock or an atomic addition per 256 KB block.
//
// Tested against: a loop over Valid (TestBatchAgrees).

// runWorkers runs work on n goroutines, including the caller's, and returns when all have ended. If
// work panicked, runWorkers then panics with the same value.
func runWorkers(n int, work func()) {
	var wait sync.WaitGroup
	var once sync.Once
	var panicked any
	careful := func() {
		defer func() {
			if p := recover(); p != nil {
				once.Do(func() { panicked = p })
			}
		}()
		work()
	}
	for range n - 1 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			careful()
		}()
	}
	careful()
	wait.Wait()
	if panicked != nil {
		panic(panicked)
	}
}

// workersFor returns the number of goroutines to use for n bytes.
func (b *Batch) workersFor(n int) int {
	workers := b.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return max(1, min(workers, n/b.block))
}

// validParallel is like validEach, but divides the list among goroutines.
func validParallel[S any](b *Batch, verdicts []bool, list []S, valid func(Rule, S) bool) {
	size := max(1, b.block/usual)
	var next atomic.Int64
	runWorkers(b.workersFor(len(list)*usual), func() {
		for {
			end := int(next.Add(int64(size)))
			at := min(end-size, len(list))
			end = min(end, len(list))
			if at == end {
				return
			}
			validEach(b.rule, verdicts[at:end], list[at:end], valid)
		}
	})
}

// inOrder calls do for each block of text, on several goroutines, and appends the results to dst in
// block order. room is the initial capacity of a result.
func inOrder[T any](b *Batch, text []byte, dst []T, room int, do func(dst []T, block []byte, at int) []T) []T {
	n := b.workersFor(len(text))
	o := &order[T]{text: text, size: b.block, slots: make([]slot[T], 4*n), dst: dst}
	o.free.L = &o.mu
	runWorkers(n, func() {
		defer o.leave()
		for s := o.take(); s != nil; s = o.take() {
			if s.found == nil {
				s.found = make([]T, 0, room)
			}
			s.found = do(s.found[:0], text[s.at:s.end], s.at)
			o.give(s)
		}
	})
	return o.dst
}

// An order hands out blocks of complete lines, and appends the results in block order. There are
// more slots than goroutines, so a slow goroutine does not stall the others immediately.
type order[T any] struct {
	text  []byte
	size  int       // minimum block size in bytes
	slots []slot[T] // block i uses slots[i%len(slots)]

	mu    sync.Mutex
	free  sync.Cond // signals that a slot is free or left is true
	at    int       // start of the next block
	dealt int       // number of blocks handed out
	done  int       // number of blocks whose results are in dst
	left  bool      // a goroutine has ended, because there are no more blocks or it panicked
	dst   []T
}

// A slot holds the result of the block text[at:end] until it can be appended.
type slot[T any] struct {
	at, end int
	found   []T
	ready   bool
}

// take returns a slot for the next block, or nil after the last block.
func (o *order[T]) take() *slot[T] {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.dealt-o.done == len(o.slots) && !o.left {
		o.free.Wait()
	}
	if o.left || o.at == len(o.text) {
		return nil
	}
	s := &o.slots[o.dealt%len(o.slots)]
	s.at, s.end = o.at, len(o.text)
	if s.end-s.at > o.size {
		s.end = engine.EndOfLine(o.text, s.at+o.size-1)
	}
	o.at = s.end
	o.dealt++
	return s
}

// give marks the result in a slot as ready, and appends to dst all results that are now next in
// order.
func (o *order[T]) give(s *slot[T]) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s.ready = true
	for s := &o.slots[o.done%len(o.slots)]; s.ready; s = &o.slots[o.done%len(o.slots)] {
		o.dst = append(o.dst, s.found...)
		s.ready = false
		o.done++
	}
	o.free.Broadcast()
}

// leave notifies the other goroutines that one has ended.
func (o *order[T]) leave() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.left = true
	o.free.Broadcast()
}

package tables

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/irilex/iri/tables/internal/engine"
)

// This file divides a large batch among goroutines.
//
// Idea. Goroutines take blocks of the batch one after the other. Verdicts of a list go to their
// elements. Results for the lines of a text wait in slots for the results of the blocks before
// them.
//
// Requires and returns. See Batch: the results of one goroutine.
//
// Cost. A lock or an atomic addition for each block of 256 KB.
//
// Tested against: TestBatchAgrees compares it with a loop of Valid.

// crew runs work on n goroutines, one of them the caller's, and returns when all have ended. It
// panics then if work panicked.
func crew(n int, work func()) {
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

// crewFor returns the number of goroutines for n bytes.
func (b *Batch) crewFor(n int) int {
	workers := b.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return max(1, min(workers, n/b.block))
}

// listTogether is validEach, the list divided among goroutines.
func listTogether[S any](b *Batch, verdicts []bool, list []S, valid func(Rule, S) bool) {
	size := max(1, b.block/usual)
	var next atomic.Int64
	crew(b.crewFor(len(list)*usual), func() {
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
// the order of the blocks. A result begins with room for as many elements.
func inOrder[T any](b *Batch, text []byte, dst []T, room int, do func(dst []T, block []byte, at int) []T) []T {
	n := b.crewFor(len(text))
	o := &order[T]{text: text, size: b.block, slots: make([]slot[T], 4*n), dst: dst}
	o.free.L = &o.mu
	crew(n, func() {
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

// An order deals out the blocks of a text, whole lines, and puts the results in the order of the
// blocks. There are more slots than goroutines, so a slightly late goroutine does not stop the
// others.
type order[T any] struct {
	text  []byte
	size  int       // of a block in bytes, at least
	slots []slot[T] // block i has the slot i % len(slots)

	mu    sync.Mutex
	free  sync.Cond // a slot is free, or left is true
	at    int       // the beginning of the next block
	dealt int       // number of blocks
	done  int       // number of blocks in dst
	left  bool      // a goroutine has ended: there are no more blocks, or it panics
	dst   []T
}

// A slot has the result of the block text[at:end] until its turn.
type slot[T any] struct {
	at, end int
	found   []T
	ready   bool
}

// take returns a slot with a block, nil after the last block.
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

// give takes the slot back, and moves the next results in the order to dst.
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

// leave is the last call of a goroutine.
func (o *order[T]) leave() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.left = true
	o.free.Broadcast()
}

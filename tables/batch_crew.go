package tables

import (
	"sync"
)

// bytesOfString is how many bytes a string of a list is taken to have.
const bytesOfString = 64

// crew does work on n goroutines, one of them the caller's, and returns when all have ended.
// If work panics it panics, then.
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
		wait.Go(careful)
	}
	careful()
	wait.Wait()
	if panicked != nil {
		panic(panicked)
	}
}

// A dealing deals out a text, whole lines at a time.
type dealing struct {
	text []byte
	size int // of a block, at least
	at   int // how much is dealt out
}

// next returns the next block, and where it begins; ok is false when there is none.
func (d *dealing) next() (block []byte, at int, ok bool) {
	if at = d.at; at == len(d.text) {
		return nil, at, false
	}
	d.at = min(at+d.size, len(d.text))
	if d.at < len(d.text) {
		d.at = endOfLine(d.text, d.at-1)
	}
	return d.text[at:d.at], at, true
}

// countTogether is countLines, the blocks of the text divided among goroutines.
func (b *Batch) countTogether(text []byte) (valid, invalid int) {
	var mu sync.Mutex
	deal := dealing{text: text, size: b.block}
	crew(b.workers(), func() {
		var good, bad int
		for {
			mu.Lock()
			valid, invalid = valid+good, invalid+bad
			block, _, ok := deal.next()
			mu.Unlock()
			if !ok {
				return
			}
			good, bad = b.countLines(block)
		}
	})
	return valid, invalid
}

// listTogether is validList, the list divided among goroutines.
func listTogether[S stringOrBytes](b *Batch, verdicts []bool, list []S) {
	size := max(1, b.block/bytesOfString)
	var mu sync.Mutex
	next := 0
	crew(b.workers(), func() {
		for {
			mu.Lock()
			at := next
			end := min(at+size, len(list))
			next = end
			mu.Unlock()
			if at == end {
				return
			}
			validList(b, verdicts[at:end], list[at:end])
		}
	})
}

// A slot has what was found out about a block until it is its turn.
type slot[T any] struct {
	found []T
	ready bool
}

// inOrder appends to dst what do appends for each block of text, in the order of the blocks, which
// are divided among goroutines. There are more slots than goroutines, so that nobody waits for
// one that is a little late. What is in them is as much as what was found out about as many blocks.
func inOrder[T any](b *Batch, text []byte, dst []T, do func(dst []T, block []byte, at int) []T) []T {
	workers := b.workers()
	var mu sync.Mutex
	free := sync.Cond{L: &mu}
	deal := dealing{text: text, size: b.block}
	slots := make([]slot[T], 4*workers)
	dealt, done, failed := 0, 0, false // blocks of text; and whether a goroutine panics
	crew(workers, func() {
		mu.Lock()
		held, ended := true, false
		defer func() {
			if !held {
				mu.Lock()
			}
			failed = failed || !ended
			free.Broadcast()
			mu.Unlock()
		}()
		for {
			for dealt-done == len(slots) && !failed {
				free.Wait()
			}
			block, at, ok := deal.next()
			if !ok || failed {
				ended = true
				return
			}
			s := &slots[dealt%len(slots)]
			dealt++
			mu.Unlock()
			held = false
			s.found = do(s.found[:0], block, at)
			mu.Lock()
			held = true
			s.ready = true
			for ; slots[done%len(slots)].ready; done++ {
				s := &slots[done%len(slots)]
				dst = append(dst, s.found...)
				s.ready = false
			}
			free.Broadcast()
		}
	})
	return dst
}

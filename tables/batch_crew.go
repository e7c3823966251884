package tables

import "sync"

// usual is how many bytes a line, or a string of a list, is taken to have.
const usual = 32

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

// crewFor returns how many goroutines are to share n bytes.
func (b *Batch) crewFor(n int) int { return max(1, min(b.workers(), n/b.block)) }

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
	crew(b.crewFor(len(text)), func() {
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
	size := max(1, b.block/usual)
	var mu sync.Mutex
	next := 0
	crew(b.crewFor(len(list)*usual), func() {
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

// inOrder appends to dst what do appends for each block of text, in the order of the blocks, which
// are divided among goroutines. About a block, room is how much is likely to be found out.
func inOrder[T any](b *Batch, text []byte, dst []T, room int, do func(dst []T, block []byte, at int) []T) []T {
	n := b.crewFor(len(text))
	o := &order[T]{deal: dealing{text: text, size: b.block}, slots: make([]slot[T], 4*n), dst: dst}
	o.free.L = &o.mu
	crew(n, func() {
		defer o.leave()
		for {
			s, block, at := o.take()
			if s == nil {
				return
			}
			if s.found == nil {
				s.found = make([]T, 0, room)
			}
			s.found = do(s.found[:0], block, at)
			o.give(s)
		}
	})
	return o.dst
}

// An order puts what goroutines find out about blocks in the order of these. There are more
// slots than goroutines, so that nobody waits for one that is a little late.
type order[T any] struct {
	mu    sync.Mutex
	free  sync.Cond // a slot is free, or nobody will ever free one
	deal  dealing
	slots []slot[T] // block i has the slot i % len(slots)
	dealt int       // blocks
	done  int       // of them, in dst
	left  bool      // whether a goroutine has ended: there are no more blocks, or it panics
	dst   []T
}

// A slot has what was found out about a block until it is its turn.
type slot[T any] struct {
	found []T
	ready bool
}

// take returns a slot, the block it is for, and where that begins; nil when there is nothing left to do.
func (o *order[T]) take() (s *slot[T], block []byte, at int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.dealt-o.done == len(o.slots) && !o.left {
		o.free.Wait()
	}
	block, at, ok := o.deal.next()
	if !ok || o.left {
		return nil, nil, 0
	}
	s = &o.slots[o.dealt%len(o.slots)]
	o.dealt++
	return s, block, at
}

// give takes the slot back, and moves what is next in the order to dst.
func (o *order[T]) give(s *slot[T]) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s.ready = true
	for {
		s := &o.slots[o.done%len(o.slots)]
		if !s.ready {
			break
		}
		o.dst = append(o.dst, s.found...)
		s.ready = false
		o.done++
	}
	o.free.Broadcast()
}

// leave is what a goroutine does last.
func (o *order[T]) leave() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.left = true
	o.free.Broadcast()
}

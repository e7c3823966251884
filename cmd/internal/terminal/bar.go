package terminal

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A Bar is a progress bar. Any goroutine may call its methods at any time. Add draws the bar, in
// one goroutine at a time, and not during a write through [Bar.Over] or a call of [Bar.Do]. The
// methods of a nil Bar draw nothing at all.
type Bar struct {
	to    io.Writer
	total int64                // bytes; 0 if unknown
	width int                  // of a line of the terminal, in cells
	clash bool                 // whether the results go to the same terminal
	clock func() time.Duration // time since the work began

	done           atomic.Int64 // bytes
	valid, invalid atomic.Int64
	next           atomic.Int64 // time of the next drawing

	writing sync.Mutex // held while writing to the terminal
	drawn   bool       // whether the bar is on the screen
}

const (
	delay    = time.Second            // the work lasts this long before a bar appears
	throttle = 100 * time.Millisecond // the shortest time between two drawings
)

// NewBar returns a bar for total bytes, or nil unless stderr is a terminal. The results of the work
// go to results. A total of 0 is unknown, as of a pipe. The bar then shows the bytes so far, and
// their rate per second.
func NewBar(stderr, results io.Writer, total int64) *Bar {
	if !Is(stderr) {
		return nil
	}
	start := time.Now()
	clock := func() time.Duration { return time.Since(start) }
	return newBar(stderr, total, columns(stderr, 80), Is(results), clock)
}

// newBar returns a bar for a terminal with lines of width cells.
func newBar(w io.Writer, total int64, width int, clash bool, clock func() time.Duration) *Bar {
	b := &Bar{to: w, total: total, width: width, clash: clash, clock: clock}
	b.next.Store(int64(delay))
	return b
}

// Count counts valid and invalid records.
func (b *Bar) Count(valid, invalid int) {
	if b != nil {
		b.valid.Add(int64(valid))
		b.invalid.Add(int64(invalid))
	}
}

// Add counts bytes done, and may draw the bar.
func (b *Bar) Add(n int) {
	if b == nil || n <= 0 {
		return
	}
	if done := b.done.Add(int64(n)); b.total > 0 && done >= b.total { // more than the total if a file has grown
		b.Clear()
		return
	}
	now := b.clock()
	if int64(now) < b.next.Load() || !b.writing.TryLock() {
		return
	}
	defer b.writing.Unlock()
	if int64(now) >= b.next.Load() { // no other goroutine has drawn the bar meanwhile
		b.next.Store(int64(now + throttle))
		b.drawn = true
		io.WriteString(b.to, erase+b.line(now))
	}
}

// erase empties the line of the cursor.
const erase = "\x1b[2K\r"

// Clear erases the bar. The next Add may draw it again.
func (b *Bar) Clear() { b.Do(func() {}) }

// Do erases the bar and calls f. f may write to the terminal, and the bar stays away until f
// returns. f must not use the bar's methods or a writer of Over.
func (b *Bar) Do(f func()) {
	if b == nil {
		f()
		return
	}
	b.writing.Lock()
	defer b.writing.Unlock()
	if b.drawn {
		b.drawn = false
		io.WriteString(b.to, erase)
	}
	f()
}

// Over returns a writer to w. If w is the bar's terminal, the writer erases the bar first.
func (b *Bar) Over(w io.Writer) io.Writer {
	if b == nil || !b.clash {
		return w
	}
	return &over{b, w}
}

type over struct {
	bar *Bar
	w   io.Writer
}

func (o *over) Write(p []byte) (n int, err error) {
	o.bar.Do(func() { n, err = o.w.Write(p) })
	return n, err
}

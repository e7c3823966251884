package terminal

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A Bar is a progress bar. It is safe for concurrent use. [Bar.Add] draws the bar, but not during a
// write through [Bar.Over] or a call of [Bar.Do]. The methods of a nil Bar draw nothing.
type Bar struct {
	to    io.Writer
	total int64                // bytes; 0 if unknown
	width int                  // of a line of the terminal, in cells
	clash bool                 // whether the results are written to the same terminal
	clock func() time.Duration // time since the work began

	done           atomic.Int64 // bytes
	valid, invalid atomic.Int64
	next           atomic.Int64 // time of the next redraw

	writing sync.Mutex // held while writing to the terminal
	drawn   bool       // whether the bar is on the screen
}

const (
	delay    = time.Second            // min time before the bar appears
	throttle = 100 * time.Millisecond // min time between redraws
)

// NewBar returns a bar for total bytes, or nil unless stderr is a terminal. The command writes its
// results to results. A total of 0 is unknown, as for a pipe; the bar then shows the bytes done and
// the bytes per second.
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

// Count adds to the counts of valid and invalid records.
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
	if done := b.done.Add(int64(n)); b.total > 0 && done >= b.total { // above the total if a file grew
		b.Clear()
		return
	}
	now := b.clock()
	if int64(now) < b.next.Load() || !b.writing.TryLock() {
		return
	}
	defer b.writing.Unlock()
	if int64(now) >= b.next.Load() { // no other goroutine drew the bar meanwhile
		b.next.Store(int64(now + throttle))
		b.drawn = true
		io.WriteString(b.to, erase+b.line(now))
	}
}

// erase clears the current line.
const erase = "\x1b[2K\r"

// Clear erases the bar. The next Add may draw it again.
func (b *Bar) Clear() { b.Do(func() {}) }

// Do erases the bar and calls f, which may write to the terminal. The bar is not drawn until f
// returns. f must not use the bar's methods or a writer from Over.
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

// Over returns a writer to w that erases the bar first if w is the same terminal.
func (b *Bar) Over(w io.Writer) io.Writer {
	if b == nil || !b.clash {
		return w
	}
	return &barWriter{b, w}
}

type barWriter struct {
	bar *Bar
	w   io.Writer
}

func (o *barWriter) Write(p []byte) (n int, err error) {
	o.bar.Do(func() { n, err = o.w.Write(p) })
	return n, err
}

package terminal

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A Bar is a progress bar. It is safe for concurrent use. [Bar.Add] draws the bar, except during a
// write through [Bar.Over] or a call to [Bar.Do]. The methods of a nil Bar draw nothing.
type Bar struct {
	to    io.Writer
	total int64                // in bytes; 0 if unknown
	width int                  // terminal width in cells
	clash bool                 // whether the results go to the same terminal
	clock func() time.Duration // returns the time since the work began

	done           atomic.Int64 // bytes
	valid, invalid atomic.Int64
	next           atomic.Int64 // time of the next redraw

	writing sync.Mutex // held while writing to the terminal
	drawn   bool       // whether the bar is on the screen
}

const (
	delay    = time.Second            // minimum time before the bar appears
	throttle = 100 * time.Millisecond // minimum time between redraws
)

// NewBar returns a bar for total bytes, or nil if stderr is not a terminal. The command writes its
// results to results. If total is 0, the total is unknown, for example because the input is a pipe.
// The bar then shows the number of bytes done and the bytes per second.
func NewBar(stderr, results io.Writer, total int64) *Bar {
	if !Is(stderr) {
		return nil
	}
	start := time.Now()
	clock := func() time.Duration { return time.Since(start) }
	return newBar(stderr, total, columns(stderr, 80), Is(results), clock)
}

// newBar returns a bar for a terminal that is width cells wide.
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

// Add counts n bytes as done and may draw the bar.
func (b *Bar) Add(n int) {
	if b == nil || n <= 0 {
		return
	}
	if done := b.done.Add(int64(n)); b.total > 0 && done >= b.total { // may exceed it if a file grew
		b.Clear()
		return
	}
	now := b.clock()
	if int64(now) < b.next.Load() || !b.writing.TryLock() {
		return
	}
	defer b.writing.Unlock()
	if int64(now) >= b.next.Load() { // no other goroutine has drawn the bar in the meantime
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

// Over returns a writer to w. If w is the same terminal, it erases the bar before each write.
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

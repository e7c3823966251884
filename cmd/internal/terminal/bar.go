package terminal

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A Bar is a progress bar: it shows how much of the work is done. Any goroutines may call its methods at any time. The bar is drawn in the
// calls of Add, by one goroutine at a time, and not while another writes through [Bar.Over] or in
// [Bar.Do]. A nil Bar is never seen.
type Bar struct {
	to    io.Writer
	total int64                // bytes; 0 if the total is not known
	width int                  // cells of a line of the terminal
	clash bool                 // whether its terminal is where the results go too
	clock func() time.Duration // since the work began

	done           atomic.Int64 // bytes
	valid, invalid atomic.Int64
	next           atomic.Int64 // the time before which it is not drawn

	writing sync.Mutex // held by the goroutine that writes to the terminal
	drawn   bool       // by the last of them
}

const (
	delay    = time.Second            // how long work must last before a bar appears
	throttle = 100 * time.Millisecond // how long a bar stands still at least
)

// NewBar returns a bar for total bytes, or nil when there is no terminal to draw it on. A total of 0
// is one that is not known, as of a pipe: the bar then has the bytes so far, and how many there are
// in a second. The results of the work go to results.
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

// Add counts bytes that are done, and may draw the bar.
func (b *Bar) Add(n int) {
	if b == nil || n <= 0 {
		return
	}
	if done := b.done.Add(int64(n)); b.total > 0 && done >= b.total { // beyond it when a file has grown
		b.Clear()
		return
	}
	now := b.clock()
	if int64(now) < b.next.Load() || !b.writing.TryLock() {
		return
	}
	defer b.writing.Unlock()
	if int64(now) >= b.next.Load() { // no other goroutine has drawn it since
		b.next.Store(int64(now + throttle))
		b.drawn = true
		io.WriteString(b.to, erase+b.line(now))
	}
}

// erase makes the line of the cursor empty.
const erase = "\x1b[2K\r"

// Clear takes the bar off the screen. The next Add may bring it back.
func (b *Bar) Clear() { b.Do(func() {}) }

// Do takes the bar off the screen and calls f, which may write to the terminal. The bar stays away
// until f returns. No method of the bar, and no writer over it, is to be used in f.
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

// Over returns a writer to w that clears the bar first when both are on one terminal.
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

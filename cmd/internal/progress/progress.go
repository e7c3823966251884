// Package progress shows on a terminal how much of the work is done.
package progress

import (
	"io"
	"strings"
	"time"

	"github.com/vbauerster/mpb/v8/decor"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// delay is how long work must last before a bar appears.
const delay = time.Second

// A Bar is a progress bar. All of it happens in the calls of its methods, so it is never
// drawn while something else writes. (Of mpb there are only the parts of the line here: its
// bars are drawn by a goroutine, and do not build everywhere.) A nil Bar is never seen.
type Bar struct {
	to    io.Writer
	parts []decor.Decorator
	stat  decor.Statistics
	next  time.Time // before which it is not drawn
	drawn bool
	clash bool // whether its terminal is where the results go too
}

// New returns a bar for total bytes, or nil when there is nothing to draw it on. A total of 0 is
// one that is not known, as of a pipe: the bar then has the bytes so far, and how many there are
// in a second. The results of the work go to results.
func New(stderr, results io.Writer, total int64) *Bar {
	if !terminal.Is(stderr) {
		return nil
	}
	return newBar(stderr, total, terminal.Width(stderr, 80), terminal.Is(results))
}

// throttle is how long a bar stands still at least.
const throttle = 100 * time.Millisecond

// newBar returns a bar for a terminal with lines of width cells.
func newBar(w io.Writer, total int64, width int, clash bool) *Bar {
	start := time.Now()
	speed := decor.NewAverageSpeed(decor.SizeB1000(0), ", % .1f", start)
	parts := []decor.Decorator{ // the most important first
		decor.NewPercentage("%d", decor.WC{W: 4}),
		graph(min(40, width/3)),
		decor.CountersKiloByte(" % .1f/% .1f"),
		speed,
		left(start),
	}
	if total == 0 {
		parts = []decor.Decorator{decor.CurrentKiloByte("% .1f"), speed}
	}
	return &Bar{
		to:    w,
		parts: parts,
		stat:  decor.Statistics{Total: total, AvailableWidth: width},
		next:  start.Add(delay),
		clash: clash,
	}
}

// graph is the part that grows.
func graph(width int) decor.Decorator {
	return decor.Any(func(s decor.Statistics) string {
		full := int(float64(width) * float64(s.Current) / float64(s.Total))
		return " |" + strings.Repeat("█", full) + strings.Repeat(" ", width-full) + "|"
	})
}

// left is the time that is left. That of mpb counts whole nanoseconds a byte: too few digits.
func left(start time.Time) decor.Decorator {
	return decor.Any(func(s decor.Statistics) string {
		rest := float64(s.Total-s.Current) / float64(s.Current)
		return ", " + time.Duration(rest*float64(time.Since(start))).Round(time.Second).String() + " left"
	})
}

// Add counts bytes that are done.
func (b *Bar) Add(n int) {
	if b == nil || n <= 0 {
		return
	}
	b.stat.Current += int64(n)
	if b.stat.Total > 0 && b.stat.Current >= b.stat.Total { // beyond it when a file has grown
		b.Clear()
		return
	}
	if now := time.Now(); !now.Before(b.next) {
		b.next = now.Add(throttle)
		b.draw()
	}
}

// draw writes as many parts as one line of the terminal has room for.
func (b *Bar) draw() {
	line := erase
	room := b.stat.AvailableWidth - 1 // the last cell makes some terminals wrap
	for _, part := range b.parts {
		text, width := part.Decor(b.stat)
		if room -= width; room < 0 {
			break
		}
		line += text
	}
	b.drawn = true
	io.WriteString(b.to, line)
}

// erase makes the line of the cursor empty.
const erase = "\x1b[2K\r"

// Clear takes the bar off the screen. The next Add may bring it back.
func (b *Bar) Clear() {
	if b != nil && b.drawn {
		b.drawn = false
		io.WriteString(b.to, erase)
	}
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

func (o *over) Write(p []byte) (int, error) {
	o.bar.Clear()
	return o.w.Write(p)
}

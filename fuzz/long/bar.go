package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// A bar shows the progress of the run: for a running check, by its expected duration. Without a
// terminal, a line reports the beginning of a check, and another its end. (The bars of mpb, used in
// parts by the programs, do not build on all platforms.)
type bar struct {
	to   io.Writer
	all  time.Duration
	done time.Duration // expected durations of the finished checks
	stop func()        // stops the drawing; nil without a terminal
	live bool
}

func newBar(to *os.File, all time.Duration) *bar {
	info, err := to.Stat()
	return &bar{to: to, all: all, live: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

// begin starts the display of a check.
func (b *bar) begin(c check) {
	if !b.live {
		fmt.Fprintf(b.to, "%s: about %s\n", c.name, short(c.takes))
		return
	}
	start, stop, stopped := time.Now(), make(chan struct{}), make(chan struct{})
	b.stop = func() { close(stop); <-stopped }
	go func() {
		defer close(stopped)
		for tick := time.Tick(time.Second); ; {
			io.WriteString(b.to, b.line(c, time.Since(start)))
			select {
			case <-stop:
				io.WriteString(b.to, erase)
				return
			case <-tick:
			}
		}
	}()
}

const (
	erase = "\x1b[2K\r"
	width = 30 // of the growing part, in cells
)

// line returns the bar of a check after a running time.
func (b *bar) line(c check, since time.Duration) string {
	done := b.done + min(since, c.takes*99/100)
	full := int(float64(width) * float64(done) / float64(b.all))
	return fmt.Sprintf("%s%3d %% |%s%s| %s, %s left", erase, done*100/b.all, strings.Repeat("█", full),
		strings.Repeat(" ", width-full), c.name, short(b.all-done))
}

// end reports the result of a check.
func (b *bar) end(c check, r result) {
	if b.stop != nil {
		b.stop()
		b.stop = nil
	}
	verdict := "holds"
	switch {
	case r.missing != "":
		verdict = "not run: " + r.missing
	case r.err != nil:
		verdict = fmt.Sprintf("failed: %v\n%s", r.err, r.tail)
	}
	b.done += c.takes
	fmt.Fprintf(b.to, "%s: %s, in %s\n", c.name, verdict, short(max(r.took, time.Second)))
}

package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// A bar shows how far the run has come: of a check that runs, as far as it should be by now.
// Where there is no terminal, a line says when a check begins, and one how it ended. (The bars of
// mpb, of which the programs use the parts, do not build everywhere.)
type bar struct {
	to   io.Writer
	all  time.Duration
	done time.Duration // what the checks that ended were to take
	stop func()        // the drawing; nil where there is no terminal
	live bool
}

func newBar(to *os.File, all time.Duration) *bar {
	return &bar{to: to, all: all, live: term.IsTerminal(int(to.Fd()))}
}

// begin says that a check begins.
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
	width = 30 // of the part that grows, in cells
)

// line is the bar when a check has run for so long.
func (b *bar) line(c check, since time.Duration) string {
	done := b.done + min(since, c.takes*99/100)
	full := int(float64(width) * float64(done) / float64(b.all))
	return fmt.Sprintf("%s%3d %% |%s%s| %s, %s left", erase, done*100/b.all, strings.Repeat("█", full), strings.Repeat(" ", width-full), c.name, short(b.all-done))
}

// end says how it ended.
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

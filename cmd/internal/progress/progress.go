// Package progress shows on a terminal how much of the work is done.
package progress

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// Delay is how long work must last before a bar appears.
const Delay = time.Second

// A Bar is a progress bar. All of it happens in the calls of its methods, so it is never
// drawn while something else writes. A nil Bar is never seen.
type Bar struct {
	bar   *progressbar.ProgressBar
	gate  *gate
	clash bool // whether its terminal is where the results go too
}

// New returns a bar for total bytes, or nil when there is nothing to draw it on. The
// results of the work go to results.
func New(stderr, results io.Writer, total int64) *Bar {
	if total <= 0 || !terminal.Is(stderr) {
		return nil
	}
	return newBar(stderr, total, min(40, terminal.Width(stderr, 80)/3), terminal.Is(results))
}

// throttle is how long a bar stands still at least.
const throttle = 100 * time.Millisecond

func newBar(w io.Writer, total int64, width int, clash bool) *Bar {
	g := &gate{to: w, opens: time.Now().Add(Delay)}
	bar := progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(g),
		progressbar.OptionSetWidth(width),
		progressbar.OptionShowBytes(true),
		progressbar.OptionShowTotalBytes(true),
		progressbar.OptionShowCount(),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionThrottle(throttle),
		progressbar.OptionClearOnFinish(),
	)
	bar.StartWithoutRender()
	return &Bar{bar: bar, gate: g, clash: clash}
}

// Add counts bytes that are done.
func (b *Bar) Add(n int) {
	if b != nil && n > 0 {
		b.bar.Add(n) // fails when a file has grown, which is no harm
	}
}

// Clear takes the bar off the screen. The next Add may bring it back.
func (b *Bar) Clear() {
	if b != nil && b.gate.drawn {
		b.bar.Clear()
		b.gate.drawn = false
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

// A gate swallows what is written before it opens.
type gate struct {
	to    io.Writer
	opens time.Time
	drawn bool
}

func (g *gate) Write(p []byte) (int, error) {
	if time.Now().Before(g.opens) {
		return len(p), nil
	}
	g.drawn = true
	return g.to.Write(p)
}

package terminal

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// A screen is a terminal with a clock.
type screen struct {
	bytes.Buffer
	now time.Duration
}

// bar returns a bar on the screen.
func (s *screen) bar(total int64, width int) *Bar {
	return newBar(s, total, width, true, func() time.Duration { return s.now })
}

// take returns the text on the screen and clears the screen.
func (s *screen) take() string {
	defer s.Reset()
	return s.String()
}

func TestNoBarWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	b := NewBar(&out, &out, 100)
	b.Add(10)
	b.Count(1, 2)
	b.Over(&out).Write([]byte("x"))
	b.Do(func() { out.WriteString("y") })
	b.Clear()
	if out.String() != "xy" {
		t.Errorf("%q", out.String())
	}
}

func TestBar(t *testing.T) {
	var s screen
	b := s.bar(100, 80)
	b.Add(10)
	b.Clear()
	if got := s.take(); got != "" {
		t.Fatalf("%q before a second has passed", got)
	}
	s.now = 2 * time.Second
	b.Count(3000, 1)
	b.Add(10)
	if got, want := s.take(), erase+
		" 20% |███             | 20 B of 100 B, 10 B/s, 8s left, 3,000 valid, 1 invalid"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.now += throttle - 1
	if b.Add(10); s.Len() > 0 {
		t.Errorf("%q too soon", s.take())
	}
	b.Over(&s).Write([]byte("result"))
	if got, want := s.take(), erase+"result"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if b.Clear(); s.Len() > 0 {
		t.Errorf("%q to clear an empty line", s.take())
	}
	s.now++
	b.Add(10)
	b.Do(func() { s.WriteString("message\n") })
	if got := s.take(); !strings.HasPrefix(got, erase+" 40% |") || !strings.HasSuffix(got, erase+"message\n") {
		t.Errorf("%q", got)
	}
}

// A narrow terminal shows only the most important parts.
func TestBarFits(t *testing.T) {
	for width, want := range map[int]string{
		4: "", 5: " 33%", 13: " 33% |█    |", 16: " 33% 24.4 MB/s", 20: " 33% 1m22s left",
		40: " 33% 1.0 GB of 3.0 GB, 1m22s left",
		50: " 33% 1m22s left, 12,345,678 valid, 1,234 invalid",
		80: " 33% 1.0 GB of 3.0 GB, 24.4 MB/s, 1m22s left, 12,345,678 valid, 1,234 invalid",
		99: " 33% |█████            | 1.0 GB of 3.0 GB, 24.4 MB/s, 1m22s left, 12,345,678 valid, 1,234 invalid",
	} {
		if got := lineOf(3e9, width); got != want {
			t.Errorf("%d cells: %q, not %q", width, got, want)
		}
	}
	for total := range 2 {
		for width := range 200 {
			line := lineOf(int64(total)*3e9, width)
			if n := utf8.RuneCountInString(line); n >= max(width, 1) {
				t.Errorf("%d cells of %d: %q", n, width, line)
			}
		}
	}
}

// lineOf returns the line of a bar with long numbers.
func lineOf(total int64, width int) string {
	var s screen
	b := s.bar(total, width)
	s.now = 41 * time.Second
	b.Count(12_345_678, 1234)
	b.Add(1e9)
	return strings.TrimPrefix(s.String(), erase)
}

func TestBarEnds(t *testing.T) {
	var s screen
	b := s.bar(100, 80)
	for _, n := range []int{99, 1, 1} { // a file that has grown
		s.now += time.Second
		b.Add(n)
	}
	if got := s.String(); !strings.HasSuffix(got, erase) || strings.Count(got, erase) != 2 {
		t.Errorf("%q", got)
	}
	b.done.Store(250) // by another goroutine, before the line is built
	if got := b.line(s.now); !strings.HasPrefix(got, "100% |") || !strings.Contains(got, "█| ") {
		t.Errorf("%q", got)
	}
}

// A bar with an unknown total has neither percentage nor graph, and Add never ends it.
func TestRate(t *testing.T) {
	var s screen
	b := s.bar(0, 80)
	s.now = 2 * time.Second
	b.Add(12_300_000)
	if got, want := s.take(), erase+"12.3 MB, 6.2 MB/s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.now *= 2
	b.Count(0, 7)
	b.Add(1)
	if got, want := s.take(), erase+"12.3 MB, 3.1 MB/s, 0 valid, 7 invalid"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if b.Clear(); s.take() != erase {
		t.Error("the bar stays")
	}
}

// A strict terminal fails if two goroutines write at once, or if a result follows a bar.
type strict struct {
	t      *testing.T
	busy   sync.Mutex
	bar    bool // whether the bar is on the screen
	writes int
}

func (s *strict) Write(p []byte) (int, error) {
	if !s.busy.TryLock() {
		s.t.Error("two writes at once")
		return 0, io.ErrShortWrite
	}
	defer s.busy.Unlock()
	for range 10 {
		runtime.Gosched() // lets other goroutines try to write
	}
	s.writes++
	switch text := string(p); {
	case text == erase:
		s.bar = false
	case strings.HasPrefix(text, erase):
		s.bar = true
	case s.bar:
		s.t.Error("a result beside the bar")
	}
	return len(p), nil
}

// Goroutines that read, count and write concurrently lose no byte or record. The bar is never mixed
// with results or messages.
func TestManyGoroutines(t *testing.T) {
	const goroutines, each = 8, 500
	s := &strict{t: t}
	var tick sync.Mutex
	now := delay
	b := newBar(s, 1+goroutines*each, 80, true, func() time.Duration {
		tick.Lock()
		defer tick.Unlock()
		now += throttle
		return now
	})
	out := b.Over(s)
	var all sync.WaitGroup
	for i := range goroutines {
		all.Go(func() {
			for range each {
				b.Count(2, 1)
				b.Add(1)
				if i%2 == 0 {
					out.Write([]byte("result\n"))
				} else {
					b.Do(func() { s.Write([]byte("message\n")) })
				}
			}
		})
	}
	all.Wait()
	if b.done.Load() != goroutines*each || b.valid.Load() != 2*goroutines*each || b.invalid.Load() != goroutines*each {
		t.Errorf("%d bytes, %d valid, %d invalid", b.done.Load(), b.valid.Load(), b.invalid.Load())
	}
	if s.writes <= goroutines*each {
		t.Error("the bar was never drawn")
	}
}

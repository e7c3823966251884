package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestNoBarWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	b := New(&out, &out, 100)
	b.Add(10)
	b.Over(&out).Write([]byte("x"))
	b.Clear()
	if out.String() != "x" {
		t.Errorf("%q", out.String())
	}
}

func TestBar(t *testing.T) {
	var screen bytes.Buffer
	b := newBar(&screen, 100, 80, true)
	b.Add(10)
	b.Clear()
	if screen.Len() > 0 {
		t.Fatalf("%q before a second has passed", screen.String())
	}
	b.next = time.Now()
	b.Add(10)
	if !bytes.Contains(screen.Bytes(), []byte(" 20% |█████                     | 20.0 b/100.0 b, ")) {
		t.Errorf("%q has no 20%%", screen.String())
	}
	screen.Reset()
	if b.Add(10); screen.Len() > 0 {
		t.Errorf("%q too soon", screen.String())
	}
	b.Over(&screen).Write([]byte("result"))
	if got, want := screen.String(), "\x1b[2K\rresult"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	screen.Reset()
	if b.Clear(); screen.Len() > 0 {
		t.Errorf("%q to clear nothing", screen.String())
	}
}

func TestBarFits(t *testing.T) {
	for width := 1; width < 100; width++ {
		var screen bytes.Buffer
		b := newBar(&screen, 3e9, width, true)
		b.next = time.Now()
		b.Add(1e9)
		if n := utf8.RuneCount(bytes.TrimPrefix(screen.Bytes(), []byte(erase))); n >= width {
			t.Errorf("%d cells of %d: %q", n, width, screen.String())
		}
	}
}

func TestBarEnds(t *testing.T) {
	var screen bytes.Buffer
	b := newBar(&screen, 100, 80, true)
	for _, n := range []int{99, 1, 1} { // a file that has grown
		b.next = time.Now()
		b.Add(n)
	}
	if got := screen.String(); !strings.HasSuffix(got, erase) || strings.Count(got, erase) != 2 {
		t.Errorf("%q", got)
	}
}

// Of a total that is not known the bar has no part, and it does not end by itself.
func TestRate(t *testing.T) {
	var screen bytes.Buffer
	b := newBar(&screen, 0, 80, true)
	b.next = time.Now()
	b.Add(12_300_000)
	if got := screen.String(); !strings.HasPrefix(got, erase+"12.3 MB, ") || !strings.HasSuffix(got, "B/s") || strings.Contains(got, "%") {
		t.Errorf("%q", got)
	}
	screen.Reset()
	b.next = time.Now()
	if b.Add(1); !strings.HasPrefix(screen.String(), erase+"12.3 MB, ") {
		t.Errorf("%q", screen.String())
	}
	screen.Reset()
	if b.Clear(); screen.String() != erase {
		t.Errorf("%q", screen.String())
	}
}

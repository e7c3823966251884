package progress

import (
	"bytes"
	"testing"
	"time"
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
	b := newBar(&screen, 100, 20, true)
	b.Add(10)
	b.Clear()
	if screen.Len() > 0 {
		t.Fatalf("%q before a second has passed", screen.String())
	}
	b.gate.opens = time.Now()
	time.Sleep(2 * throttle)
	b.Add(10)
	if !bytes.Contains(screen.Bytes(), []byte("20%")) {
		t.Errorf("%q has no 20%%", screen.String())
	}
	screen.Reset()
	b.Over(&screen).Write([]byte("result"))
	if got, want := screen.String(), "\x1b[2K\rresult"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	screen.Reset()
	if b.Clear(); screen.Len() > 0 {
		t.Errorf("%q to clear nothing", screen.String())
	}
}

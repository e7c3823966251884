//go:build unix

package files

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// Pipes and devices of the system are read to the end, and a waiting read is interrupted.
func TestInterruptiblePipe(t *testing.T) {
	for range 20 {
		rd, wr, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer rd.Close()
		ctx, cancel := context.WithCancel(t.Context())
		r := Interruptible(ctx, rd)
		text := make([]byte, 10)
		for _, want := range []string{"a", "bc"} {
			if _, err := wr.WriteString(want); err != nil {
				t.Fatal(err)
			}
			if n, err := r.Read(text); string(text[:n]) != want || err != nil {
				t.Errorf("%q, %v", text[:n], err)
			}
		}
		ended := make(chan error)
		go func() { _, err := r.Read(text); ended <- err }()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		wr.WriteString("d")
		if n, err := r.Read(text); n != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("%d, %v", n, err)
		}
		if err := errors.Join(wr.Close(), r.Close()); err != nil && !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
		if all, err := io.ReadAll(Interruptible(t.Context(), rd)); string(all) != "d" || err != nil {
			t.Errorf("%q, %v", all, err)
		}
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if all, err := io.ReadAll(Interruptible(t.Context(), null)); len(all) != 0 || err != nil {
		t.Errorf("%q, %v", all, err)
	}
}

// Closed files keep no descriptor.
func TestReadersAreClosed(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	const rounds, others = 1000, 100 // other tests have few files open
	first := int32(0)
	for round := range rounds {
		r, ok := Interruptible(t.Context(), null).(*polled)
		if !ok {
			t.Fatal("there is no pipe")
		}
		if round == 0 {
			first = r.fds[1].Fd
		} else if r.fds[1].Fd > first+others {
			t.Fatalf("descriptor %d, after %d for the first", r.fds[1].Fd, first)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A FIFO whose name promises compressed data is read until its first bytes tell the kind.
func TestPromisingFIFO(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ name, text, want string }{
		{"a.gz", zip(t, "a:b\n"), ""}, {"b.bz2", zip(t, "a:b\n"), ""}, {"c.gz", "", " is empty, so it is not "},
		{"d.zst", "\x28\xB5", " has only 2 bytes, so it is not "},
		{"e.gz", "http://a.example/", " is not compressed with gzip, "},
	} {
		name := filepath.Join(dir, test.name)
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Skip(err)
		}
		go func() {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			for _, b := range []byte(test.text) {
				f.Write([]byte{b})
				runtime.Gosched()
			}
		}()
		got, failed := collect(inputs(nil, name))
		if test.want == "" && (failed != nil || len(got) != 1) || test.want != "" && (len(failed) != 1 ||
			!strings.HasPrefix(failed[0], name+test.want)) {
			t.Errorf("%s: %q, %q", test.name, got, failed)
		}
	}
}

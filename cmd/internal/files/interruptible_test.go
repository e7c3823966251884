package files

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// TestInterruptible checks that canceling the context ends an endless operation.
func TestInterruptible(t *testing.T) {
	rd, wr := io.Pipe()
	for _, wait := range []func(ctx context.Context) error{
		func(ctx context.Context) error { _, err := Interruptible(ctx, rd).Read(make([]byte, 1)); return err },
		func(ctx context.Context) error {
			_, err := (&slowWriter{ctx, wr}).Write(make([]byte, 1))
			return err
		},
		func(ctx context.Context) error {
			_, err := await(ctx, func() (int, error) { select {} })
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- wait(ctx) }()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		rd, wr = io.Pipe()
	}
}

func TestInterruptibleReader(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	testkit.WriteFile(t, name, "text")
	f, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	for _, rd := range []io.Reader{f, strings.NewReader("text")} {
		if text, err := io.ReadAll(Interruptible(ctx, rd)); string(text) != "text" || err != nil {
			t.Errorf("%q, %v", text, err)
		}
	}
	cancel()
	if n, err := Interruptible(ctx, f).Read(make([]byte, 1)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := Open(t.Context(), name+"none"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestInterruptibleSystemFile checks that a file of size 0 is treated as one that may block: Linux
// reports /proc/kmsg and trace_pipe as regular files, but reading them waits for messages. The test
// does not read them, because a read removes messages.
func TestInterruptibleSystemFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "empty")
	testkit.WriteFile(t, name, "")
	for _, name := range []string{name, "/proc/self/maps", "/proc/version", "/proc/self/status", "/dev/null"} {
		f, err := os.Open(name)
		if err != nil {
			t.Logf("%s is not tested: %v", name, err)
			continue
		}
		defer f.Close()
		ctx, cancel := context.WithCancel(t.Context())
		r := Interruptible(ctx, f)
		if _, ok := r.(*fileReader); ok {
			t.Errorf("%s is read by a %T", name, r)
		}
		ended := make(chan error)
		go func() { _, err := io.ReadAll(r); ended <- err }()
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := r.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

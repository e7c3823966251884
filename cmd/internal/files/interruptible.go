package files

import (
	"context"
	"io"
	"os"
)

// await returns the results of do, or the error of ctx at its end. In the second case do goes on,
// and its results are lost.
func await[T any](ctx context.Context, do func() (T, error)) (result T, err error) {
	type results struct {
		result T
		err    error
	}
	if err := ctx.Err(); err != nil {
		return result, err
	}
	c := make(chan results, 1)
	go func() {
		result, err := do()
		c <- results{result, err}
	}()
	select {
	case r := <-c:
		return r.result, r.err
	case <-ctx.Done():
		return result, ctx.Err()
	}
}

// Open opens a file for reading. Opening a FIFO waits for its writer.
func Open(ctx context.Context, name string) (*os.File, error) {
	if regular(name) {
		return os.Open(name)
	}
	return await(ctx, func() (*os.File, error) { return os.Open(name) })
}

func regular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Interruptible returns a reader of r. A read ends with the error of ctx as soon as ctx is done.
// After that the caller must not use the read's memory. Close does not close r.
func Interruptible(ctx context.Context, r io.Reader) io.ReadCloser {
	f, ok := r.(*os.File)
	if !ok {
		return &waiting{ctx, r}
	}
	switch info, err := f.Stat(); {
	case err != nil || !info.Mode().IsRegular():
		return newWaiting(ctx, f)
	case info.Size() == 0: // possibly a system file whose reads block, such as /proc/kmsg
		return &waiting{ctx, f}
	}
	return &prompt{ctx, f}
}

// A prompt reads a file without waiting.
type prompt struct {
	ctx context.Context
	r   io.Reader
}

func (r *prompt) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

func (r *prompt) Close() error { return nil }

// interruptibleWriter returns a writer to w. A write ends with the error of ctx as soon as ctx is
// done. After that the caller must not use the write's memory.
func interruptibleWriter(ctx context.Context, w io.Writer) io.Writer { return &slowWriter{ctx, w} }

type slowWriter struct {
	ctx context.Context
	w   io.Writer
}

func (w *slowWriter) Write(p []byte) (int, error) {
	return await(w.ctx, func() (int, error) { return w.w.Write(p) })
}

// A waiting reads from a reader that may wait forever.
type waiting prompt

func (r *waiting) Read(p []byte) (int, error) {
	return await(r.ctx, func() (int, error) { return r.r.Read(p) })
}

func (r *waiting) Close() error { return nil }

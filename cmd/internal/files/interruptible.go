package files

import (
	"context"
	"io"
	"os"
)

// await returns the results of do, or the context error as soon as ctx is done. In the latter case
// do continues in its goroutine, and its results are discarded.
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

// Open opens a file for reading. Canceling ctx interrupts it while it waits for the writer of a
// FIFO.
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

// Interruptible returns a reader that reads from r. A read returns the context error as soon as ctx
// is done. After that the caller must not use the read's buffer, and should not read from r because
// the pending read may still consume bytes.
//
// Cost. A read from a pipe takes 8.2 µs, compared with 3.8 µs if it is not interruptible (Zen 5).
//
// Rejected. Polling the file and a pipe that the context closes: 5.5 µs, but it takes two
// descriptors and a Close method.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	if f, ok := r.(*os.File); ok {
		// A read from a regular file does not block, unless the file is a system file of size 0,
		// such as /proc/kmsg.
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			return &fileReader{ctx, f}
		}
	}
	return &slowReader{ctx, r}
}

// A fileReader reads a file whose reads do not block.
type fileReader struct {
	ctx  context.Context
	file *os.File
}

func (r *fileReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.file.Read(p)
}

// A slowReader reads from a reader that may block forever.
type slowReader struct {
	ctx context.Context
	r   io.Reader
}

func (r *slowReader) Read(p []byte) (int, error) {
	return await(r.ctx, func() (int, error) { return r.r.Read(p) })
}

// A slowWriter writes to a writer that may block forever. A write returns the context error as soon
// as ctx is done. After that the caller must not use the write's buffer.
type slowWriter struct {
	ctx context.Context
	w   io.Writer
}

func (w *slowWriter) Write(p []byte) (int, error) {
	return await(w.ctx, func() (int, error) { return w.w.Write(p) })
}

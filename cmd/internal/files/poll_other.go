//go:build !unix

package files

import (
	"context"
	"io"
	"os"
)

// newWaiting returns a reader of a file that may wait forever.
func newWaiting(ctx context.Context, f *os.File) io.ReadCloser { return &waiting{ctx, f} }

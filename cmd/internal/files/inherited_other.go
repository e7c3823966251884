//go:build !unix

package files

import (
	"errors"
	"os"
)

// inherited returns an error, because the system has no names for descriptors.
func inherited(int, string) (*os.File, error) { return nil, errors.ErrUnsupported }

package files

import (
	"errors"
	"testing"
)

func mknod(string) error { return errors.ErrUnsupported }

func mountTiny(*testing.T, string) error { return errors.ErrUnsupported }

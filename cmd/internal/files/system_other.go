//go:build !unix

package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// An identity is the absolute path of a directory, with links resolved.
type identity string

// identify returns the identity of a directory.
func identify(dir string, _ fs.FileInfo) identity {
	path, err := filepath.EvalSymlinks(dir)
	if err != nil {
		path = dir
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return identity(path)
}

// inherited returns an error because the system does not name descriptors.
func inherited(int, string) (*os.File, error) { return nil, errors.ErrUnsupported }

// keepOwner returns the permissions of a file. The system does not support Unix owners.
func keepOwner(_ *os.File, as fs.FileInfo) fs.FileMode { return as.Mode().Perm() }

//go:build !unix

package files

import (
	"io/fs"
	"path/filepath"
)

// An identity of a directory is its absolute path without links.
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

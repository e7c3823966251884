//go:build !unix

package files

import (
	"io/fs"
	"os"
)

// keepOwner returns the permissions of a file. The system has no owners like those of Unix.
func keepOwner(_ *os.File, as fs.FileInfo) fs.FileMode { return as.Mode().Perm() }

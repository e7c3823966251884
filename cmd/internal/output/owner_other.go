//go:build !unix

package output

import (
	"io/fs"
	"os"
)

// keepOwner does nothing, because the system has no owners as Unix has.
func keepOwner(*os.File, fs.FileInfo) {}

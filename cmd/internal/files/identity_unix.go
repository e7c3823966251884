//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// An identity of a directory does not depend on its path.
type identity struct{ device, inode uint64 }

// identify returns the identity of a directory.
func identify(_ string, info fs.FileInfo) identity {
	s := info.Sys().(*syscall.Stat_t) // package os made info from a Stat_t
	return identity{uint64(s.Dev), uint64(s.Ino)}
}

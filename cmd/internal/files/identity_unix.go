//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// An identity is that of a directory, whatever its path is.
type identity struct{ device, inode uint64 }

// identify returns the identity of a directory.
func identify(_ string, info fs.FileInfo) identity {
	s := info.Sys().(*syscall.Stat_t) // os makes it of the system's
	return identity{uint64(s.Dev), uint64(s.Ino)}
}

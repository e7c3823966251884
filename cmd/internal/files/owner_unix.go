//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of another, as far as the process may do that.
func keepOwner(f *os.File, as fs.FileInfo) {
	if s, ok := as.Sys().(*syscall.Stat_t); ok {
		f.Chown(int(s.Uid), int(s.Gid)) // an error is that of a process that is not root
	}
}

//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of another, if the process may.
func keepOwner(f *os.File, as fs.FileInfo) {
	if s, ok := as.Sys().(*syscall.Stat_t); ok {
		f.Chown(int(s.Uid), int(s.Gid)) // fails unless the process is root
	}
}

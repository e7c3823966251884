//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of another, as far as the process may, and returns
// the permissions of that file. If it may not give the group, the group of the new file gets the
// permissions of others.
func keepOwner(f *os.File, as fs.FileInfo) fs.FileMode {
	mode := as.Mode().Perm()
	s, ok := as.Sys().(*syscall.Stat_t)
	if !ok || f.Chown(int(s.Uid), int(s.Gid)) == nil || f.Chown(-1, int(s.Gid)) == nil {
		return mode
	}
	return mode&^0o070 | mode&0o007<<3
}

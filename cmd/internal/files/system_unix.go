//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// An identity identifies a directory regardless of its path.
type identity struct{ device, inode uint64 }

// identify returns the identity of a directory.
func identify(_ string, info fs.FileInfo) identity {
	s := info.Sys().(*syscall.Stat_t) // package os creates info from a Stat_t
	return identity{uint64(s.Dev), uint64(s.Ino)}
}

// inherited duplicates a descriptor that was open when the program started and returns a file for
// it. It returns EBADF for any other descriptor. Go opens its own descriptors, including the
// poller's, with FD_CLOEXEC.
//
// The caller closes the file. An os.File for the original descriptor would close the descriptor
// when it is garbage collected; after "-o /dev/stderr" that would be the standard error.
func inherited(fd int, name string) (*os.File, error) {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	if err != nil || flags&unix.FD_CLOEXEC != 0 {
		return nil, unix.EBADF
	}
	duplicate, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(duplicate), name), nil
}

// keepOwner copies the owner and group of another file to f, as far as the process is allowed to,
// and returns the permissions of the other file. If the group cannot be set, the group gets the
// permissions for others.
func keepOwner(f *os.File, as fs.FileInfo) fs.FileMode {
	mode := as.Mode().Perm()
	s, ok := as.Sys().(*syscall.Stat_t)
	if !ok || f.Chown(int(s.Uid), int(s.Gid)) == nil || f.Chown(-1, int(s.Gid)) == nil {
		return mode
	}
	return mode&^0o070 | mode&0o007<<3
}

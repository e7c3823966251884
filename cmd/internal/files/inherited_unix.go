//go:build unix

package files

import (
	"os"

	"golang.org/x/sys/unix"
)

// inherited returns a file of a duplicate of a descriptor that was open at the start of the
// program. For another descriptor it returns EBADF: Go opens descriptors, including its poller's,
// with FD_CLOEXEC.
//
// The duplicate is for the caller to close. A file of the descriptor itself would close it when the
// garbage collector finds the file: standard error, after "-o /dev/stderr".
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

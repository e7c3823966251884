//go:build unix

package files

import "golang.org/x/sys/unix"

// inherited reports whether a descriptor was open at the start of the program. Go opens
// descriptors, including its poller's, with FD_CLOEXEC.
func inherited(fd int) bool {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return err == nil && flags&unix.FD_CLOEXEC == 0
}

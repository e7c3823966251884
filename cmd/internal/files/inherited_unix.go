//go:build unix

package files

import "golang.org/x/sys/unix"

// inherited reports whether a descriptor was open when the program started. One that Go opened is
// closed when another program starts, and the descriptor of its poller is such a one.
func inherited(fd int) bool {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return err == nil && flags&unix.FD_CLOEXEC == 0
}

package output

import (
	"syscall"
	"testing"
)

// mknod makes a device that is like /dev/null.
func mknod(name string) error { return syscall.Mknod(name, syscall.S_IFCHR|0o644, 1<<8|3) }

// mountTiny mounts a disk of 64 KiB for the time of a test.
func mountTiny(t *testing.T, dir string) error {
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k")
	if err == nil {
		t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	}
	return err
}

package files

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// mknod makes a device like /dev/null.
func mknod(name string) error { return syscall.Mknod(name, syscall.S_IFCHR|0o644, 1<<8|3) }

// mountTiny mounts a disk of 64 KiB for the duration of a test.
func mountTiny(t *testing.T, dir string) error {
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k")
	if err == nil {
		t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	}
	return err
}

// A directory mounted twice is the same directory.
func TestSameMounted(t *testing.T) {
	within(t, t.TempDir())
	if err := errors.Join(os.Mkdir("d", 0o777), os.Mkdir("m", 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("d", "m", "", syscall.MS_BIND, ""); err != nil {
		testkit.Lacks(t, "only root can mount a directory: ", err)
	}
	t.Cleanup(func() { syscall.Unmount("m", syscall.MNT_DETACH) })
	if !Same("d/x", "m/x") || !Same("m/new/x", "d/new/x") || Same("d/x", "m/y") {
		t.Error("d and m are two directories")
	}
}

// A read-only file is rejected, even if its directory allows replacing it.
func TestWriteAsks(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can act as somebody else")
	}
	within(t, t.TempDir())
	if err := os.Chmod(".", 0o777); err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread() // the user ID belongs to the thread, which ends with this test
	if err := syscall.Setfsuid(65534); err != nil {
		t.Fatal(err)
	}
	err := writeAll(output("fresh", "1"), output("old", "new"))
	mine := writeAll(output("mine", "1"))
	if err := os.Mkdir("dir", 0o777); err != nil {
		t.Fatal(err)
	}
	own := errors.Join(os.WriteFile("dir/own", nil, 0o666), os.Chmod("dir", 0o555))
	shut := writeAll(output("dir/own", "new"))
	syscall.Setfsuid(0)
	const want = "cannot write dir/own: its directory does not allow new files: permission denied"
	if own != nil || shut == nil || shut.Error() != want {
		t.Error(own, shut)
	}
	if err == nil || err.Error() != "cannot write old: permission denied" || mine != nil {
		t.Error(err, mine)
	}
	has(t, "old", "old")
	if got := testkit.Names(t, "."); got != "dir mine old" {
		t.Error(got)
	}
}

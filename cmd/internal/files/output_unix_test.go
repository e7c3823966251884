//go:build linux || darwin

package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// The reader of a FIFO gets the text, and the FIFO remains. Write and OldText do not read from it.
func TestWriteThroughFIFO(t *testing.T) {
	within(t, t.TempDir())
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skip(err)
	}
	symlink(t, "pipe", "link")
	for _, name := range []string{"pipe", "link"} {
		got := make(chan string)
		go func() {
			all, err := os.ReadFile("pipe")
			got <- fmt.Sprint(string(all), err)
		}()
		if _, there, err := OldText(name); there || err != nil || !WritesThrough(name) {
			t.Errorf("%s: %v, %v", name, there, err)
		}
		if err := writeAll(output(name, strings.Repeat("x", 1<<20))); err != nil {
			t.Error(err)
		}
		if all := <-got; all != strings.Repeat("x", 1<<20)+"<nil>" {
			t.Errorf("%s: %.100q", name, all)
		}
	}
	info, err := os.Lstat("pipe")
	if err != nil || info.Mode() != os.ModeNamedPipe|0o600 {
		t.Errorf("%v: %v", info.Mode(), err)
	}
	if got := testkit.Names(t, "."); got != "link old pipe" {
		t.Error(got)
	}
}

// TestFIFOIsInterrupted checks that a FIFO that has no reader, or whose reader has stopped, does
// not delay an interruption.
func TestFIFOIsInterrupted(t *testing.T) {
	within(t, t.TempDir())
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- Write(ctx, io.Discard, output("pipe", "x")) }()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	rd, err := os.OpenFile("pipe", os.O_RDWR, 0) // lets the writer that Write left behind open it
	if err != nil {
		t.Fatal(err)
	}
	defer rd.Close()
	ctx, cancel = context.WithCancel(t.Context())
	go func() { ended <- Write(ctx, io.Discard, output("pipe", strings.Repeat("x", 1<<20))) }()
	if _, err := io.ReadFull(rd, make([]byte, 100_000)); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A descriptor is written to at its current offset; the file is not replaced.
func TestWriteThroughDescriptors(t *testing.T) {
	within(t, t.TempDir())
	file, err := os.OpenFile("old", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	ours := fmt.Sprint("/proc/", os.Getpid(), "/fd/%d")
	for i, form := range []string{"/dev/fd/%d", "/proc/self/fd/%d", "/proc/thread-self/fd/%d", ours} {
		fd, err := syscall.Dup(int(file.Fd()))
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf(form, fd)
		if n, ok := descriptor(name); !ok || n != fd || !WritesThrough(name) || IsStdout(name) {
			t.Errorf("%s is descriptor %d, %v", name, n, ok)
		}
		if err := writeAll(output(name, fmt.Sprint(i))); err != nil {
			t.Error(err)
		}
		runtime.GC() // an os.File for the descriptor would close it
		runtime.GC()
		if err := syscall.Close(fd); err != nil {
			t.Errorf("%s: the descriptor was closed: %v", name, err)
		}
	}
	has(t, "old", "0123") // one after the other
	var out bytes.Buffer
	for _, name := range []string{"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/../dev/stdout"} {
		if err := Write(t.Context(), &out, output(name, "x")); err != nil || !IsStdout(name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if out.String() != "xxxx" {
		t.Errorf("%q", &out)
	}
	for name, want := range map[string]bool{
		"/proc/1/fd/1": true, "/dev/fd/x": false, "/dev/fd": false, "/dev/fd/1/2": false, "fd/1": false,
		"/dev/stdout2": false,
	} {
		if _, ours := descriptor(name); ours && name != "/proc/1/fd/1" || isDescriptor(name) != want {
			t.Errorf("%s: %v", name, isDescriptor(name))
		}
	}
	if got := testkit.Names(t, "."); got != "old" {
		t.Error(got)
	}
}

// TestWriteToOurDescriptors checks that closed descriptors are rejected, as are those that Go
// opened, such as its poller's.
func TestWriteToOurDescriptors(t *testing.T) {
	within(t, t.TempDir())
	ours, err := os.OpenFile("old", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	rd, wr, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer rd.Close()
	defer wr.Close()
	for _, fd := range []uintptr{ours.Fd(), wr.Fd(), 9999} {
		name := fmt.Sprint("/dev/fd/", fd)
		err := writeAll(output(name, "x"))
		if want := "cannot write " + name + ": bad file descriptor"; err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	has(t, "old", "old")
}

// A device node receives the text and remains a device.
func TestWriteThroughDevice(t *testing.T) {
	within(t, t.TempDir())
	if err := mknod("null"); err != nil {
		t.Skip("only root can make a device: ", err)
	}
	before, err := os.Lstat("null")
	if err != nil {
		t.Fatal(err)
	}
	if err := writeAll(output("null", "x"), output("old", "new")); err != nil {
		t.Error(err)
	}
	after, err := os.Lstat("null")
	if err != nil || after.Mode() != before.Mode() || !os.SameFile(before, after) {
		t.Errorf("%v became %v: %v", before.Mode(), after.Mode(), err)
	}
}

// A file keeps its owner.
func TestWriteKeepsTheOwner(t *testing.T) {
	within(t, t.TempDir())
	if err := os.Chown("old", 12345, 54321); err != nil {
		t.Skip("only root can give a file to others: ", err)
	}
	if err := writeAll(output("old", "new")); err != nil {
		t.Error(err)
	}
	info, err := os.Stat("old")
	if s := info.Sys().(*syscall.Stat_t); err != nil || s.Uid != 12345 || s.Gid != 54321 || info.Mode().Perm() != 0o640 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A full disk is reported once, and the old file remains.
func TestWriteOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := mountTiny(t, dir); err != nil {
		testkit.Lacks(t, "only root can mount a small disk: ", err)
	}
	within(t, dir)
	err := writeAll(output("fresh", "1"), output("old", strings.Repeat("x", 1<<20)))
	if err == nil || err.Error() != "cannot write old: no space left on device" {
		t.Error(err)
	}
	has(t, "old", "old")
	if got := testkit.Names(t, "."); got != "old" {
		t.Error(got)
	}
	err = writeAll(output("new/deep/fresh", strings.Repeat("x", 1<<20)))
	if got := testkit.Names(t, "."); err == nil || got != "old" {
		t.Error(err, got)
	}
}

// TestWriteThroughFails writes to a device that acts like a full disk, and to a pipe without a
// reader.
func TestWriteThroughFails(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		testkit.Lacks(t, err)
	}
	err := writeAll(output("/dev/full", "x"))
	if err == nil || err.Error() != "cannot write /dev/full: no space left on device" {
		t.Error(err)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	err = Write(t.Context(), full, output("-", "x"))
	if err == nil || err.Error() != "cannot write standard output: no space left on device" {
		t.Error(err)
	}
	rd, wr := io.Pipe()
	rd.CloseWithError(syscall.EPIPE)
	if err := Write(t.Context(), wr, output("-", "x")); !errors.Is(err, syscall.EPIPE) {
		t.Error(err)
	}
}

// TestWriteAsAnother replaces a file. TestOwnerIsKept runs it as another user.
func TestWriteAsAnother(t *testing.T) {
	name := os.Getenv("IRI_TEST_REPLACES")
	if name == "" {
		t.Skip("it is run by TestOwnerIsKept")
	}
	if err := Write(t.Context(), io.Discard, output(name, "new")); err != nil {
		t.Fatal(err)
	}
}

// TestOwnerIsKept replaces another user's file. The group is kept if the process belongs to it;
// otherwise the new group gets the permissions for others.
func TestOwnerIsKept(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may run a process as another user")
	}
	const owner, user, group = 40001, 40002, 40003
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	program, name := filepath.Join(dir, "program"), filepath.Join(dir, "file")
	for _, err := range []error{
		os.WriteFile(program, text, 0o755), os.Chown(dir, user, user),
		os.Chmod(dir, 0o755), os.Chmod(filepath.Dir(dir), 0o755),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		groups []uint32
		mode   os.FileMode
		gid    uint32
		want   os.FileMode
	}{{[]uint32{group}, 0o660, group, 0o660}, {nil, 0o642, user, 0o622}} {
		os.Remove(name)
		for _, err := range []error{
			os.WriteFile(name, []byte("old"), 0o600), os.Chown(name, owner, group), os.Chmod(name, test.mode),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(program, "-test.run", "^TestWriteAsAnother$")
		cmd.Dir = dir
		cmd.Env = []string{"IRI_TEST_REPLACES=" + name, "TMPDIR=" + dir}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user, Groups: test.groups}}
		out, err := cmd.CombinedOutput()
		if _, ran := errors.AsType[*exec.ExitError](err); ran {
			t.Fatalf("%v: %s", err, out)
		} else if err != nil {
			t.Skip(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if gid := info.Sys().(*syscall.Stat_t).Gid; gid != test.gid || info.Mode().Perm() != test.want {
			t.Errorf("groups %d: group %d, mode %o, not %d and %o", test.groups, gid, info.Mode().Perm(), test.gid, test.want)
		}
	}
}

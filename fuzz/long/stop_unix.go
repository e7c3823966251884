//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// stopsAll makes the end of a command end all processes started by it. Otherwise tests of hours
// would outlive the shell.
func stopsAll(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

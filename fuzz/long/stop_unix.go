//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// stopsAll lets a command be stopped together with all that it has started: the shell alone
// would leave tests of hours behind.
func stopsAll(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

//go:build unix

// Command run runs a command. It writes the output of the command to the file OUTPUT. Then it
// prints a line of JSON with four figures of the command: its time from exec to exit, its CPU time,
// its peak memory, and its exit status.
//
//	run OUTPUT COMMAND [ARGUMENT...]
//
// It is a separate program because Linux counts the memory of the starting process as memory of the
// started one. The command run needs few MB. The command benchmarks needs more memory than some of
// the measured programs.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(2)
	}
}

func run(output string, command []string) error {
	out, err := os.Create(output)
	if err != nil {
		return err
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = out, out
	begin := time.Now()
	err = cmd.Run()
	took := time.Since(begin)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return err
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	peak := int64(usage.Maxrss)
	if runtime.GOOS == "linux" {
		peak *= 1024
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"wall": took, "cpu": cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		"peak": peak, "status": cmd.ProcessState.ExitCode(),
	})
}

//go:build !unix

package main

import "os/exec"

// stopsAll does nothing on systems without groups of processes.
func stopsAll(*exec.Cmd) {}

//go:build unix

package fuzz

import (
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
)

// residentSet returns the most memory that a process that has ended had at one time, in bytes.
func residentSet(p *os.ProcessState) int64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}

// forgetPeak makes the most memory that this process had at one time what it has now, where the
// system can do that: Linux counts it for a child, too, as if the child had had it.
func forgetPeak() {
	debug.FreeOSMemory()
	os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

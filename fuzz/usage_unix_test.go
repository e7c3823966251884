//go:build unix

package fuzz

import (
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
)

// residentSet returns the peak memory use of a finished process in bytes.
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

// forgetPeak resets this process's peak memory use to its current use, if the system supports this.
// Linux counts the parent's peak toward a child's peak.
func forgetPeak() {
	debug.FreeOSMemory()
	os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

//go:build unix

package measure

import "golang.org/x/sys/unix"

// cpuTime returns the CPU time of this process in nanoseconds, summed over all threads, including
// those of C code.
func cpuTime() int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic("this system has no clock for the CPU time of a process: " + err.Error())
	}
	return t.Nano()
}

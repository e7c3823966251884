//go:build !unix

package race

import "time"

var began = time.Now()

// cpuTime returns the time since the start of the process, in nanoseconds, because this system has
// no clock for CPU time.
func cpuTime() int64 { return int64(time.Since(began)) }

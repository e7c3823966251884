//go:build !unix

package measure

import "time"

var start = time.Now()

// cpuTime returns the time since the start of the process, in nanoseconds. On this system Go cannot
// tell the CPU time, so other load on the machine lengthens the times of peers.
func cpuTime() int64 { return int64(time.Since(start)) }

//go:build !unix

package measure

import "time"

var start = time.Now()

// cpuTime returns the time since the process began, in nanoseconds: no CPU time is known
// here, so what else the machine does slows peers down.
func cpuTime() int64 { return int64(time.Since(start)) }

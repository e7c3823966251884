//go:build !unix

package measure

import "time"

var start = time.Now()

// cpuTime returns the nanoseconds since the process started. Go cannot read the CPU time on this
// system, so other load on the machine lengthens the peers' times.
func cpuTime() int64 { return int64(time.Since(start)) }

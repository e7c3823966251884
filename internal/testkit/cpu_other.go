//go:build !unix

package testkit

import "time"

var begun = time.Now()

// CPUTime returns the elapsed time, because this system cannot measure CPU time.
func CPUTime() time.Duration { return time.Since(begun) }

//go:build !unix

package testkit

import "time"

var begun = time.Now()

// CPUTime returns the elapsed time, because this system has no clock of processor time.
func CPUTime() time.Duration { return time.Since(begun) }

//go:build !unix

package testkit

import "time"

var begun = time.Now()

// CPUTime returns the time that has gone by, because there is no clock of the processors here.
func CPUTime() time.Duration { return time.Since(begun) }

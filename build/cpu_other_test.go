//go:build !unix

package build

import "time"

// cpuTime returns 0: there is no clock for it here.
func cpuTime() time.Duration { return 0 }

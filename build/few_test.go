package build

import (
	"os"
	"testing"
)

// few is n where the main branch is guarded (CI=true), a quarter of it elsewhere, and a twentieth under the race
// detector, which takes ten times as long.
func few(n int) int {
	switch {
	case raceDetector:
		return n/20 + 1
	case os.Getenv("CI") == "true":
		return n
	}
	return n/4 + 1
}

// skipUnderRace is for long tests: compiling is one goroutine, and there is nothing to race.
func skipUnderRace(t *testing.T) {
	if raceDetector {
		t.Skip("there is nothing to race")
	}
}

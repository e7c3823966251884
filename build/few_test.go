package build

import "testing"

// few is n, and a twentieth of it under the race detector, which takes ten times as long.
func few(n int) int {
	if raceDetector {
		return n/20 + 1
	}
	return n
}

// skipUnderRace is for long tests: compiling is one goroutine, and there is nothing to race.
func skipUnderRace(t *testing.T) {
	if raceDetector {
		t.Skip("there is nothing to race")
	}
}

package build

// few is n, and a twentieth of it under the race detector: compiling is one goroutine, so
// that there is little to race, and it takes ten times as long.
func few(n int) int {
	if raceDetector {
		return n/20 + 1
	}
	return n
}

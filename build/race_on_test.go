//go:build race

package build

// raceDetector is whether the tests run under it, ten times as slow.
const raceDetector = true

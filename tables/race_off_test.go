//go:build !race

package tables_test

// raceDetector is whether the tests run under it, ten times as slow.
const raceDetector = false

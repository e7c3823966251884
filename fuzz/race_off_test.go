//go:build !race

package fuzz

// raceDetector is whether the tests run under it, ten times as slow.
const raceDetector = false

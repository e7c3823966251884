//go:build !race

package main

// raceDetector is whether the tests run under it, ten times as slow.
const raceDetector = false

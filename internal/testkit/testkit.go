// Package testkit holds code shared by the tests of several packages.
package testkit

import (
	"os"
	"testing"
)

// Slow is whether code runs ten times as slow, so that tests should do less: under the race
// detector, or in an emulator, if the environment variable IRI_EMULATED is set.
var Slow = race || os.Getenv("IRI_EMULATED") != ""

// Few returns n in CI (CI=true), a quarter of n elsewhere, and an eighth if Slow is set; at least
// 1.
func Few(n int) int {
	switch {
	case Slow:
		return max(1, n/8)
	case os.Getenv("CI") == "true":
		return n
	}
	return max(1, n/4)
}

// SkipSlow skips a test if Slow is set. It is for long tests of one goroutine.
func SkipSlow(t testing.TB) {
	t.Helper()
	if Slow {
		t.Skip("one goroutine, and slow under the race detector")
	}
}

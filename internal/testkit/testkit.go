// Package testkit holds code shared by the tests of all packages: how much a test does, and the
// time of processors. It imports no other package of the module, so every test may import it.
package testkit

import (
	"cmp"
	"flag"
	"os"
	"runtime"
	"sync"
	"testing"
)

// Slow is whether code runs ten times as slow, so that tests should do less: under the race
// detector, or in an emulator, if the environment variable IRI_EMULATED is set.
var Slow = race || os.Getenv("IRI_EMULATED") != ""

var long = flag.Bool("long", false, "do all of what tests sample: minutes in most packages, hours in tables and fuzz")

// Long reports whether the flag -long is given. Then a test covers everything it otherwise samples.
func Long() bool { return *long }

var many = flag.Int("cases", 0, "how many random cases of each property to try: 10 million take half an hour")

// Cases returns the number of random cases for a property: n in CI and a 32nd elsewhere, or the
// value of -cases.
func Cases(n int) int { return cmp.Or(*many, Fewer(n)) }

// Few returns n in CI (CI=true) or with -long, and an eighth of n elsewhere and if Slow is set; at
// least 1.
func Few(n int) int {
	if full() && !Slow {
		return n
	}
	return max(1, n/8)
}

// Fewer is [Few] for cases that are alike: a 32nd of n outside CI. If Slow is set, both return an
// eighth.
func Fewer(n int) int {
	if Slow || full() {
		return Few(n)
	}
	return max(1, n/32)
}

// Fewest is [Few] for cases that take too long for the gate: all n with -long, a quarter of n in CI
// and a 32nd elsewhere. .ci/full gives -long.
func Fewest(n int) int {
	if Long() && !Slow {
		return n
	}
	return max(1, min(n/4, Fewer(n)))
}

// ci reads the environment once, in a test and not before: so go test knows that a kept result
// depends on it.
var ci = sync.OnceValue(func() bool { return os.Getenv("CI") == "true" })

func full() bool { return ci() || Long() }

// OneIn reports whether case i of a series is tested: each case in CI (CI=true) or with -long, one
// in n elsewhere and if Slow is set.
func OneIn(n, i int) bool { return i%n == 0 || full() && !Slow }

// Sparse reports whether case i of a series is tested: each case with -long, one in n elsewhere and
// if Slow is set. It is for series too long for the gate; .ci/full tests each case.
func Sparse(n, i int) bool { return i%n == 0 || Long() && !Slow }

// SkipSlow skips a test if Slow is set. It is for long tests of one goroutine.
func SkipSlow(t testing.TB) {
	t.Helper()
	if Slow {
		t.Skip("one goroutine, and slow under the race detector")
	}
}

// NeedProcesses skips a test on platforms without other processes. It is for tests of the go
// command or git.
func NeedProcesses(t testing.TB) {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skip("WebAssembly cannot run other programs")
	}
}

// Lacks skips a test on a machine without something that it needs. In CI (CI=true) on Linux, which
// must have it, the test fails.
func Lacks(t testing.TB, why ...any) {
	t.Helper()
	if ci() && runtime.GOOS == "linux" {
		t.Fatal(why...)
	}
	t.Skip(why...)
}

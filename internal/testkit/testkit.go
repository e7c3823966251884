// Package testkit holds code shared by the tests of all packages: it scales the work that a test
// does, measures CPU time, and handles files. It imports no other package of the module, so every
// test can import it.
package testkit

import (
	"cmp"
	"flag"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// Slow reports whether code runs about ten times slower than usual, so tests should do less work:
// under the race detector, or in an emulator if the environment variable IRI_EMULATED is set.
var Slow = race || os.Getenv("IRI_EMULATED") != ""

var long = flag.Bool("long", false, "run all cases, not a sample: minutes in most packages, hours in tables and fuzz")

// Long reports whether the -long flag is set. With -long, tests cover everything that they
// otherwise sample.
func Long() bool { return *long }

var many = flag.Int("cases", 0, "number of random cases per property: 10 million take half an hour")

// Cases returns the number of random cases for a property: n in CI and n/32 elsewhere, or the value
// of -cases.
func Cases(n int) int { return cmp.Or(*many, Fewer(n)) }

// Few returns n in CI (CI=true) or with -long, and n/8 elsewhere or if Slow is set, but at least 1.
func Few(n int) int {
	if full() && !Slow {
		return n
	}
	return max(1, n/8)
}

// Fewer is like [Few] for cases that resemble each other: it returns n/32 outside CI. If Slow is
// set, both return n/8.
func Fewer(n int) int {
	if Slow || full() {
		return Few(n)
	}
	return max(1, n/32)
}

// Fewest is like [Few] for cases that take too long for the gate: it returns n with -long, n/4 in
// CI and n/32 elsewhere. .ci/full sets -long.
func Fewest(n int) int {
	if Long() && !Slow {
		return n
	}
	return max(1, min(n/4, Fewer(n)))
}

// ci reads the environment once, and only while a test runs, so go test knows that a cached result
// depends on it.
var ci = sync.OnceValue(func() bool { return os.Getenv("CI") == "true" })

func full() bool { return ci() || Long() }

// OneIn reports whether to test case i of a series: every case in CI (CI=true) or with -long, but
// one in n elsewhere or if Slow is set.
func OneIn(n, i int) bool { return i%n == 0 || full() && !Slow }

// Sparse reports whether to test case i of a series: every case with -long, but one in n elsewhere
// or if Slow is set. It is for series that take too long for the gate; .ci/full tests every case.
func Sparse(n, i int) bool { return i%n == 0 || Long() && !Slow }

// SkipSlow skips a test if Slow is set. It is for long single-goroutine tests.
func SkipSlow(t testing.TB) {
	t.Helper()
	if Slow {
		t.Skip("single-goroutine test, slow under the race detector or in an emulator")
	}
}

// NeedProcesses skips a test on platforms that cannot start other processes. It is for tests that
// run the go command or git.
func NeedProcesses(t testing.TB) {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skip("WebAssembly cannot run other programs")
	}
}

// Lacks skips a test on a machine without something the test needs. In CI (CI=true) on Linux, where
// nothing may be missing, it fails the test.
func Lacks(t testing.TB, why ...any) {
	t.Helper()
	if ci() && runtime.GOOS == "linux" {
		t.Fatal(why...)
	}
	t.Skip(why...)
}

// ReadFile returns the text of a file.
func ReadFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// WriteFile writes a text to a file.
func WriteFile(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Names returns the names in a directory, in alphabetical order with spaces between them.
func Names(t testing.TB, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

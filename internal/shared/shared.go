// Package shared finds the test data that tests need and the repository does not hold:
// grammar documents, conformance suites and corpora that are not ours to ship.
package shared

import (
	"os"
	"path/filepath"
	"testing"
)

// variable names the environment variable that says in which folder the data is.
const variable = "IRI_SHARED"

// Path returns the place of a file of the shared data. Where there is none the test
// skips and says so; on the machine that guards the main branch (CI=true) it fails.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv(variable)
	switch {
	case dir != "":
		return filepath.Join(append([]string{dir}, elem...)...)
	case os.Getenv("CI") == "true":
		t.Fatalf("%s is not set: CI must have the shared test data", variable)
	default:
		t.Skipf("needs the shared test data: set %s to its folder", variable)
	}
	return ""
}

// Glob returns the files of the shared data that match the pattern, at least one. See [Path].
func Glob(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(Path(t, filepath.FromSlash(pattern)))
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing in the shared test data matches %s (%v)", pattern, err)
	}
	return files
}

// Read returns the text of a file of the shared data, see [Path].
func Read(t testing.TB, elem ...string) string {
	t.Helper()
	data, err := os.ReadFile(Path(t, elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Package shared finds the test data outside of the repository: grammar documents, conformance
// suites and corpora not ours to ship.
package shared

import (
	"os"
	"path/filepath"
	"testing"
)

// variable names the environment variable with the folder of the data.
const variable = "IRI_SHARED"

// Path returns the path of a file of the shared data. Without the data it skips the test with a
// message; in CI (CI=true) it fails.
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

// Glob returns the files of the shared data matching the pattern, at least one. See [Path].
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

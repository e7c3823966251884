// Package shared finds the test data outside the repository: grammar documents, conformance suites
// and corpora that the repository may not include.
package shared

import (
	"os"
	"path/filepath"
	"testing"
)

// variable is the name of the environment variable that holds the data folder.
const variable = "IRI_SHARED"

// Path returns the path of a file in the shared data. If the data is missing, Path skips the test
// with a message; in CI (CI=true) it fails the test.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv(variable)
	switch {
	case dir != "":
		return filepath.Join(append([]string{dir}, elem...)...)
	case os.Getenv("CI") == "true":
		t.Fatalf("%s is not set: CI requires the shared test data", variable)
	default:
		t.Skipf("needs the shared test data: set %s to its folder", variable)
	}
	return ""
}

// Glob returns the files in the shared data that match the pattern; it returns at least one. See
// [Path].
func Glob(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(Path(t, filepath.FromSlash(pattern)))
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing in the shared test data matches %s (%v)", pattern, err)
	}
	return files
}

// Read returns the contents of a file in the shared data; see [Path].
func Read(t testing.TB, elem ...string) string {
	t.Helper()
	data, err := os.ReadFile(Path(t, elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

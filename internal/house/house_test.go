// Package house tests the repository itself: its size, its documents, what the library adds to a
// program, and the absence of global state. Its tests run in the root folder. Tests that need the
// module cmd, or the types of all packages, are in cmd/internal/house.
package house

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// module is the path of the root module.
const module = "github.com/irilex/iri"

// standard reports whether a package is in the standard library.
func standard(path string) bool { return !strings.Contains(strings.Split(path, "/")[0], ".") }

func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

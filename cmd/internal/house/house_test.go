// Package house tests the repository itself: the layers of its packages, what refers to what inside
// them, the codes that they report, and their API. Its tests run in the folder of the root.
package house

import (
	"fmt"
	"os"
	"testing"
)

const module = "github.com/irilex/iri"

func TestMain(m *testing.M) {
	if err := os.Chdir("../../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

// Package house tests the repository itself: the layering of its packages, the references within
// them, the codes that they report, and their API. Its tests run in the root folder.
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

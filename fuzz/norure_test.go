//go:build !rure || !cgo

package fuzz

import (
	"os"
	"testing"

	"github.com/irilex/iri/tables"
)

func TestEngineRure(t *testing.T) {
	const how = `the comparison with Rust's regex crate needs cgo, cargo and a library; from the module's folder:

	eval "$(.ci/librure/build)" && go test -tags rure ./fuzz`

	if os.Getenv("IRI_REQUIRE_RURE") != "" {
		t.Fatal("IRI_REQUIRE_RURE is set; " + how)
	}
	t.Skip(how)
}

func moreEngines(testing.TB, tables.Rule) []engine { return nil }

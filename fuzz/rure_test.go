//go:build rure && cgo

package fuzz

import (
	"testing"

	"github.com/BurntSushi/rure-go"

	"github.com/irilex/iri/tables"
)

// moreEngines returns Rust's regex crate. With Unicode enabled it matches the UTF-8 encodings of
// code points, in text that may contain any bytes. A byte that is not UTF-8 is in no class, not
// even a negated one, so the crate must agree with the tables on every string.
func moreEngines(t testing.TB, r tables.Rule) []engine {
	return []engine{{"rure", rure.MustCompile(expression(t, r)).IsMatch}}
}

// TestEngineRure checks that none of the crate's classes matches bytes that are not UTF-8. The
// comparison itself is in TestEngines.
func TestEngineRure(t *testing.T) {
	for _, s := range []string{"\xFF", "\xC3", "\xED\xA0\x80", "\xC0\xAF", "\xF4\x90\x80\x80"} {
		if rure.MustCompile(`\A[\x{0}-\x{10FFFF}]+\z`).IsMatch(s) || rure.MustCompile(`\A[^a]+\z`).IsMatch(s) {
			t.Errorf("a class matches %q", s)
		}
	}
}

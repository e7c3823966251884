//go:build rure && cgo

package fuzz

import (
	"testing"

	"github.com/BurntSushi/rure-go"
)

// Rust's regex crate, with Unicode on, matches code points by their UTF-8 encoding, in a
// haystack that may be any bytes. What is not UTF-8 is in no class, not even a negated
// one, so the two must agree on every string.
func TestEngineRure(t *testing.T) {
	for _, r := range compared {
		re := rure.MustCompile(expression(t, r))
		compare(t, r, re.IsMatch)
	}
	for _, s := range []string{"\xFF", "\xC3", "\xED\xA0\x80", "\xC0\xAF", "\xF4\x90\x80\x80"} {
		if rure.MustCompile(`\A[\x{0}-\x{10FFFF}]+\z`).IsMatch(s) || rure.MustCompile(`\A[^a]+\z`).IsMatch(s) {
			t.Errorf("a class matches %q", s)
		}
	}
}

// FuzzEngineRure is TestEngineRure on what the fuzzer finds.
func FuzzEngineRure(f *testing.F) {
	var engines []func(string) bool
	for _, r := range compared {
		engines = append(engines, rure.MustCompile(expression(f, r)).IsMatch)
	}
	fuzzEngines(f, engines)
}

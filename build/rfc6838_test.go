package build

import (
	"strings"
	"testing"
)

func TestMediaTypes(t *testing.T) {
	table := rule(t, bundled(t, "rfc6838"), "media-type").Table
	long := strings.Repeat("x", 127)
	for s, want := range map[string]bool{
		"text/plain": true, "application/vnd.api+json": true, "a/b": true, "Text/HTML": true, "3gpp/x^_": true,
		long + "/" + long: true, long + "x/a": false, "a/" + long + "x": false,
		"": false, "text": false, "text/": false, "/plain": false, ".a/b": false, "a/+json": false,
		"text/plain; charset=utf-8": false, "text/*": false, "text/é": false, " a/b": false,
	} {
		if table.Valid(s) != want {
			t.Errorf("%q: %v, want %v", s, !want, want)
		}
	}
}

package library

import (
	"slices"
	"testing"
)

func TestRelativized(t *testing.T) {
	got := relativized([]string{"http://h/b", "http://h/a", "no IRI", "http://h/b", "http://g/", "urn:a", "http://h/b?q"})
	if want := []string{"http://h/a\tb", "http://h/b\t?q"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

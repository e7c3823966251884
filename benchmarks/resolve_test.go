package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// What needs no other language gives a table; a bar that is missed on a few pairs is no failure here.
func TestResolve(t *testing.T) {
	var b strings.Builder
	o := options{lines: 200, rounds: 1, turn: time.Microsecond}
	if _, err := writeResolve(o, prepared{}, &b); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Count(text, netURLResolve) != 3 || strings.Contains(text, "oxiri") {
		t.Errorf("the table is\n%s", text)
	}
}

func TestRelativized(t *testing.T) {
	got := relativized([]string{"http://h/b", "http://h/a", "no IRI", "http://h/b", "http://g/", "urn:a", "http://h/b?q"})
	if want := []string{"http://h/a\tb", "http://h/b\t?q"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

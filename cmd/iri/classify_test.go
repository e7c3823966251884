package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
)

// The classifier agrees with asking every rule, whether it is all of them or the first.
func TestClassifier(t *testing.T) {
	g, _ := findShipped("rfc3987")
	rules := append(g.Rules(), rfc3986.Port, rfc3986.URI)
	all, first := ofRules(rules, false).match, ofRules(rules, true).match
	random := rand.New(rand.NewPCG(1, 2))
	letters := []string{"a", "1", "25", ":", "/", "//", "?", "#", "[", "]", "::", ".", "@", "%41", "é", "\xff", " ", "\U000f0000"}
	matched := map[int]bool{}
	for range 20000 {
		text := ""
		for range random.IntN(8) {
			text += letters[random.IntN(len(letters))]
		}
		var want []int
		for i, r := range rules {
			if r.Valid(text) {
				want = append(want, i)
				matched[i] = true
			}
		}
		if got := all([]byte(text)); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
		if got := first([]byte(text)); !slices.Equal(got, want[:min(1, len(want))]) {
			t.Fatalf("%q: first %v of %v", text, got, want)
		}
	}
	if len(matched) < len(rules)*9/10 {
		t.Errorf("only %d of %d rules matched anything", len(matched), len(rules))
	}
}

func TestClassifierNoRules(t *testing.T) {
	if got := ofRules([]tables.Rule{}, true).match([]byte("a")); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// Lines cost no memory.
func TestClassifierAllocations(t *testing.T) {
	g, _ := findShipped("rfc3987")
	match := ofRules(g.Rules(), false).match
	text := []byte("https://example.org/")
	if n := testing.AllocsPerRun(100, func() { match(text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

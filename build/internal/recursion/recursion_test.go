package recursion

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/irilex/iri/build/internal/names"
)

// randomGraph returns rules that refer to each other at random.
func randomGraph(r *rand.Rand) []*names.Rule {
	rules := make([]*names.Rule, 1+r.IntN(12))
	for i := range rules {
		rules[i] = &names.Rule{Name: fmt.Sprint("r", i), Index: i}
	}
	for range r.IntN(2 * len(rules)) {
		from, to := rules[r.IntN(len(rules))], rules[r.IntN(len(rules))]
		if !slices.Contains(from.Refs, to) {
			from.Refs = append(from.Refs, to)
		}
	}
	return rules
}

// distances returns the length of the shortest path, of one step or more, between any two rules
// (Floyd and Warshall, 1962).
func distances(rules []*names.Rule) map[[2]*names.Rule]int {
	const far = 1 << 20
	d := map[[2]*names.Rule]int{}
	for _, a := range rules {
		for _, b := range rules {
			d[[2]*names.Rule{a, b}] = far
		}
		for _, b := range a.Refs {
			d[[2]*names.Rule{a, b}] = 1
		}
	}
	for _, k := range rules {
		for _, a := range rules {
			for _, b := range rules {
				d[[2]*names.Rule{a, b}] = min(d[[2]*names.Rule{a, b}], d[[2]*names.Rule{a, k}]+d[[2]*names.Rule{k, b}])
			}
		}
	}
	for ends, n := range d {
		if n >= far {
			delete(d, ends)
		}
	}
	return d
}

func TestStronglyConnectedAndCycles(t *testing.T) {
	for seed := range uint64(2000) {
		rules := randomGraph(rand.New(rand.NewPCG(seed, 2)))
		d := distances(rules)
		g := Analyse(&names.Grammar{Rules: rules})
		found := g.Components()
		number, members := map[*names.Rule]int{}, 0
		for i, scc := range found {
			for _, r := range scc {
				number[r] = i
				members++
			}
		}
		if members != len(rules) || len(number) != len(rules) {
			t.Fatalf("seed %d: %d members, %d different, of %d rules", seed, members, len(number), len(rules))
		}
		for _, a := range rules {
			for _, b := range rules {
				mutual := a == b || d[[2]*names.Rule{a, b}] > 0 && d[[2]*names.Rule{b, a}] > 0
				if (number[a] == number[b]) != mutual {
					t.Fatalf("seed %d: %s and %s", seed, a.Name, b.Name)
				}
				if d[[2]*names.Rule{a, b}] > 0 && number[b] > number[a] {
					t.Fatalf("seed %d: %s reaches %s, which comes later", seed, a.Name, b.Name)
				}
			}
			checkCycle(t, g, a, d[[2]*names.Rule{a, a}])
		}
	}
}

func checkCycle(t *testing.T, g *Graph, r *names.Rule, length int) {
	cycle := g.Cycle(r)
	if len(cycle) != length {
		t.Fatalf("a cycle of %d rules, the shortest has %d", len(cycle), length)
	}
	for i, from := range cycle {
		if to := cycle[(i+1)%length]; !slices.Contains(from.Refs, to) {
			t.Fatalf("%s does not refer to %s", from.Name, to.Name)
		}
	}
	if length > 0 && cycle[0] != r {
		t.Fatalf("the cycle of %s begins with %s", r.Name, cycle[0].Name)
	}
}

package tune

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
)

// A search takes at most SearchBudget steps, and at most its share of the remaining ones.
// It counts each step.
func TestSearchBudget(t *testing.T) {
	hopeless := randomColumns(rand.New(rand.NewPCG(5, 5)), 20, 45, 1)
	price := SearchSteps(45)
	if price != 20+5*5 {
		t.Errorf("a step costs %d", price)
	}
	for i, tt := range []struct {
		left  int64
		steps int
	}{
		{1_500_000_000, SearchBudget},
		{SearchShare * SearchBudget * price, SearchBudget},
		{SearchShare*SearchBudget*price - 1, SearchBudget - 1},
		{SearchShare * 1000 * price, 1000},
		{SearchShare*price - 1, 0},
		{0, 0},
	} {
		if i%2 == 0 && i < 4 && !testkit.OneIn(2, 1) {
			continue // nearly a whole search, as in the next case or the last
		}
		b := &Budget{Meter: automaton.NewMeter(t.Context(), automaton.Limits{Steps: tt.left})}
		if found := b.Offsets(hopeless); found != nil {
			t.Fatalf("found %v", found)
		}
		if b.Searched != tt.steps || b.Steps() != price*int64(tt.steps) {
			t.Errorf("%d left: %d steps of searching, %d counted", tt.left, b.Searched, b.Steps())
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := &Budget{Meter: automaton.NewMeter(ctx, automaton.Limits{Steps: 1_500_000_000})}
	if found := b.Offsets(hopeless); found != nil || b.Searched > 10_000 {
		t.Errorf("when it is given up: %v after %d steps", found, b.Searched)
	}
	for n := 1; n <= SideBySide; n++ {
		next := randomColumns(rand.New(rand.NewPCG(6, 6)), n, 45, 1)
		before := b.Searched
		if offsets := b.Offsets(next); !right(next, offsets) || b.Searched != before {
			t.Errorf("%d states: %v after a search of %d steps", n, offsets, b.Searched-before)
		}
	}
}

// Places does not walk strings beyond the budget, in which case no state gets a place.
func TestPlacesOfTooMuchTraining(t *testing.T) {
	m, err := machine.Of(rfc3986.URI)
	if err != nil {
		t.Fatal(err)
	}
	bare := *m
	bare.Front, bare.Rest = nil, nil
	training := func() []string { return []string{"a:" + strings.Repeat("b", 1<<20)} }
	if front, rest := Places(&bare, training, budgetOf(t, 1_000_000)); front != 0 || rest != 0 || bare.Front != nil {
		t.Errorf("%d and %d states have places", front, rest)
	}
	front, _ := Places(&bare, training, budgetOf(t, 1<<40))
	if front < 1 || bare.Front == nil || len(bare.Front.States) != front+1 {
		t.Errorf("%d states have places: %v", front, bare.Front)
	}
}

// Sample draws members of 0 to 64 bytes in turn, the same ones in each call.
func TestSample(t *testing.T) {
	b := automaton.NewBuilder(automaton.NewMeter(t.Context(), automaton.DefaultLimits()))
	nfa, err := b.NFA(b.Star(b.Bytes('a', 'd')))
	if err != nil {
		t.Fatal(err)
	}
	d, err := automaton.Canonical(nfa, automaton.NewMeter(t.Context(), automaton.DefaultLimits()))
	if err != nil {
		t.Fatal(err)
	}
	members := Sample(d, budgetOf(t, 1<<40))
	for i, s := range members {
		if len(s) != i%65 {
			t.Errorf("member %d has %d bytes", i, len(s))
		}
	}
	if got := strings.Join(members[1:6], " "); len(members) != Sampled || got != "c aa aaa aaba aaada" {
		t.Errorf("%d members, the first of them %q", len(members), got)
	}
}

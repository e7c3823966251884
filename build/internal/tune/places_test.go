package tune

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/irilex/iri/automaton"
)

// A search takes at most SearchBudget steps, and at most its share of what is left; it counts each
// step.
func TestSearchBudget(t *testing.T) {
	hopeless := randomColumns(rand.New(rand.NewPCG(5, 5)), 20, 45, 1)
	price := SearchSteps(45)
	if price != 20+5*5 {
		t.Errorf("a step costs %d", price)
	}
	for _, tt := range []struct {
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

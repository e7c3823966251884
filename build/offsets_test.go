package build

import (
	"context"
	"io"
	"slices"
	"testing"

	"github.com/irilex/iri/build/golden"
)

// Every question that the grammars that ship ask has its answer in places.txt, and no other.
// With -update what has no answer is searched for, with all patience; it takes minutes.
func TestPlacesFile(t *testing.T) {
	skipUnderRace(t)
	kept, err := readPlaces(placesText)
	if err != nil {
		t.Fatal(err)
	}
	var entries []placeEntry
	number := map[string]int{} // of an entry, by question
	var who string
	kept.asked = func(question string, next [][]uint8) {
		i, ok := number[question]
		if !ok {
			i = len(entries)
			number[question] = i
			a, known := kept.answers[question]
			switch {
			case golden.Updating() && (!known || a.offsets == nil && a.steps < keptSteps || a.offsets != nil && !right(next, a.offsets)):
				a.offsets, a.steps = search(next, keptSteps)
				kept.answers[question] = a
			case !known:
				t.Errorf("%s: %d places have no answer to %s", who, len(next[0])-2, question)
			case a.offsets != nil && !right(next, a.offsets):
				t.Errorf("%s: the offsets of %s are wrong", who, question)
			}
			entries = append(entries, placeEntry{nil, len(next[0]), question, a})
		}
		if !slices.Contains(entries[i].who, who) {
			entries[i].who = append(entries[i].who, who)
		}
	}
	for _, b := range BundledGrammars() {
		opt := Options{Name: b.Name, Dialect: b.Dialect, places: kept}
		opt.Dump = func(_, rule string, _ func(io.Writer) error) { who = b.Name + " " + rule }
		_, list := Compile(context.Background(), b.Source(), opt)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
	}
	golden.Compare(t, "places.txt", writePlaces(entries))
}

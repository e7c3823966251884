package tune

import (
	"math/rand/v2"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/internal/corpus"
)

// Random members to train on: how many, how long, and what they cost.
const (
	Sampled       = 100
	longestSample = 64 // bytes, and then the shortest way to the end
	DrawSteps     = 60 // a byte that is drawn: all 256 are looked at
)

// Training returns the strings to train on for a rule of that name. Those that package corpus has
// for its name are good if most of them are members: the rule of another document, however it is
// written, may be the same one, or have nothing but the name in common with it.
func Training(name string, d *automaton.DFA, b *Budget) []string {
	known := corpus.Training(name)
	var members []string
	for _, s := range known {
		if d.Accepts(s) {
			members = append(members, s)
		}
	}
	if 2*len(members) > len(known) {
		return members
	}
	return Sample(d, b)
}

// Sample returns random members, always the same ones, and none where they cost too much.
func Sample(d *automaton.DFA, b *Budget) []string {
	if !b.Affords(4 * d.NumStates() * d.NumClasses()) {
		return nil
	}
	s, chance := automaton.NewSampler(d), rand.New(rand.NewPCG(5234, 3987))
	members := make([]string, Sampled)
	for i := range members {
		members[i] = string(s.Draw(chance, i%(longestSample+1), nil))
		if !b.Affords(DrawSteps * len(members[i])) { // the way to the end may lead through all states
			return nil
		}
	}
	return members
}

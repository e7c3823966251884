package tune

import (
	"math/rand/v2"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/internal/corpus"
)

// Random training members: their number, length and cost.
const (
	Sampled       = 100
	longestSample = 64 // bytes, followed by a shortest path to an accepting state
	DrawSteps     = 60 // per byte drawn: the sampler inspects all 256 byte values
)

// Training returns the training strings for a rule with this name: the strings of package corpus
// for that name if most of them are members, otherwise a [Sample]. A rule of another document may
// be a variant of the same rule, or may only share its name.
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

// Sample returns random members, the same ones for each call, or nil if they cost too much.
func Sample(d *automaton.DFA, b *Budget) []string {
	if !b.Affords(4 * d.NumStates() * d.NumClasses()) {
		return nil
	}
	s, chance := automaton.NewSampler(d), rand.New(rand.NewPCG(5234, 3987))
	members := make([]string, Sampled)
	for i := range members {
		members[i] = string(s.Draw(chance, i%(longestSample+1), nil))
		if !b.Affords(DrawSteps * len(members[i])) { // the path to an accepting state may visit all states
			return nil
		}
	}
	return members
}

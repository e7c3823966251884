// Package labels is the compiler stage that labels each state of a table with the components of the
// text before the state, and with words for the text that may follow it. [Labeler.Label] is its
// main function.
package labels

import (
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// Labels holds the labels of the states of an automaton.
type Labels struct {
	Marks
	Words  []string // words for the text that may follow a state
	Expect [][]int  // by state: indexes into Words; nil inside a character
	Lost   error    // why the rule has no components despite its directive; else nil
}

// Marks holds the components of a rule. SlotOf maps each state of the rule's automaton to an index
// into Slots: the one or two components to which the byte before the state may belong.
type Marks struct {
	Components []tables.ComponentLayout
	Slots      []machine.Slot
	SlotOf     []uint8
}

// A Rule holds the labels of a rule that profiles and importing grammars need.
type Rule struct {
	Marks *Marks     // the rule's components; nil if it has none
	Words Vocabulary // the words of the rule's grammar; nil if the rule has no labels
}

// A Labeler computes the labels of a grammar's tables.
type Labeler struct {
	*automata.Automata
	words   Vocabulary                           // words for the classes of the grammar
	rules   []Rule                               // indexed by rule
	reaches map[*names.Spec]map[*names.Rule]bool // by directive: the rules that refer to a component, computed on demand
}

// New returns a labeler in which only the imported rules have labels, taken from foreign.
func New(a *automata.Automata, foreign map[*names.Rule]Rule) *Labeler {
	b := &Labeler{
		Automata: a, words: newVocabulary(a, foreign), reaches: map[*names.Spec]map[*names.Rule]bool{},
	}
	for _, r := range a.Names.Rules {
		b.rules = append(b.rules, foreign[r])
	}
	return b
}

// Rule returns the labels of r that other rules need.
func (b *Labeler) Rule(r *names.Rule) Rule { return b.rules[r.Index] }

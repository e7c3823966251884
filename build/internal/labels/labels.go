// Package labels is the compiler stage that labels the states of tables: with the components of the
// text before a state, and with words for the text that may follow it. [Labeler.Label] is its main
// function.
package labels

import (
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// Labels are the labels of the states of an automaton.
type Labels struct {
	Marks
	Words  []string // for the text that may follow a state
	Expect [][]int  // by state: indexes into Words; nil inside a character
	Lost   error    // why the rule has no components despite a directive; else nil
}

// Marks are the components of a rule. SlotOf maps each state of its automaton to an index into
// Slots: the one or two components to which the byte before the state may belong.
type Marks struct {
	Components []tables.ComponentLayout
	Slots      []machine.Slot
	SlotOf     []uint8
}

// A Rule holds the labels of a rule that profiles and importing grammars need.
type Rule struct {
	Marks *Marks     // its components; nil if it has none
	Words Vocabulary // the words of its grammar; nil if the rule has no labels
}

// A Labeler makes the labels of a grammar's tables.
type Labeler struct {
	*automata.Automata
	words   Vocabulary                           // for the classes of the grammar
	rules   []Rule                               // by the index of a rule
	reaches map[*names.Spec]map[*names.Rule]bool // by directive: the rules that reach a component, made on demand
}

// New returns a labeler in which only imported rules have labels, those in foreign.
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

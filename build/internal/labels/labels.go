// Package labels is the stage of the compiler that labels the states of a table: with the components
// of the text before a state, and with words for the text that may follow it.
package labels

import (
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// Labels hold facts about the states of a table that its language does not tell: components, and
// the words of expectations.
type Labels struct {
	Marks
	Words  []string // the words for text that may follow a state
	Expect [][]int  // by state: indexes into Words; nil inside of a character
	Lost   error    // why the rule has no components in spite of a directive; else nil
}

// Marks hold the components of a rule. SlotOf has, for each state of its automaton, an index into
// Slots: the one or two components to which the byte before the state may belong.
type Marks struct {
	Components []tables.Component
	Slots      []machine.Slot
	SlotOf     []uint8
}

// A Rule holds the labels of a rule that other rules need.
type Rule struct {
	Marks *Marks     // its components; nil without any
	Words Vocabulary // the words of its grammar
}

// A Labeler makes the labels of a grammar's tables.
type Labeler struct {
	*automata.Automata
	of         []Rule                               // by the index of a rule
	vocabulary Vocabulary                           // words for classes; nil until needed
	reaches    map[*names.Spec]map[*names.Rule]bool // by directive: the rules that reach a component, made when needed
}

// New returns a labeler that has labeled no rule. foreign has the labels of rules of other
// grammars.
func New(a *automata.Automata, foreign map[*names.Rule]Rule) *Labeler {
	b := &Labeler{
		Automata: a, of: make([]Rule, len(a.Names.Rules)), reaches: map[*names.Spec]map[*names.Rule]bool{},
	}
	for i, r := range a.Names.Rules {
		b.of[i] = foreign[r]
	}
	return b
}

// Rule returns the labels of a rule that other rules need.
func (b *Labeler) Rule(r *names.Rule) Rule { return b.of[r.Index] }

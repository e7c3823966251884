package build

import (
	"errors"

	"github.com/irilex/iri/automaton"
)

// labels holds facts about the states of a rule's automaton that its language does not tell:
// components, and the words of expectations.
type labels struct {
	marks
	words  []string // the words for text that may follow a state
	expect [][]int  // by state: indexes into words; nil inside of a character
	lost   error    // why the rule has no components in spite of a directive; else nil
}

// label returns the labels of d, the automaton for the table of r: for each state the component of
// the byte before it, and the words for the text after it. If the states do not tell the
// components apart, it leaves the components out and stores the reason in lost.
func label(g *Grammar, r *Rule, d *automaton.DFA) (*labels, error) {
	l := &labels{}
	if r.calls != nil {
		if g.specs[r] != nil {
			l.lost = errors.New("a rule that refers to itself has none")
		}
		var called *calls
		if r.counts() {
			called = r.calls
		}
		return l, l.expectations(g, d, called)
	}
	if g.ordered(r) {
		if g.specs[r] != nil {
			l.lost = errors.New("a rule that is read by order (PEG) has none")
		}
		return l, l.expectations(g, d, nil)
	}
	if l.lost = l.findComponents(g, r); l.lost != nil {
		l.marks = marks{}
	}
	if limit, _ := atAllotment(l.lost); limit != nil {
		return nil, l.lost
	}
	return l, l.expectations(g, d, nil)
}

// warnUnlabelled reports that r has no components in spite of a directive, if l.lost has a reason.
func (g *Grammar) warnUnlabelled(r *Rule, l *labels) {
	if l.lost != nil {
		g.report("components", r.pos(), len(r.Name),
			"%s is compiled without its components: %v", r.Name, l.lost)
	}
}

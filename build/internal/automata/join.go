package automata

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/tables"
)

// Join returns the automaton for the table of r, a rule with calls. It contains the states of
// made.Open, including its start, and those of the inside, the automaton of the called rule.
// CallToken becomes the byte that represents a call in both. The start gets new moves into the
// inside: on EnterToken to the start of the inside, on BackToken to the state after its calls, and
// on LastToken to its state without moves, if there is one. In a subset, withInnermost extends the
// inside. The error is a [Refusal] if r itself reads one of these tokens, and otherwise an exceeded
// limit.
func (a *Automata) Join(r *names.Rule, made *Rule) (*automaton.DFA, error) {
	c := made.Calls
	open, inside := made.Open.Swap(c.Token, CallToken), c.Inside.Swap(c.Token, CallToken)
	for q := range open.NumStates() {
		for b := LastToken; b < CallToken; b++ {
			if open.Step(automaton.StateID(q), byte(b)) != automaton.Dead {
				return nil, tokenRead(r, byte(b))
			}
		}
	}
	if a.Recursion.Exactness == tables.Subset {
		var err error
		if inside, err = a.withInnermost(inside); err != nil {
			return nil, err
		}
		defer inside.Release(a.Meter)
	}
	heads := map[byte]automaton.StateID{EnterToken: inside.Start(), BackToken: back(inside)}
	if q := inside.Leaf(); q != automaton.Dead {
		heads[LastToken] = q
	}
	return automaton.Fork(open, inside, heads, a.Meter)
}

// withInnermost returns inside with a move on EnterToken from its start to the innermost, an
// automaton for the strings of inside that contain no calls.
func (a *Automata) withInnermost(inside *automaton.DFA) (*automaton.DFA, error) {
	innermost, err := automaton.Avoid(inside, CallToken, a.Meter)
	if err != nil {
		return nil, err
	}
	defer innermost.Release(a.Meter)
	return automaton.Fork(inside, innermost, map[byte]automaton.StateID{EnterToken: innermost.Start()}, a.Meter)
}

// back returns the state of inside after a call, or Dead if inside contains no calls.
func back(inside *automaton.DFA) automaton.StateID {
	for q := range inside.NumStates() {
		if to := inside.Step(automaton.StateID(q), CallToken); to != automaton.Dead {
			return to
		}
	}
	return automaton.Dead
}

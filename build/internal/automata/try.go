package automata

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
)

// tryCall tries called as the called rule of the cycle. It returns the description of the called
// rule and a map from each rule to its automata over bytes and tokens. The error is a [Refusal] if
// this called rule needs more than one counter, and otherwise an exceeded limit.
func (a *Automata) tryCall(cycle []*names.Rule, called *names.Rule) (*Calls, map[*names.Rule]*Rule, error) {
	parts := a.without(cycle, []*names.Rule{called})
	if part := a.selfEmbedding(parts, []*names.Rule{called}); part != nil {
		const why = "it needs two counters: %s also refers to itself in the middle without going through %s"
		return nil, nil, &Refusal{text: fmt.Sprintf(why, part[0].Name, called.Name)}
	}
	c := &Calls{Rule: called, Token: a.token()}
	made, err := a.openParts(parts, []*Calls{c})
	if err == nil {
		err = c.count(made[called].Open, a.Meter)
	}
	if err != nil {
		a.release(made)
		return nil, nil, err
	}
	return c, made, nil
}

// openParts builds the automata of a cycle over bytes and tokens, where a token represents each
// reference to a rule in called. parts are the strongly connected components of the cycle without
// these references; each follows those to which it refers. If a called rule derives the empty
// string, calls may be empty, so openParts sets its field Optional and rebuilds all automata. After
// an error, made contains the automata built so far.
func (a *Automata) openParts(parts [][]*names.Rule, called []*Calls) (made map[*names.Rule]*Rule, err error) {
	for {
		made, err = a.openOnce(parts, called)
		if err != nil {
			return made, err
		}
		again := false
		for _, c := range called {
			if d := made[c.Rule].Open; !c.Optional && d.Accepting(d.Start()) {
				c.Optional, again = true, true
			}
		}
		if !again {
			return made, nil
		}
		a.release(made)
	}
}

// openOnce builds the automata of the parts once, for openParts.
func (a *Automata) openOnce(parts [][]*names.Rule, called []*Calls) (made map[*names.Rule]*Rule, err error) {
	made = map[*names.Rule]*Rule{}
	for _, r := range slices.Concat(parts...) {
		made[r] = &Rule{}
	}
	for _, c := range called {
		made[c.Rule].Calls = c
	}
	for _, part := range parts {
		cycle := part
		if first := part[0]; len(part) == 1 && (made[first].Calls != nil || !slices.Contains(first.Refs, first)) {
			cycle = nil
		}
		opened := make([]*automaton.DFA, len(part)) // for later parts: rules of one part are lowered together
		for i, r := range part {
			if opened[i], err = (scope{a, made}).dfa(r, cycle, made[r]); err != nil {
				break
			}
		}
		for i, r := range part {
			made[r].Open = opened[i]
		}
		if err != nil {
			return made, err
		}
	}
	return made, nil
}

// release releases the memory of the automata in made.
func (a *Automata) release(made map[*names.Rule]*Rule) {
	for _, r := range made {
		if r.Open != nil {
			r.Open.Release(a.Meter)
		}
	}
}

// without returns the strongly connected components of a cycle after the references to the rules in
// called are removed.
func (a *Automata) without(cycle, called []*names.Rule) [][]*names.Rule {
	return recursion.Connected(cycle, func(r *names.Rule) []*names.Rule {
		return slices.DeleteFunc(slices.Clone(r.Refs), func(to *names.Rule) bool {
			return slices.Contains(called, to) || !a.Graph.Together(to, cycle[0])
		})
	})
}

// selfEmbedding returns the first part whose rules refer to themselves in the middle, or nil. The
// parts are components of a cycle. It skips the parts of called rules, each of which is a single
// rule.
func (a *Automata) selfEmbedding(parts [][]*names.Rule, called []*names.Rule) []*names.Rule {
	for _, part := range parts {
		if !slices.Contains(called, part[0]) && a.Graph.KindOf(part, a.unwound) == recursion.SelfEmbedding {
			return part
		}
	}
	return nil
}

// count prepares a table that counts these calls: it stores d, the automaton of the called rule, in
// c.Inside, and the state after its calls in c.Back. It returns a refusal if one counter is not
// enough: if the rule has no member without calls, may begin with a call, or reads the byte of
// another token, or if its calls lead to two different states.
func (c *Calls) count(d *automaton.DFA, meter *automaton.Meter) error {
	inside := d
	if c.Optional {
		var err error
		if inside, err = withoutEmpty(d, meter); err != nil {
			return err
		}
	}
	c.Inside = inside
	if !ends(inside) {
		why := "every path through %s leads back to it"
		if c.Optional {
			why = "%s matches only the empty string"
		}
		return &Refusal{text: fmt.Sprintf(why, c.Rule.Name)}
	}
	if inside.Step(inside.Start(), c.Token) != automaton.Dead {
		return &Refusal{near: true, text: fmt.Sprintf("%s may begin with %s", c.Rule.Name, c.Rule.Name)}
	}
	for q := range inside.NumStates() {
		for b := LastToken; b < CallToken; b++ {
			if inside.Step(automaton.StateID(q), byte(b)) != automaton.Dead {
				return tokenRead(c.Rule, byte(b))
			}
		}
		to := inside.Step(automaton.StateID(q), c.Token)
		switch {
		case to == automaton.Dead:
		case c.Back == automaton.Dead:
			c.Back = to
		case c.Back != to:
			return &Refusal{near: true, text: fmt.Sprintf("one counter cannot tell what may follow %s inside %s,"+
				" as with two kinds of brackets; abnf compiles it with --superset or --depth", c.Rule.Name, c.Rule.Name)}
		}
	}
	return nil
}

// ends reports whether d, the automaton of a called rule, accepts a string that contains no calls.
// If it does not, every member would contain a shorter member, so the rule has no members.
func ends(d *automaton.DFA) bool {
	queue := []automaton.StateID{d.Start()}
	seen := map[automaton.StateID]bool{automaton.Dead: true, d.Start(): true}
	for i := 0; i < len(queue); i++ {
		if d.Accepting(queue[i]) {
			return true
		}
		for b := range CallToken {
			if to := d.Step(queue[i], byte(b)); !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return false
}

// withoutEmpty returns an automaton that accepts the strings of d except the empty string.
func withoutEmpty(d *automaton.DFA, meter *automaton.Meter) (*automaton.DFA, error) {
	b := automaton.NewBuilder(meter)
	empty, err := b.NFA(b.Empty())
	if err != nil {
		return nil, err
	}
	defer b.Release()
	none, err := automaton.Canonical(empty, meter)
	if err != nil {
		return nil, err
	}
	return automaton.Subtract(d, none, meter)
}

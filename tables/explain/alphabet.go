package explain

import (
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// This file finds the characters of the members of the rule, in its table.
//
// Idea. A code point is in some member if it leads from a live state to a live one. alive lists the
// live states once, and foreign keeps its answers, because the characters of broken strings repeat.
//
// Cost. A walk of one code point from each live state, for the first question about a code point.

// mostKnown bounds the memory of an explainer: a file may have every character there is.
const mostKnown = 1 << 12

// foreign reports whether no member of the rule has a code point. Of a recursive rule this is not
// known.
func (x *Explainer) foreign(c rune) bool {
	if x.rule.Recursive() {
		return false
	}
	if known, ok := x.foreigners[c]; ok {
		return known
	}
	text, found := string(c), false
	for _, q := range x.alive() {
		if found = !x.rule.AdvanceString(q, text).Dead(); found {
			break
		}
	}
	if len(x.foreigners) >= mostKnown {
		clear(x.foreigners)
	}
	x.foreigners[c] = !found
	return !found
}

// ofOctets reports whether the rule is one of octets: whether a member has, after ASCII characters,
// a byte over 0x7F outside UTF-8.
func (x *Explainer) ofOctets() bool {
	if x.octets == nil {
		octets := x.hasOctets()
		x.octets = &octets
	}
	return *x.octets
}

func (x *Explainer) hasOctets() bool {
	seen := map[tables.State]bool{x.rule.Start(): true}
	queue := []tables.State{x.rule.Start()}
	for i := 0; i < len(queue); i++ {
		if !x.rule.AdvanceString(queue[i], "\x80").Dead() || !x.rule.AdvanceString(queue[i], "\xFF").Dead() {
			return true
		}
		for b := range utf8.RuneSelf {
			if q := x.rule.AdvanceString(queue[i], string([]byte{byte(b)})); !q.Dead() && !seen[q] {
				seen[q] = true
				queue = append(queue, q)
			}
		}
	}
	return false
}

// alive returns the states of the rule on the way to a member, breadth-first from the start.
func (x *Explainer) alive() []tables.State {
	if x.states != nil {
		return x.states
	}
	seen := map[tables.State]bool{x.rule.Start(): true}
	x.states = append(x.states, x.rule.Start())
	for i := 0; i < len(x.states); i++ {
		for b := range 256 {
			if q := x.rule.AdvanceString(x.states[i], string([]byte{byte(b)})); !q.Dead() && !seen[q] {
				seen[q] = true
				x.states = append(x.states, q)
			}
		}
	}
	return x.states
}

package explain

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// A grammar is the rule of an explainer, with the other rules of its grammar.
type grammar struct {
	rule   tables.Rule
	lookup func(name string) (rule tables.Rule, ok bool)
	kind   kind

	states     []tables.State // of the rule, all on the way to a member; nil before their first use
	foreigners map[rune]bool  // whether a code point is in no member: a cache
	octets     *bool          // whether members have bytes outside UTF-8; nil before its first use
}

// find returns the first rule of the grammar with one of these names, or "".
func (g *grammar) find(names ...string) tables.Rule {
	for _, name := range names {
		if r, ok := g.lookup(name); ok {
			return r
		}
	}
	return ""
}

// pct returns the rule of percent-encodings, or "".
func (g *grammar) pct() tables.Rule { return g.find("pct-encoded", "escaped") }

// check returns the error of the rule for s, or nil for a member.
func (g *grammar) check(s string) *tables.SyntaxError {
	var e *tables.SyntaxError
	errors.As(g.rule.Check(s), &e)
	return e
}

// kindOf returns the kind of a rule, if its grammar is one of URIs: one with percent-encodings, or
// with the parts of IP addresses.
func (g *grammar) kindOf(name string) kind {
	name = tables.FoldName(name)
	k := roles[name]
	if k == other {
		k = roles[strings.TrimPrefix(name, "i")]
	}
	switch {
	case g.pct() != "", (k == fours || k == octets) && g.find("dec-octet") != "",
		(k == sixes || k == groups) && g.find("h16") != "":
		return k
	}
	return other
}

// noun returns the members of the rule in words: "an IRI".
func (g *grammar) noun() string {
	if !g.kind.hierarchical() {
		return nouns[g.kind]
	}
	name, article := tables.FoldName(g.rule.Name()), "a "
	noun := "URI"
	if strings.Contains(name, "iri") || strings.HasPrefix(name, "irel") {
		noun, article = "IRI", "an "
	}
	if strings.HasPrefix(name, "absolute") {
		noun, article = "absolute "+noun, "an "
	}
	return article + noun
}

// it returns the members of the rule in words, with the definite article: "the IRI".
func (g *grammar) it() string {
	if noun := g.noun(); noun != "" {
		_, name, _ := strings.Cut(noun, " ")
		return "the " + name
	}
	return "the text"
}

// The methods below find the characters of the members of the rule, in its table.
//
// Idea. A code point is in some member if it leads from a live state to a live one. alive lists the
// live states once, and foreign keeps its answers, because the characters of broken strings repeat.
//
// Cost. A walk of one code point from each live state, for the first question about a code point.

// maxKnown bounds the memory of an explainer: a file may have every character there is.
const maxKnown = 1 << 12

// foreign reports whether no member of the rule has a code point. Of a recursive rule this is not
// known.
func (g *grammar) foreign(c rune) bool {
	if g.rule.Recursive() {
		return false
	}
	if known, ok := g.foreigners[c]; ok {
		return known
	}
	text, found := string(c), false
	for _, q := range g.alive() {
		if found = !g.rule.AdvanceString(q, text).Dead(); found {
			break
		}
	}
	if len(g.foreigners) >= maxKnown {
		clear(g.foreigners)
	}
	g.foreigners[c] = !found
	return !found
}

// ofOctets reports whether the rule is one of octets: whether a member has, after ASCII characters,
// a byte over 0x7F outside UTF-8.
func (g *grammar) ofOctets() bool {
	if g.octets == nil {
		octets := g.hasOctets()
		g.octets = &octets
	}
	return *g.octets
}

func (g *grammar) hasOctets() bool {
	seen := map[tables.State]bool{g.rule.Start(): true}
	queue := []tables.State{g.rule.Start()}
	for i := 0; i < len(queue); i++ {
		if !g.rule.AdvanceString(queue[i], "\x80").Dead() || !g.rule.AdvanceString(queue[i], "\xFF").Dead() {
			return true
		}
		for b := range utf8.RuneSelf {
			if q := g.rule.AdvanceString(queue[i], string([]byte{byte(b)})); !q.Dead() && !seen[q] {
				seen[q] = true
				queue = append(queue, q)
			}
		}
	}
	return false
}

// alive returns the states of the rule on the way to a member, breadth-first from the start.
func (g *grammar) alive() []tables.State {
	if g.states != nil {
		return g.states
	}
	seen := map[tables.State]bool{g.rule.Start(): true}
	g.states = append(g.states, g.rule.Start())
	for i := 0; i < len(g.states); i++ {
		for b := range 256 {
			if q := g.rule.AdvanceString(g.states[i], string([]byte{byte(b)})); !q.Dead() && !seen[q] {
				seen[q] = true
				g.states = append(g.states, q)
			}
		}
	}
	return g.states
}

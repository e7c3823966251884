package explain

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// A grammar holds an explainer's rule and the other rules of its grammar.
type grammar struct {
	rule   tables.Rule
	lookup func(name string) (rule tables.Rule, ok bool)
	kind   kind

	states     []tables.State // live states of the rule; nil until first used
	foreigners map[rune]bool  // caches whether a code point occurs in no matching string
	octets     *bool          // whether matching strings may be invalid UTF-8; nil until first used
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

// pct returns the grammar's rule for percent-encodings, or "".
func (g *grammar) pct() tables.Rule { return g.find("pct-encoded", "escaped") }

// check returns the rule's error for s, or nil if s matches.
func (g *grammar) check(s string) *tables.SyntaxError {
	var e *tables.SyntaxError
	errors.As(g.rule.Check(s), &e)
	return e
}

// octetRules and groupRules are the names of the rules for a number in an IPv4 address and a group
// in an IPv6 address.
var (
	octetRules = []string{"dec-octet", "ipv4-number"}
	groupRules = []string{"h16", "ipv6-group"}
)

// kindOf returns the kind of a rule if the grammar describes URIs, that is, if it defines
// percent-encodings or the parts of IP addresses. Otherwise it returns other.
func (g *grammar) kindOf(name string) kind {
	name = tables.FoldName(name)
	k := roles[name]
	if k == other {
		k = roles[strings.TrimPrefix(name, "i")]
	}
	switch {
	case g.pct() != "", (k == fours || k == octets) && g.find(octetRules...) != "",
		(k == sixes || k == groups) && g.find(groupRules...) != "":
		return k
	}
	return other
}

// formatName returns the folded name of the rule if its grammar is formats, and "" otherwise.
func (g *grammar) formatName() string {
	if g.rule.Grammar() != "formats" {
		return ""
	}
	return tables.FoldName(g.rule.Name())
}

// noun returns a noun for a string that matches the rule: "an IRI".
func (g *grammar) noun() string {
	switch {
	case g.kind == other:
		return formatNouns[g.formatName()]
	case !g.kind.hierarchical():
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

// it returns the same noun with the definite article: "the IRI".
func (g *grammar) it() string {
	if noun := g.noun(); noun != "" {
		_, name, _ := strings.Cut(noun, " ")
		return "the " + name
	}
	return "the text"
}

// The methods below determine which characters occur in matching strings.
//
// Idea. A code point occurs in some matching string if it takes the rule from one live state to
// another. alive finds the live states once. foreign caches its results, because invalid strings
// repeat the same characters.
//
// Cost. The first lookup of a code point advances it from each live state.

// maxKnown limits the memory used by an explainer: a file may contain every code point.
const maxKnown = 1 << 12

// foreign reports whether a code point occurs in no matching string. For a recursive rule it always
// returns false.
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

// ofOctets reports whether the rule matches octets, that is, whether in some matching string a byte
// that is not valid UTF-8 follows ASCII characters.
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

// alive returns the live states of the rule, breadth-first from the start.
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

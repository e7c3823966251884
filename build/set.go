package build

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A DeclaredSet is a set of rules that a directive declares:
//
//	; @set Token: IRIREF STRING_LITERAL_QUOTE LANGTAG
type DeclaredSet = names.Set

// A member is a part of a set to compile: a rule, or an alternative of a rule.
type member struct {
	name      string
	dfa       *automaton.DFA
	exactness tables.Exactness
}

// DeclaredSets returns the sets that @set directives declare, in document order.
func (g *Grammar) DeclaredSets() []DeclaredSet { return slices.Clone(g.automata.Names.Sets) }

// DeclaredAlternatives returns the rules with an @alternatives directive, whose sets of
// alternatives ship.
func (g *Grammar) DeclaredAlternatives() []*Rule { return g.rules(g.automata.Names.WithAlternatives) }

// Set compiles several rules of the grammar, which may include core rules, to one table that names
// the rules matching a string. If several rules match, the first one listed wins. Set fails if a
// rule has no table or its table counts calls, if the tables include both subsets and supersets, or
// if a limit is exceeded.
func (g *Grammar) Set(name string, rules ...string) (tables.Set, error) {
	var members []member
	for _, rule := range rules {
		r, err := g.Find(rule)
		if err != nil {
			return "", err
		}
		if err := r.finite(); err != nil {
			return "", fmt.Errorf("the set %s: %w", name, err)
		}
		members = append(members, member{r.Name, r.made().DFA, r.made().Exactness})
	}
	return g.compileSet(name, members, members)
}

// compileSet compiles members, which are rules or alternatives, to one table. The training strings
// come from rules. compileSet fails if there are too many members, if they include both subsets and
// supersets, or if a limit is exceeded.
func (g *Grammar) compileSet(name string, members, rules []member) (tables.Set, error) {
	if len(members) > machine.MaxRules {
		return "", fmt.Errorf("the set %s: %d rules exceed the limit of %d", name, len(members), machine.MaxRules)
	}
	var dfas []*automaton.DFA
	var matched []string
	exactness := tables.Exact
	for _, m := range members {
		dfas = append(dfas, m.dfa)
		matched = append(matched, m.name)
		if exactness != tables.Exact && m.exactness != tables.Exact && exactness != m.exactness {
			return "", fmt.Errorf("the set %s cannot combine a subset and a superset", name)
		}
		exactness = max(exactness, m.exactness)
	}
	c, err := automaton.Classify(dfas, g.automata.Meter)
	if err != nil {
		return "", fmt.Errorf("the set %s: %w", name, err)
	}
	defer c.DFA.Release(g.automata.Meter)
	l, err := g.labels.Expect(c.DFA)
	if err != nil {
		return "", fmt.Errorf("the set %s: %w", name, err)
	}
	m := machine.SetMachine{Machine: *pack(c.DFA, l), Rules: matched, Matches: c.Matches}
	m.Grammar, m.Name, m.Exactness, m.Depth = g.Name, name, exactness, g.automata.Depth(exactness)
	if g.tuning != nil {
		tune.Places(&m.Machine, func() (all []string) {
			for _, r := range rules {
				all = append(all, tune.Training(r.name, r.dfa, g.tuning)...)
			}
			return all
		}, g.tuning)
	}
	return m.Encode()
}

// Alternatives returns a table for the set of a rule's alternatives. These are the rules listed
// after the colon of an @alternatives directive, if there are any; otherwise they are the items of
// the rule's outermost choice. An alternative is named after the rule it refers to or, if it is not
// a reference, by its own text. In
//
//	hier_part = ( net_path | abs_path ) [ "?" query ]
//
// the outermost choice is the first one, net_path | abs_path. Each alternative is the rule with one
// item substituted for this choice: net_path [ "?" query ] and abs_path [ "?" query ].
//
// A choice between single characters counts only if the rule has no other choice. An optional
// element is also a choice, whose last item is "". So is a repetition from 0 to 1. A choice inside
// any other repetition does not count, because several of its items may match parts of the same
// string.
func (g *Grammar) Alternatives(rule string) (tables.Set, error) {
	r, err := g.Find(rule)
	if err != nil {
		return "", err
	}
	if err := r.finite(); err != nil {
		return "", fmt.Errorf("the alternatives of %s: %w", r.Name, err)
	}
	if r.made().Calls != nil {
		return "", fmt.Errorf("the alternatives of %s: its table is a %s, and alternatives cannot be approximated",
			r.Name, r.made().Exactness)
	}
	alternatives, release, err := g.automata.Alternatives(r.names)
	defer release()
	if err != nil {
		return "", fmt.Errorf("the alternatives of %s: %w", r.Name, err)
	}
	var members []member
	for _, x := range alternatives {
		members = append(members, member{x.Name, x.DFA, r.made().Exactness})
	}
	return g.compileSet(r.Name, members, []member{{name: r.Name, dfa: r.made().DFA}})
}

// HasChoice reports whether a rule with the definition e has alternatives (see
// [Grammar.Alternatives]), that is, whether e has a choice or an optional element outside
// repetitions.
func HasChoice(e syntax.Expr) bool { return automata.HasChoice(e) }

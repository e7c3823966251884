package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// readSet reads the text of a directive @set, and adds the set to g.sets. It fails if the text has
// another form, if there is a set with this name already, or if a rule is unknown.
func (g *Grammar) readSet(text string) error {
	name, names, ok := strings.Cut(text, ":")
	name = strings.TrimSpace(name)
	switch {
	case !ok || name == "":
		return errors.New(`expected "NAME: RULE …"`)
	case slices.ContainsFunc(g.sets, func(s DeclaredSet) bool { return s.Name == name }):
		return fmt.Errorf("there is a set %s already", name)
	}
	rules, err := g.findRules(names)
	if err != nil {
		return err
	}
	set := DeclaredSet{Name: name}
	for _, r := range rules {
		set.Rules = append(set.Rules, r.Name)
	}
	g.sets = append(g.sets, set)
	return nil
}

// DeclaredSets returns the sets declared by directives @set, in the order of the document.
func (g *Grammar) DeclaredSets() []DeclaredSet { return slices.Clone(g.sets) }

// DeclaredAlternatives returns the rules that have a directive @alternatives: a set of their
// alternatives is to ship.
func (g *Grammar) DeclaredAlternatives() []*Rule { return slices.Clone(g.withAlternatives) }

// Set compiles several rules of the grammar, core rules included, to one table. For a string the
// table names the rules that match it. If several rules match, the first listed wins. Set fails if
// a rule has no table or one that counts calls, if both subsets and supersets are among the
// tables, and at a limit.
func (g *Grammar) Set(name string, rules ...string) (tables.Set, error) {
	var found []*Rule
	var members []member
	for _, rule := range rules {
		r, err := g.Find(rule)
		if err != nil {
			return "", err
		}
		if err := r.finite(); err != nil {
			return "", fmt.Errorf("the set %s: %w", name, err)
		}
		found = append(found, r)
		members = append(members, member{r.Name, r.dfa, r.exactness})
	}
	return g.compileSet(name, members, func() (all []string) {
		for _, r := range found {
			all = append(all, g.training(r)...)
		}
		return all
	})
}

// A member is a part of a set to be compiled: a rule, or an alternative of a rule.
type member struct {
	name      string
	dfa       *automaton.DFA
	exactness tables.Exactness
}

// compileSet compiles members, which are rules or alternatives, to one table. The function
// training returns strings that some of them match. Package tune chooses by these strings the
// states with places. compileSet fails if there are too many members, if both subsets and supersets
// are among them, and at a limit.
func (g *Grammar) compileSet(name string, members []member, training func() []string) (tables.Set, error) {
	if len(members) > machine.MaxRules {
		return "", fmt.Errorf("the set %s: %d rules are more than %d", name, len(members), machine.MaxRules)
	}
	var dfas []*automaton.DFA
	var names []string
	exactness := tables.Exact
	for _, m := range members {
		dfas = append(dfas, m.dfa)
		names = append(names, m.name)
		if exactness != tables.Exact && m.exactness != tables.Exact && exactness != m.exactness {
			return "", fmt.Errorf("the set %s: of a subset and a superset it would be neither", name)
		}
		exactness = max(exactness, m.exactness)
	}
	c, err := automaton.Classify(dfas, g.meter)
	if err != nil {
		return "", fmt.Errorf("the set %s: %w", name, err)
	}
	defer c.DFA.Release(g.meter)
	l := &labels{}
	if err := l.expectations(g, c.DFA, nil); err != nil {
		return "", fmt.Errorf("the set %s: %w", name, err)
	}
	m := machine.SetMachine{Machine: *newMachine(c.DFA, l), Rules: names, Matches: c.Matches}
	m.Grammar, m.Name, m.Exactness, m.Depth = g.Name, name, exactness, g.depthOf(exactness)
	if g.tuning != nil {
		tune.Places(&m.Machine, training, g.tuning)
	}
	return m.Encode()
}

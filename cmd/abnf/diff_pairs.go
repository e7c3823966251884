package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/tables"
)

// A matching pairs the rules of two grammars.
type matching struct {
	sides  [2]side
	pairs  []pair
	alone  [2][]string // rules without a partner in the other grammar
	failed []string    // rules that could not be compared with their partners

	interrupted bool // the comparison is incomplete
}

// A pair holds two rules to compare.
type pair struct {
	a, b *build.Rule
	build.Comparison
	path [2][]string // for each witness, the rules around the byte at which the other rule fails
}

// matching pairs the two rules on the command line, or else the rules of two grammars: first by
// --map, then by name, then by language.
func (d *comparer) matching(cmd *cobra.Command, sides [2]side) (*matching, error) {
	m := &matching{sides: sides}
	if sides[0].rule != nil {
		m.pairs = []pair{{a: sides[0].rule, b: sides[1].rule}}
		return m, nil
	}
	partner, taken := map[*build.Rule]*build.Rule{}, map[*build.Rule]bool{}
	join := func(a, b *build.Rule) { partner[a], taken[b] = b, true }
	a, b := sides[0].grammar, sides[1].grammar
	for _, text := range d.mapped {
		ra, rb, err := mapping(cmd, text, a, b)
		if err != nil {
			return nil, err
		}
		if partner[ra] != nil || taken[rb] {
			return nil, program.Usagef(cmd, "--map %s: one of the rules is already paired", text)
		}
		join(ra, rb)
	}
	for _, r := range a.Rules {
		if other := b.Rule(r.Name); partner[r] == nil && other != nil && !taken[other] && (r.Own() || other.Own()) {
			join(r, other)
		}
	}
	joinAlike(a, b, func(r *build.Rule) bool { return partner[r] == nil && !taken[r] }, join)
	for _, r := range a.Rules {
		if other := partner[r]; other != nil {
			m.pairs = append(m.pairs, pair{a: r, b: other})
		} else if r.Own() {
			m.alone[0] = append(m.alone[0], r.Name)
		}
	}
	for _, r := range b.Rules {
		if r.Own() && !taken[r] {
			m.alone[1] = append(m.alone[1], r.Name)
		}
	}
	return m, nil
}

// mapping returns the two rules that a --map value, A=B, names.
func mapping(cmd *cobra.Command, text string, a, b *build.Grammar) (ra, rb *build.Rule, err error) {
	first, second, ok := strings.Cut(text, "=")
	if !ok || first == "" || second == "" {
		return nil, nil, program.Usagef(cmd, "--map takes A=B, not %q", text)
	}
	if ra, err = grammar.Find(a, first); err == nil {
		rb, err = grammar.Find(b, second)
	}
	return ra, rb, err
}

// joinAlike pairs rules that have the same language and no partner yet. Each rule of a is paired
// with the first such rule of b.
func joinAlike(a, b *build.Grammar, alone func(*build.Rule) bool, join func(a, b *build.Rule)) {
	alike := map[[32]byte][]*build.Rule{}
	for _, r := range b.Rules {
		if r.Own() && r.Table != "" && alone(r) {
			alike[r.Table.Hash()] = append(alike[r.Table.Hash()], r)
		}
	}
	for _, r := range a.Rules {
		if !r.Own() || r.Table == "" || !alone(r) {
			continue
		}
		if found := alike[r.Table.Hash()]; len(found) > 0 {
			join(r, found[0])
			alike[r.Table.Hash()] = found[1:]
		}
	}
}

// compare compares the pairs. It removes pairs that cannot be compared and prints the reasons.
func (m *matching) compare(cmd *cobra.Command) {
	pairs := m.pairs
	m.pairs = nil
	for _, p := range pairs {
		if cmd.Context().Err() != nil {
			return
		}
		var err error
		if p.Comparison, err = build.Compare(p.a, p.b); err != nil {
			m.failed = append(m.failed, p.a.Name)
			m.tellFailed(cmd, p, err)
			continue
		}
		first, second := p.witnesses()
		p.path[0] = m.derive(0, p.a, p.b, first)
		p.path[1] = m.derive(1, p.b, p.a, second)
		m.pairs = append(m.pairs, p)
	}
	for i, names := range m.alone {
		if len(names) > 0 {
			program.Tell(cmd, "only %s has %s", m.sides[i].grammar.Name, strings.Join(names, ", "))
		}
	}
}

// tellFailed prints why a pair was not compared: a rule has no table, or err.
func (m *matching) tellFailed(cmd *cobra.Command, p pair, err error) {
	why := err.Error()
	for i, r := range []*build.Rule{p.b, p.a} {
		if r.Own() && r.Table == "" {
			why = "in " + m.sides[1-i].grammar.Name + " it has no table: " + r.Reason()
		}
	}
	program.Tell(cmd, "%s is not compared: %s", p.a.Name, why)
}

// derive returns the names of one side's rules around the witness byte at which the other side's
// rule fails.
func (m *matching) derive(side int, r, other *build.Rule, witness *string) []string {
	names := []string{}
	if witness != nil {
		for _, r := range m.sides[side].grammar.Derive(r, *witness, other.Fails(*witness)) {
			names = append(names, r.Name)
		}
	}
	return names
}

// differ counts the pairs whose languages differ.
func (m *matching) differ() (n int) {
	for _, p := range m.pairs {
		if p.Relation != build.Equal {
			n++
		}
	}
	return n
}

// named reports whether the two rules have the same name.
func (p *pair) named() bool { return tables.FoldName(p.a.Name) == tables.FoldName(p.b.Name) }

// witnesses returns a string that only the first rule matches and a string that only the second
// rule matches. Each is nil if there is no such string.
func (p *pair) witnesses() (first, second *string) {
	if p.Relation == build.Superset || p.Relation == build.Incomparable {
		first = &p.OnlyA
	}
	if p.Relation == build.Subset || p.Relation == build.Incomparable {
		second = &p.OnlyB
	}
	return first, second
}

// completeMap completes A=B with the rule names of the two grammars.
func (d *comparer) completeMap(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	first, _, second := strings.Cut(word, "=")
	switch {
	case !second && len(args) > 0:
		return grammar.RuleNames(args[0], d.notation), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	case second && len(args) > 1:
		names := grammar.RuleNames(args[1], d.notation)
		for i := range names {
			names[i] = first + "=" + names[i]
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

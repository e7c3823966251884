package build

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables"
)

// Names from package automaton that concern members, for programs that use rules but not automata.
type (
	Unit     = automaton.Unit
	Edit     = automaton.Edit
	NearMiss = automaton.NearMiss

	LimitError    = automaton.LimitError
	NoMemberError = automaton.NoMemberError
	RankError     = automaton.RankError
	NoMissError   = automaton.NoMissError
)

const (
	Characters = automaton.Characters
	Bytes      = automaton.Bytes

	Insert    = automaton.Insert
	Delete    = automaton.Delete
	Replace   = automaton.Replace
	Transpose = automaton.Transpose
)

// Members are the members of a rule in the order of [automaton.Members], shortest first. The
// methods count the members of each length, convert between members and ranks, list all members,
// and draw some at random. Members are not safe for concurrent use.
//
// Lengths count code points, or bytes if the unit is [Bytes] or if some members of the rule are not
// UTF-8; the method Unit returns the unit. Members of equal length are in code point order, or in
// byte order if some are not UTF-8.
//
// Sample draws from a math/rand/v2 generator and uses only its 64-bit words. With rand.NewPCG and
// the same seed it returns the same members on every machine.
//
// Tested against: TestCountsAreWalks and TestListIsEnumeration.
type Members struct {
	*automaton.Members
	rule  *Rule
	dfa   *automaton.DFA
	meter *automaton.Meter
}

// Members returns the members of a rule. The counts may take as much memory and as many steps as
// the document's limits allow. For a length that needs more, the methods return a [*LimitError].
//
// The members of a rule whose table counts calls cannot be counted this way. For such a rule the
// error is a [*DepthError]; [Grammar.MembersWithin] returns the members whose calls nest up to a
// given depth.
func (g *Grammar) Members(ctx context.Context, rule string, unit Unit) (*Members, error) {
	r, err := g.Find(rule)
	if err != nil {
		return nil, err
	}
	if r.made().Counts() {
		return nil, &DepthError{Rule: r.Name, Called: r.made().Calls.Rule.Name}
	}
	if r.made().DFA == nil {
		return nil, fmt.Errorf("the rule %s has no table: %s", r.Name, r.Reason())
	}
	return g.members(ctx, r, r.made().DFA, unit)
}

// MembersWithin returns the members of a rule that have at most depth open calls at a time (see
// [Recursion]). For a rule without calls it returns all members, regardless of depth.
func (g *Grammar) MembersWithin(ctx context.Context, rule string, depth int, unit Unit) (*Members, error) {
	r, err := g.Find(rule)
	if err != nil {
		return nil, err
	}
	if r.made().Calls == nil {
		return g.Members(ctx, rule, unit)
	}
	d, err := g.automata.Subset(r.names, depth, automaton.NewMeter(ctx, g.limits.Automata))
	var failed *CompileError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	if err != nil {
		return nil, fmt.Errorf("members of the rule %s with %s nested up to a depth of %d: %w",
			r.Name, r.made().Calls.Rule.Name, depth, err)
	}
	return g.members(ctx, r, d, unit)
}

// A DepthError reports a rule whose members can be counted only up to a depth of calls.
type DepthError struct {
	Rule, Called string // Called is the called rule, which refers to itself in the middle
}

// Error names the rules.
func (e *DepthError) Error() string {
	return fmt.Sprintf("members of the rule %s can be counted only to a given depth, because %s refers to itself",
		e.Rule, e.Called)
}

// members returns the members of r that the automaton d accepts. Its errors name r.
func (g *Grammar) members(ctx context.Context, r *Rule, d *automaton.DFA, unit Unit) (*Members, error) {
	meter := automaton.NewMeter(ctx, g.limits.Automata)
	m, err := automaton.NewMembers(d, unit, meter)
	if err != nil {
		return nil, fmt.Errorf("members of the rule %s: %w", r.Name, err)
	}
	return &Members{m, r, d, meter}, nil
}

// InASCII returns the members of m that consist of printable ASCII characters. In a rule with
// characters of all languages, few members that Sample draws can be read. The result shares the
// limits of m.
func (m *Members) InASCII() (*Members, error) {
	b := automaton.NewBuilder(m.meter)
	text, err := b.NFA(b.Star(b.Bytes(' ', '~')))
	if err != nil {
		return nil, err
	}
	all, err := automaton.Canonical(text, m.meter)
	if err != nil {
		return nil, err
	}
	both, err := automaton.Intersect(m.dfa, all, m.meter)
	if err != nil {
		return nil, err
	}
	members, err := automaton.NewMembers(both, m.Unit(), m.meter)
	if err != nil {
		return nil, err
	}
	return &Members{members, m.rule, both, m.meter}, nil
}

// Rank returns the number of members before s. If s is not a member of the rule, the error is a
// [*tables.SyntaxError] with the position. For the result of [Grammar.MembersWithin], the error may
// report that s is a member but has too many open calls. If the rule's table is a superset that
// accepts s, or a subset that rejects s, it is unknown whether s is a member; the error is then a
// [*automaton.NotMemberError].
func (m *Members) Rank(s string) (*big.Int, error) {
	rank, err := m.Members.Rank(s)
	var not *automaton.NotMemberError
	if !errors.As(err, &not) || m.rule.Table == "" {
		return rank, err
	}
	switch bad := m.rule.Table.Check(s); {
	case m.rule.made().Exactness == tables.Subset, m.rule.made().Exactness == tables.Superset && bad == nil:
		return nil, err
	case bad != nil:
		return nil, bad
	}
	return nil, fmt.Errorf("the string matches the rule %s, but nests %s too deeply to be counted",
		m.rule.Name, m.rule.made().Calls.Rule.Name)
}

// NearMiss returns a string that the rule's table rejects, one edit away from a member that
// [automaton.Members.Sample] draws; see [automaton.Members.NearMiss]. If the table is a subset, the
// string may be a member whose calls nest deeper.
func (m *Members) NearMiss(r *rand.Rand, from, to int) (NearMiss, error) {
	accepts := m.Accepts
	if m.rule.Table != "" {
		accepts = m.rule.Table.Valid
	}
	return m.Members.NearMiss(r, from, to, accepts)
}

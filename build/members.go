package build

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/irilex/iri/automaton"
)

// Names of package automaton about members, for code that handles rules rather than
// automata.
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

// Members are the members of a rule in length-lexicographic order, see [automaton.Members]:
// their number for each length, the member of a rank, the rank of a member; all of them, or
// random ones. Members serves one goroutine.
//
// Lengths are in code points, unless bytes are chosen or the rule has members outside of
// UTF-8; see Unit. The order is by code points in either case, and by bytes in such a rule.
//
// Sample draws from a generator of math/rand/v2, and takes only words of 64 bits from it.
// With rand.NewPCG and the same seed it returns the same members on every machine.
//
// Twins: TestCountsAreWalks and TestListIsEnumeration.
type Members struct {
	*automaton.Members
	rule *Rule
}

// Members returns the members of a rule. The counts may take as much memory and as many
// steps as compiling the document. For lengths over that, the methods return an
// [*LimitError].
//
// A rule whose table counts calls has no such counts. [Grammar.MembersWithin] returns its
// members with calls of a bounded depth.
func (g *Grammar) Members(ctx context.Context, rule string, unit Unit) (*Members, error) {
	r, err := g.Find(rule)
	if err != nil {
		return nil, err
	}
	if r.counts() {
		return nil, &DepthError{Rule: r.Name, Called: r.calls.rule.Name}
	}
	if r.dfa == nil {
		return nil, fmt.Errorf("the rule %s has no table: %s", r.Name, r.Reason())
	}
	return g.members(ctx, r, r.dfa, unit)
}

// MembersWithin returns the members of a rule with calls of the recursive rule at most
// depth deep inside each other. A rule without such calls has the same members at each
// depth.
func (g *Grammar) MembersWithin(ctx context.Context, rule string, depth int, unit Unit) (*Members, error) {
	r, err := g.Find(rule)
	if err != nil {
		return nil, err
	}
	if r.calls == nil {
		return g.Members(ctx, rule, unit)
	}
	d, err := g.subset(r, depth, automaton.NewMeter(ctx, g.limits.Automata))
	if failed, ok := errors.AsType[*CompileError](err); ok {
		err = failed.Err
	}
	if err != nil {
		return nil, fmt.Errorf("the members of the rule %s with %s inside of one another up to a depth of %d: %w",
			r.Name, r.calls.rule.Name, depth, err)
	}
	return g.members(ctx, r, d, unit)
}

// A DepthError reports a rule whose members can be counted only up to a depth.
type DepthError struct {
	Rule, Called string // Called is the rule that refers to itself between other text
}

// Error names the rules.
func (e *DepthError) Error() string {
	return fmt.Sprintf("the members of the rule %s are counted up to a depth only, because %s refers to itself",
		e.Rule, e.Called)
}

// members returns the members of r, those that its automaton d accepts. Its error names the
// rule.
func (g *Grammar) members(ctx context.Context, r *Rule, d *automaton.DFA, unit Unit) (*Members, error) {
	m, err := automaton.NewMembers(d, unit, automaton.NewMeter(ctx, g.limits.Automata))
	if err != nil {
		return nil, fmt.Errorf("the members of the rule %s: %w", r.Name, err)
	}
	return &Members{m, r}, nil
}

// Rank returns the number of members before s. If s is not a member of the rule, the error
// is a [*tables.SyntaxError] with the position.
func (m *Members) Rank(s string) (*big.Int, error) {
	rank, err := m.Members.Rank(s)
	var not *automaton.NotMemberError
	if !errors.As(err, &not) || m.rule.Table == "" {
		return rank, err
	}
	if err := m.rule.Table.Check(s); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("the string is a member of the rule %s, but it has calls of %s that are too deep to be counted",
		m.rule.Name, m.rule.calls.rule.Name)
}

// NearMiss returns a string one edit away from a member drawn by
// [automaton.Members.Sample], and rejected by the table of the rule: see
// [automaton.Members.NearMiss].
func (m *Members) NearMiss(r *rand.Rand, from, to int) (NearMiss, error) {
	accepts := m.Accepts
	if m.rule.Table != "" {
		accepts = m.rule.Table.Valid
	}
	return m.Members.NearMiss(r, from, to, accepts)
}

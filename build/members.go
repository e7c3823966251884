package build

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/irilex/iri/automaton"
)

// What package automaton knows of members, for those that work with rules and not with automata.
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

// Members are the members of a rule in length-lexicographic order, see [automaton.Members]: how
// many there are of each length, which one has a rank, and the rank of one; all of them, or some at
// random. They serve one goroutine.
//
// Lengths are in code points, unless bytes are asked for or the rule has members that are not
// UTF-8; see Unit. The order is that of the code points either way, and of bytes in such a rule.
//
// Sample draws from a generator of math/rand/v2, and takes words of 64 bits from it alone: with
// rand.NewPCG and the same seed it returns the same members on every machine.
type Members struct {
	*automaton.Members
	rule *Rule
}

// Members returns the members of a rule. The counts may take the memory and the steps that
// compiling the document may take; from a length on that they would not suffice for, the methods
// return an [*LimitError].
//
// A rule whose table counts calls has no such counts. [Grammar.MembersWithin] has those members of
// it whose calls are not too deep.
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

// MembersWithin returns the members of a rule in which at most depth calls of the rule that refers
// to itself are inside of one another. A rule without such calls has the same members at each
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

// A DepthError says that the members of a rule are counted up to a depth only.
type DepthError struct {
	Rule, Called string // Called is the rule that refers to itself between other text
}

// Error names the rules.
func (e *DepthError) Error() string {
	return fmt.Sprintf("the members of the rule %s are counted up to a depth only, because %s refers to itself",
		e.Rule, e.Called)
}

func (g *Grammar) members(ctx context.Context, r *Rule, d *automaton.DFA, unit Unit) (*Members, error) {
	m, err := automaton.NewMembers(d, unit, automaton.NewMeter(ctx, g.limits.Automata))
	if err != nil {
		return nil, fmt.Errorf("the members of the rule %s: %w", r.Name, err)
	}
	return &Members{m, r}, nil
}

// Rank returns the number of members before s. If s is no member of the rule, the error is a
// [*tables.SyntaxError] with the place.
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

// NearMiss returns a string that is one edit away from a member that [automaton.Members.Sample]
// draws, and that the table of the rule refuses: see [automaton.Members.NearMiss].
func (m *Members) NearMiss(r *rand.Rand, from, to int) (NearMiss, error) {
	accepts := m.Accepts
	if m.rule.Table != "" {
		accepts = m.rule.Table.Valid
	}
	return m.Members.NearMiss(r, from, to, accepts)
}

package build

import (
	"context"
	"errors"
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/derive"
	"github.com/irilex/iri/build/internal/regex"
	"github.com/irilex/iri/tables/machine"
)

// Sizes returns the size in bytes of all tables of g, and their size without places and regions,
// which make them larger and faster.
func (g *Grammar) Sizes() (all, small int) {
	for _, r := range g.Rules {
		if r.Table == "" {
			continue
		}
		all += len(r.Table)
		if m, err := machine.Of(r.Table); err == nil {
			m.Front, m.Rest, m.Regions = nil, nil, nil
			table, _ := m.Encode()
			small += len(table)
		}
	}
	return all, small
}

// Derive returns the rules that derive the byte at the given offset of s, a member of r. The list
// runs from r down to the rule that matches the byte. If the offset is the end of the string, the
// list ends with the last rule: either a rule that matches the empty string, such as path-empty of
// RFC 3986 after "http:", or the rule that matches the last byte. If s has several derivations, the
// first alternative wins. A recursive rule needs no table. Derive returns nil if s is not a member,
// if s is longer than 1000 bytes, or if a limit of the grammar is exceeded.
func (g *Grammar) Derive(r *Rule, s string, offset int) []*Rule {
	if r.Err != nil {
		return nil
	}
	return g.rules(derive.At(g.automata, r.names, s, offset))
}

// DeriveAll returns the result of [Grammar.Derive] for each byte of s. It returns nil where Derive
// returns nil.
func (g *Grammar) DeriveAll(r *Rule, s string) [][]*Rule {
	if r.Err != nil {
		return nil
	}
	above := derive.All(g.automata, r.names, s)
	if above == nil {
		return nil
	}
	all := make([][]*Rule, len(above)) // not nil for the empty string
	for i, list := range above {
		all[i] = g.rules(list)
	}
	return all
}

// proofSteps bounds the steps of [Grammar.ProveSuperset].
const proofSteps = 2_000_000_000

// ProveSuperset returns nil if it proves that the finite automaton of r, which [Options].Recursion
// makes a superset, accepts all members of r. The proof reads the definitions of the rules and is
// independent of the construction of the automaton. The error may report a limit of the proof: 2
// billion steps, or 256 MiB.
func (g *Grammar) ProveSuperset(ctx context.Context, r *Rule) error {
	d := r.made().DFA
	if d == nil || r.From != "" {
		return fmt.Errorf("the rule %s is not compiled to an automaton", r.Name)
	}
	limits := automaton.DefaultLimits()
	limits.Steps = proofSteps
	if err := derive.Included(g.automata, r.names, d, automaton.NewMeter(ctx, limits)); err != nil {
		return fmt.Errorf("cannot prove that the table of %s is a superset: %w", r.Name, err)
	}
	return nil
}

// Fails returns the offset of the first byte of s that cannot follow the preceding bytes in any
// member of r. It returns len(s) if some member starts with s. The rule must have a finite
// automaton.
func (r *Rule) Fails(s string) int {
	d := r.made().DFA
	q := d.Start()
	for i := range len(s) {
		if q = d.Step(q, s[i]); q == automaton.Dead {
			return i
		}
	}
	return len(s)
}

// An Engine names a regular expression engine that [Grammar.Regexp] supports.
type Engine = regex.Engine

// The engines that expressions can be written for.
const (
	RE2        = regex.RE2        // RE2, Go's regexp, Rust's regex crate
	PCRE       = regex.PCRE       // PCRE2, including PHP and grep -P
	Python     = regex.Python     // Python's re, for str
	ECMAScript = regex.ECMAScript // JavaScript, with the flag u or v
	Java       = regex.Java       // java.util.regex, with possessive repetitions
	ERE        = regex.ERE        // POSIX extended regular expressions, such as grep -E; printable ASCII only
	JSONSchema = regex.JSONSchema // the JSON Schema keyword "pattern", for validators in JavaScript and Python
)

// Engines returns the engines that expressions can be written for.
func Engines() []Engine { return regex.Engines() }

// Regexp returns a regular expression that matches exactly the members of a rule, for a regular
// expression engine. It is one line, anchored at both ends, in ASCII, except that JSONSchema
// contains code points above U+FFFF.
//
// The expression is written from the syntax tree, not from the automaton, and then shortened.
// Regexp parses the text again and returns it only if it is proven equivalent to the rule's
// automaton. The error reports a construct without an expression (octets, most differences,
// recursion, imported rules), one that the engine cannot express, or a limit: about 1 MiB of text,
// 65,536 distinct parts, or the grammar's limits on automata.
//
// The expression matches only code points. Engines that decode every byte that is not UTF-8 as
// U+FFFD, such as Go's, accept some ill-formed strings if the rule matches U+FFFD. A table never
// does.
//
// Tested against: TestRegexpAgrees compares its verdicts with those of the tables.
func (g *Grammar) Regexp(ctx context.Context, rule string, engine Engine) (text string, err error) {
	r, err := g.Find(rule)
	if err != nil {
		return "", err
	}
	if err = r.inlinable(); err == nil && g.Semantics == PEG {
		err = errors.New("PEG semantics do not support regular expressions")
	}
	if err == nil {
		text, err = regex.Write(ctx, engine, g.automata.Names, g.automata.Classes, r.Expr(), r.made().DFA, g.limits.Automata)
	}
	if err != nil {
		return "", r.failed("regexp", err)
	}
	return text, nil
}

// inlinable returns nil if r is compiled and does not refer to a recursive rule, directly or
// indirectly. Then every rule that it reaches is compiled as well.
func (r *Rule) inlinable() error {
	switch {
	case r.Kind != Regular:
		return fmt.Errorf(
			"cannot write a regular expression: the rule is recursive or refers to a recursive rule (%s)", r.Kind)
	case r.made().DFA != nil:
		return nil
	case r.Err != nil:
		return errors.Unwrap(r.Err)
	}
	return errors.New("the rule is not compiled, because only other rules were requested")
}

// Names from package automaton that concern test suites, for programs that use rules but not
// automata.
type (
	Suite   = automaton.Suite
	Premise = automaton.Premise
)

const (
	AlikeBytes    = automaton.AlikeBytes
	MistakenBytes = automaton.MistakenBytes
	AnyBytes      = automaton.AnyBytes
)

// Suite returns a complete test suite for the rule (see [automaton.Suite]). If the premise holds,
// the suite detects every error of an implementation whose automaton exceeds the minimal automaton
// of the rule by no more than the given number of states. Building the suite may cost as much as
// the document's limits allow.
func (g *Grammar) Suite(ctx context.Context, rule string, premise Premise, more int) (*Suite, error) {
	r, err := g.Find(rule)
	if err != nil {
		return nil, err
	}
	if err := r.finite(); err != nil {
		return nil, err
	}
	suite, err := automaton.NewSuite(r.made().DFA, premise, more, automaton.NewMeter(ctx, g.limits.Automata))
	if err != nil {
		return nil, fmt.Errorf("test suite for the rule %s: %w", r.Name, err)
	}
	return suite, nil
}

// Spent returns the numbers of steps and transitions spent on compiling the document so far; see
// [automaton.Meter].
func (g *Grammar) Spent() (steps, transitions int64) {
	return g.automata.Meter.Steps(), g.automata.Meter.Transitions()
}

// A Contribution is the part of a rule's NFA that comes from its references to one other rule.
type Contribution = automata.Contribution

// Contributions returns a contribution for each rule that r refers to, the one with the most states
// first. A call counts as one state. So does a reference to a rule in the same cycle, because that
// rule is lowered together with r.
func (g *Grammar) Contributions(r *Rule) []Contribution { return g.automata.Contributions(r.names) }

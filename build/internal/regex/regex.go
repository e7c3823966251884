// Package regex writes the definition of a rule as a regular expression, in the syntax of several
// engines.
//
//	syntax tree ─read→ nodes ─drop, simplify→ nodes ─possess→ nodes ─print→ text ─parse, prove→ text
//
// A node is a regular expression over code points. Nodes never come from the rule's automaton, so
// an expression is a second opinion about the rule. The automaton only decides which parts are
// redundant, and proves at the end that the text matches exactly the rule's strings.
package regex

import (
	"context"
	"errors"
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Write returns a regular expression for engine that matches the strings of e, an expression
// without recursion whose automaton is d. The limits apply to the search for redundant parts, which
// ends early at a limit, and again to the proof that the expression and d are equivalent.
func Write(ctx context.Context, engine Engine, g *names.Grammar, c *classes.Classes, e syntax.Expr, d *automaton.DFA,
	limits automaton.Limits) (string, error) {
	s, ok := dialects[engine]
	if !ok {
		return "", fmt.Errorf("unknown regular expression engine %q", engine)
	}
	f := newFactory()
	n, err := f.read(g, c, e)
	if err != nil {
		return "", err
	}
	n = f.drop(n, automaton.NewMeter(ctx, limits))
	n = f.simplify(n)
	n = f.fit(n, s.maxRepeat)
	if s.possessive {
		n = f.possess(n)
	}
	if f.err != nil {
		return "", f.err
	}
	text, err := s.print(n)
	if err != nil {
		return "", err
	}
	return text, s.prove(text, d, automaton.NewMeter(ctx, limits))
}

// prove returns nil if text matches exactly the members of d. It parses the text from scratch and
// does not rely on the nodes from which it was printed.
func (s *dialect) prove(text string, d *automaton.DFA, meter *automaton.Meter) error {
	n, err := s.parse(text)
	if err != nil {
		return err
	}
	if !lookahead(n, func(n *node, unique bool) bool { return unique || !n.possessive }) {
		return errors.New("a possessive repetition in the regular expression could miss matches")
	}
	own, err := n.automaton(meter)
	if err != nil {
		return fmt.Errorf("cannot prove the regular expression correct: %w", err)
	}
	witness, equal, err := automaton.EqualWithin(own, d, meter)
	switch {
	case err != nil:
		return fmt.Errorf("cannot prove the regular expression correct: %w", err)
	case !equal:
		return fmt.Errorf("the regular expression and the rule disagree on %q", witness)
	}
	return nil
}

package automata

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// This file decides which references in a cycle are calls, so that a table can count them. Package
// counter (tables/internal/counter) describes these tables and proves their correctness.
//
// Idea. One rule of the cycle becomes the called rule. Once the references to it are removed, no
// rule of the cycle may refer to itself in the middle. Then every rule of the cycle has a finite
// automaton over bytes and the token. In the automaton of the called rule, all moves on the token
// must lead to the same state. Then the number of open calls determines the states to which the
// table returns.
//
// The rules of the cycle are tried as the called rule (try.go) until one of them meets these
// conditions. Rules that begin and end with a single character are tried first, because their
// tables are fast: a walk needs to consider calls only at a byte that may begin one. If no rule
// meets the conditions, a superset or subset may have several called rules, each with its own
// token.
//
// Refused, with the reason: two kinds of brackets, as in JSON, because a count does not determine
// which kind is open; a called rule that begins with a reference to itself; a rule that needs a
// second called rule; recursion in a difference; and an octet rule that reads the byte of a token.
//
// If no rule meets them, references of rules to themselves at their own ends are removed, and the
// rules are tried again: X = A / X B becomes X = A *B (see Unwind of package recursion).
//
// Cost. Each rule of the cycle is compiled once for each rule tried as the called rule, and once
// more if the called rule derives the empty string; all of this twice if references are removed.

// maxTries is the maximum number of rules of a cycle that chooseCalled tries as the called rule. In
// XRI 3.0, which has a cycle of 21 rules, the first try succeeds.
const maxTries = 32

// findCalls decides which references in the cycle, or in a single rule, are calls:
//
//   - If the cycle refers to itself in the middle, chooseCalled chooses one of its rules as the
//     called rule and builds the automata.
//   - Otherwise, if it refers to rules with calls, it uses their called rule.
//   - Otherwise it has no calls.
//
// The error is a [Refusal] if the calls need two counters and tables must be exact, or if a rule
// reads the byte of a token; otherwise it is an exceeded limit.
func (c *Cycle) findCalls() error {
	others := c.calls()
	recursive := c.Graph.Kind(c.members[0]) == recursion.SelfEmbedding
	if !recursive && len(others) == 0 {
		return nil
	}
	exact := c.Recursion.Exactness == tables.Exact
	for _, r := range c.members {
		for _, token := range c.tokens() {
			if c.reads(r, token) {
				return tokenRead(r, token)
			}
		}
	}
	switch {
	case len(others) > 1 && exact:
		const format = "it needs two counters, one for %s and one for %s"
		return &Refusal{text: fmt.Sprintf(format, others[0].Rule.Name, others[1].Rule.Name)}
	case !recursive:
		for _, made := range c.making {
			made.Calls = others[0]
		}
		return nil
	case len(others) == 1 && exact:
		return &Refusal{text: fmt.Sprintf("it needs two counters, one for itself and one for %s", others[0].Rule.Name)}
	}
	return c.chooseCalled()
}

// calls returns the called rules of the rules that the cycle refers to, without duplicates.
func (c *Cycle) calls() (found []*Calls) {
	for _, r := range c.members {
		for _, to := range r.Refs {
			if calls := c.Of(to).Calls; calls != nil && !slices.Contains(found, calls) {
				found = append(found, calls)
			}
		}
	}
	return found
}

// chooseCalled chooses the called rule of a cycle that refers to itself in the middle. It calls
// tryCall for at most maxTries rules of the cycle, starting with those that begin and end with a
// single character. The first rule that is not refused becomes the called rule, and the cycle gets
// the automata of that try. If every rule is refused, chooseCalled unwinds the rules and tries them
// again. If every rule is refused again, it returns the first refusal if tables must be exact;
// otherwise the cycle gets the automata of openNested.
func (c *Cycle) chooseCalled() error {
	tries := slices.Clone(c.members)
	slices.SortStableFunc(tries, func(a, b *names.Rule) int { return c.unbracketed(a.Expr) - c.unbracketed(b.Expr) })
	err := c.tryAll(tries)
	var why *Refusal
	if !errors.As(err, &why) {
		return err
	}
	if c.unwind() {
		if err := c.tryAll(tries); !errors.As(err, new(*Refusal)) {
			return err
		}
		c.wind()
	}
	if c.Recursion.Exactness != tables.Exact {
		return c.openNested(tries)
	}
	return why
}

// unwind replaces the definitions of the cycle's rules that refer to themselves at their ends, and
// reports whether there are any. wind undoes it.
func (c *Cycle) unwind() (found bool) {
	for _, r := range c.members {
		if e := recursion.Unwind(c.Names, r); e != nil {
			c.unwound[r], found = e, true
		}
	}
	return found
}

func (c *Cycle) wind() {
	for _, r := range c.members {
		delete(c.unwound, r)
	}
}

// tryAll calls tryCall for rules of the cycle, for chooseCalled. If all are refused, it returns the
// refusal of the rule that comes nearest to a called rule.
func (c *Cycle) tryAll(tries []*names.Rule) error {
	var why *Refusal
	for _, r := range tries[:min(len(tries), maxTries)] {
		if err := c.Meter.Work(RuleSteps / 10 * int64(len(c.members))); err != nil {
			return err
		}
		calls, opened, err := c.tryCall(c.members, r)
		var refused *Refusal
		if errors.As(err, &refused) {
			if why == nil || refused.near && !why.near {
				why = refused
			}
			continue
		}
		if err != nil {
			return err
		}
		c.settle(opened, calls)
		return nil
	}
	return why
}

// openNested builds the automata of a cycle for a superset or subset if one counter is not enough.
// The called rules are those that callees returns. If they need more tokens than there are,
// openNested returns a refusal.
func (c *Cycle) openNested(tries []*names.Rule) error {
	rules := c.callees(tries)
	if n := len(c.Called.list) + len(rules); n > len(tokens) {
		return &Refusal{text: fmt.Sprintf("it needs calls to %d rules; the limit is %d", n, len(tokens))}
	}
	var called []*Calls
	for i, r := range rules {
		called = append(called, &Calls{Rule: r, Token: tokens[len(c.Called.list)+i]})
	}
	made, err := c.openParts(c.without(c.members, rules), called)
	if err != nil {
		c.release(made)
		return err
	}
	for _, calls := range called {
		calls.Inside = made[calls.Rule].Open
	}
	c.settle(made, called...)
	return nil
}

// callees returns the rules of a cycle that must be called: once references to them are removed, no
// rule of the cycle refers to itself in the middle. It returns a single rule if one suffices. It
// prefers rules that come first in tries, which contains the rules of the cycle.
func (c *Cycle) callees(tries []*names.Rule) (rules []*names.Rule) {
	for _, r := range tries {
		if one := []*names.Rule{r}; c.selfEmbedding(c.without(c.members, one), one) == nil {
			return one
		}
	}
	for {
		part := c.selfEmbedding(c.without(c.members, rules), rules)
		if part == nil {
			return rules
		}
		i := slices.IndexFunc(tries, func(r *names.Rule) bool { return slices.Contains(part, r) })
		rules = append(rules, tries[i])
	}
}

// settle stores the automata in opened, which is keyed by rule, as the result of the choice. Each
// rule in called gets its own description; all other rules get called[0].
func (c *Cycle) settle(opened map[*names.Rule]*Rule, called ...*Calls) {
	c.making = opened
	for _, made := range opened {
		made.Calls = called[0]
	}
	for _, calls := range called {
		calls.open = opened[calls.Rule].Open
		opened[calls.Rule].Calls = calls
	}
	c.Called.list = append(c.Called.list, called...)
}

// reads reports whether r itself reads the byte b, either through an octet in its definition or
// through a rule without calls to which it refers. The octets of a profile do not count, because
// they serve only to remove strings.
func (s scope) reads(r *names.Rule, b byte) bool {
	for e := range names.Atoms(r.Expr) {
		if !s.Names.Octets[e] || s.Names.IsProfile(r) {
			continue
		}
		value, ok := e.(*syntax.NumVal)
		if ok && slices.Contains(value.Values, rune(b)) {
			return true
		}
		if !ok && span.Contains(classes.ByteRanges(e), []span.Span{{Lo: rune(b), Hi: rune(b)}}) {
			return true
		}
	}
	return slices.ContainsFunc(r.Refs, func(to *names.Rule) bool {
		made := s.Of(to)
		return made.DFA != nil && made.Calls == nil && readsByte(made.DFA, b)
	})
}

// unbracketed returns the number of ends of e that are not a single character: 0, 1 or 2. The ends
// of a concatenation are its first and last items, so "(" text ")" yields 0. A group yields the
// same number as its item, and an alternation yields the maximum over its alternatives. Any other
// expression yields 2, even a single character.
func (s scope) unbracketed(e syntax.Expr) (ends int) {
	switch e := e.(type) {
	case *syntax.Group:
		return s.unbracketed(e.Item)
	case *syntax.Alternation:
		for _, item := range e.Items {
			ends = max(ends, s.unbracketed(item))
		}
		return ends
	case *syntax.Concatenation:
		for _, item := range []syntax.Expr{e.Items[0], e.Items[len(e.Items)-1]} {
			if s.Classes.Of(item) == nil {
				ends++
			}
		}
		return ends
	}
	return 2
}

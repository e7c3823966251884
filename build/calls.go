package build

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// This file compiles rules that refer to themselves in the middle to tables that count calls. The
// page of package counter (tables/internal/counter) describes such a table, and proves that it is
// right.
//
// Idea. A circle is a strongly connected component: rules that refer to one another. One of its
// rules is the called rule. References to it become a token, a byte that occurs in no UTF-8.
// Without references to the called rule no rule of the circle may refer to itself in the middle. So
// all rules of the circle have finite automata over bytes and the token. All calls inside of the
// called rule must lead to one state. Then a number is enough to know the states to return to. The
// rules of the circle are tried until one serves as the called rule. Rules that begin and end with
// one character are tried first, because a walk is fast up to a byte that may begin a call.
//
// Refused, with the reason: two kinds of brackets, as in JSON, because a number does not tell which
// kind is open; a called rule that begins with itself; a rule that needs a second called rule;
// recursion in a difference; and a rule of octets that reads the byte of a token.
//
// Cost. Each rule of the circle is compiled once for each rule tried, and once more if the called
// rule derives the empty string.

// maxTries is the number of rules of a circle that are tried. In XRI 3.0, with a circle of 21
// rules, the first try serves.
const maxTries = 32

// openCircle finds the called rule for the rules of a circle, or for a single rule, if they
// need one. A circle that refers to itself in the middle gets one of its own rules, and its
// automata. A circle that only refers to rules with calls gets their called rule. If no called
// rule serves, openCircle notes the reason in the rules and returns nil: its error is a limit.
func (g *Grammar) openCircle(circle []*Rule, opt Options) error {
	if circle[0].From != "" { // its own grammar has done this
		return nil
	}
	others := callsOf(circle)
	if circle[0].Kind != SelfEmbedding && len(others) == 0 {
		return nil
	}
	exact := g.recursion.Exactness == tables.Exact
	for _, r := range circle {
		for _, c := range append(others, &calls{token: g.token()}) {
			if g.reads(r, c.token) {
				shut(circle, tokenRead(r, c.token))
				return nil
			}
		}
	}
	switch {
	case len(others) > 1 && exact:
		const format = "it needs two counters, one for %s and one for %s"
		shut(circle, &refusal{text: fmt.Sprintf(format, others[0].rule.Name, others[1].rule.Name)})
	case circle[0].Kind != SelfEmbedding:
		for _, r := range circle {
			r.calls = others[0]
		}
	case len(others) == 1 && exact:
		shut(circle, &refusal{text: fmt.Sprintf("it needs two counters, one for itself and one for %s", others[0].rule.Name)})
	default:
		return g.chooseCalled(circle, opt)
	}
	return nil
}

// callsOf returns the called rules, without repetition, of the rules to which a circle refers.
func callsOf(circle []*Rule) (found []*calls) {
	for _, r := range circle {
		for _, to := range r.refs {
			if to.calls != nil && !slices.Contains(found, to.calls) {
				found = append(found, to.calls)
			}
		}
	}
	return found
}

// shut notes the reason why no counter serves, in all rules of a circle.
func shut(circle []*Rule, why error) {
	for _, r := range circle {
		r.shut = why
	}
}

// chooseCalled chooses the called rule of a circle whose rules refer to one another in the middle.
// It tries at most maxTries rules, and first the rules that begin and end with one character. The
// first rule that serves gives the circle its automata. If no rule serves, the circle gets the
// automata of openNested, or the reason if tables must be exact.
func (g *Grammar) chooseCalled(scc []*Rule, opt Options) error {
	filled := nonempty(g)
	tries := slices.Clone(scc)
	slices.SortStableFunc(tries, func(a, b *Rule) int { return g.unbracketed(a.expr) - g.unbracketed(b.expr) })
	var why *refusal
	for _, r := range tries[:min(len(tries), maxTries)] {
		if err := g.meter.Work(ruleSteps / 10 * int64(len(scc))); err != nil {
			return err
		}
		c, opened, err := g.tryCall(scc, r, filled, opt)
		if refused, ok := errors.AsType[*refusal](err); ok {
			if why == nil || refused.near && !why.near {
				why = refused
			}
			continue
		}
		if err != nil {
			return err
		}
		g.settle(scc, opened, c)
		return nil
	}
	if g.recursion.Exactness != tables.Exact {
		return g.openNested(scc, tries, filled, opt)
	}
	shut(scc, why)
	return nil
}

// settle gives the rules of a circle their automata over bytes and tokens, and the called rules.
func (g *Grammar) settle(scc []*Rule, opened map[*Rule]*automaton.DFA, called ...*calls) {
	for _, member := range scc {
		member.open, member.calls = opened[member], called[0]
	}
	for _, c := range called {
		c.rule.calls = c
	}
	g.links.called = append(g.links.called, called...)
}

// reads reports whether a rule itself, or a rule without calls that it refers to, reads a byte.
func (g *Grammar) reads(r *Rule, b byte) bool {
	for e := range atoms(r.expr) {
		if !g.octets[e] {
			continue
		}
		value, ok := e.(*syntax.NumVal)
		if ok && slices.Contains(value.Values, rune(b)) {
			return true
		}
		if !ok && contains(byteRanges(e), []span{{rune(b), rune(b)}}) {
			return true
		}
	}
	return slices.ContainsFunc(r.refs, func(to *Rule) bool {
		return to.dfa != nil && to.calls == nil && readsByte(to.dfa, b)
	})
}

// readsByte reports whether an automaton reads a byte.
func readsByte(d *automaton.DFA, b byte) bool {
	for q := range d.NumStates() {
		if d.Step(automaton.StateID(q), b) != automaton.Dead {
			return true
		}
	}
	return false
}

// unbracketed returns how many of the two ends of an expression, 0 to 2, are longer than one
// character. It is 0 for a text in brackets.
func (g *Grammar) unbracketed(e syntax.Expr) (ends int) {
	switch e := e.(type) {
	case *syntax.Group:
		return g.unbracketed(e.Item)
	case *syntax.Alternation:
		for _, item := range e.Items {
			ends = max(ends, g.unbracketed(item))
		}
		return ends
	case *syntax.Concatenation:
		for _, item := range []syntax.Expr{e.Items[0], e.Items[len(e.Items)-1]} {
			if g.class(item) == nil {
				ends++
			}
		}
		return ends
	}
	return 2
}

// release gives the memory of automata back to the meter.
func release(g *Grammar, made map[*Rule]*automaton.DFA) {
	for _, d := range made {
		d.Release(g.meter)
	}
}

// tryCall makes the automata of a circle with the rule called as its called rule. It returns
// the called rule with its inside, and the automata by rule. Its error is a [refusal] if the
// rule does not serve, else a limit.
func (g *Grammar) tryCall(
	scc []*Rule, called *Rule, filled map[*Rule]bool, opt Options,
) (c *calls, made map[*Rule]*automaton.DFA, err error) {
	parts := without(scc, []*Rule{called})
	if part := selfEmbedding(g, parts, []*Rule{called}, filled); part != nil {
		const why = "it needs two counters: %s refers to itself in the middle without %s too"
		return nil, nil, &refusal{text: fmt.Sprintf(why, part[0].Name, called.Name)}
	}
	c = &calls{rule: called, token: g.token()}
	made, err = g.openParts(parts, []*calls{c}, opt)
	if err == nil {
		err = c.enter(g, made[called])
	}
	if err != nil {
		release(g, made)
		return nil, nil, err
	}
	return c, made, nil
}

// openParts makes the automata of the rules of a circle in which references to the called rules are
// tokens. Each part is a strongly connected component without these references, and refers only to
// itself and to parts before it. If a called rule derives the empty string, openParts makes all
// automata again, with calls of it that may also be empty.
func (g *Grammar) openParts(parts [][]*Rule, called []*calls, opt Options) (made map[*Rule]*automaton.DFA, err error) {
	for again := true; again; {
		made, err = g.openOnce(parts, called, opt)
		if err != nil {
			return made, err
		}
		again = false
		for _, c := range called {
			if d := made[c.rule]; !c.optional && d.Accepting(d.Start()) {
				c.optional, again = true, true
			}
		}
		if again {
			release(g, made)
		}
	}
	return made, nil
}

// openOnce makes the automata of the parts, with an empty alternative for each call that is
// optional. With an error it returns the automata made so far.
func (g *Grammar) openOnce(parts [][]*Rule, called []*calls, opt Options) (made map[*Rule]*automaton.DFA, err error) {
	made = map[*Rule]*automaton.DFA{}
	for _, c := range called {
		c.rule.calls = c
	}
	defer func() {
		for r := range made {
			r.open = nil
		}
		for _, c := range called {
			c.rule.calls = nil
		}
	}()
	for _, part := range parts {
		circle := part
		if len(part) == 1 && (part[0].calls != nil || !slices.Contains(part[0].refs, part[0])) {
			circle = nil
		}
		for _, r := range part {
			if made[r], err = makeDFA(g, r, circle, opt); err != nil {
				delete(made, r)
				return made, err
			}
		}
		for _, r := range part {
			r.open = made[r]
		}
	}
	return made, nil
}

// enter makes d, the automaton of the called rule, the inside. It returns a refusal unless one
// counter serves for it.
func (c *calls) enter(g *Grammar, d *automaton.DFA) error {
	inside := d
	if c.optional {
		var err error
		if inside, err = withoutEmpty(g, d); err != nil {
			return err
		}
	}
	c.inside = inside
	if !ends(inside) {
		return &refusal{text: fmt.Sprintf("%s matches no string but the empty one", c.rule.Name)}
	}
	if inside.Step(inside.Start(), c.token) != automaton.Dead {
		return &refusal{near: true, text: fmt.Sprintf("%s may begin with %s", c.rule.Name, c.rule.Name)}
	}
	for q := range inside.NumStates() {
		for b := lastToken; b < callToken; b++ {
			if inside.Step(automaton.StateID(q), byte(b)) != automaton.Dead {
				return tokenRead(c.rule, byte(b))
			}
		}
		to := inside.Step(automaton.StateID(q), c.token)
		switch {
		case to == automaton.Dead:
		case c.back == automaton.Dead:
			c.back = to
		case c.back != to:
			return &refusal{near: true, text: fmt.Sprintf("one counter cannot tell which text may follow on %s inside of %s,"+
				" as with two kinds of brackets; abnf compiles it with --superset or --depth", c.rule.Name, c.rule.Name)}
		}
	}
	return nil
}

// ends reports whether an automaton accepts a string without calls. If not, each member of the
// called rule would need a shorter member in it, so it has no members.
func ends(d *automaton.DFA) bool {
	queue := []automaton.StateID{d.Start()}
	seen := map[automaton.StateID]bool{automaton.Dead: true, d.Start(): true}
	for i := 0; i < len(queue); i++ {
		if d.Accepting(queue[i]) {
			return true
		}
		for b := range callToken {
			if to := d.Step(queue[i], byte(b)); !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return false
}

// withoutEmpty returns the automaton of the strings of d except the empty one. Its error is a
// limit.
func withoutEmpty(g *Grammar, d *automaton.DFA) (*automaton.DFA, error) {
	b := automaton.NewBuilder(g.meter)
	empty, err := b.NFA(b.Empty())
	if err != nil {
		return nil, err
	}
	defer b.Release()
	none, err := automaton.Canonical(empty, g.meter)
	if err != nil {
		return nil, err
	}
	return automaton.Subtract(d, none, g.meter)
}

// join makes the automaton for the table of a rule with calls. It joins the automaton of the
// rule and the inside, the automaton of its called rule. New moves lead from the start of the
// rule into the inside: on enterToken to its start, on backToken to the state after its calls,
// and on lastToken to the state of last, if there is one. Calls become the byte callToken in
// both. The error is a [refusal] if the rule reads a byte kept for tokens, or a limit.
func (g *Grammar) join(r *Rule) (*automaton.DFA, error) {
	c := r.calls
	open, inside := r.open.Swap(c.token, callToken), c.inside.Swap(c.token, callToken)
	for q := range open.NumStates() {
		for b := lastToken; b < callToken; b++ {
			if open.Step(automaton.StateID(q), byte(b)) != automaton.Dead {
				return nil, tokenRead(r, byte(b))
			}
		}
	}
	heads := map[byte]automaton.StateID{enterToken: inside.Start(), backToken: c.back}
	if last := c.last(); last != automaton.Dead {
		heads[lastToken] = last
	}
	return automaton.Fork(open, inside, heads, g.meter)
}

// last returns the accepting state without moves in the automaton of the called rule, or Dead if it
// has no such state. A minimal automaton has one at most.
func (c *calls) last() automaton.StateID {
	for q := automaton.StateID(1); int(q) < c.inside.NumStates(); q++ {
		moves := 0
		for range c.inside.Moves(q) {
			moves++
		}
		if moves == 0 {
			return q
		}
	}
	return automaton.Dead
}

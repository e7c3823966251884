package build

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// This file compiles rules that refer to themselves in the middle to tables that count calls. The
// page of package counter (tables/internal/counter) describes such a table, and proves that it is
// right.
//
// Idea. A circle is a strongly connected component: rules that refer to one another. One rule of
// the circle becomes the called rule. In the automata of the circle a token stands for each
// reference to the called rule. A token is a byte that occurs in no UTF-8. Without these
// references no rule of the circle may refer to itself in the middle. So every rule of the circle
// has a finite automaton over bytes and the token. In the automaton of the called rule, all moves
// on the token must lead to one state. Then the number of open calls tells to which states the
// table has to return.
//
// The rules of the circle are tried as called rules until one meets these conditions. Rules that
// begin and end with one character are tried first, because their tables are fast: a walk needs
// care only at a byte that may begin a call.
//
// Refused, with the reason: two kinds of brackets, as in JSON, because a number does not tell
// which kind is open; a called rule that begins with a reference to itself; a rule that needs a
// second called rule; recursion in a difference; and a rule of octets that reads the byte of a
// token.
//
// Cost. Each rule of the circle is compiled once for each rule tried as the called rule. It is
// compiled once more if the called rule derives the empty string.

// maxTries is the largest number of rules of a circle that chooseCalled tries as the called rule.
// In XRI 3.0, with a circle of 21 rules, the first try succeeds.
const maxTries = 32

// openCircle decides which references in a circle, or in a single rule, are calls:
//
//   - The circle refers to itself in the middle: chooseCalled chooses a called rule among its own
//     rules, and makes the automata.
//   - It does not, but refers to rules with calls: it takes over their called rule.
//   - Neither: it has no calls.
//
// If the calls need two counters and tables must be exact, or if a rule reads the byte of a token,
// openCircle stores the reason in the rules and returns nil. Its error is a limit.
func (g *Grammar) openCircle(circle []*Rule, opt Options) error {
	if circle[0].From != "" { // the grammar of their own document has done this
		return nil
	}
	others := callsOf(circle)
	if circle[0].Kind != SelfEmbedding && len(others) == 0 {
		return nil
	}
	exact := g.recursion.Exactness == tables.Exact
	for _, r := range circle {
		for _, token := range g.tokens() {
			if g.reads(r, token) {
				shut(circle, tokenRead(r, token))
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

// callsOf returns the called rules of the rules circle refers to, each once.
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

// shut stores why, the reason why they get no table, in all rules of a circle.
func shut(circle []*Rule, why error) {
	for _, r := range circle {
		r.shut = why
	}
}

// chooseCalled chooses the called rule of a circle that refers to itself in the middle. It calls
// tryCall for at most maxTries rules of the circle, first for those that begin and end with one
// character. The first rule without a refusal becomes the called rule, and the circle gets the
// automata of that try. If every rule is refused, the circle gets the reason in the case of exact
// tables, and otherwise the automata of openNested.
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

// settle stores the results of a choice in the rules of a circle. Each rule gets its automaton in
// opened. Each called rule gets its own description in called, and all other rules get called[0].
func (g *Grammar) settle(scc []*Rule, opened map[*Rule]*automaton.DFA, called ...*calls) {
	for _, member := range scc {
		member.open, member.calls = opened[member], called[0]
	}
	for _, c := range called {
		c.rule.calls = c
	}
	g.links.called = append(g.links.called, called...)
}

// reads reports whether r reads the byte b by itself: by a number in its definition, as an octet,
// or in a rule without calls to which it refers. The octets of a profile do not count, because it
// has them only to leave strings out.
func (g *Grammar) reads(r *Rule, b byte) bool {
	for e := range atoms(r.expr) {
		if !g.octets[e] || g.isProfile(r) {
			continue
		}
		value, ok := e.(*syntax.NumVal)
		if ok && slices.Contains(value.Values, rune(b)) {
			return true
		}
		if !ok && span.Contains(byteRanges(e), []span.Span{{Lo: rune(b), Hi: rune(b)}}) {
			return true
		}
	}
	return slices.ContainsFunc(r.refs, func(to *Rule) bool {
		return to.dfa != nil && to.calls == nil && readsByte(to.dfa, b)
	})
}

// readsByte reports whether some state of d has a move on b.
func readsByte(d *automaton.DFA, b byte) bool {
	for q := range d.NumStates() {
		if d.Step(automaton.StateID(q), b) != automaton.Dead {
			return true
		}
	}
	return false
}

// unbracketed returns how many ends of e are not a single character: 0, 1 or 2. The ends of a
// concatenation are its first and its last item, so "(" text ")" gives 0. A group gives the number
// of its item, and an alternation the largest number of an alternative. Any other expression gives
// 2, even a single character.
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

// release gives the memory of the automata in made back to the meter.
func release(g *Grammar, made map[*Rule]*automaton.DFA) {
	for _, d := range made {
		d.Release(g.meter)
	}
}

// tryCall tries the rule called as the called rule of the circle scc. It returns the description
// of the called rule, and the automata of the circle by rule. filled has the rules that derive a
// string other than "". The error is a [refusal] if one counter is not enough with this called
// rule, else a limit.
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

// openParts makes the automata of the rules of a circle, by rule. A token stands for each
// reference to a rule of called. parts are the strongly connected components without these
// references, each after those to which it refers. If a called rule derives the empty string,
// openParts sets its field optional and makes all automata again: then a call may also be empty.
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

// openOnce makes the automata of the parts once, for openParts. A reference to an optional called
// rule is lowered to a token or the empty string. After an error, made has the automata made so
// far.
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

// enter stores d, the automaton of the called rule, in c.inside, and the state after its calls in
// c.back. It returns a refusal if one counter is not enough: the rule has no member without calls,
// may begin with a call, reads the byte of another token, or its calls lead to two states.
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

// ends reports whether d, the automaton of a called rule, accepts a string without calls. If it
// does not, every member contains a shorter member, so the rule has no members.
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

// withoutEmpty returns an automaton of the strings of d except the empty one. Its error is a
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

// join returns the automaton for the table of r, a rule with calls. It has the states of r.open,
// where it starts, and those of c.inside, the automaton of the called rule. In both, callToken
// becomes the byte of a call. The start gets new moves into the inside: on enterToken to its
// start, on backToken to the state after its calls, and on lastToken to its state without moves, if
// it has one. In a subset the inside is that of withInnermost. The error is a [refusal] if r reads
// the byte of one of these tokens, else a limit.
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
	if g.recursion.Exactness == tables.Subset {
		var err error
		if inside, err = withInnermost(g, inside); err != nil {
			return nil, err
		}
		defer inside.Release(g.meter)
	}
	heads := map[byte]automaton.StateID{enterToken: inside.Start(), backToken: back(inside)}
	if q := inside.Leaf(); q != automaton.Dead {
		heads[lastToken] = q
	}
	return automaton.Fork(open, inside, heads, g.meter)
}

// withInnermost returns inside with a move on enterToken from its start to the innermost, an
// automaton of the strings of inside without calls.
func withInnermost(g *Grammar, inside *automaton.DFA) (*automaton.DFA, error) {
	innermost, err := automaton.Avoid(inside, callToken, g.meter)
	if err != nil {
		return nil, err
	}
	defer innermost.Release(g.meter)
	return automaton.Fork(inside, innermost, map[byte]automaton.StateID{enterToken: innermost.Start()}, g.meter)
}

// back returns the state of inside after a call, or Dead if it has no calls.
func back(inside *automaton.DFA) automaton.StateID {
	for q := range inside.NumStates() {
		if to := inside.Step(automaton.StateID(q), callToken); to != automaton.Dead {
			return to
		}
	}
	return automaton.Dead
}

package build

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// An inclusion proves that an automaton accepts every member of a rule, at any depth.
//
// Idea. For a rule and a state p, the ends are the states reached by the rule's members
// from p. They are the least sets with this property: for each way through the definition
// from p, with each reference leading from a state to the ends of its rule there, the way
// ends in one of them. So the sets start empty, and grow until no definition adds a state.
// The rule is included if all its ends from the start accept. A part of a definition
// without recursion has an automaton of its own; its ends are found by walking both
// automata together.
//
// Requires automata for the rule and those it refers to, and no recursion inside of
// differences. The proof reads the definitions and the automaton to prove, but no other
// automaton of a recursive rule. So it does not repeat a mistake of the construction.
//
// Cost. Polynomial: for each recursive rule and state, and each definition that refers to
// it, a union of sets of states whenever the ends have grown; and for each part without
// recursion and state, one walk of both automata. The meter counts it.
//
// Twin: TestInclusion compares with a recognizer, for all short strings.
type inclusion struct {
	g     *Grammar
	d     *automaton.DFA
	meter *automaton.Meter
	alive bool // only live states are ends

	parts map[syntax.Expr]part // the parts without recursion
	made  []*automaton.DFA     // automata of parts, to be released
	known map[partAt]states    // ends of parts
	ends  map[ruleAt]*reached
	todo  []ruleAt
	held  int64 // bytes of the sets kept
	err   error
}

// The bounds of a proof in [Grammar.ProveSuperset].
const (
	proofSteps = 2_000_000_000
	proofBytes = 256 << 20
)

// ProveSuperset returns an error unless it proves that the table of a rule, a superset by
// [Options].Recursion, accepts all members of the rule. The proof reads the definitions,
// and not the construction of the table. The error may be a limit of the proof: 2 billion
// steps, or 256 MiB.
func (g *Grammar) ProveSuperset(ctx context.Context, r *Rule) error {
	if r.dfa == nil || r.From != "" {
		return fmt.Errorf("the rule %s is not compiled to an automaton", r.Name)
	}
	limits := automaton.DefaultLimits()
	limits.Steps = proofSteps
	if err := g.proveIncluded(r, r.dfa, automaton.NewMeter(ctx, limits)); err != nil {
		return fmt.Errorf("the superset of %s is not proven: %w", r.Name, err)
	}
	return nil
}

// states is a set of states, a bit for each.
type states []uint64

// A partAt is a part of a definition, read from state p.
type partAt struct {
	e syntax.Expr
	p automaton.StateID
}

// A ruleAt is a rule, read from state p.
type ruleAt struct {
	r *Rule
	p automaton.StateID
}

// A reached holds the ends of a rule from a state, and the definitions that continue from
// them.
type reached struct {
	states
	users  []ruleAt
	queued bool
}

// proveIncluded returns an error unless d accepts each member of r, or the meter is at a limit.
func (g *Grammar) proveIncluded(r *Rule, d *automaton.DFA, meter *automaton.Meter) error {
	x := newInclusion(g, d, meter)
	defer x.release()
	start := ruleAt{r, d.Start()}
	x.at(start)
	if x.saturate(); x.err != nil {
		return x.err
	}
	for q := range d.NumStates() {
		if x.ends[start].has(q) && !d.Accepting(automaton.StateID(q)) {
			return fmt.Errorf("the automaton of %s does not accept all its members: one leads to state %d", r.Name, q)
		}
	}
	return nil
}

// newInclusion returns an inclusion in d without any ends.
func newInclusion(g *Grammar, d *automaton.DFA, meter *automaton.Meter) *inclusion {
	return &inclusion{
		g: g, d: d, meter: meter,
		parts: map[syntax.Expr]part{}, known: map[partAt]states{}, ends: map[ruleAt]*reached{},
	}
}

// release releases the memory of the automata.
func (x *inclusion) release() {
	for _, part := range x.made {
		part.Release(x.g.meter)
	}
}

// saturate visits definitions until no set of ends grows.
func (x *inclusion) saturate() {
	for len(x.todo) > 0 && x.err == nil {
		at := x.todo[0]
		x.todo = x.todo[1:]
		x.visit(at)
	}
}

// at returns the ends of a rule from a state found so far.
func (x *inclusion) at(a ruleAt) *reached {
	e, ok := x.ends[a]
	if !ok {
		e = &reached{states: x.keep(), queued: true}
		x.ends[a] = e
		x.todo = append(x.todo, a)
	}
	return e
}

// none returns an empty set.
func (x *inclusion) none() states { return make(states, (x.d.NumStates()+63)/64) }

// keep returns an empty set, and counts its memory.
func (x *inclusion) keep() states {
	s := x.none()
	if x.held += int64(8*len(s)) + 64; x.held > proofBytes && x.err == nil {
		x.err = &automaton.LimitError{Limit: "bytes", Max: proofBytes, Reached: x.held}
	}
	return s
}

// visit computes the ends of a rule from its definition. If they have grown, the rules that
// refer to it are visited next.
func (x *inclusion) visit(a ruleAt) {
	e := x.ends[a]
	e.queued = false
	from := x.none()
	from.add(int(a.p))
	to := x.expr(a.r.expr, from, a)
	if !e.grow(to) {
		return
	}
	for _, user := range e.users {
		if u := x.ends[user]; !u.queued {
			u.queued = true
			x.todo = append(x.todo, user)
		}
	}
}

// expr returns the states that d reaches from a state of from on the strings of an expression,
// as far as the ends of rules are known. by is the rule and state whose definition has the
// expression. If the ends of a referenced rule grow later, by is visited again; an empty by is
// not.
func (x *inclusion) expr(e syntax.Expr, from states, by ruleAt) states {
	if x.err == nil {
		x.err = x.meter.Work(int64(8 + len(from)))
	}
	if x.err != nil || from.empty() {
		return x.none()
	}
	if !x.g.recurs(e) {
		return x.each(from, func(p automaton.StateID) states { return x.part(e, p) })
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		to := x.g.referent(e.Name)
		return x.each(from, func(p automaton.StateID) states {
			if to.From != "" {
				return x.part(e, p)
			}
			there := x.at(ruleAt{to, p})
			if by.r != nil && !slices.Contains(there.users, by) {
				there.users = append(there.users, by)
			}
			return there.states
		})
	case *syntax.Group:
		return x.expr(e.Item, from, by)
	case *syntax.Option:
		to := x.expr(e.Item, from, by)
		to.grow(from)
		return to
	case *syntax.Alternation:
		to := x.none()
		for _, item := range e.Items {
			to.grow(x.expr(item, from, by))
		}
		return to
	case *syntax.Concatenation:
		for _, item := range e.Items {
			from = x.expr(item, from, by)
		}
		return from
	case *syntax.Repetition:
		return x.repetition(e, from, by)
	}
	x.err = fmt.Errorf("recursion stands in %T, which has no proof", e)
	return x.none()
}

// repetition is expr for a repetition.
func (x *inclusion) repetition(e *syntax.Repetition, from states, by ruleAt) states {
	for i := 0; i < e.Min && x.err == nil; i++ {
		from = x.expr(e.Item, from, by)
	}
	to := slices.Clone(from)
	for n := e.Min; n != e.Max && x.err == nil; n++ {
		if from = x.expr(e.Item, from, by); !to.grow(from) && e.Max == syntax.Unbounded {
			break
		}
	}
	return to
}

// recurs reports whether an expression refers to a rule with recursion.
func (g *Grammar) recurs(e syntax.Expr) bool {
	for part := range references(e) {
		if name, ok := part.(*syntax.RuleName); ok {
			if to := g.referent(name.Name); to.From == "" && to.Kind != Regular || to.calls != nil {
				return true
			}
		}
	}
	return false
}

// A part is a part of a definition without recursion, with its automaton d.
type part struct {
	d     *automaton.DFA
	bytes []byte // a byte for each pair of classes of d and of the automaton to prove
}

// makePart makes the automaton of a part.
func (x *inclusion) makePart(e syntax.Expr) part {
	d, err := x.variant(e)
	if err != nil {
		x.err = err
		return part{}
	}
	p := part{d: d}
	known := map[[2]int]bool{}
	for b := range 256 {
		if pair := [2]int{d.Class(byte(b)), x.d.Class(byte(b))}; !known[pair] {
			known[pair] = true
			p.bytes = append(p.bytes, byte(b))
		}
	}
	return p
}

// part returns the ends of a part without recursion, from the state p.
func (x *inclusion) part(e syntax.Expr, p automaton.StateID) states {
	at := partAt{e, p}
	if ends, ok := x.known[at]; ok {
		return ends
	}
	ends := x.keep()
	x.known[at] = ends
	of, ok := x.parts[e]
	if !ok {
		if of = x.makePart(e); x.err != nil {
			return ends
		}
		x.parts[e] = of
	}
	type both struct{ part, whole automaton.StateID }
	seen := map[both]bool{{of.d.Start(), p}: true}
	for queue := []both{{of.d.Start(), p}}; len(queue) > 0 && x.err == nil; queue = queue[1:] {
		b := queue[0]
		if of.d.Accepting(b.part) {
			ends.add(int(b.whole))
		}
		x.err = x.meter.Work(int64(4 * len(of.bytes)))
		last := both{}
		for _, c := range of.bytes {
			next := both{of.d.Step(b.part, c), x.d.Step(b.whole, c)}
			if next == last || next.part == automaton.Dead || next.whole == automaton.Dead && x.alive {
				continue
			}
			if last = next; !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return ends
}

// variant returns the automaton of a part. For a recursive rule of another grammar it
// returns the rule's superset, because its definition is not available here.
func (x *inclusion) variant(e syntax.Expr) (d *automaton.DFA, err error) {
	if name, ok := e.(*syntax.RuleName); ok {
		switch to := x.g.referent(name.Name); {
		case to.calls == nil:
		case to.exactness != tables.Superset:
			return nil, fmt.Errorf("%s is a recursive rule of another grammar", to.Name)
		default:
			return to.dfa, nil
		}
	}
	if d, err = x.g.variant(e, nil); err == nil {
		x.made = append(x.made, d)
	}
	return d, err
}

// each returns the union of the ends from all states of a set.
func (x *inclusion) each(from states, ends func(p automaton.StateID) states) states {
	to := x.none()
	for i, word := range from {
		for ; word != 0 && x.err == nil; word &= word - 1 {
			x.err = x.meter.Work(int64(4 + len(to)))
			to.grow(ends(automaton.StateID(64*i + bits.TrailingZeros64(word))))
		}
	}
	return to
}

func (s states) has(q int) bool { return s[q/64]>>(q%64)&1 != 0 }

func (s states) add(q int) { s[q/64] |= 1 << (q % 64) }

func (s states) empty() bool {
	return !slices.ContainsFunc(s, func(word uint64) bool { return word != 0 })
}

// grow adds the states of another set, and reports whether there were new ones.
func (s states) grow(other states) (grown bool) {
	for i, word := range other {
		grown = grown || word&^s[i] != 0
		s[i] |= word
	}
	return grown
}

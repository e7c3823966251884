package derive

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// An inclusion proves that an automaton d accepts every member of a rule, at any depth of
// recursion.
//
// Idea. For a rule and a state p of d, the ends are the states to which members of the rule lead
// from p. The ends are the smallest sets that are closed under definitions: if a path through the
// rule's definition starts at p, and each reference on the path leads to an end of its rule, then
// the path leads to an end. So the sets start empty and grow until no definition adds a state. d
// accepts every member of the rule if all ends from the start of d are accepting. A part of a
// definition that contains no recursion has a separate automaton. Its ends are found by walking
// both automata together.
//
// The proof requires automata for the rule and the rules it refers to, and no recursion inside
// differences. It reads the definitions and d, but no other automaton of a recursive rule in the
// document. So it does not repeat errors in the construction of d.
//
// Cost. The cost is polynomial. For each recursive rule, state and definition that refers to the
// rule, state sets are united each time the ends grow. For each part without recursion and each
// state, both automata are walked once. The meter counts this cost.
//
// Tested against: TestInclusion compares the result with a recognizer, for all short strings.
type inclusion struct {
	a     *automata.Automata
	d     *automaton.DFA
	meter *automaton.Meter
	alive bool // whether ends include only live states, because the dead state does not matter

	parts map[syntax.Expr]part // automata of the parts without recursion, built on demand
	made  []*automaton.DFA     // automata to release
	known map[partAt]states    // known ends of parts without recursion
	ends  map[ruleAt]*endSet   // known ends of rules with recursion
	todo  []ruleAt             // rules, with their states, whose definitions must still be visited
	held  int64                // bytes in the sets of known and ends
	err   error
}

// proofBytes bounds the memory that a proof may use.
const proofBytes = 256 << 20

// states is a set of states of the automaton d, with one bit for each state.
type states []uint64

// A partAt is a part of a definition and the state p of d from which it is matched.
type partAt struct {
	e syntax.Expr
	p automaton.StateID
}

// A ruleAt is a rule and the state p of d from which it is matched.
type ruleAt struct {
	r *names.Rule
	p automaton.StateID
}

// An endSet holds the known ends of a rule from a state. users are the rules and states whose
// definitions continue from these ends; they are visited again if the ends grow.
type endSet struct {
	states
	users  []ruleAt
	queued bool // whether it is in todo
}

// Included returns nil if it proves that d accepts every member of r. The error may be a meter
// limit.
func Included(a *automata.Automata, r *names.Rule, d *automaton.DFA, meter *automaton.Meter) error {
	x := newInclusion(a, d, meter)
	defer x.release()
	start := ruleAt{r, d.Start()}
	x.at(start)
	if x.saturate(); x.err != nil {
		return x.err
	}
	for q := range d.NumStates() {
		if x.ends[start].has(q) && !d.Accepting(automaton.StateID(q)) {
			return fmt.Errorf("the automaton of %s rejects a member, which leads to state %d", r.Name, q)
		}
	}
	return nil
}

// newInclusion returns an inclusion for the automaton d without known ends.
func newInclusion(a *automata.Automata, d *automaton.DFA, meter *automaton.Meter) *inclusion {
	return &inclusion{
		a: a, d: d, meter: meter,
		parts: map[syntax.Expr]part{}, known: map[partAt]states{}, ends: map[ruleAt]*endSet{},
	}
}

// release releases the memory of the automata for parts.
func (x *inclusion) release() {
	for _, d := range x.made {
		d.Release(x.a.Meter)
	}
}

// saturate visits the definitions of x.todo, and of the rules added to it, until no set of ends
// grows.
func (x *inclusion) saturate() {
	for len(x.todo) > 0 && x.err == nil {
		at := x.todo[0]
		x.todo = x.todo[1:]
		x.visit(at)
	}
}

// at returns the known ends of a rule from a state. The first call for that rule and state also
// adds them to x.todo.
func (x *inclusion) at(a ruleAt) *endSet {
	e, ok := x.ends[a]
	if !ok {
		e = &endSet{states: x.keep(), queued: true}
		x.ends[a] = e
		x.todo = append(x.todo, a)
	}
	return e
}

// none returns an empty set of states.
func (x *inclusion) none() states { return make(states, (x.d.NumStates()+63)/64) }

// keep returns an empty set, to be stored in x.known or x.ends, and counts its memory. If the total
// exceeds proofBytes, keep sets x.err.
func (x *inclusion) keep() states {
	s := x.none()
	if x.held += int64(8*len(s)) + 64; x.held > proofBytes && x.err == nil {
		x.err = &automaton.LimitError{Limit: "bytes", Max: proofBytes, Reached: x.held}
	}
	return s
}

// visit uses the definition of a.r to compute its ends from the state a.p. If they have grown, it
// adds the rules that use them to x.todo.
func (x *inclusion) visit(a ruleAt) {
	e := x.ends[a]
	e.queued = false
	from := x.none()
	from.add(int(a.p))
	to := x.expr(a.r.Expr, from, a)
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

// expr returns the states to which strings of e lead from the states in from, given the rule ends
// known so far. e is a part of the definition of by.r, which is visited for the state by.p. If the
// ends of a rule in e grow later, that visit is repeated, unless by is empty.
func (x *inclusion) expr(e syntax.Expr, from states, by ruleAt) states {
	if x.err == nil {
		x.err = x.meter.Work(int64(8 + len(from)))
	}
	if x.err != nil || from.empty() {
		return x.none()
	}
	if !recurs(x.a, e) {
		return x.each(from, func(p automaton.StateID) states { return x.part(e, p) })
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		to := x.a.Names.Referent(e.Name)
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
	x.err = fmt.Errorf("recursion inside %T is not supported", e)
	return x.none()
}

// repetition is like expr, for a repetition.
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

// recurs reports whether e refers to a recursive rule, directly or indirectly.
func recurs(a *automata.Automata, e syntax.Expr) bool {
	for ref := range names.References(e) {
		if name, ok := ref.(*syntax.RuleName); ok {
			to := a.Names.Referent(name.Name)
			if to.From == "" && a.Graph.Kind(to) != recursion.Regular || a.Of(to).Calls != nil {
				return true
			}
		}
	}
	return false
}

// A part holds the automaton for a recursion-free part of a definition.
type part struct {
	d     *automaton.DFA // its automaton
	bytes []byte         // one byte for each pair of a byte class of d and a byte class of the inclusion's automaton
}

// makePart builds the automaton of e, a part without recursion. After an error it sets x.err.
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

// part returns the ends of e, a part without recursion, from the state p.
func (x *inclusion) part(e syntax.Expr, p automaton.StateID) states {
	at := partAt{e, p}
	if ends, ok := x.known[at]; ok {
		return ends
	}
	ends := x.keep()
	x.known[at] = ends
	own, ok := x.parts[e]
	if !ok {
		if own = x.makePart(e); x.err != nil {
			return ends
		}
		x.parts[e] = own
	}
	type both struct{ part, whole automaton.StateID }
	seen := map[both]bool{{own.d.Start(), p}: true}
	for queue := []both{{own.d.Start(), p}}; len(queue) > 0 && x.err == nil; queue = queue[1:] {
		b := queue[0]
		if own.d.Accepting(b.part) {
			ends.add(int(b.whole))
		}
		x.err = x.meter.Work(int64(4 * len(own.bytes)))
		last := both{}
		for _, c := range own.bytes {
			next := both{own.d.Step(b.part, c), x.d.Step(b.whole, c)}
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

// variant returns the automaton of e, a part without recursion. If e is an imported recursive rule,
// its definition is not available here, so variant returns the finite automaton that is a superset.
func (x *inclusion) variant(e syntax.Expr) (d *automaton.DFA, err error) {
	if name, ok := e.(*syntax.RuleName); ok {
		switch to := x.a.Names.Referent(name.Name); {
		case x.a.Of(to).Calls == nil:
		case x.a.Of(to).Exactness != tables.Superset:
			return nil, fmt.Errorf("%s is an imported recursive rule", to.Name)
		default:
			return x.a.Of(to).DFA, nil
		}
	}
	if d, err = x.a.Variant(e); err == nil {
		x.made = append(x.made, d)
	}
	return d, err
}

// each calls ends with each state in from and returns the union of the results.
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

// grow adds the states of other to s, and reports whether any of them was new.
func (s states) grow(other states) (grown bool) {
	for i, word := range other {
		grown = grown || word&^s[i] != 0
		s[i] |= word
	}
	return grown
}

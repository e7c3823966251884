// Package derive finds the rules that derive each byte of a string ([At], [All]), and proves that
// an automaton accepts every member of a rule ([Included]). Both tasks use the definitions of
// recursive rules, not their automata.
package derive

import (
	"cmp"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
)

// A derivation is a search for the rules above one byte of s, or above each byte.
type derivation struct {
	a     *automata.Automata
	s     string
	at    int                            // offset of the byte, for At
	path  []*names.Rule                  // rules above the byte found so far, outermost first
	known map[syntax.Expr]*automaton.DFA // automata of parts of definitions, built on demand

	recursion *inclusion       // finds the ends of parts with recursion in the automaton of s; built on demand
	found     map[partAt][]int // known ends of parts, by part and start
	all       [][]*names.Rule  // rules above each byte, for All; else nil
	active    map[entry]bool   // rules that the search has entered, with their intervals
	turned    bool             // whether the search has returned to a rule in active and must turn back
	turns     int              // how often the search has returned, see maxTurns
	err       error            // the first limit exceeded
}

// An entry is a rule and the interval it matches.
type entry struct {
	r *names.Rule
	t interval
}

// An interval is a range of offsets in the string; it includes from and excludes to.
type interval struct{ from, to int }

// maxDerived is the maximum length in bytes of a string that At can derive.
const maxDerived = 1000

// At returns the rules that derive the byte of s at the given offset, where s is a member of r. The
// list starts with r and ends with the innermost rule that matches the byte. If the offset is the
// end of the string, the list ends with the last rule: either a rule that matches the empty string,
// such as path-empty of RFC 3986 after "http:", or the rule of the last byte. If s has several
// derivations, the first alternative wins. A recursive rule needs no table. At returns nil if s is
// not a member, if s is longer than 1000 bytes, or if a limit is exceeded.
//
// Idea. Each part of a definition matches an interval of the string. The part's automaton
// determines where it may end; for a recursive part, an [inclusion] check against the string's
// automaton does. Starting with r, At descends into the part that matches the byte at the offset.
// It backtracks where a rule would match the same interval again inside itself, as in "a = a / b".
//
// Cost. One automaton per part of the definitions on the path, and len(s)² steps in each.
//
// Rejected. A complete derivation tree, whose size is exponential if rules match the empty string.
//
// Tested against: TestDerive.
func At(a *automata.Automata, r *names.Rule, s string, offset int) []*names.Rule {
	d := newDerivation(a, r, s)
	if d == nil || offset > len(s) {
		return nil
	}
	defer d.release()
	d.at = offset
	if d.enter(r, interval{0, len(s)}); d.err != nil {
		return nil
	}
	return d.path
}

// newDerivation returns a new search for a derivation of s from r. It returns nil if s is not a
// member of r, if s is too long, or if r is recursive and has PEG semantics. Membership is decided
// by the definition of r if r is a recursive rule of the document, and by its automaton otherwise.
func newDerivation(a *automata.Automata, r *names.Rule, s string) *derivation {
	made, defined := a.Of(r), a.Graph.Kind(r) != recursion.Regular && r.From == ""
	switch {
	case len(s) > maxDerived, defined && a.PEG:
		return nil
	case !defined && (made.Calls != nil || made.DFA == nil || !made.DFA.Accepts(s)):
		return nil
	}
	d := &derivation{
		a: a, s: s, known: map[syntax.Expr]*automaton.DFA{}, found: map[partAt][]int{}, active: map[entry]bool{},
	}
	if defined && (!slices.Contains(d.ends(&syntax.RuleName{Name: r.Name}, 0), len(s)) || d.err != nil) {
		d.release()
		return nil
	}
	return d
}

// release releases the memory of the automata built by the search.
func (d *derivation) release() {
	for _, dfa := range d.known {
		if dfa != nil {
			dfa.Release(d.a.Meter)
		}
	}
	if d.recursion != nil {
		d.recursion.release()
		d.recursion.d.Release(d.a.Meter)
	}
}

// maxTurns is the maximum number of times that a search may return to a rule in active.
const maxTurns = 10_000

// enter adds r, which matches the interval t, to the path, followed by the rules below r. If the
// search is already inside r with this interval, enter sets d.turned instead. It does not descend
// into an imported rule, whose definition is not in this document.
func (d *derivation) enter(r *names.Rule, t interval) {
	at := entry{r, t}
	if d.active[at] {
		if d.turned, d.turns = true, d.turns+1; d.turns > maxTurns {
			d.err = &automaton.LimitError{Limit: "turns", Max: maxTurns, Reached: int64(d.turns)}
		}
		return
	}
	d.path = append(d.path, r)
	if d.all != nil {
		d.note(t)
	}
	if r.Expr != nil && r.From == "" && (!d.a.PEG || d.a.Ordered(r)) {
		d.active[at] = true
		d.descend(r.Expr, t)
		delete(d.active, at)
	}
}

// descend adds to the path the rules in e that contain the byte at the offset. e matches the
// interval t. descend reports whether it added a rule.
func (d *derivation) descend(e syntax.Expr, t interval) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		d.enter(d.a.Names.Referent(e.Name), t)
		return true
	case *syntax.Alternation:
		return d.first(e.Items, t)
	case *syntax.Group:
		return d.descend(e.Item, t)
	case *syntax.Option:
		return t.from < t.to && d.descend(e.Item, t)
	case *syntax.Difference:
		return d.descend(e.Item, t)
	case *syntax.Concatenation:
		return d.choose(e.Items, d.divide(e.Items, t))
	case *syntax.Repetition:
		parts := d.repeats(e, t)
		return d.choose(slices.Repeat([]syntax.Expr{e.Item}, len(parts)), parts)
	}
	return false
}

// first tries the items in order, skipping items that cannot match the interval t, and descends
// into each. It returns the result for the first item that leaves d.turned unset. After an item
// that sets d.turned, it undoes the changes to the path, clears d.turned and continues. If no item
// is left, it sets d.turned and returns false.
func (d *derivation) first(items []syntax.Expr, t interval) bool {
	for _, item := range items {
		if d.err != nil || !slices.Contains(d.ends(item, t.from), t.to) {
			continue
		}
		depth := len(d.path)
		found := d.descend(item, t)
		if !d.turned {
			return found
		}
		if d.path, d.turned = d.path[:depth], false; d.all != nil {
			d.note(t)
		}
	}
	d.turned = true
	return false
}

// choose descends into the part that matches the byte at the offset; items[i] matches the interval
// parts[i]. Several parts may end at the end of the string; the last one that contains a rule wins.
// choose reports whether it added a rule.
func (d *derivation) choose(items []syntax.Expr, parts []interval) bool {
	if d.all != nil {
		return d.chooseAll(items, parts)
	}
	for i, t := range slices.Backward(parts) {
		around := t.from <= d.at && d.at < t.to || d.at == len(d.s) && t.to == d.at
		if around && d.descend(items[i], t) {
			return true
		}
	}
	return false
}

// divide divides the interval t among the items of a concatenation. From the last item to the
// second, each item gets the shortest interval for which the preceding items can match the
// remaining text.
func (d *derivation) divide(items []syntax.Expr, t interval) []interval {
	starts := [][]int{{t.from}} // possible starts of each item
	for _, item := range items {
		starts = append(starts, d.endsOfAll(item, starts[len(starts)-1]))
	}
	parts := make([]interval, len(items))
	for i, item := range slices.Backward(items) {
		for _, from := range slices.Backward(starts[i]) {
			if slices.Contains(d.ends(item, from), t.to) {
				parts[i], t.to = interval{from, t.to}, from
				break
			}
		}
	}
	return parts
}

// repeats divides the interval t into as few repetitions of e.Item as possible, but at least e.Min.
// An empty interval counts as one repetition if the item matches the empty string.
func (d *derivation) repeats(e *syntax.Repetition, t interval) (parts []interval) {
	if t.from == t.to && e.Max != 0 && slices.Contains(d.ends(e.Item, t.from), t.to) {
		return []interval{t}
	}
	rounds := d.rounds(e, t.from)
	n := e.Min
	for n < len(rounds) && !slices.Contains(rounds[n], t.to) {
		n++
	}
	for n = min(n, len(rounds)) - 1; n >= 0; n-- {
		for _, from := range rounds[n] {
			if slices.Contains(d.ends(e.Item, from), t.to) {
				parts, t.to = append(parts, interval{from, t.to}), from
				break
			}
		}
	}
	slices.Reverse(parts)
	return parts
}

// rounds returns, at index n, the offsets at which n repetitions of e.Item may end if they start at
// the given offset. It stops after e.Max repetitions, after len(d.s) repetitions, or when no
// further repetition can follow.
func (d *derivation) rounds(e *syntax.Repetition, from int) [][]int {
	rounds := [][]int{{from}}
	for len(rounds)-1 != e.Max && len(rounds) <= len(d.s) {
		next := d.endsOfAll(e.Item, rounds[len(rounds)-1])
		if len(next) == 0 {
			break
		}
		rounds = append(rounds, next)
	}
	return rounds
}

// endsOfAll returns the offsets at which e may end if it starts at one of the offsets in starts.
func (d *derivation) endsOfAll(e syntax.Expr, starts []int) (all []int) {
	for _, from := range starts {
		all = append(all, d.ends(e, from)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// ends returns the offsets at which e may end if it starts at the given offset.
func (d *derivation) ends(e syntax.Expr, from int) []int {
	at := partAt{e, automaton.StateID(from)}
	if _, ok := d.found[at]; !ok {
		if recurs(d.a, e) {
			d.found[at] = d.recursiveEnds(e, from)
		} else {
			d.found[at] = d.regularEnds(e, from)
		}
	}
	return d.found[at]
}

// regularEnds is like ends, for an expression without recursion. It runs the automaton of e on the
// string.
func (d *derivation) regularEnds(e syntax.Expr, from int) (ends []int) {
	dfa := d.automaton(e)
	if dfa == nil {
		return nil
	}
	q := dfa.Start()
	for i := from; ; i++ {
		if d.endsAt(dfa, q, i) {
			ends = append(ends, i)
		}
		if i == len(d.s) || q == automaton.Dead {
			return ends
		}
		q = dfa.Step(q, d.s[i])
	}
}

// endsAt reports whether an expression may end at the given offset. dfa is the expression's
// automaton, which is in state q. With PEG semantics, q must have a move on MatchEnd after which
// the remaining string is accepted.
func (d *derivation) endsAt(dfa *automaton.DFA, q automaton.StateID, at int) bool {
	if d.a.PEG {
		to := dfa.Step(q, automaton.MatchEnd)
		return to != automaton.Dead && dfa.From(to).Accepts(d.s[at:])
	}
	return dfa.Accepting(q)
}

// recursiveEnds is like ends, for an expression with recursion. It uses the inclusion d.recursion.
func (d *derivation) recursiveEnds(e syntax.Expr, from int) (ends []int) {
	if d.err == nil && d.recursion == nil {
		d.recursion, d.err = inclusionIn(d.a, d.s)
	}
	if d.err != nil {
		return nil
	}
	x := d.recursion
	start := x.none()
	start.add(from + 1)
	to := x.expr(e, start, ruleAt{})
	for len(x.todo) > 0 && x.err == nil {
		x.saturate()
		to = x.expr(e, start, ruleAt{})
	}
	d.err = x.err
	for i := from; i <= len(d.s); i++ {
		if to.has(i + 1) {
			ends = append(ends, i)
		}
	}
	return ends
}

// inclusionIn returns an inclusion in the automaton that accepts only s. After i bytes of s, that
// automaton is in state i+1.
func inclusionIn(a *automata.Automata, s string) (*inclusion, error) {
	b := automaton.NewBuilder(a.Meter)
	f := b.Empty()
	for i := range len(s) {
		f = b.Cat(f, b.Bytes(s[i], s[i]))
	}
	nfa, err := b.NFA(f)
	defer b.Release()
	if err != nil {
		return nil, err
	}
	d, err := automaton.Canonical(nfa, a.Meter)
	if err != nil {
		return nil, err
	}
	x := newInclusion(a, d, a.Meter)
	x.alive = true
	return x, nil
}

// automaton returns the automaton of e, or nil after an error. With PEG semantics, the automaton
// has a move on MatchEnd wherever a match may end, and is nil if e reads that byte.
func (d *derivation) automaton(e syntax.Expr) *automaton.DFA {
	if d.a.PEG {
		dfa, err := d.a.Marked(e, d.known)
		d.err = cmp.Or(d.err, err)
		return dfa
	}
	if name, ok := e.(*syntax.RuleName); ok {
		return d.a.Of(d.a.Names.Referent(name.Name)).DFA
	}
	if d.err == nil && d.known[e] == nil {
		d.known[e], d.err = d.a.Variant(e)
	}
	return d.known[e]
}

package build

import (
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// maxDerived is how many bytes a string may have whose derivation is looked for.
const maxDerived = 1000

// Derive returns the rules above one place of a member of r: from r down to the rule of the byte at
// an offset. At the end of the string, the last rule counts: one with no bytes, such as path-empty
// of RFC 3986 after "http:", or the rule of the last byte. Where there are several derivations, the
// first alternative wins. Derive returns nil if s is no member or has over 1000 bytes, and if a
// limit of the grammar is reached.
//
// Idea. Each part of a definition reads a stretch of the string. The automaton of the part says
// where it may end. From the rule down, Derive looks into the part around the offset.
//
// Cost. An automaton for each part of the definitions on the way, and bytes² steps in it. Rejected:
// the tree of the whole derivation; it is exponential where rules read the empty string. Twin:
// TestDerive.
func (g *Grammar) Derive(r *Rule, s string, offset int) []*Rule {
	if r.dfa == nil || len(s) > maxDerived || offset > len(s) || !r.dfa.Accepts(s) {
		return nil
	}
	d := derivation{g: g, s: s, at: offset, known: map[syntax.Expr]*automaton.DFA{}}
	d.enter(r, stretch{0, len(s)})
	for _, dfa := range d.known {
		if dfa != nil {
			dfa.Release(g.meter)
		}
	}
	if d.err != nil {
		return nil
	}
	return d.path
}

// A derivation is the search for the rules above the byte at an offset of s.
type derivation struct {
	g     *Grammar
	s     string
	at    int
	path  []*Rule
	known map[syntax.Expr]*automaton.DFA // of parts of definitions, as far as they were needed
	err   error                          // of a limit
}

// A stretch of the string goes from one offset to another.
type stretch struct{ from, to int }

// enter adds r, the reader of a stretch, and the rules below it to the path. A rule of another
// grammar has no definition here.
func (d *derivation) enter(r *Rule, t stretch) {
	d.path = append(d.path, r)
	if r.expr != nil && r.From == "" {
		d.descend(r.expr, t)
	}
}

// descend adds the rules of e, the reader of a stretch, around the offset. It reports whether there
// are any.
func (d *derivation) descend(e syntax.Expr, t stretch) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		d.enter(d.g.referent(e.Name), t)
		return true
	case *syntax.Alternation:
		i := slices.IndexFunc(e.Items, func(item syntax.Expr) bool { return slices.Contains(d.ends(item, t.from), t.to) })
		return i >= 0 && d.descend(e.Items[i], t)
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

// choose looks into the part around the offset, one of the parts of the items. At the end of the
// string several parts end there: the last with a rule counts.
func (d *derivation) choose(items []syntax.Expr, parts []stretch) bool {
	for i, t := range slices.Backward(parts) {
		around := t.from <= d.at && d.at < t.to || d.at == len(d.s) && t.to == d.at
		if around && d.descend(items[i], t) {
			return true
		}
	}
	return false
}

// divide divides a stretch among the items of a concatenation, as much as can be to the first.
func (d *derivation) divide(items []syntax.Expr, t stretch) []stretch {
	starts := [][]int{{t.from}} // where each item may begin
	for _, item := range items {
		starts = append(starts, d.endsOfAll(item, starts[len(starts)-1]))
	}
	parts := make([]stretch, len(items))
	for i, item := range slices.Backward(items) {
		for _, from := range slices.Backward(starts[i]) {
			if slices.Contains(d.ends(item, from), t.to) {
				parts[i], t.to = stretch{from, t.to}, from
				break
			}
		}
	}
	return parts
}

// repeats divides a stretch among the repetitions of an item. A stretch of no bytes is read once,
// if the item is there at all.
func (d *derivation) repeats(e *syntax.Repetition, t stretch) (parts []stretch) {
	if t.from == t.to && e.Max != 0 && slices.Contains(d.ends(e.Item, t.from), t.to) {
		return []stretch{t}
	}
	rounds := d.rounds(e, t.from)
	n := e.Min
	for n < len(rounds) && !slices.Contains(rounds[n], t.to) {
		n++
	}
	for n = min(n, len(rounds)) - 1; n >= 0; n-- {
		for _, from := range rounds[n] {
			if slices.Contains(d.ends(e.Item, from), t.to) {
				parts, t.to = append(parts, stretch{from, t.to}), from
				break
			}
		}
	}
	slices.Reverse(parts)
	return parts
}

// rounds returns where each number of repetitions may end, as long as they reach further.
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

// endsOfAll returns the possible ends of e for several starts.
func (d *derivation) endsOfAll(e syntax.Expr, starts []int) (all []int) {
	for _, from := range starts {
		all = append(all, d.ends(e, from)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// ends returns the possible ends of e for a start.
func (d *derivation) ends(e syntax.Expr, from int) (ends []int) {
	dfa := d.automaton(e)
	if dfa == nil {
		return nil
	}
	q := dfa.Start()
	for i := from; ; i++ {
		if dfa.Accepting(q) {
			ends = append(ends, i)
		}
		if i == len(d.s) || q == automaton.Dead {
			return ends
		}
		q = dfa.Step(q, d.s[i])
	}
}

// automaton returns the automaton of an expression, nil after an error.
func (d *derivation) automaton(e syntax.Expr) *automaton.DFA {
	if name, ok := e.(*syntax.RuleName); ok {
		return d.g.referent(name.Name).dfa
	}
	if d.err == nil && d.known[e] == nil {
		d.known[e], d.err = d.g.variant(e, nil)
	}
	return d.known[e]
}

// Fails returns the offset of the first byte of s after which no member of r goes on; it is len(s)
// if members do. The rule must be compiled.
func (r *Rule) Fails(s string) int {
	q := r.dfa.Start()
	for i := range len(s) {
		if q = r.dfa.Step(q, s[i]); q == automaton.Dead {
			return i
		}
	}
	return len(s)
}

package build

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// recursive reports whether r refers to itself, directly or through other rules.
func (r *Rule) recursive() bool { return r.Kind == Linear || r.Kind == SelfEmbedding }

// analyse stores the kind of recursion of each rule in Rule.Kind, and its component in Rule.scc.
func analyse(g *Grammar) {
	filled := nonempty(g)
	for _, scc := range stronglyConnected(g.Rules) {
		switch kind := cycleKind(g, scc, filled); kind {
		case Regular:
			for _, to := range scc[0].refs {
				if to.Kind != Regular {
					scc[0].Kind = Depends
				}
			}
		default:
			for _, r := range scc {
				r.Kind = kind
			}
		}
	}
}

// stronglyConnected returns the strongly connected components of the graph of rules (Tarjan, 1972),
// each after the components it refers to. It also stores in each rule its component, scc, and its
// index there, number.
func stronglyConnected(rules []*Rule) [][]*Rule {
	found := connected(rules, func(r *Rule) []*Rule { return r.refs })
	for _, scc := range found {
		for i, member := range scc {
			member.scc, member.number = scc, i
		}
	}
	return found
}

// connected returns the strongly connected components of rules, each after the components it refers
// to. The function refs returns the rules a rule refers to.
func connected(rules []*Rule, refs func(*Rule) []*Rule) [][]*Rule {
	t := tarjan{refs: refs, index: map[*Rule]int{}, low: map[*Rule]int{}, onStack: map[*Rule]bool{}}
	for _, r := range rules {
		if _, ok := t.index[r]; !ok {
			t.connect(r)
		}
	}
	return t.found
}

type tarjan struct {
	refs       func(*Rule) []*Rule
	index, low map[*Rule]int
	onStack    map[*Rule]bool
	stack      []*Rule
	found      [][]*Rule
}

// connect visits r and the rules it refers to, and adds the components completed there to t.found.
// Its recursion is as deep as the longest chain of rules, which the limit on rules bounds.
func (t *tarjan) connect(r *Rule) {
	t.index[r] = len(t.index)
	t.low[r] = t.index[r]
	t.stack = append(t.stack, r)
	t.onStack[r] = true
	for _, to := range t.refs(r) {
		if _, ok := t.index[to]; !ok {
			t.connect(to)
			t.low[r] = min(t.low[r], t.low[to])
		} else if t.onStack[to] {
			t.low[r] = min(t.low[r], t.index[to])
		}
	}
	if t.low[r] != t.index[r] {
		return
	}
	from := len(t.stack) - 1
	for t.stack[from] != r {
		from--
	}
	scc := slices.Clone(t.stack[from:])
	t.stack = t.stack[:from]
	for _, member := range scc {
		t.onStack[member] = false
	}
	t.found = append(t.found, scc)
}

// Recursions returns the circles of recursive rules: a list for each circle, with the rules that
// refer to one another, or a single rule that refers to itself. The lists, and the rules in them,
// are in the order of the document.
func (g *Grammar) Recursions() [][]*Rule {
	place := map[*Rule]int{}
	for i, r := range g.Rules {
		place[r] = i
	}
	before := func(a, b *Rule) int { return cmp.Compare(place[a], place[b]) }
	var all [][]*Rule
	for _, scc := range stronglyConnected(g.Rules) {
		if scc[0].recursive() {
			slices.SortFunc(scc, before)
			all = append(all, scc)
		}
	}
	slices.SortFunc(all, func(a, b []*Rule) int { return before(a[0], b[0]) })
	return all
}

// Cycle returns a shortest way of references from a recursive rule back to itself. For value =
// array and array = value it returns the list value, array. For a rule without recursion it
// returns nil. It is a breadth-first search in the strongly connected component of r, because no
// cycle leaves it.
//
// Cycles are not stored: those of 10,000 rules in a ring have 100 million rules together. The
// search keeps its way in a slice, which takes a third of the time of a map in such a ring.
func (r *Rule) Cycle() []*Rule {
	if !r.recursive() {
		return nil
	}
	from := make([]*Rule, len(r.scc))
	queue := append(make([]*Rule, 0, len(r.scc)), r)
	for i := 0; i < len(queue); i++ {
		for _, to := range queue[i].refs {
			if to == r {
				way := []*Rule{queue[i]}
				for last := queue[i]; last != r; {
					last = from[last.number]
					way = append(way, last)
				}
				slices.Reverse(way)
				return way
			}
			if len(to.scc) == len(r.scc) && to.scc[0] == r.scc[0] && from[to.number] == nil {
				from[to.number] = queue[i]
				queue = append(queue, to)
			}
		}
	}
	return nil
}

// cycleKind returns the kind of scc, a strongly connected component: Regular if there are no
// references inside of it, SelfEmbedding if some of these references have text on their left and
// some on their right, else Linear. The references with text on the left and on the right may be
// different ones, because any two of them lie on a common cycle. filled has the rules that derive
// text.
func cycleKind(g *Grammar, scc []*Rule, filled map[*Rule]bool) Kind {
	if len(scc) == 1 && !slices.Contains(scc[0].refs, scc[0]) {
		return Regular
	}
	s := sides{texts: texts{g, filled, map[syntax.Expr]bool{}}, scc: map[*Rule]bool{}}
	for _, r := range scc {
		s.scc[r] = true
	}
	for _, r := range scc {
		s.visit(r.expr, false, false)
	}
	if s.left && s.right {
		return SelfEmbedding
	}
	return Linear
}

// sides records whether some reference inside of the component scc has text on its left, and
// whether some such reference has text on its right.
type sides struct {
	texts
	scc         map[*Rule]bool
	left, right bool
}

// visit looks for references to rules of s.scc in e, and sets left and right. before and behind
// tell whether there may be text on the left and on the right of e.
func (s *sides) visit(e syntax.Expr, before, behind bool) {
	switch e := e.(type) {
	case *syntax.RuleName:
		if s.scc[s.g.referent(e.Name)] {
			s.left, s.right = s.left || before, s.right || behind
		}
	case *syntax.Group:
		s.visit(e.Item, before, behind)
	case *syntax.Option:
		s.visit(e.Item, before, behind)
	case *syntax.Alternation:
		for _, item := range e.Items {
			s.visit(item, before, behind)
		}
	case *syntax.Predicate: // a rule with a predicate is never compiled together with its circle
		s.visit(e.Item, true, true)
	case *syntax.Difference: // recursion through a difference has no agreed meaning
		s.visit(e.Item, true, true)
		s.visit(e.Except, true, true)
	case *syntax.Repetition:
		if e.Max != 0 {
			again := e.Max != 1 && s.derives(e.Item)
			s.visit(e.Item, before || again, behind || again)
		}
	case *syntax.Concatenation:
		first, last := len(e.Items), -1 // indexes of items that derive text
		for i, item := range e.Items {
			if s.derives(item) {
				first, last = min(first, i), i
			}
		}
		for i, item := range e.Items {
			s.visit(item, before || first < i, behind || last > i)
		}
	}
}

// nonempty returns the rules that may derive a string other than the empty one: rules with such a
// string in their own definition, and all rules that refer to one of these. A rule without a
// definition, or with a reference to an unknown name, counts as a rule with such a string. So the
// rules returned may include a recursive rule without members.
func nonempty(g *Grammar) map[*Rule]bool {
	filled := map[*Rule]bool{}
	own := texts{g, nil, map[syntax.Expr]bool{}} // with no rule filled: a definition without its references
	users := map[*Rule][]*Rule{}
	var queue []*Rule
	fill := func(r *Rule) {
		if !filled[r] {
			filled[r] = true
			queue = append(queue, r)
		}
	}
	for _, r := range g.Rules {
		for _, to := range r.refs {
			users[to] = append(users[to], r)
		}
		if r.expr == nil || own.derives(r.expr) {
			fill(r)
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, user := range users[queue[i]] {
			fill(user)
		}
	}
	return filled
}

// texts decides whether expressions derive a string other than the empty one. filled has the rules
// that do.
type texts struct {
	g      *Grammar
	filled map[*Rule]bool
	known  map[syntax.Expr]bool // results for alternations and concatenations
}

// derives reports whether e may derive a string other than the empty one. It may also return true
// if e derives no string. For a difference, such as A - B, it always returns true, because the
// strings of A without those of B are known only after A and B have automata.
func (t *texts) derives(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.RuleName:
		to := t.g.referent(e.Name)
		return to == nil || t.filled[to]
	case *syntax.CharVal:
		return e.Text != ""
	case *syntax.Predicate:
		return false
	case *syntax.Group:
		return t.derives(e.Item)
	case *syntax.Option:
		return t.derives(e.Item)
	case *syntax.Repetition:
		return e.Max != 0 && t.derives(e.Item)
	case *syntax.Alternation:
		return t.some(e, e.Items)
	case *syntax.Concatenation:
		return t.some(e, e.Items)
	}
	return true
}

// some reports whether derives returns true for one of items, the items of e. It stores the result
// for e.
func (t *texts) some(e syntax.Expr, items []syntax.Expr) bool {
	found, ok := t.known[e]
	if !ok {
		found = slices.ContainsFunc(items, t.derives)
		t.known[e] = found
	}
	return found
}

// dumpRecursion writes a line for each rule: its name, its kind and, for a recursive rule, a cycle
// of references from the rule back to itself.
func (g *Grammar) dumpRecursion(w io.Writer) error {
	for _, r := range g.Rules {
		fmt.Fprintf(w, "%s %s", r.Name, r.Kind)
		cycle := r.Cycle()
		for _, to := range cycle {
			fmt.Fprintf(w, " %s ->", to.Name)
		}
		if len(cycle) > 0 {
			fmt.Fprintf(w, " %s", r.Name)
		}
		fmt.Fprintln(w)
	}
	return nil
}

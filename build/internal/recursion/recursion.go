// Package recursion is the compiler stage that finds cycles of rules that refer to one another,
// determines each rule's kind of recursion, and orders the rules for compilation.
package recursion

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// A Graph holds each rule's kind of recursion and strongly connected component. [Analyse] builds
// the graph, which never changes afterwards.
type Graph struct {
	Names *names.Grammar

	components [][]*names.Rule      // strongly connected components, each after those it refers to
	nodes      []node               // indexed by rule
	filled     map[*names.Rule]bool // rules that may derive text, see nonempty
}

// A node describes one rule.
type node struct {
	kind      Kind
	component []*names.Rule // strongly connected component of the rule, which includes the rule itself
	number    int           // index of the rule in component
}

// Analyse finds each rule's kind of recursion and strongly connected component.
func Analyse(grammar *names.Grammar) *Graph {
	g := &Graph{
		Names: grammar, nodes: make([]node, len(grammar.Rules)), filled: nonempty(grammar),
		components: Connected(grammar.Rules, func(r *names.Rule) []*names.Rule { return r.Refs }),
	}
	for _, component := range g.components {
		kind := g.KindOf(component, nil)
		for i, r := range component {
			g.nodes[r.Index] = node{kind, component, i}
		}
		if first := component[0]; kind == Regular &&
			slices.ContainsFunc(first.Refs, func(to *names.Rule) bool { return g.Kind(to) != Regular }) {
			g.nodes[first.Index].kind = Depends
		}
	}
	return g
}

// KindOf returns the kind of a strongly connected component. The automata stage also passes
// components that remain after it has removed some references, and definitions that replace those
// of the document. The kind is never Depends.
func (g *Graph) KindOf(component []*names.Rule, unwound map[*names.Rule]syntax.Expr) Kind {
	return kindOf(g.Names, component, unwound, g.filled)
}

// Kind returns the kind of r.
func (g *Graph) Kind(r *names.Rule) Kind { return g.nodes[r.Index].kind }

// Recursive reports whether r refers to itself, directly or indirectly.
func (g *Graph) Recursive(r *names.Rule) bool {
	return g.Kind(r) == Linear || g.Kind(r) == SelfEmbedding
}

// Component returns the strongly connected component of r, including r itself.
func (g *Graph) Component(r *names.Rule) []*names.Rule { return g.nodes[r.Index].component }

// Together reports whether a and b are in the same strongly connected component.
func (g *Graph) Together(a, b *names.Rule) bool { return g.Component(a)[0] == g.Component(b)[0] }

// Components returns the strongly connected components of all rules, each after those it refers to.
func (g *Graph) Components() [][]*names.Rule { return g.components }

// Cycles returns the components of recursive rules. Each cycle is a list of the rules that refer to
// one another, or of a single rule that refers to itself. The lists, and the rules in them, are in
// document order.
func (g *Graph) Cycles() (all [][]*names.Rule) {
	before := func(a, b *names.Rule) int { return cmp.Compare(a.Index, b.Index) }
	for _, component := range g.components {
		if g.Recursive(component[0]) {
			all = append(all, slices.SortedFunc(slices.Values(component), before))
		}
	}
	slices.SortFunc(all, func(a, b []*names.Rule) int { return before(a[0], b[0]) })
	return all
}

// Cycle returns a shortest path of references from a recursive rule back to itself. For value =
// array and array = value, it returns the list value, array. For a rule without recursion, it
// returns nil. The search is breadth-first within the strongly connected component of r, because no
// cycle leaves it.
//
// Cycles are not stored: the cycles of 10,000 rules in a ring contain 100 million rules in total.
// The search records its path in a slice, which takes a third as long as a map for such a ring.
func (g *Graph) Cycle(r *names.Rule) []*names.Rule {
	if !g.Recursive(r) {
		return nil
	}
	size := len(g.Component(r))
	from := make([]*names.Rule, size)
	queue := append(make([]*names.Rule, 0, size), r)
	for i := 0; i < len(queue); i++ {
		for _, to := range queue[i].Refs {
			if to == r {
				way := []*names.Rule{queue[i]}
				for last := queue[i]; last != r; {
					last = from[g.nodes[last.Index].number]
					way = append(way, last)
				}
				slices.Reverse(way)
				return way
			}
			if number := g.nodes[to.Index].number; g.Together(to, r) && from[number] == nil {
				from[number] = queue[i]
				queue = append(queue, to)
			}
		}
	}
	return nil
}

// Order returns rules in compilation order: each rule follows those it refers to, and the rules of
// a cycle are adjacent. The result contains the rules named in wanted and all rules they reach, or
// all rules of the grammar if wanted is empty.
func (g *Graph) Order(wanted []string) []*names.Rule {
	var order []*names.Rule
	done := map[*names.Rule]bool{}
	var add func(r *names.Rule)
	add = func(r *names.Rule) {
		if r == nil || done[r] {
			return
		}
		component := g.Component(r)
		for _, member := range component {
			done[member] = true
		}
		for _, member := range component {
			for _, to := range member.Refs {
				add(to)
			}
		}
		order = append(order, component...)
	}
	for _, name := range wanted {
		add(g.Names.Rule(name))
	}
	if len(wanted) == 0 {
		for _, r := range g.Names.Rules {
			add(r)
		}
	}
	return order
}

// Reaching returns the rules that refer, directly or indirectly, to a rule for which selected
// returns true.
func (g *Graph) Reaching(selected func(*names.Rule) bool) map[*names.Rule]bool {
	reaches := map[*names.Rule]bool{}
	for _, r := range g.Order(nil) { // rules follow those they refer to
		for _, to := range r.Refs {
			if selected(to) || reaches[to] {
				reaches[r] = true
			}
		}
	}
	return reaches
}

// Dump writes a line for each rule: its name, its kind and, for a recursive rule, a cycle of
// references from the rule back to itself.
func (g *Graph) Dump(w io.Writer) error {
	for _, r := range g.Names.Rules {
		fmt.Fprintf(w, "%s %s", r.Name, g.Kind(r))
		for _, to := range g.Cycle(r) {
			fmt.Fprintf(w, " %s ->", to.Name)
		}
		if g.Recursive(r) {
			fmt.Fprintf(w, " %s", r.Name)
		}
		fmt.Fprintln(w)
	}
	return nil
}

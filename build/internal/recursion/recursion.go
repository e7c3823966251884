// Package recursion is the stage of the compiler that finds the recursive rules of a grammar, their
// kinds, and an order for compiling.
package recursion

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/irilex/iri/build/internal/names"
)

// A Graph holds the kind of recursion of each rule, and its circle: the rules that refer to one
// another. [Analyse] makes it, and nothing changes it afterwards.
type Graph struct {
	Names *names.Grammar

	components [][]*names.Rule // the strongly connected components, each after those it refers to
	of         []node          // by the index of a rule
	filled     map[*names.Rule]bool
}

type node struct {
	kind   Kind
	circle []*names.Rule // the strongly connected component of the rule, with the rule itself
	number int           // its index in circle
}

// Analyse finds the kind of recursion of each rule and its strongly connected component.
func Analyse(of *names.Grammar) *Graph {
	g := &Graph{
		Names: of, of: make([]node, len(of.Rules)), filled: nonempty(of),
		components: Connected(of.Rules, func(r *names.Rule) []*names.Rule { return r.Refs }),
	}
	for _, circle := range g.components {
		kind := g.KindOf(circle)
		for i, r := range circle {
			g.of[r.Index] = node{kind, circle, i}
		}
		if first := circle[0]; kind == Regular &&
			slices.ContainsFunc(first.Refs, func(to *names.Rule) bool { return g.Kind(to) != Regular }) {
			g.of[first.Index].kind = Depends
		}
	}
	return g
}

// KindOf returns the kind of a strongly connected component, of the rules or of a part of their
// references. It is never Depends.
func (g *Graph) KindOf(component []*names.Rule) Kind { return kindOf(g.Names, component, g.filled) }

// Kind returns the kind of r.
func (g *Graph) Kind(r *names.Rule) Kind { return g.of[r.Index].kind }

// Recursive reports whether r refers to itself, directly or through other rules.
func (g *Graph) Recursive(r *names.Rule) bool {
	return g.Kind(r) == Linear || g.Kind(r) == SelfEmbedding
}

// Circle returns the strongly connected component of r, with the rule itself.
func (g *Graph) Circle(r *names.Rule) []*names.Rule { return g.of[r.Index].circle }

// Together reports whether a and b are in one strongly connected component.
func (g *Graph) Together(a, b *names.Rule) bool { return g.Circle(a)[0] == g.Circle(b)[0] }

// Components returns all strongly connected components, each after those it refers to.
func (g *Graph) Components() [][]*names.Rule { return g.components }

// Circles returns the circles of recursive rules: a list for each circle, with the rules that
// refer to one another, or a single rule that refers to itself. The lists, and the rules in them,
// are in the order of the document.
func (g *Graph) Circles() (all [][]*names.Rule) {
	before := func(a, b *names.Rule) int { return cmp.Compare(a.Index, b.Index) }
	for _, circle := range g.components {
		if g.Recursive(circle[0]) {
			all = append(all, slices.SortedFunc(slices.Values(circle), before))
		}
	}
	slices.SortFunc(all, func(a, b []*names.Rule) int { return before(a[0], b[0]) })
	return all
}

// Cycle returns a shortest way of references from a recursive rule back to itself. For value =
// array and array = value it returns the list value, array. For a rule without recursion it
// returns nil. It is a breadth-first search in the strongly connected component of r, because no
// cycle leaves it.
//
// Cycles are not stored: those of 10,000 rules in a ring have 100 million rules together. The
// search keeps its way in a slice, which takes a third of the time of a map in such a ring.
func (g *Graph) Cycle(r *names.Rule) []*names.Rule {
	if !g.Recursive(r) {
		return nil
	}
	size := len(g.Circle(r))
	from := make([]*names.Rule, size)
	queue := append(make([]*names.Rule, 0, size), r)
	for i := 0; i < len(queue); i++ {
		for _, to := range queue[i].Refs {
			if to == r {
				way := []*names.Rule{queue[i]}
				for last := queue[i]; last != r; {
					last = from[g.of[last.Index].number]
					way = append(way, last)
				}
				slices.Reverse(way)
				return way
			}
			if number := g.of[to.Index].number; g.Together(to, r) && from[number] == nil {
				from[number] = queue[i]
				queue = append(queue, to)
			}
		}
	}
	return nil
}

// Order returns rules in an order for compiling: each after those it refers to. With names in
// wanted, they are the rules with these names and all rules they reach. Without names they are all
// rules of the grammar. The rules of a circle stand together.
func (g *Graph) Order(wanted []string) []*names.Rule {
	var order []*names.Rule
	done := map[*names.Rule]bool{}
	var add func(r *names.Rule)
	add = func(r *names.Rule) {
		if r == nil || done[r] {
			return
		}
		circle := g.Circle(r)
		for _, member := range circle {
			done[member] = true
		}
		for _, member := range circle {
			for _, to := range member.Refs {
				add(to)
			}
		}
		order = append(order, circle...)
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

// Reaching returns the rules that refer, directly or through other rules, to a rule for which the
// function those returns true.
func (g *Graph) Reaching(those func(*names.Rule) bool) map[*names.Rule]bool {
	reaches := map[*names.Rule]bool{}
	for _, r := range g.Order(nil) { // rules come after those they refer to
		for _, to := range r.Refs {
			if those(to) || reaches[to] {
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
		cycle := g.Cycle(r)
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

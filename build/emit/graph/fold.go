package graph

import (
	"context"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables/machine"
)

// folded returns a folded graph of the automaton d of the rule r.
func folded(
	ctx context.Context, grammar *build.Grammar, r *build.Rule, d *automaton.DFA, m *machine.Machine,
) (*Graph, error) {
	moves, err := r.Moves(ctx)
	if err != nil {
		return nil, err
	}
	g := fromMoves(r, d, m, moves)
	g.Folded = true
	g.foldEscapes()
	for _, pair := range []string{"[]", "<>", "()", "{}"} {
		g.foldBrackets(rune(pair[0]), rune(pair[1]))
	}
	if g.classes, err = escapedClasses(ctx, grammar); err != nil {
		return nil, err
	}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Inside != nil {
			if n.Name, err = name(ctx, grammar, g.around(i)); err != nil {
				return nil, err
			}
		}
	}
	return g, nil
}

// foldEscapes folds "%" and two hexadecimal digits into one edge where nothing else can follow "%":
// "%" → p → q becomes one edge.
func (g *Graph) foldEscapes() {
	next := make([][]int, len(g.Nodes)) // by node: its edges
	for i, e := range g.Edges {
		next[e.From] = append(next[e.From], i)
	}
	// only returns the only edge from a node that does not accept, if that edge reads hexadecimal
	// digits.
	only := func(node int) *Edge {
		if g.Nodes[node].Accepting || node == g.Start || len(next[node]) != 1 {
			return nil
		}
		if e := &g.Edges[next[node][0]]; e.To != node && hexadecimal(e.Units) {
			return e
		}
		return nil
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		if !slices.Equal(e.Units, single('%')) {
			continue
		}
		first := only(e.To)
		if first == nil {
			continue
		}
		if second := only(first.To); second != nil && slices.Equal(first.Units, second.Units) {
			e.To, e.Units, e.Digits = second.To, nil, first.Units
		}
	}
	g.tidy()
}

func single(c rune) []build.Span { return []build.Span{{Lo: c, Hi: c}} }

// hexadecimal reports whether units are the hexadecimal digits, in uppercase, lowercase or both.
func hexadecimal(units []build.Span) bool {
	digits, upper, lower := build.Span{Lo: '0', Hi: '9'}, build.Span{Lo: 'A', Hi: 'F'}, build.Span{Lo: 'a', Hi: 'f'}
	return slices.Equal(units, []build.Span{digits, upper, lower}) ||
		slices.Equal(units, []build.Span{digits, upper}) || slices.Equal(units, []build.Span{digits, lower})
}

// tidy removes the nodes that cannot be reached from the start, and merges edges between the same
// nodes.
func (g *Graph) tidy() {
	if g.Start < 0 {
		return
	}
	reached := g.reach(g.Start, func(Edge) bool { return true })
	index, kept := make([]int, len(g.Nodes)), []Node{}
	for i, n := range g.Nodes {
		if index[i] = len(kept); reached[i] {
			kept = append(kept, n)
		}
	}
	type pair struct{ from, to int }
	at, edges := map[pair]int{}, []Edge{}
	for _, e := range g.Edges {
		if !reached[e.From] {
			continue
		}
		e.From, e.To = index[e.From], index[e.To]
		i, ok := at[pair{e.From, e.To}]
		switch {
		case !ok:
			at[pair{e.From, e.To}] = len(edges)
			edges = append(edges, e)
		case e.Digits == nil:
			edges[i].Units = e.Units
		default:
			edges[i].Digits = e.Digits
		}
	}
	g.Start, g.Nodes, g.Edges = index[g.Start], kept, edges
}

// reach reports, by node, whether it can be reached from a given node over edges that follow
// accepts.
func (g *Graph) reach(from int, follow func(Edge) bool) []bool {
	next := make([][]Edge, len(g.Nodes))
	for _, e := range g.Edges {
		if follow(e) {
			next[e.From] = append(next[e.From], e)
		}
	}
	reached := make([]bool, len(g.Nodes))
	reached[from] = true
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, e := range next[queue[0]] {
			if !reached[e.To] {
				reached[e.To] = true
				queue = append(queue, e.To)
			}
		}
	}
	return reached
}

// maxBoxes bounds the time that foldBrackets takes.
const maxBoxes = 100

// foldBrackets replaces the nodes between an opening and a closing bracket with a box, wherever
// only the opening bracket leads to these nodes and only the closing bracket leads from them, to
// one node. It tries at most maxBoxes places.
func (g *Graph) foldBrackets(open, closing rune) {
	opens, closes := Label{Units: single(open)}, Label{Units: single(closing)}
	tried := map[automaton.StateID]bool{}
	for range maxBoxes {
		i := slices.IndexFunc(g.Edges, func(e Edge) bool {
			return equal(e.Label, opens) && !tried[g.Nodes[e.To].State]
		})
		if i < 0 {
			return
		}
		entry := g.Edges[i].To
		tried[g.Nodes[entry].State] = true
		inside := g.reach(entry, func(e Edge) bool { return !equal(e.Label, closes) })
		if g.enclosed(inside, entry, opens, closes) {
			g.enclose(inside, entry, closes)
		}
	}
}

func equal(a, b Label) bool {
	return slices.Equal(a.Units, b.Units) && slices.Equal(a.Digits, b.Digits)
}

// enclosed reports whether the nodes inside can become a box with the given entry: at least two
// states, none of which accepts or is the start.
func (g *Graph) enclosed(inside []bool, entry int, opens, closes Label) bool {
	size, exit := 0, -1
	for i, n := range g.Nodes {
		if inside[i] {
			size++
			if n.Accepting || n.Inside != nil || i == g.Start {
				return false
			}
		}
	}
	for _, e := range g.Edges {
		switch {
		case inside[e.From] && equal(e.Label, closes): // even if it leads back inside
			if inside[e.To] || exit >= 0 && exit != e.To {
				return false
			}
			exit = e.To
		case !inside[e.From] && inside[e.To] && (e.To != entry || !equal(e.Label, opens)):
			return false
		}
	}
	return size > 1 && exit >= 0
}

// enclose replaces the nodes inside with a box.
func (g *Graph) enclose(inside []bool, entry int, closes Label) {
	box := &Graph{Rule: g.Rule, Folded: true}
	index := make([]int, len(g.Nodes))
	for i, n := range g.Nodes {
		if !inside[i] {
			continue
		}
		if index[i] = len(box.Nodes); i == entry {
			box.Start = index[i]
		}
		box.Nodes = append(box.Nodes, n)
	}
	box.States = len(box.Nodes)
	var edges []Edge
	exits := false
	for _, e := range g.Edges {
		switch {
		case !inside[e.From]:
			edges = append(edges, e)
		case inside[e.To]:
			box.Edges = append(box.Edges, Edge{index[e.From], index[e.To], e.Label})
		default:
			box.Nodes[index[e.From]].Accepting = true
			if !exits {
				exits = true
				edges = append(edges, Edge{entry, e.To, closes})
			}
		}
	}
	g.Nodes[entry].Inside = box
	g.Edges = edges
	g.tidy()
}

// around returns the automaton of a box together with its brackets.
func (g *Graph) around(box int) *Graph {
	nodes := []Node{{}, g.Nodes[box], {Accepting: true}}
	in := slices.IndexFunc(g.Edges, func(e Edge) bool { return e.To == box })
	out := slices.IndexFunc(g.Edges, func(e Edge) bool { return e.From == box })
	return &Graph{Nodes: nodes, Edges: []Edge{{0, 1, g.Edges[in].Label}, {1, 2, g.Edges[out].Label}}}
}

// name returns the rule of a grammar that matches exactly what a box with its brackets does.
// If there is none, it returns the rule that matches what is within the brackets, or "".
func name(ctx context.Context, grammar *build.Grammar, box *Graph) (string, error) {
	meter := grammar.Meter(ctx)
	for _, part := range []*Graph{box, box.Nodes[1].Inside} {
		d, err := part.unfold(meter)
		if err != nil {
			return "", err
		}
		for _, r := range slices.Backward(grammar.Rules) { // terminals come last
			if other, err := r.Automaton(); err != nil || other.NumStates() != d.NumStates() {
				continue
			} else if _, same, err := automaton.EqualWithin(d, other, meter); err != nil || same {
				return r.Name, err
			}
		}
	}
	return "", nil
}

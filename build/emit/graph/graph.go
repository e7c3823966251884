// Package graph draws the minimal automaton of a rule, as SVG or in the DOT language of Graphviz.
//
// [New] makes a Graph of a rule. A whole graph has a node for each state and an edge for each pair
// of states with transitions. In a folded graph, UTF-8 sequences, percent-encodings and the text
// within brackets are single edges or boxes (fold.go), and a proof shows that the graph describes
// the same automaton (prove.go). A Graph is laid out in layers, from left to right (layout.go,
// order.go, place.go), and drawn (draw.go). If the rule has components, each component has its own
// layers.
//
// The exported names of this package may change in any version.
package graph

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables/machine"
)

// A Graph is an automaton to be drawn. The nodes are in the order of their states.
type Graph struct {
	Rule   *build.Rule
	Folded bool
	States int // live states of the automaton
	Nodes  []Node
	Edges  []Edge
	Start  int // index of the start node; -1 if the rule has no members

	// Unproven is the reason why the graph is not folded although it was requested: the folded graph
	// does not describe the same automaton, or the proof exceeds a limit. It is nil otherwise.
	Unproven error

	classes []class  // names for labels
	lanes   []string // the components of the rule, in the order of the text
}

// A Node is a state of the automaton, or a box with the states within brackets.
type Node struct {
	State     automaton.StateID // the state, or the first state of the box
	Accepting bool
	Inside    *Graph // the automaton in the box; nil for a state
	Name      string // for a box: the rule that matches its contents with or without the brackets, or ""

	lane int // index into Graph.lanes
}

// An Edge leads from a node to a node, both given by their indexes. An edge that leads to a box
// leads to the start of its automaton, and an edge from a box leaves each of its accepting states.
type Edge struct {
	From, To int
	Label
}

// A Label describes the strings that an edge reads: one of the units, or "%" and two of the digits.
type Label struct {
	Units  []build.Span
	Digits []build.Span // nil if the edge reads no percent-encodings
}

// A Fold determines whether a graph is folded.
type Fold int

// Values of Fold.
const (
	Auto   Fold = iota // fold if the automaton has more than AutoStates states
	Always             // fold
	Whole              // do not fold
)

// AutoStates is the maximum number of states of an automaton that Auto does not fold.
const AutoStates = 40

// New returns the graph of a rule. If the folded graph is not proven to describe the same
// automaton, New returns the whole graph, with the reason. It fails if the rule has no table or no
// finite automaton.
func New(ctx context.Context, g *build.Grammar, rule string, fold Fold) (*Graph, error) {
	table, err := g.Table(rule)
	if err != nil {
		return nil, err
	}
	r := g.Rule(rule)
	d, err := r.Automaton()
	if err != nil {
		return nil, err
	}
	m, err := machine.Of(table)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	if fold == Whole || fold == Auto && d.Live() <= AutoStates {
		return whole(r, d, m), nil
	}
	folded, err := folded(ctx, g, r, d, m)
	if err == nil {
		err = folded.prove(d, g.Meter(ctx))
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		all := whole(r, d, m)
		all.Unproven = err
		return all, nil
	}
	return folded, nil
}

// whole returns a graph with all states. Bytes above ASCII are separate units.
func whole(r *build.Rule, d *automaton.DFA, m *machine.Machine) *Graph {
	moves := make([][]build.Move, d.NumStates())
	for q := range moves {
		moves[q] = []build.Move{}
		at := map[automaton.StateID]int{}
		for bytes, to := range d.Moves(automaton.StateID(q)) {
			i, ok := at[to]
			if !ok {
				i = len(moves[q])
				at[to], moves[q] = i, append(moves[q], build.Move{To: to})
			}
			lo, hi := rune(bytes.Lo), rune(bytes.Hi)
			if lo < utf8.RuneSelf {
				moves[q][i].Units = append(moves[q][i].Units, build.Span{Lo: lo, Hi: min(hi, utf8.RuneSelf-1)})
			}
			if hi >= utf8.RuneSelf {
				high := build.Span{Lo: max(lo, utf8.RuneSelf) + build.ByteUnit, Hi: hi + build.ByteUnit}
				moves[q][i].Units = append(moves[q][i].Units, high)
			}
		}
	}
	return fromMoves(r, d, m, moves)
}

// fromMoves returns a graph with a node for each state that has moves.
func fromMoves(r *build.Rule, d *automaton.DFA, m *machine.Machine, moves [][]build.Move) *Graph {
	g := &Graph{Rule: r, States: d.Live(), Start: -1}
	for _, c := range m.Components {
		g.lanes = append(g.lanes, c.Name)
	}
	index := make([]int, d.NumStates())
	for q, list := range moves {
		if list == nil || q == int(automaton.Dead) {
			continue
		}
		index[q] = len(g.Nodes)
		n := Node{State: automaton.StateID(q), Accepting: d.Accepting(automaton.StateID(q))}
		if len(m.Components) > 0 && n.State != d.Start() {
			n.lane = m.Slots[m.SlotOf[q]].First
		}
		if n.State == d.Start() {
			g.Start = index[q]
		}
		g.Nodes = append(g.Nodes, n)
	}
	for q, list := range moves {
		for _, move := range list {
			if q != int(automaton.Dead) {
				g.Edges = append(g.Edges, Edge{index[q], index[move.To], Label{Units: move.Units}})
			}
		}
	}
	return g
}

package graph

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/build/emit/internal/svg"
)

// A layout gives the elements of a picture their places.
//
// Idea (Sugiyama, Tagawa and Toda, Methods for Visual Understanding of Hierarchical System
// Structures, 1981). Each node gets a layer, so that edges lead to later layers, except the edges
// that close a cycle. The layers are the even columns of the picture, and the columns between them
// hold the labels. Each edge has a cell in every column it passes: its label next to its source,
// and otherwise a piece of its line. The cells of a column do not overlap, and lines bend only
// between columns, so no line crosses a text or a node. Edges that read the same strings and lead
// to the same node are drawn as a bus along the top if there are enough of them.
//
// All numbers are integers, and all orders are total, so a graph has the same layout on every
// machine.
type layout struct {
	*Graph
	rank    []int   // by node
	buses   []bus   // in the order of their rows, from the top
	onBus   []bool  // by edge
	cells   []cell  // those of the nodes come first
	columns [][]int // the cells of each column, from the top
	chains  [][]int // by edge: its cells, from the node on the left to the node on the right
	loops   []*text // by node: the label of the edge to itself, or nil
	radius  int     // of the nodes

	x, width     []int // by column: its left side and its width
	begins, ends []int // by column: the number of buses that begin after it and end before it
	top          int   // of the columns
	right        int
	bottom       int
}

// A cell is an element of a column.
type cell struct {
	label      *text // nil if the cell is a node or a piece of a line
	turn       bool  // whether it is the label of an edge within a layer
	up, down   int   // heights above and below y
	width      int
	y          int
	prev, next []int // the cells in the adjacent columns to which lines lead
}

// A bus collects edges that read the same strings and lead to the same node.
type bus struct {
	to    int
	from  []int // nodes, in order
	label *text
	y     int

	column  int         // the column above which the label is
	arrival int         // distance of its channel from the left side of the column of the target
	channel map[int]int // by column of nodes: distance of its channel from their right side
}

// Bounds on pictures. IPv6address, the largest graph in the bundled grammars that remains large
// when it is folded, has 151 nodes and 429 edges; request-target has 337 and 1,115 when it is not
// folded.
const (
	MaxNodes = 1000
	MaxEdges = 4000
	maxCells = 60_000
)

// A SizeError reports that a graph is too large for a picture.
type SizeError struct{ text string }

func (e *SizeError) Error() string { return e.text }

// minBus is the minimum number of edges in a bus.
const minBus = 4

// newLayout returns a layout of a graph. It fails with a [SizeError] if the graph is too large.
func newLayout(g *Graph) (*layout, error) {
	if len(g.Nodes) > MaxNodes || len(g.Edges) > MaxEdges {
		const format = "the graph has %d states and %d edges, too many for a picture (limits: %d and %d)"
		return nil, &SizeError{fmt.Sprintf(format, len(g.Nodes), len(g.Edges), MaxNodes, MaxEdges)}
	}
	l := &layout{Graph: g, radius: 15}
	for _, n := range g.Nodes {
		if n.Inside == nil {
			l.radius = max(l.radius, svg.Width(fmt.Sprint(n.State), svg.SmallSize)/2+6)
		}
	}
	l.layers()
	l.collect()
	if err := l.fill(); err != nil {
		return nil, err
	}
	l.order()
	l.placeRows()
	l.placeColumns()
	return l, nil
}

// layers computes the ranks. In a graph with lanes, the rank is the length of a shortest path from
// where the lane begins, and the layers of a lane follow those of all earlier lanes. In other
// graphs, it is the length of a longest path from the start, without the edges that close a cycle.
func (l *layout) layers() {
	l.rank = make([]int, len(l.Nodes))
	next := make([][]int, len(l.Nodes))
	for _, e := range l.Edges {
		next[e.From] = append(next[e.From], e.To)
	}
	if len(l.lanes) > 0 {
		l.shortest(next)
		return
	}
	order, forward := l.depthFirst(next)
	for _, n := range order {
		for _, to := range forward[n] {
			l.rank[to] = max(l.rank[to], l.rank[n]+1)
		}
	}
}

// shortest computes the ranks in a graph with lanes, by a breadth-first search in each lane.
func (l *layout) shortest(next [][]int) {
	base := 0
	for lane := range l.lanes {
		var queue []int
		seen := make([]bool, len(l.Nodes))
		begin := func(n int) {
			if l.Nodes[n].lane == lane && !seen[n] {
				seen[n], l.rank[n] = true, base
				queue = append(queue, n)
			}
		}
		if l.Start >= 0 {
			begin(l.Start)
		}
		for from, list := range next {
			for _, to := range list {
				if l.Nodes[from].lane < lane {
					begin(to)
				}
			}
		}
		last := base - 1
		for n := range l.Nodes { // then those that only edges back lead to
			for ; len(queue) > 0; queue = queue[1:] {
				last = max(last, l.rank[queue[0]])
				for _, to := range next[queue[0]] {
					if l.Nodes[to].lane == lane && !seen[to] {
						seen[to], l.rank[to] = true, l.rank[queue[0]]+1
						queue = append(queue, to)
					}
				}
			}
			begin(n)
		}
		for _, n := range queue {
			last = max(last, l.rank[n])
		}
		base = last + 1
	}
}

// depthFirst returns the nodes in a topological order, and for each node the targets of its edges
// that do not close a cycle.
func (l *layout) depthFirst(next [][]int) (order []int, forward [][]int) {
	const unseen, open, done = 0, 1, 2
	state := make([]int, len(l.Nodes))
	forward = make([][]int, len(l.Nodes))
	var visit func(n int)
	visit = func(n int) {
		state[n] = open
		for _, to := range next[n] {
			if state[to] == unseen {
				visit(to)
			}
			if state[to] == done {
				forward[n] = append(forward[n], to)
			}
		}
		state[n] = done
		order = append(order, n)
	}
	if l.Start >= 0 {
		visit(l.Start)
	}
	slices.Reverse(order)
	return order, forward
}

// collect finds the buses.
func (l *layout) collect() {
	type key struct {
		to    int
		label string
	}
	found := map[key][]int{}
	keys := []key{}
	for i, e := range l.Edges {
		k := key{e.To, fmt.Sprint(e.Label)}
		if e.From == e.To {
			continue
		}
		if found[k] == nil {
			keys = append(keys, k)
		}
		found[k] = append(found[k], i)
	}
	l.onBus = make([]bool, len(l.Edges))
	slices.SortStableFunc(keys, func(a, b key) int { return l.rank[b.to] - l.rank[a.to] })
	for _, k := range keys {
		edges := found[k]
		if len(edges) < minBus {
			continue
		}
		b := bus{to: k.to, label: l.newText(l.Edges[edges[0]].Label, busWidth, 1)}
		for _, i := range edges {
			l.onBus[i] = true
			b.from = append(b.from, l.Edges[i].From)
		}
		l.buses = append(l.buses, b)
	}
}

// Widths of labels in pixels, from which their texts are broken into lines.
const (
	edgeWidth = 112
	busWidth  = 200
)

// fill makes the cells of all columns.
func (l *layout) fill() error {
	last := 0
	for _, r := range l.rank {
		last = max(last, r)
	}
	l.columns = make([][]int, 2*last+2)
	l.loops, l.chains = make([]*text, len(l.Nodes)), make([][]int, len(l.Edges))
	for _, e := range l.Edges {
		if e.From == e.To {
			l.loops[e.From] = l.newText(e.Label, edgeWidth, 5)
		}
	}
	for i := range l.Nodes {
		l.add(l.nodeCell(i), 2*l.rank[i])
	}
	for i, e := range l.Edges {
		if e.From != e.To && !l.onBus[i] {
			l.chain(i)
		}
		if len(l.cells) > maxCells {
			const format = "its edges cross %d layers in more than %d places, too many for a picture"
			return &SizeError{fmt.Sprintf(format, last+1, maxCells)}
		}
	}
	if len(l.columns[2*last+1]) == 0 { // no edge within the last layer
		l.columns = l.columns[:2*last+1]
	}
	return nil
}

// chain makes the cells of an edge. An edge within a layer has only a label, in the next column.
func (l *layout) chain(i int) {
	e := l.Edges[i]
	from, to := 2*l.rank[e.From], 2*l.rank[e.To]
	left, right, at := e.From, e.To, from+1
	if from > to {
		left, right, at = e.To, e.From, from-1
	}
	link := func(a, b int) {
		l.cells[a].next = append(l.cells[a].next, b)
		l.cells[b].prev = append(l.cells[b].prev, a)
	}
	l.chains[i] = []int{left}
	for column := 2*l.rank[left] + 1; column < max(2*l.rank[right], at+1); column++ {
		c := cell{up: 3, down: 3}
		if column == at {
			c = labelCell(l.newText(e.Label, edgeWidth, 4))
			c.turn = from == to
		}
		l.chains[i] = append(l.chains[i], l.add(c, column))
	}
	l.chains[i] = append(l.chains[i], right)
	for j, c := range l.chains[i][1:] {
		if before := l.chains[i][j]; from != to || j == 0 {
			link(before, c)
		} else {
			link(c, before)
		}
	}
}

func (l *layout) add(c cell, column int) int {
	l.cells = append(l.cells, c)
	l.columns[column] = append(l.columns[column], len(l.cells)-1)
	return len(l.cells) - 1
}

// loopHeight is the height of the arc of an edge from a node to itself.
const loopHeight = 20

func (l *layout) nodeCell(i int) cell {
	c := cell{up: l.radius, down: l.radius, width: 2 * l.radius}
	if n := l.Nodes[i]; n.Inside != nil {
		c = cell{up: boxHeight / 2, down: boxHeight / 2, width: l.boxWidth(i)}
	}
	if t := l.loops[i]; t != nil {
		c.up += loopHeight + t.height()
		c.width = max(c.width, t.width)
	}
	return c
}

func labelCell(t *text) cell {
	return cell{label: t, up: (t.height() + 1) / 2, down: (t.height() + 1) / 2, width: t.width + 2*lineGap}
}

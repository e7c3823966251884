package automaton

import (
	"fmt"
	"slices"
)

// A MarkSet is a bit set of the marks 1 to 15; bit 0 means "no mark".
type MarkSet uint16

// Has reports whether m is in the set.
func (s MarkSet) Has(m Mark) bool { return s>>m&1 != 0 }

// Only returns the set that contains only m.
func Only(m Mark) MarkSet { return 1 << m }

// Marks returns a set of marks for each state of d. The set contains the mark of every edge on
// which n can read a byte of a member as that byte leads d into the state. d and n must accept the
// same language. The marks must divide every member into parts, and the states must determine these
// parts:
//
//   - Every byte is read on a marked edge, and marks never decrease along a member: part 1 precedes
//     part 2.
//   - No state has more than two marks.
//   - If a state has two marks a < b, the rest of the member decides between them: the byte is in
//     part a exactly when a is the only mark of some later state of the member.
//
// The error is a [*MarkError] if a condition fails; otherwise it is an error from the meter.
//
// Cost: for each mark, a few passes over the reachable pairs of states of d and n, and over the
// edges of these pairs. The meter counts pairs and edges as transitions, and their memory until
// Marks returns.
//
// Tested against: TestMarksOfRandomParts tries all members up to a certain length.
func Marks(d *DFA, n *NFA, meter *Meter) ([]MarkSet, error) {
	g := &markGraph{d: d, n: n, ids: map[markNode]int{}}
	defer func() { meter.release(g.held) }()
	if err := g.construct(meter); err != nil {
		return nil, err
	}
	g.trim()
	sets := make([]MarkSet, d.NumStates())
	for _, e := range g.edges {
		if !e.empty {
			sets[g.nodes[e.to].q] |= Only(e.mark)
		}
	}
	if err := g.verify(sets, meter); err != nil {
		return nil, err
	}
	return sets, nil
}

// A MarkReason is a condition of [Marks] that failed.
type MarkReason uint8

// Reasons.
const (
	Unmarked   MarkReason = iota // a byte leads into State on an unmarked edge
	Crowded                      // State has more than two marks, including Mark and Other
	OutOfOrder                   // Mark can follow Other, which is higher
	Unsettled                    // State has Mark and Other, and the rest of the member does not decide between them
)

// A MarkError reports that marks do not divide the members of a language into parts.
type MarkError struct {
	Reason      MarkReason
	State       StateID // state of the DFA; Dead if the reason does not concern a state
	Mark, Other Mark    // Mark is lower than Other; both are 0 if the reason does not concern marks
}

// Error describes the reason and names the state and the marks.
func (e *MarkError) Error() string {
	switch e.Reason {
	case Unmarked:
		return fmt.Sprintf("an unmarked byte leads to state %d", e.State)
	case Crowded:
		return fmt.Sprintf("state %d has more than two marks, including %d and %d", e.State, e.Mark, e.Other)
	case OutOfOrder:
		return fmt.Sprintf("mark %d can follow mark %d", e.Mark, e.Other)
	}
	return fmt.Sprintf("state %d: no suffix distinguishes mark %d from mark %d", e.State, e.Mark, e.Other)
}

// A markGraph is the product of a DFA and an NFA, with the edges and empty moves between their
// pairs.
type markGraph struct {
	d     *DFA
	n     *NFA
	ids   map[markNode]int
	nodes []markNode
	edges []markEdge
	held  int64 // bytes counted by the meter
	looks int64 // bytes examined but not yet counted by the meter
}

type markNode struct {
	q StateID // state of the DFA
	s StateID // state of the NFA
}

type markEdge struct {
	from, to int
	mark     Mark // 0 for an unmarked edge
	empty    bool // an empty move
}

// Memory used by a node and by an edge during the search, in bytes, including the map and the
// neighbour lists.
const (
	markNodeBytes = 128
	markEdgeBytes = 64
)

func (g *markGraph) construct(meter *Meter) error {
	g.node(markNode{g.d.start, g.n.start})
	for i := 0; i < len(g.nodes); i++ {
		nodes, edges := len(g.nodes), len(g.edges)
		g.expand(i)
		made, joined := int64(len(g.nodes)-nodes), int64(len(g.edges)-edges)
		bytes := made*markNodeBytes + joined*markEdgeBytes
		if err := meter.Work(20*made + 10*joined + g.looks); err != nil {
			return err
		}
		g.looks = 0
		if err := meter.spend(made+joined, bytes); err != nil {
			return err
		}
		g.held += bytes
		if i%64 == 0 {
			if err := meter.cancelled(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *markGraph) node(x markNode) int {
	if _, ok := g.ids[x]; !ok {
		g.ids[x] = len(g.nodes)
		g.nodes = append(g.nodes, x)
	}
	return g.ids[x]
}

func (g *markGraph) expand(i int) {
	x := g.nodes[i]
	for _, s := range g.n.empty[x.s] {
		g.edges = append(g.edges, markEdge{from: i, to: g.node(markNode{x.q, s}), empty: true})
	}
	for _, e := range g.n.edges[x.s] {
		last := Dead
		g.looks += int64(e.Hi-e.Lo) + 1
		for b := int(e.Lo); b <= int(e.Hi); b++ {
			q := g.d.Step(x.q, byte(b))
			if q != last && q != Dead {
				g.edges = append(g.edges, markEdge{from: i, to: g.node(markNode{q, e.To}), mark: e.Mark})
			}
			last = q
		}
	}
}

// accepting reports whether a member can end in node i.
func (g *markGraph) accepting(i int) bool {
	return g.nodes[i].s == g.n.accept && g.d.accept[g.nodes[i].q]
}

// trim removes the edges that do not lead to the end of a member.
func (g *markGraph) trim() {
	live := g.before(g.accepting, nil)
	g.edges = slices.DeleteFunc(g.edges, func(e markEdge) bool { return !live[e.to] })
}

// before returns the wanted nodes and all nodes from which a wanted node can be reached, without
// passing through blocked nodes. The function after searches forward instead.
func (g *markGraph) before(wanted func(int) bool, blocked func(int) bool) []bool {
	return g.reach(wanted, blocked, func(e markEdge) (int, int) { return e.to, e.from })
}

func (g *markGraph) after(wanted func(int) bool) []bool {
	return g.reach(wanted, nil, func(e markEdge) (int, int) { return e.from, e.to })
}

func (g *markGraph) reach(wanted, blocked func(int) bool, turn func(markEdge) (from, to int)) []bool {
	first, next := g.neighbours(turn)
	found := make([]bool, len(g.nodes))
	var stack []int
	visit := func(i int) {
		if !found[i] && (blocked == nil || !blocked(i)) {
			found[i] = true
			stack = append(stack, i)
		}
	}
	for i := range g.nodes {
		if wanted(i) {
			visit(i)
		}
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, j := range next[first[i]:first[i+1]] {
			visit(int(j))
		}
	}
	return found
}

// neighbours lists the nodes that the edges of each node lead to: next[first[i]:first[i+1]] for
// node i.
func (g *markGraph) neighbours(turn func(markEdge) (from, to int)) (first []int, next []uint32) {
	first = make([]int, len(g.nodes)+1)
	for _, e := range g.edges {
		from, _ := turn(e)
		first[from]++
	}
	sum := 0
	for i := range first {
		sum += first[i]
		first[i] = sum
	}
	next = make([]uint32, len(g.edges))
	for _, e := range g.edges {
		from, to := turn(e)
		first[from]--
		next[first[from]] = uint32(to)
	}
	return first, next
}

// verify checks the three conditions of Marks.
func (g *markGraph) verify(sets []MarkSet, meter *Meter) error {
	all := MarkSet(0)
	for q, set := range sets {
		all |= set
		if set.Has(0) {
			return &MarkError{Reason: Unmarked, State: StateID(q)}
		}
		if first, second := set.firstTwo(); set&^(Only(first)|Only(second)) != 0 {
			return &MarkError{Reason: Crowded, State: StateID(q), Mark: first, Other: second}
		}
	}
	for m := Mark(1); m < 16; m++ {
		if !all.Has(m) {
			continue
		}
		if err := meter.Work(8 * int64(len(g.nodes)+len(g.edges))); err != nil { // four passes over all edges
			return err
		}
		if err := g.verifyOrder(m); err != nil {
			return err
		}
		if err := g.verifySettled(sets, m); err != nil {
			return err
		}
	}
	return nil
}

// verifyOrder checks that no mark below m follows m.
func (g *markGraph) verifyOrder(m Mark) error {
	entered := g.entered(m)
	after := g.after(func(i int) bool { return entered[i] })
	for _, e := range g.edges {
		if !e.empty && e.mark < m && after[e.from] {
			return &MarkError{Reason: OutOfOrder, Mark: e.mark, Other: m}
		}
	}
	return nil
}

// verifySettled checks the states that have two marks, of which a is the lower.
func (g *markGraph) verifySettled(sets []MarkSet, a Mark) error {
	alone := func(i int) bool { return sets[g.nodes[i].q] == Only(a) }
	unsettled := g.before(g.accepting, alone) // may end without a later state that has only a
	settled := g.before(alone, nil)           // may still lead to such a state
	past := g.after(alone)                    // may follow such a state
	for _, e := range g.edges {
		q := g.nodes[e.to].q
		first, second := sets[q].firstTwo()
		if e.empty || first != a || second == 0 {
			continue
		}
		if e.mark == a && unsettled[e.to] || e.mark != a && (settled[e.to] || past[e.to]) {
			return &MarkError{Reason: Unsettled, State: q, Mark: first, Other: second}
		}
	}
	return nil
}

func (g *markGraph) entered(m Mark) []bool {
	in := make([]bool, len(g.nodes))
	for _, e := range g.edges {
		if !e.empty && e.mark == m {
			in[e.to] = true
		}
	}
	return in
}

// Pair returns the marks in a set of one or two marks, the lower one first. It returns a single
// mark twice.
func (s MarkSet) Pair() (first, second Mark) {
	first, second = s.firstTwo()
	if second == 0 {
		second = first
	}
	return first, second
}

// firstTwo returns the two lowest marks of the set, or 0 for a missing mark.
func (s MarkSet) firstTwo() (first, second Mark) {
	for m := Mark(1); m < 16; m++ {
		switch {
		case !s.Has(m):
		case first == 0:
			first = m
		case second == 0:
			second = m
		}
	}
	return first, second
}

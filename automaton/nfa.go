package automaton

import (
	"fmt"
	"io"
)

// A StateID identifies a state of an [NFA] or a [DFA].
type StateID uint32

// An Edge leads to state To on every byte from Lo to Hi.
type Edge struct {
	Lo, Hi byte
	Mark   Mark
	To     StateID
}

// A Mark tags the edges in a part of an NFA so that a later stage can tell which part read a byte.
// Constructions copy marks without interpreting them; 0 means no mark.
type Mark uint8

// An NFA is a nondeterministic automaton over bytes with one start state, one accepting state and
// empty moves. A [Builder] or [Reverse] builds it.
type NFA struct {
	edges  [][]Edge    // the edges from each state
	empty  [][]StateID // the targets of the empty moves from each state
	start  StateID
	accept StateID
}

// NumStates returns the number of states.
func (n *NFA) NumStates() int { return len(n.edges) }

// Start returns the start state.
func (n *NFA) Start() StateID { return n.start }

// Accept returns the accepting state.
func (n *NFA) Accept() StateID { return n.accept }

// Edges returns the edges from q. The slice belongs to the automaton.
func (n *NFA) Edges(q StateID) []Edge { return n.edges[q] }

// Empty returns the targets of the empty moves from q. The slice belongs to the automaton.
func (n *NFA) Empty(q StateID) []StateID { return n.empty[q] }

// Memory used per NFA state and per edge, in bytes, including slice headers.
const (
	nfaStateBytes = 48
	nfaEdgeBytes  = 8
)

// size returns the automaton's memory use in bytes.
func (n *NFA) size() int64 {
	size := int64(len(n.edges)) * nfaStateBytes
	for q := range n.edges {
		size += int64(len(n.edges[q])+len(n.empty[q])) * nfaEdgeBytes
	}
	return size
}

// Dump writes the automaton in a stable, readable form, one line per state: its edges, then "ε" and
// its empty moves. ">" marks the start, and "*" marks the accepting state.
func (n *NFA) Dump(w io.Writer) error {
	_, err := fmt.Fprintf(w, "nfa: %d states\n", n.NumStates())
	for q := 0; q < n.NumStates() && err == nil; q++ {
		id := StateID(q)
		text := pick(id == n.start, ">") + pick(id == n.accept, "*") + fmt.Sprint(q) + ":"
		for _, e := range n.edges[q] {
			text += fmt.Sprintf("%s→%d", formatRanges([]ByteRange{{e.Lo, e.Hi}}), e.To)
		}
		for i, to := range n.empty[q] {
			if i == 0 {
				text += " ε"
			}
			text += fmt.Sprintf(" %d", to)
		}
		_, err = fmt.Fprintln(w, text)
	}
	return err
}

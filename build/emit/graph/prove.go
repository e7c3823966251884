package graph

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
)

// prove returns nil if the graph is deterministic and describes the automaton d.
//
// Idea. First, two edges from a node must never read strings that begin with the same unit, so that
// a reader of the picture never has a choice. The graph is then unfolded to an automaton over
// bytes, with the constructions that also compile rules, and its minimal automaton is compared with
// d.
//
// Tested against: TestProofFails damages graphs.
func (g *Graph) prove(d *automaton.DFA, meter *automaton.Meter) error {
	if err := g.deterministic(nil); err != nil {
		return err
	}
	unfolded, err := g.unfold(meter)
	if err != nil {
		return err
	}
	witness, same, err := automaton.EqualWithin(unfolded, d, meter)
	if err == nil && !same {
		err = fmt.Errorf("the folded graph and the automaton disagree about %q", witness)
	}
	return err
}

// deterministic returns an error if two edges from a node begin with the same unit, or with the
// same byte if one of the units is a byte. The labels in after continue each accepting node.
func (g *Graph) deterministic(after []Label) error {
	next := make([][]Label, len(g.Nodes))
	for _, e := range g.Edges {
		next[e.From] = append(next[e.From], e.Label)
	}
	for i, n := range g.Nodes {
		labels := next[i]
		if n.Accepting {
			labels = slices.Concat(labels, after)
		}
		if n.Inside != nil {
			if err := n.Inside.deterministic(labels); err != nil {
				return err
			}
		}
		var units []build.Span
		for _, l := range labels {
			units = append(units, l.Units...)
			if l.Digits != nil {
				units = append(units, single('%')...)
			}
		}
		if unit, twice := overlap(units); twice {
			return fmt.Errorf("two edges from node %d read %s", n.State, describeUnit(unit))
		}
	}
	return nil
}

// overlap returns a unit that is in two of the spans. A byte overlaps the code points whose UTF-8
// form begins with it.
func overlap(units []build.Span) (rune, bool) {
	slices.SortFunc(units, func(a, b build.Span) int { return int(a.Lo - b.Lo) })
	var leads [256]bool
	for i, s := range units {
		if i > 0 && s.Lo <= units[i-1].Hi {
			return s.Lo, true
		}
		if s.Lo >= build.ByteUnit {
			for b := s.Lo; b <= s.Hi; b++ {
				if leads[byte(b-build.ByteUnit)] {
					return b, true
				}
			}
			continue
		}
		for sequence := range automaton.Sequences(s.Lo, s.Hi) {
			for b := int(sequence[0].Lo); b <= int(sequence[0].Hi); b++ {
				leads[b] = true
			}
		}
	}
	return 0, false
}

// describeUnit returns a unit as text, for errors.
func describeUnit(c rune) string {
	if c >= build.ByteUnit {
		return fmt.Sprintf("the byte 0x%02X", c-build.ByteUnit)
	}
	return fmt.Sprintf("U+%04X", c)
}

// unfold returns the minimal automaton of the strings that the graph describes.
//
// Idea. Read the graph as a right-linear grammar: a shell for each node matches what follows it.
// All visits of shells are at the ends of strings, as [automaton.Builder.Visit] requires.
func (g *Graph) unfold(meter *automaton.Meter) (*automaton.DFA, error) {
	b := automaton.NewBuilder(meter)
	all := b.Alt() // no string
	if g.Start >= 0 {
		all = g.build(b, nil)[g.Start]
	}
	nfa, err := b.NFA(all)
	if err != nil {
		return nil, err
	}
	defer b.Release()
	return automaton.Canonical(nfa, meter)
}

// build returns a shell for each node, filled with the strings that lead from there to the end. In
// a box, each accepting node continues with a fragment that rest returns; outside, rest is nil.
func (g *Graph) build(b *automaton.Builder, rest func() automaton.Fragment) []automaton.Fragment {
	shells := make([]automaton.Fragment, len(g.Nodes))
	next := make([][]Edge, len(g.Nodes))
	for i := range shells {
		shells[i] = b.Shell()
	}
	for _, e := range g.Edges {
		next[e.From] = append(next[e.From], e)
	}
	for i, n := range g.Nodes {
		leave := func() automaton.Fragment {
			var choices []automaton.Fragment
			for _, e := range next[i] {
				choices = append(choices, b.Cat(e.strings(b), b.Visit(shells[e.To])))
			}
			switch {
			case n.Accepting && rest != nil:
				choices = append(choices, rest())
			case n.Accepting:
				choices = append(choices, b.Empty())
			}
			return b.Alt(choices...)
		}
		if n.Inside == nil {
			b.Fill(shells[i], leave())
			continue
		}
		inner := n.Inside.build(b, leave)
		b.Fill(shells[i], inner[n.Inside.Start])
	}
	return shells
}

// strings returns a fragment for the strings that the label describes.
func (l Label) strings(b *automaton.Builder) automaton.Fragment {
	var choices []automaton.Fragment
	for _, s := range l.Units {
		if s.Lo >= build.ByteUnit {
			choices = append(choices, b.Bytes(byte(s.Lo-build.ByteUnit), byte(s.Hi-build.ByteUnit)))
		} else {
			choices = append(choices, b.Class(automaton.Range(s.Lo, s.Hi)))
		}
	}
	if l.Digits != nil {
		digit := Label{Units: l.Digits}
		choices = append(choices, b.Cat(b.Bytes('%', '%'), b.Cat(digit.strings(b), digit.strings(b))))
	}
	return b.Alt(choices...)
}

package regex

import (
	"cmp"
	"slices"
	"unicode"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
)

// maxDrop is the maximum number of alternatives that drop compares. It is small because checking
// one alternative requires an automaton for all the others.
const maxDrop = 32

// drop removes alternatives that the others cover, such as IPv4address next to reg-name in the host
// rule of RFC 3986. When the meter runs out, it keeps the remaining ones.
func (f *factory) drop(n *node, meter *automaton.Meter) *node {
	return f.rewrite(n, func(n *node, items []*node) *node {
		n = f.with(n, items)
		if n.op != alt || len(n.items) > maxDrop {
			return n
		}
		longest := slices.Clone(n.items)
		slices.SortStableFunc(longest, func(a, b *node) int { return cmp.Compare(b.size, a.size) })
		left := n.items
		for _, item := range longest {
			others := slices.DeleteFunc(slices.Clone(left), func(n *node) bool { return n == item })
			if len(others) > 0 && item.includedIn(f.alt(others...), meter) {
				left = others
			}
		}
		return f.alt(left...)
	})
}

// rewrite replaces each node in n, bottom-up, with the result of step, which also receives the new
// items.
func (f *factory) rewrite(n *node, step func(n *node, items []*node) *node) *node {
	known := map[*node]*node{}
	var all func(n *node) *node
	all = func(n *node) *node {
		if known[n] == nil {
			items := make([]*node, len(n.items))
			for i, item := range n.items {
				items[i] = all(item)
			}
			known[n] = step(n, items)
		}
		return known[n]
	}
	return all(n)
}

// with returns n with its items replaced.
func (f *factory) with(n *node, items []*node) *node {
	switch n.op {
	case cat:
		return f.cat(items...)
	case alt:
		return f.alt(items...)
	case repeat:
		return f.repeat(items[0], n.min, n.max)
	}
	return n
}

// includedIn reports whether m matches all strings that n matches. If the meter runs out, it
// returns false.
func (n *node) includedIn(m *node, meter *automaton.Meter) bool {
	a, err := n.automaton(meter)
	if err != nil {
		return false
	}
	b, err := m.automaton(meter)
	if err != nil {
		return false
	}
	_, included, err := automaton.IncludedWithin(a, b, meter)
	return included && err == nil
}

// automaton returns the canonical DFA for the UTF-8 form of the strings that n matches.
func (n *node) automaton(meter *automaton.Meter) (*automaton.DFA, error) {
	b := automaton.NewBuilder(meter)
	defer b.Release()
	nfa, err := b.NFA(n.thompson(b))
	if err != nil {
		return nil, err
	}
	return automaton.Canonical(nfa, meter)
}

func (n *node) thompson(b *automaton.Builder) automaton.Fragment {
	if b.Err() != nil {
		return b.Empty()
	}
	switch n.op {
	case class:
		tables := make([]*unicode.RangeTable, len(n.runs))
		for i, run := range n.runs {
			tables[i] = automaton.Range(run.Lo, run.Hi)
		}
		return b.Class(automaton.Union(tables...))
	case alt:
		var fs []automaton.Fragment
		for _, item := range n.items {
			fs = append(fs, item.thompson(b))
		}
		return b.Alt(fs...)
	case cat:
		all := b.Empty()
		for _, item := range n.items {
			all = b.Cat(all, item.thompson(b))
		}
		return all
	}
	all := b.Empty()
	for range n.min {
		all = b.Cat(all, n.items[0].thompson(b))
	}
	if n.max == unbounded {
		return b.Cat(all, b.Star(n.items[0].thompson(b)))
	}
	var more []automaton.Fragment
	for range n.max - n.min {
		more = append(more, n.items[0].thompson(b))
	}
	return b.Cat(all, b.Prefixes(more...))
}

// overlap reports whether a and b have a code point in common.
func overlap(a, b []span.Span) bool { return span.Overlap(a, b) > 0 }

package regex

import "slices"

const (
	// maxPeriod is the maximum number of items in a sequence whose repetitions are joined.
	maxPeriod = 8

	// maxFactor is the maximum number of alternatives for which simplify compares several ways to
	// factor.
	maxFactor = 100
)

// simplify returns a shorter expression for the strings that n matches. It joins adjacent
// repetitions, and factors out the common heads and tails of alternatives where that is shorter.
//
// Idea: the sizes of nodes are known, so the shortest of several equivalent forms is kept. Choices
// are made bottom-up and are not revised, so the result is short but not always the shortest.
//
// Cost: each alternation is grouped four times, and what remains of the alternatives in a group is
// itself an alternation. Nodes are unique, so equal remainders are simplified only once.
//
// Rejected: state elimination on the automaton, whose result for IRI exceeds a megabyte.
func (f *factory) simplify(n *node) *node {
	s := simplifier{f, map[*node]*node{}}
	return f.rewrite(n, func(n *node, items []*node) *node {
		switch n = f.with(n, items); n.op {
		case cat:
			return f.cat(f.join(n.items)...)
		case alt:
			return s.factor(n)
		}
		return n
	})
}

// join returns the items of a concatenation with adjacent repetitions joined: X{1,4} for X X{0,3},
// and (A B){3} for A B (A B){2}, where that is shorter.
func (f *factory) join(items []*node) []*node {
	for i := 0; i < len(items); i++ {
		for period := 0; period <= maxPeriod && i+period <= len(items); period++ {
			base := items[i]
			if period > 0 {
				base = f.cat(items[i : i+period]...)
			} else if base.op == repeat {
				base = base.items[0]
			}
			joined, n := f.collect(items[i:], base)
			if joined != nil && joined.size < f.cat(items[i:i+n]...).size {
				items = slices.Concat(items[:i], []*node{joined}, items[i+n:])
				period = -1 // try again with the joined item
			}
		}
	}
	return items
}

// collect returns the repetition of base that equals the first n items: copies of base, and
// repetitions of it. It returns nil if there are fewer than two.
func (f *factory) collect(items []*node, base *node) (joined *node, n int) {
	parts := []*node{base}
	if base.op == cat {
		parts = base.items
	}
	min, max, copies := 0, 0, 0
	for n < len(items) {
		from, to, width := 1, 1, len(parts)
		if item := items[n]; item.op == repeat && item.items[0] == base {
			from, to, width = item.min, item.max, 1
		} else if len(items)-n < width || !slices.Equal(items[n:n+width], parts) {
			break
		}
		if min += from; max == unbounded || to == unbounded {
			max = unbounded
		} else {
			max += to
		}
		n, copies = n+width, copies+1
	}
	if copies < 2 {
		return nil, 0
	}
	return f.repeat(base, min, max), n
}

// A simplifier factors alternations.
type simplifier struct {
	*factory
	known map[*node]*node // alternations, with the shortest form found
}

// factor returns the shortest of several forms of an alternation: unchanged, with common heads or
// tails factored out, or first one and then the other.
func (s *simplifier) factor(n *node) *node {
	if n.op != alt || s.err != nil {
		return n
	}
	if s.known[n] != nil {
		return s.known[n]
	}
	heads := s.group(n.items, head)
	forms := []*node{n, s.alt(heads...)}
	if len(n.items) <= maxFactor {
		tails := s.group(n.items, tail)
		forms = append(forms, s.alt(tails...), s.alt(s.group(heads, tail)...), s.alt(s.group(tails, head)...))
	}
	best := slices.MinFunc(forms, func(a, b *node) int {
		return a.size + parentheses(a, levelConcatenation) - b.size - parentheses(b, levelConcatenation)
	})
	s.known[n] = best
	return best
}

// An end is the end of a concatenation at which alternatives are compared.
type end bool

const (
	head end = false
	tail end = true
)

// cut returns the item at one end of n, and the rest of n. From a bounded repetition with min > 0
// it cuts one copy.
func (s *simplifier) cut(n *node, at end) (item, rest *node) {
	before, after := s.empty(), s.empty()
	item = n
	if last := len(n.items) - 1; n.op == cat && at == head {
		item, after = n.items[0], s.cat(n.items[1:]...)
	} else if n.op == cat {
		item, before = n.items[last], s.cat(n.items[:last]...)
	}
	if item.op == repeat && item.min > 0 && item.max != unbounded {
		rest := s.repeat(item.items[0], item.min-1, item.max-1)
		return item.items[0], s.cat(before, rest, after)
	}
	return item, s.cat(before, after)
}

// group joins all alternatives that have the same item at one end, and factors what remains of
// them.
func (s *simplifier) group(items []*node, at end) []*node {
	var order []*node
	rests, whole := map[*node][]*node{}, map[*node]*node{}
	for _, n := range items {
		item, rest := s.cut(n, at)
		if rests[item] == nil {
			order = append(order, item)
		}
		rests[item], whole[item] = append(rests[item], rest), n
	}
	grouped := make([]*node, len(order))
	for i, item := range order {
		if grouped[i] = whole[item]; len(rests[item]) == 1 {
			continue
		}
		rest := s.factor(s.alt(rests[item]...))
		if rest.op == repeat { // the alternation contained the empty string
			rest = s.repeat(s.factor(rest.items[0]), rest.min, rest.max)
		}
		if grouped[i] = s.cat(item, rest); at == tail {
			grouped[i] = s.cat(rest, item)
		}
		if grouped[i].op == cat {
			grouped[i] = s.cat(s.join(grouped[i].items)...)
		}
	}
	return grouped
}

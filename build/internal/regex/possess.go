package regex

import "github.com/irilex/iri/build/internal/span"

// maxPossess is the maximum size of an expression with possessive loops. It bounds the cost of
// lookahead, which visits shared nodes once per occurrence.
const maxPossess = 1 << 16

// possess makes unbounded repetitions in n possessive where that does not change the language.
// Java's engine recurses on each iteration of a group that is not possessive, and overflows its
// stack after a few thousand iterations.
func (f *factory) possess(n *node) *node {
	if n.size > maxPossess {
		return n
	}
	ambiguous := map[*node]bool{} // in at least one place
	lookahead(n, func(n *node, unique bool) bool {
		ambiguous[n] = ambiguous[n] || !unique
		return true
	})
	return f.rewrite(n, func(n *node, items []*node) *node {
		m := *n
		m.items, m.possessive = items, n.op == repeat && n.max == unbounded && !ambiguous[n]
		return f.node(m)
	})
}

// lookahead calls visit for each repetition in n. unique reports whether the next character always
// decides whether the repetition ends, and which alternative it takes. Such a repetition matches in
// at most one way, so it may be possessive. If visit returns false, lookahead stops and returns
// false.
//
// Idea: the LL(1) condition (Lewis and Stearns, Syntax-Directed Transduction, 1968). The end of the
// text is not a character, so it never conflicts with one. Engines do not look ahead but try
// alternatives in order, so only the last alternative may match the empty string: in (x(a?|b))*, an
// engine would choose a? before "b" and end the repetition there.
func lookahead(n *node, visit func(n *node, unique bool) bool) bool {
	l := looker{visit: visit, firsts: map[*node][]span.Span{}}
	l.follow(n, nil)
	return !l.stopped
}

type looker struct {
	visit   func(n *node, unique bool) bool
	firsts  map[*node][]span.Span
	stopped bool
}

// follow visits the repetitions in n, which is followed by the characters in after, and reports
// whether the next character decides every choice in n.
func (l *looker) follow(n *node, after []span.Span) (unique bool) {
	unique = true
	switch n.op {
	case cat:
		for i := len(n.items) - 1; i >= 0; i-- {
			item := n.items[i]
			unique = l.follow(item, after) && unique
			if item.nullable {
				after = span.Union(l.first(item), after)
			} else {
				after = l.first(item)
			}
		}
	case alt:
		var before []span.Span
		for i, item := range n.items {
			first := l.first(item)
			if item.nullable {
				first = span.Union(first, after)
			}
			unique = l.follow(item, after) && unique && !overlap(before, first) &&
				(!item.nullable || i == len(n.items)-1)
			before = span.Union(before, first)
		}
	case repeat:
		item := n.items[0]
		inside := after
		if n.max != 1 {
			inside = span.Union(after, l.first(item))
		}
		unique = l.follow(item, inside) && !item.nullable
		if n.min != n.max {
			unique = unique && !overlap(l.first(item), after)
		}
		l.stopped = l.stopped || !l.visit(n, unique)
	}
	return unique
}

// first returns the characters that can begin a string of n.
func (l *looker) first(n *node) []span.Span {
	if n.op == class {
		return n.runs
	}
	if first, known := l.firsts[n]; known {
		return first
	}
	var first []span.Span
	for _, item := range n.items {
		first = span.Union(first, l.first(item))
		if n.op == cat && !item.nullable {
			break
		}
	}
	l.firsts[n] = first
	return first
}

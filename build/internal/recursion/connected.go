package recursion

import (
	"slices"

	"github.com/irilex/iri/build/internal/names"
)

// Connected returns the strongly connected components of rules (Tarjan, 1972); each component
// follows the components it refers to. The function refs returns the rules to which a rule refers.
func Connected(rules []*names.Rule, refs func(*names.Rule) []*names.Rule) [][]*names.Rule {
	t := tarjan{refs: refs, index: map[*names.Rule]int{}, low: map[*names.Rule]int{}, onStack: map[*names.Rule]bool{}}
	for _, r := range rules {
		if _, ok := t.index[r]; !ok {
			t.connect(r)
		}
	}
	return t.found
}

type tarjan struct {
	refs       func(*names.Rule) []*names.Rule
	index, low map[*names.Rule]int
	onStack    map[*names.Rule]bool
	stack      []*names.Rule
	found      [][]*names.Rule
}

// connect visits r and the rules it refers to, and appends each component that it completes to
// t.found. Its recursion is as deep as the longest chain of rules, which is bounded by the limit on
// rules.
func (t *tarjan) connect(r *names.Rule) {
	t.index[r] = len(t.index)
	t.low[r] = t.index[r]
	t.stack = append(t.stack, r)
	t.onStack[r] = true
	for _, to := range t.refs(r) {
		if _, ok := t.index[to]; !ok {
			t.connect(to)
			t.low[r] = min(t.low[r], t.low[to])
		} else if t.onStack[to] {
			t.low[r] = min(t.low[r], t.index[to])
		}
	}
	if t.low[r] != t.index[r] {
		return
	}
	from := len(t.stack) - 1
	for t.stack[from] != r {
		from--
	}
	component := slices.Clone(t.stack[from:])
	t.stack = t.stack[:from]
	for _, member := range component {
		t.onStack[member] = false
	}
	t.found = append(t.found, component)
}

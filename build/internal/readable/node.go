package readable

import (
	"slices"
	"unicode"

	"github.com/irilex/iri/automaton"
)

// An Op is the kind of a [Node].
type Op uint8

// The kinds of nodes.
const (
	Fail      Op = iota // derives no string
	Text                // derives Node.Text; Class is its class if it is a single character
	Class               // derives one character of Node.Class
	Sequence            // derives its items in order
	Choice              // derives one of its items
	Repeat              // derives its item at least Min and at most Max times
	Reference           // derives its item, the definition of a rule
	Check               // derives the strings of its item that Accepts accepts
)

// A Node is an expression of a grammar. The names in it are resolved, so the nodes of recursive
// rules form cycles. Every cycle contains a Reference.
type Node struct {
	Op       Op
	Text     string
	Class    *unicode.RangeTable
	Items    []*Node
	Min, Max int // Max is negative if there is no maximum
	Accepts  func(string) bool

	id    int
	size  int                 // size of a smallest derivation, or endless
	part  *unicode.RangeTable // some characters that the node derives, see parts; nil if there are none
	seen  bool                // whether part, empty and blank are known or being computed
	words bool                // whether words may fill part: whether it has several characters, and a letter or digit
	whole bool                // whether the node derives single characters only, exactly those in part
	empty bool                // whether the node is known to derive the empty string
	blank bool                // whether the node derives nothing visible
	dull  bool                // whether the smallest derivation is invisible, apart from options
	met   []bool              // by branch, whether a sample of this round uses it
	uses  []int               // by branch, the number of samples that use it
}

// A branch is an alternative, an option or an optional repetition: item of a Choice, or the item of
// a Repeat with a minimum of 0, for which the index is 0.
type branch struct {
	*Node
	item int
}

// branches returns the number of branches of n.
func (n *Node) branches() int {
	switch {
	case n.Op == Choice:
		return len(n.Items)
	case n.Op == Repeat && n.Min == 0 && n.Max != 0:
		return 1
	}
	return 0
}

// collect appends n and all nodes below it to list, items before the nodes that contain them except
// in cycles.
func collect(n *Node, list []*Node) []*Node {
	if n.id != 0 {
		return list
	}
	n.id = -1
	for _, item := range n.Items {
		list = collect(item, list)
	}
	n.id = len(list) + 1
	n.met, n.uses = make([]bool, n.branches()), make([]int, n.branches())
	return append(list, n)
}

// endless exceeds the size of any derivation.
const endless = 1 << 30

// leafSize is the size of a text or of a character. A reference adds only 1, because some grammars
// lead through twenty rules from an expression to a number.
const leafSize = 4

// measure computes the sizes of smallest derivations: leafSize for each text and character, and 1
// for each reference. A repetition of characters counts as one character, because one word fills
// it. The estimates only decrease until none changes. work is called before each round.
func measure(nodes []*Node, work func(steps int64) error) error {
	for _, n := range nodes {
		n.size = endless
	}
	return settle(nodes, work, func(n *Node) bool {
		before := n.size
		n.size = min(n.size, n.smallest(func(item *Node) int { return item.size }))
		return n.size < before
	})
}

// settle calls improve with each node, in rounds, until no call in a round returns true.
func settle(nodes []*Node, work func(steps int64) error, improve func(*Node) bool) error {
	for changed := true; changed; {
		if err := work(int64(len(nodes))); err != nil {
			return err
		}
		changed = false
		for _, n := range nodes {
			changed = improve(n) || changed
		}
	}
	return nil
}

// smallest returns the size of a smallest derivation of n, given the sizes of its items.
func (n *Node) smallest(size func(item *Node) int) (sum int) {
	switch n.Op {
	case Fail:
		return endless
	case Text:
		return min(len(n.Text), 1) * leafSize
	case Class:
		return leafSize
	case Choice:
		sum = endless
		for _, item := range n.Items {
			sum = min(sum, size(item))
		}
		return sum
	case Repeat:
		if n.Items[0].slotted() {
			return min(n.Min, 1) * size(n.Items[0])
		}
		return times(n.Min, size(n.Items[0]))
	case Reference:
		sum = 1
	}
	for _, item := range n.Items {
		sum = min(sum+size(item), endless)
	}
	return sum
}

// times returns n*size, or endless if that is smaller.
func times(n, size int) int { return int(min(int64(n)*int64(size), endless)) }

// parts computes the part of a node: a set of characters, each of which the node derives in the
// simplest way, by one character of a class in it. Several characters of a repeated part form a
// word, although the definition may be *( [FWS] ( ctext / "\" VCHAR ) ). In a cycle a part may lack
// characters.
func (n *Node) parts() {
	if n.seen {
		return
	}
	n.seen = true
	n.blank = n.Op != Check
	for _, item := range n.Items {
		item.parts()
		n.blank = n.blank && item.blank
	}
	switch n.Op {
	case Text, Class:
		n.part, n.whole, n.empty = n.Class, n.Class != nil, n.Op == Text && n.Text == ""
		n.blank = n.Op == Text && (n.Text == "" || isBlank(n.Text)) || n.Op == Class && first(n.Class, visible) < 0
	case Choice:
		n.whole = true
		var all []*unicode.RangeTable
		for _, item := range n.Items {
			n.whole, n.empty = n.whole && item.whole, n.empty || item.empty
			if item.part != nil {
				all = append(all, item.part)
			}
		}
		if len(all) > 0 {
			n.part = automaton.Union(all...)
		}
	case Repeat:
		n.empty = n.Min == 0 || n.Items[0].empty
	case Reference:
		n.part, n.whole, n.empty = n.Items[0].part, n.Items[0].whole, n.Items[0].empty
	case Sequence:
		if i := n.core(); i >= 0 {
			n.part = n.Items[i].part
		}
		n.empty = true
		for _, item := range n.Items {
			n.empty = n.empty && item.empty
		}
	}
	if n.part != nil {
		_, one := single(n.part)
		n.words = !one && first(n.part, written) >= 0
	}
}

// slotted reports whether repetitions of n become a slot.
func (n *Node) slotted() bool { return n.part != nil && (n.words || n.whole) }

// fade sets n.dull of the nodes, whose sizes must be known.
func fade(nodes []*Node) {
	for _, n := range nodes { // in a cycle, false if not yet known
		n.dull = n.blank
		if n.Op == Choice {
			for _, item := range n.Items {
				n.dull = n.dull || item.size == n.size && item.dull
			}
		} else if len(n.Items) > 0 && n.Op != Check {
			n.dull = !slices.ContainsFunc(n.Items, func(item *Node) bool { return !item.dull })
		}
	}
}

// core returns the index of the only item of a sequence that is not optional white space, or -1.
func (n *Node) core() int {
	core := -1
	for i, item := range n.Items {
		if item.empty && item.blank {
			continue
		}
		if core >= 0 {
			return -1
		}
		core = i
	}
	return core
}

// within calls do with each branch by which n derives a character of class in its part.
func (n *Node) within(class func(part *unicode.RangeTable) bool, visited map[*Node]bool, do func(branch)) {
	if visited[n] || n.part == nil || !class(n.part) {
		return
	}
	visited[n] = true
	switch n.Op {
	case Choice:
		for i, item := range n.Items {
			if item.part != nil && class(item.part) {
				do(branch{n, i})
				item.within(class, visited, do)
			}
		}
	case Reference:
		n.Items[0].within(class, visited, do)
	case Sequence:
		n.Items[n.core()].within(class, visited, do)
	}
}

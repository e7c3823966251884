package regex

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
)

const (
	// maxRegexp is the maximum length of an expression in bytes. References are inlined, so the
	// expression for a grammar of n rules can need 2^n bytes. Several engines reject expressions
	// of a megabyte by default.
	maxRegexp = 1 << 20

	// maxNodes limits the number of nodes in all expressions considered for a rule. IRI-reference
	// of RFC 3987 takes some 3,000.
	maxNodes = 1 << 16

	unbounded = -1
)

// An op is the operator of a node.
type op uint8

const (
	class  op = iota // one code point of runs; without runs, no string
	cat              // the items in sequence; without items, the empty string
	alt              // one of at least two items
	repeat           // the item, min to max times
)

// A node is a regular expression over code points. Nodes are immutable, and two nodes of one
// factory are equal if and only if their pointers are.
type node struct {
	op         op
	runs       []span.Span // of a class
	items      []*node     // of cat and alt; one for repeat
	min, max   int         // of repeat; max is unbounded if there is no upper bound
	possessive bool        // of repeat: the engine does not try fewer repetitions later

	id       int
	nullable bool // matches the empty string
	size     int  // of the text that print returns for ECMAScript, without parentheses around the node
}

// A factory makes nodes. Each constructor applies the identities that never make an expression
// longer. After an error, its nodes are meaningless.
type factory struct {
	nodes map[string]*node
	err   error
}

func newFactory() *factory { return &factory{nodes: map[string]*node{}} }

// node returns the unique node that is equal to n.
func (f *factory) node(n node) *node {
	key := []byte{byte(n.op), 0}
	if n.possessive {
		key[1] = 1
	}
	key = binary.AppendVarint(binary.AppendVarint(key, int64(n.min)), int64(n.max))
	for _, r := range n.runs {
		key = binary.AppendVarint(binary.AppendVarint(key, int64(r.Lo)), int64(r.Hi))
	}
	for _, item := range n.items {
		key = binary.AppendVarint(key, int64(item.id))
	}
	if known := f.nodes[string(key)]; known != nil {
		return known
	}
	n.id, n.size = len(f.nodes), sizeOf(&n)
	if f.err == nil && n.id >= maxNodes {
		f.err = &automaton.LimitError{Limit: "parts of a regular expression", Max: maxNodes, Reached: maxNodes + 1}
	}
	if f.err == nil && n.size > maxRegexp {
		f.err = &automaton.LimitError{Limit: "bytes in a regular expression", Max: maxRegexp, Reached: int64(n.size)}
	}
	f.nodes[string(key)] = &n
	return &n
}

// class returns the node that matches one code point of runs.
func (f *factory) class(runs []span.Span) *node { return f.node(node{op: class, runs: runs}) }

func (f *factory) empty() *node { return f.cat() }

func (n *node) isEmpty() bool { return n.op == cat && len(n.items) == 0 }

// matchesNothing reports whether n is the class without code points. The constructors reduce every
// expression for the empty language to it.
func (n *node) matchesNothing() bool { return n.op == class && len(n.runs) == 0 }

// cat returns the concatenation of items.
func (f *factory) cat(items ...*node) *node {
	var flat []*node
	nullable := true
	for _, item := range items {
		switch {
		case item.matchesNothing():
			return item
		case item.op == cat:
			flat = append(flat, item.items...)
		default:
			flat = append(flat, item)
		}
		nullable = nullable && item.nullable
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return f.node(node{op: cat, items: flat, nullable: nullable})
}

// alt returns the alternation of items. It joins all classes into one, and an empty string makes
// the others optional.
func (f *factory) alt(items ...*node) *node {
	var flat []*node
	var add func(items []*node)
	joined, empty, at := []span.Span(nil), false, -1
	add = func(items []*node) {
		for _, item := range items {
			switch {
			case item.op == alt:
				add(item.items)
			case item.op == class:
				if joined = span.Union(joined, item.runs); at < 0 && len(item.runs) > 0 {
					at = len(flat)
					flat = append(flat, nil)
				}
			case item.isEmpty():
				empty = true
			case !slices.Contains(flat, item):
				flat = append(flat, item)
			}
		}
	}
	add(items)
	if at >= 0 {
		flat[at] = f.class(joined)
	}
	nullable := slices.ContainsFunc(flat, func(n *node) bool { return n.nullable })
	var n *node
	switch {
	case len(flat) == 0 && empty:
		return f.empty()
	case len(flat) == 0:
		return f.class(nil)
	case len(flat) == 1:
		n = flat[0]
	default:
		n = f.node(node{op: alt, items: flat, nullable: nullable})
	}
	if empty {
		return f.repeat(n, 0, 1)
	}
	return n
}

// repeat returns the repetition of item from min to max times.
func (f *factory) repeat(item *node, min, max int) *node {
	switch {
	case max == 0, item.isEmpty(), item.matchesNothing() && min == 0:
		return f.empty()
	case item.matchesNothing(), min == 1 && max == 1:
		return item
	case item.nullable && min > 0: // X?{2,5} is X?{0,5}
		return f.repeat(item, 0, max)
	case max == 1 && item.nullable:
		return item
	case max == unbounded && item.nullable:
		return f.repeat(f.nonempty(item), 0, max)
	case item.op == repeat && item.min <= 1 && (item.max == unbounded || max == unbounded && item.max > 0):
		if item.min == 0 { // X*{2,5} is X*
			return f.repeat(item.items[0], 0, unbounded)
		}
		return f.repeat(item.items[0], min, unbounded) // X+{2,5} is X{2,}
	case item.op == repeat && item.min == 0 && min == 0 && item.max == 1: // X?{0,5} is X{0,5}
		return f.repeat(item.items[0], 0, max)
	}
	return f.node(node{op: repeat, items: []*node{item}, min: min, max: max, nullable: min == 0 || item.nullable})
}

// nonempty returns an expression that does not match the empty string, but whose unbounded
// repetition is equivalent to that of n, which is nullable: for X*|Y it returns X+|Y, and for X?Y*
// it returns X|Y+.
func (f *factory) nonempty(n *node) *node {
	switch {
	case !n.nullable:
		return n
	case n.op == repeat && n.items[0].nullable:
		return f.nonempty(n.items[0])
	case n.op == repeat:
		return f.repeat(n.items[0], 1, n.max)
	}
	items := make([]*node, len(n.items))
	for i, item := range n.items {
		items[i] = f.nonempty(item)
	}
	return f.alt(items...)
}

// sizeOf returns the length in bytes of what print writes for n in ECMAScript. It is at most
// maxRegexp+1.
func sizeOf(n *node) int {
	size := 0
	switch n.op {
	case class:
		size = len(ecmaScript.class(n.runs))
	case repeat:
		size = n.items[0].size + parentheses(n.items[0], levelElement) + len(ecmaScript.count(n.min, n.max))
	default:
		level, between := levelConcatenation, 0
		if n.op == alt {
			level, between = levelAlternation, 1
		}
		for _, item := range n.items {
			size = min(size+item.size+parentheses(item, level)+between, maxRegexp+1)
		}
		size = max(0, size-between)
	}
	return min(max(size, utf8.RuneLen('a')), maxRegexp+1)
}

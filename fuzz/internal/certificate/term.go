package certificate

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// A Bytes is a set of bytes.
type Bytes [4]uint64

func span(lo, hi int) (s Bytes) {
	for b := lo; b <= hi; b++ {
		s[b>>6] |= 1 << (b & 63)
	}
	return s
}

func (s Bytes) has(b byte) bool { return s[b>>6]>>(b&63)&1 == 1 }

func (s Bytes) or(t Bytes) Bytes {
	return Bytes{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]}
}

func (s Bytes) and(t Bytes) Bytes {
	return Bytes{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]}
}

func (s Bytes) minus(t Bytes) Bytes {
	return Bytes{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}

func (s Bytes) len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// A Term is a regular expression over bytes, by its number. Terms of one [Terms] that are
// equal in the normal form have the same number.
type Term int32

// The terms that no string matches, and that the empty string alone matches.
const (
	None Term = iota
	Empty
)

// A node is a term with its parts. One in normal form is
//
//	None | Empty | set | set·tail | star | star·tail | alternation | difference | difference·tail
//
// A tail is any term but None and Empty. The kids of an alternation are ascending, at least
// two, and none is itself one, None, or has the set and tail of another merged: of two kids with a
// set in front and the same tail there is one with the union. A concatenation whose head is
// an alternation is one of concatenations: (a|b)·c is a·c | b·c, and (a·b)·c is a·(b·c).
type node struct {
	kind     kind
	set      Bytes // of a set, and of one with a tail
	body     Term  // of a star, and of one with a tail: what is repeated; of a difference: what has to match
	except   Term  // of a difference: what must not match
	tail     Term  // Empty when there is none
	kids     []Term
	nullable bool // the empty string matches
	steps    []step
	stepped  bool // steps is known
}

type kind uint8

const (
	constant    kind = iota // None and Empty
	byteSet                 // one byte of set, then tail
	star                    // body any number of times, then tail
	alternation             // one of kids
	difference              // body and not except, then tail
)

// Terms makes terms, at most so many as its limit. Above that every new term is None, and
// Err says so: nothing that was made with it is worth anything then.
type Terms struct {
	nodes  []node
	limit  int
	known  map[string]Term
	chains map[[2]Term]Term // what cat has made
	err    error
}

// NewTerms returns an empty collection with room for limit terms.
func NewTerms(limit int) *Terms {
	return &Terms{
		nodes:  []node{{kind: constant, stepped: true}, {kind: constant, stepped: true, nullable: true}},
		limit:  limit,
		known:  map[string]Term{},
		chains: map[[2]Term]Term{},
	}
}

// Len returns the number of terms made so far.
func (t *Terms) Len() int { return len(t.nodes) }

// Err returns an error when there were more terms than the limit.
func (t *Terms) Err() error { return t.err }

// Nullable reports whether the empty string matches a term.
func (t *Terms) Nullable(a Term) bool { return t.nodes[a].nullable }

// intern returns the number of a node in normal form.
func (t *Terms) intern(n node) Term {
	key := make([]byte, 0, 48)
	key = append(key, byte(n.kind))
	for _, w := range n.set {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	for _, a := range append([]Term{n.body, n.except, n.tail}, n.kids...) {
		key = binary.LittleEndian.AppendUint32(key, uint32(a))
	}
	if a, ok := t.known[string(key)]; ok {
		return a
	}
	if len(t.nodes) >= t.limit {
		t.err = fmt.Errorf("more than %d terms", t.limit)
		return None
	}
	a := Term(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.known[string(key)] = a
	return a
}

// set returns the term of one byte of s, and then a tail.
func (t *Terms) set(s Bytes, tail Term) Term {
	if s == (Bytes{}) || tail == None {
		return None
	}
	return t.intern(node{kind: byteSet, set: s, tail: tail})
}

// star returns a repeated any number of times, and then a tail. The option of a body is
// lost in its repetition: (Empty|a)* is a*.
func (t *Terms) star(a, tail Term) Term {
	if tail == None {
		return None
	}
	n := t.nodes[a]
	if n.kind == alternation && slices.Contains(n.kids, Empty) {
		a = t.alt(slices.DeleteFunc(slices.Clone(n.kids), func(k Term) bool { return k == Empty })...)
		n = t.nodes[a]
	}
	if n.kind == constant {
		return tail
	}
	if n.kind == star && n.tail == Empty { // (b*)* is b*
		a = n.body
	}
	if next := t.nodes[tail]; next.kind == star && next.body == a { // a* a* is a*
		return tail
	}
	return t.intern(node{kind: star, body: a, tail: tail, nullable: t.Nullable(tail)})
}

// alt returns the alternation of terms.
func (t *Terms) alt(terms ...Term) Term {
	sets := map[Term]Bytes{} // what may stand in front of a tail
	var kids []Term
	nullable := false
	var add func(a Term)
	add = func(a Term) {
		n := &t.nodes[a]
		switch {
		case n.kind == alternation:
			for _, kid := range n.kids {
				add(kid)
			}
		case n.kind == byteSet:
			sets[n.tail] = sets[n.tail].or(n.set)
		case a != None && a != Empty:
			nullable = nullable || n.nullable
			kids = append(kids, a)
		}
	}
	empty := false
	for _, a := range terms {
		add(a)
		empty = empty || t.Nullable(a)
	}
	for _, tail := range slices.Sorted(maps.Keys(sets)) {
		kids = append(kids, t.intern(node{kind: byteSet, set: sets[tail], tail: tail}))
	}
	if empty && !nullable { // a kid that the empty string matches says it already
		kids = append(kids, Empty)
	}
	slices.Sort(kids)
	kids = slices.Compact(kids)
	switch len(kids) {
	case 0:
		return None
	case 1:
		return kids[0]
	}
	return t.intern(node{kind: alternation, kids: kids, nullable: empty})
}

// cat returns a and then b.
func (t *Terms) cat(a, b Term) (c Term) {
	switch {
	case a == None || b == None:
		return None
	case a == Empty:
		return b
	case b == Empty:
		return a
	}
	pair := [2]Term{a, b}
	if c, ok := t.chains[pair]; ok {
		return c
	}
	n := t.nodes[a]
	switch n.kind {
	case byteSet:
		c = t.set(n.set, t.cat(n.tail, b))
	case star:
		c = t.star(n.body, t.cat(n.tail, b))
	case difference:
		c = t.without(n.body, n.except, t.cat(n.tail, b))
	default:
		kids := make([]Term, len(n.kids))
		for i, kid := range n.kids {
			kids[i] = t.cat(kid, b)
		}
		c = t.alt(kids...)
	}
	t.chains[pair] = c
	return c
}

// without returns a if b does not match the same string, and then a tail.
func (t *Terms) without(a, b, tail Term) Term {
	switch {
	case a == None || a == b || tail == None:
		return None
	case b == None:
		return t.cat(a, tail)
	}
	n := node{kind: difference, body: a, except: b, tail: tail}
	n.nullable = t.Nullable(a) && !t.Nullable(b) && t.Nullable(tail)
	return t.intern(n)
}

// repeat returns a, least to most times; without an end when most is negative.
func (t *Terms) repeat(a Term, least, most int) Term {
	rest := Empty
	if most < 0 {
		rest = t.star(a, Empty)
	}
	for range most - least { // a{0,n} is (a a{0,n-1})?
		rest = t.alt(Empty, t.cat(a, rest))
	}
	for range least {
		rest = t.cat(a, rest)
	}
	return rest
}

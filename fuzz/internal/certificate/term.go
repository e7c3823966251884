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

// A Term identifies a regular expression over bytes by number. Within one [Terms], expressions with
// equal normal forms have the same number.
type Term int32

// None matches no string. Empty matches only the empty string.
const (
	None Term = iota
	Empty
)

// A node holds the parts of a term. Its normal form is one of
//
//	None | Empty | set | set·tail | star | star·tail | alternation | difference | difference·tail
//
// A tail is any term except None and Empty. An alternation has at least two kids in ascending
// order, none of which is an alternation or None. Kids that consist of a set and the same tail are
// merged into one, whose set is the union. A concatenation whose head is an alternation becomes an
// alternation of concatenations: (a|b)·c is a·c | b·c. Concatenation is right-associative: (a·b)·c
// is a·(b·c).
type node struct {
	kind     kind
	set      Bytes // for byteSet
	body     Term  // for star, the repeated term; for difference, the term to match
	except   Term  // for difference, the term not to match
	tail     Term  // Empty if there is none
	kids     []Term
	nullable bool // whether the term matches the empty string
	steps    []step
	stepped  bool // whether steps is known
}

type kind uint8

const (
	constant    kind = iota // matches no string or only the empty string
	byteSet                 // one byte in set, then tail
	star                    // body any number of times, then tail
	alternation             // one of kids
	difference              // body but not except, then tail
)

// Terms creates terms, up to a limit. Beyond the limit new terms match no string and Err returns an
// error. Terms built from them are invalid.
type Terms struct {
	nodes  []node
	limit  int
	known  map[string]Term
	chains map[[2]Term]Term // results of cat
	err    error
}

// NewTerms returns an empty collection that can hold up to limit terms.
func NewTerms(limit int) *Terms {
	return &Terms{
		nodes:  []node{{kind: constant, stepped: true}, {kind: constant, stepped: true, nullable: true}},
		limit:  limit,
		known:  map[string]Term{},
		chains: map[[2]Term]Term{},
	}
}

// Len returns the number of terms created so far.
func (t *Terms) Len() int { return len(t.nodes) }

// Err returns an error if the limit was exceeded.
func (t *Terms) Err() error { return t.err }

// Nullable reports whether a term matches the empty string.
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

// set returns the term that matches one byte in s, followed by a tail.
func (t *Terms) set(s Bytes, tail Term) Term {
	if s == (Bytes{}) || tail == None {
		return None
	}
	return t.intern(node{kind: byteSet, set: s, tail: tail})
}

// star returns the term that matches any number of repetitions of a, followed by a tail. An empty
// alternative is dropped: (Empty|a)* is a*.
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
	sets := map[Term]Bytes{} // by tail, the union of the sets before it
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
	if empty && !nullable { // a nullable kid covers the empty string
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

// cat returns the concatenation of a and b.
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

// without returns the term that matches the strings that a matches and b does not, followed by a
// tail.
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

// repeat returns the term for a{least,most}, or for a{least,} if most is negative.
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

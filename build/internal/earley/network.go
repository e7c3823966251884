package earley

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// A Network holds the definitions of a rule and of all rules that it reaches. It never changes, so
// several parsers may share it.
type Network struct {
	nodes   []node
	symbols []symbol // symbols[0] calls the rule
	classes []class
	strata  int // number of strata, see symbol
}

// A node is a place in the definition of a symbol.
type node struct {
	op op
	to int32   // the next node
	of int32   // the class that read or octet reads, or the symbol that call calls
	or []int32 // the nodes among which split chooses
}

// An op is what happens at a node.
type op uint8

const (
	read  op = iota // reads a character
	octet           // reads a byte
	call            // calls a symbol
	split           // chooses among nodes, without reading
	end             // ends the symbol
	count           // before an element of a counted repetition
	again           // after an element of a counted repetition
)

// A symbol matches strings by itself. A counted repetition matches its element min to max times. A
// difference matches what the symbol item matches and the symbol except does not. Its stratum
// exceeds those of all differences that its two sides reach.
type symbol struct {
	start    int32
	min, max int32 // of a counted repetition
	item     int32 // of a difference, else 0; except is item+1
	stratum  int
}

// A class is a set of characters, or of bytes for octet.
type class struct {
	low   [4]uint64           // ASCII, or bytes
	table *unicode.RangeTable // all characters; nil for bytes
}

func (c *class) has(r rune) bool {
	if r < utf8.RuneSelf {
		return c.hasByte(byte(r))
	}
	return unicode.Is(c.table, r)
}

func (c *class) hasByte(b byte) bool { return c.low[b>>6]>>(b&63)&1 != 0 }

func (c *class) add(b byte) { c.low[b>>6] |= 1 << (b & 63) }

// A Rule is a rule and what the earlier stages know about its document. The function Imported
// returns the definition of an imported rule in its own document, and false if there is none.
type Rule struct {
	*names.Rule
	Names    *names.Grammar
	Classes  *classes.Classes
	Imported func(*names.Rule) (Rule, bool)
}

// New returns the network of a rule. New fails if r reaches a rule without a definition, a
// predicate, or a difference that contains itself: no language is agreed for these.
//
// Expressions that match a single character become one node, and so does each character of a
// string. Rules up to inline nodes are inlined unless they are recursive, and repetitions are
// unrolled up to that size. Other rules are called, and other repetitions count. So the size of the
// network is at most proportional to that of the documents.
func New(r Rule, inline int) (*Network, error) {
	b := &builder{
		inline: inline,
		sizes:  map[*names.Rule]int{}, recursive: map[*names.Rule]bool{},
		called: map[*names.Rule]int32{}, differences: map[*syntax.Difference]int32{},
		tables: map[*unicode.RangeTable]int32{},
	}
	b.end = b.node(node{op: end})
	b.symbols = make([]symbol, 1)
	b.in = r
	b.symbols[0].start = b.reference(&syntax.RuleName{Name: r.Name}, b.end)
	for len(b.queue) > 0 && b.err == nil {
		next := b.queue[0]
		b.queue = b.queue[1:]
		next()
	}
	if b.err == nil {
		b.stratify()
	}
	return &b.Network, b.err
}

// A builder builds a network. It builds definitions from right to left, each expression in front of
// the node that follows it.
type builder struct {
	Network
	inline      int      // see New
	in          Rule     // the rule being built
	owner       int32    // the symbol being built
	end         int32    // the node at which rules end
	queue       []func() // builds the definitions of symbols
	called      map[*names.Rule]int32
	differences map[*syntax.Difference]int32
	tables      map[*unicode.RangeTable]int32
	sizes       map[*names.Rule]int
	recursive   map[*names.Rule]bool
	calls       []reach
	err         error
}

// A reach records that the symbol from contains the symbol to.
type reach struct{ from, to int32 }

// Inline is the usual value of inline. Once the network has inlineTotal nodes, nothing more is
// inlined or unrolled.
const (
	Inline      = 64
	inlineTotal = 1 << 18
)

func (b *builder) node(n node) int32 {
	b.nodes = append(b.nodes, n)
	return int32(len(b.nodes) - 1)
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// define adds a symbol, whose definition build returns when called later, and the same rule is
// being built.
func (b *builder) define(s symbol, build func() int32) int32 {
	at, in := int32(len(b.symbols)), b.in
	b.symbols = append(b.symbols, s)
	b.queue = append(b.queue, func() {
		b.in, b.owner = in, at
		start := build()
		b.symbols[at].start = start
	})
	return at
}

// expr returns the node at which e begins if the node next follows it.
func (b *builder) expr(e syntax.Expr, next int32) int32 {
	if b.in.Names.Octets[e] {
		return b.octets(e, next)
	}
	if table := b.in.Classes.Of(e); table != nil {
		return b.class(table, next)
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		return b.reference(e, next)
	case *syntax.Alternation:
		or := make([]int32, len(e.Items))
		for i, item := range e.Items {
			or[i] = b.expr(item, next)
		}
		return b.node(node{op: split, or: or})
	case *syntax.Concatenation:
		for i := len(e.Items) - 1; i >= 0; i-- {
			next = b.expr(e.Items[i], next)
		}
		return next
	case *syntax.Repetition:
		return b.repetition(e, next)
	case *syntax.Group:
		return b.expr(e.Item, next)
	case *syntax.Option:
		return b.node(node{op: split, or: []int32{b.expr(e.Item, next), next}})
	case *syntax.CharVal:
		return b.text([]rune(e.Text), e.Fold, next)
	case *syntax.NumVal:
		return b.text(e.Values, false, next)
	case *syntax.Difference:
		return b.call(b.difference(e), next)
	}
	b.fail("the rule %s contains a part that describes no strings", b.in.Name)
	return next
}

// reference returns the node for a reference: the definition of the rule, or a call.
func (b *builder) reference(e *syntax.RuleName, next int32) int32 {
	r, ok := b.find(e)
	if !ok {
		return next
	}
	if size := b.size(r); !b.recursive[r.Rule] && size <= b.inline && len(b.nodes) < inlineTotal {
		outer := b.in
		b.in = r
		defer func() { b.in = outer }()
		return b.expr(r.Expr, next)
	}
	at, known := b.called[r.Rule]
	if !known {
		outer := b.in
		b.in = r
		at = b.define(symbol{}, func() int32 { return b.expr(r.Expr, b.end) })
		b.called[r.Rule], b.in = at, outer
	}
	return b.call(at, next)
}

// call returns a node that calls a symbol.
func (b *builder) call(of, next int32) int32 {
	b.calls = append(b.calls, reach{b.owner, of})
	return b.node(node{op: call, of: of, to: next})
}

// find returns the rule to which e refers, in the document that defines it.
func (b *builder) find(e *syntax.RuleName) (r Rule, ok bool) {
	r = b.in
	if r.Rule = r.Names.Referent(e.Name); r.Rule != nil && r.From != "" {
		r, ok = r.Imported(r.Rule)
		if !ok {
			b.fail("the rule %s is not defined", e.Name)
			return r, false
		}
	}
	switch {
	case r.Rule == nil:
		b.fail("the rule %s is not defined", e.Name)
	case r.Unread:
		b.fail("the definition of %s could not be read", r.Name)
	case r.Expr == nil:
		b.fail("the rule %s is not defined", e.Name)
	case r.Broken != nil:
		b.fail("the rule %s is wrong: %w", r.Name, r.Broken)
	case len(r.Missing) > 0:
		b.fail("the rule %s refers to %s, which is not defined", r.Name, r.Missing[0])
	default:
		return r, true
	}
	return r, false
}

// class returns a node that reads a character of the table.
func (b *builder) class(table *unicode.RangeTable, next int32) int32 {
	at, known := b.tables[table]
	if !known {
		c := class{table: table}
		for r := range rune(utf8.RuneSelf) {
			if unicode.Is(table, r) {
				c.add(byte(r))
			}
		}
		at = int32(len(b.classes))
		b.classes = append(b.classes, c)
		b.tables[table] = at
	}
	return b.node(node{op: read, of: at, to: next})
}

// text returns the nodes that read characters one after another. If fold is set, ASCII letters
// match in either case (RFC 5234, section 2.3).
func (b *builder) text(runes []rune, fold bool, next int32) int32 {
	for i := len(runes) - 1; i >= 0; i-- {
		next = b.class(b.in.Classes.Letter(runes[i], fold), next)
	}
	return next
}

// octets returns the nodes that read the bytes that e matches.
func (b *builder) octets(e syntax.Expr, next int32) int32 {
	add := func(c class) int32 {
		b.classes = append(b.classes, c)
		return b.node(node{op: octet, of: int32(len(b.classes) - 1), to: next})
	}
	if value, ok := e.(*syntax.NumVal); ok {
		for i := len(value.Values) - 1; i >= 0; i-- {
			var c class
			c.add(byte(value.Values[i]))
			next = add(c)
		}
		return next
	}
	var c class
	for _, s := range classes.ByteRanges(e) {
		for v := s.Lo; v <= s.Hi; v++ {
			c.add(byte(v))
		}
	}
	return add(c)
}

// repetition returns the nodes of a repetition: copies of its element if they are few, else a call
// of a symbol that counts.
func (b *builder) repetition(e *syntax.Repetition, next int32) int32 {
	most := e.Max
	if most != syntax.Unbounded {
		most = max(e.Min, e.Max)
	}
	copies := max(e.Min, most)
	if most == 0 {
		return next
	}
	if copies > 1 && (copies*b.sizeOf(e.Item) > b.inline || len(b.nodes) >= inlineTotal) {
		counted := symbol{min: int32(e.Min), max: int32(most)}
		at := b.define(counted, func() int32 {
			back := b.node(node{op: again})
			start := b.node(node{op: count, to: b.expr(e.Item, back)})
			b.nodes[back].to = start
			return start
		})
		return b.call(at, next)
	}
	if most == syntax.Unbounded {
		loop := b.node(node{op: split})
		item := b.expr(e.Item, loop)
		b.nodes[loop].or = []int32{item, next}
		if next = loop; e.Min > 0 {
			next = item
		}
		copies = e.Min - 1
	} else {
		after := next
		for range most - e.Min {
			next = b.node(node{op: split, or: []int32{b.expr(e.Item, next), after}})
		}
		copies = e.Min
	}
	for range copies {
		next = b.expr(e.Item, next)
	}
	return next
}

// difference returns the symbol of a difference. The symbols of its sides follow it.
func (b *builder) difference(e *syntax.Difference) int32 {
	at, known := b.differences[e]
	if !known {
		at = int32(len(b.symbols))
		b.differences[e] = at
		b.symbols = append(b.symbols, symbol{start: -1, item: at + 1})
		b.define(symbol{}, func() int32 { return b.expr(e.Item, b.end) })
		b.define(symbol{}, func() int32 { return b.expr(e.Except, b.end) })
		b.calls = append(b.calls, reach{at, at + 1}, reach{at, at + 2})
	}
	return at
}

// size returns the size of a rule in nodes after inlining. It also finds the recursive rules: of
// each cycle, at least one, whose size is being computed when a reference to it is found.
func (b *builder) size(r Rule) int {
	n, known := b.sizes[r.Rule]
	switch {
	case known && n == 0:
		b.recursive[r.Rule] = true
		return 1
	case known:
		return n
	}
	b.sizes[r.Rule] = 0
	outer := b.in
	b.in = r
	n = b.sizeOf(r.Expr)
	b.in = outer
	b.sizes[r.Rule] = n
	return n
}

// sizeOf is like size, for an expression. It is at least 1, and stops counting above b.inline.
func (b *builder) sizeOf(e syntax.Expr) (n int) {
	if b.in.Classes.Of(e) != nil {
		return 1
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		r, ok := b.find(e)
		if !ok {
			return 1
		}
		if n = b.size(r); b.recursive[r.Rule] || n > b.inline {
			return 1
		}
		return n
	case *syntax.CharVal:
		return len(e.Text) + 1
	case *syntax.NumVal:
		return len(e.Values)
	case *syntax.Repetition:
		if e.Min == 0 && e.Max == 0 {
			return 1
		}
		n = b.sizeOf(e.Item)
		if copies := max(1, e.Min, e.Max); n*copies <= b.inline {
			return n*copies + 1
		}
		return n + 1
	}
	for _, item := range syntax.Items(e) {
		n += b.sizeOf(item)
	}
	return min(n+1, b.inline+1)
}

// maxStrata is the maximum number of strata.
const maxStrata = 256

// stratify sets the strata of differences: those that a symbol reaches, plus one if the symbol is a
// difference. It fails if a difference contains itself.
func (b *builder) stratify() {
	for changed := true; changed && b.strata <= maxStrata; {
		changed = false
		for _, c := range b.calls {
			from := &b.symbols[c.from]
			least := b.symbols[c.to].stratum
			if from.item > 0 {
				least++
			}
			if from.stratum < least {
				from.stratum, changed = least, true
				b.strata = max(b.strata, least)
			}
		}
	}
	if b.strata > maxStrata {
		b.fail("a difference contains itself, or more than %d differences", maxStrata)
	}
}

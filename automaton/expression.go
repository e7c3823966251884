package automaton

import (
	"slices"
	"unicode"
)

// An Expression is a regular expression over code points. The empty language has no expression.
type Expression struct {
	Op    Op
	Class *unicode.RangeTable // the class of OpClass
	Items []*Expression       // at least two for OpCat and OpAlt, one for OpOption, OpStar and OpPlus
	size  int                 // number of code point ranges; an empty string counts as one
	depth int                 // nesting depth of repetitions, sequences and choices
}

// An Op is the operator of an [Expression].
type Op uint8

// Operators.
const (
	OpEmpty  Op = iota // the empty string
	OpClass            // one code point of the class
	OpCat              // the items in order
	OpAlt              // one of the items
	OpOption           // the item, or the empty string
	OpStar             // zero or more of the item
	OpPlus             // one or more of the item
)

// Express returns an expression for the members of d with at most about maxRanges code point ranges
// and at most depth nested operators. It returns nil if d has no members. The error is a
// [*LimitError] or another error from the meter. Requires: the members of d are UTF-8.
//
// Idea: eliminate states one by one (Brzozowski and McCluskey, 1963). The ways through a state
// become expressions between its neighbours, until a single way leads from the start to the end.
// The state with the shortest ways is eliminated first (Delgado and Morais, 2004).
//
// Cost: an expression can be exponential in the number of states, so maxRanges bounds its size, and
// maxRanges squared bounds the work. Before the elimination, each state of d is visited once per
// code point length.
//
// Rejected: derivatives of the grammar's own expression (Brzozowski, 1964). The resulting
// expressions need intersection and complement.
//
// Tested against: TestExpressionTwin converts the expression back to an automaton.
func Express(d *DFA, maxRanges, depth int, meter *Meter) (*Expression, error) {
	e, err := newElimination(d, maxRanges, meter)
	if err != nil {
		return nil, err
	}
	for len(e.left) > 0 {
		q, cost := e.cheapest()
		if err := meter.Work(cost); err != nil {
			return nil, err
		}
		if err := e.eliminate(q); err != nil {
			return nil, err
		}
	}
	x := e.ways[e.start][e.end]
	if x != nil && x.depth > depth {
		return nil, &LimitError{"nested operators", int64(depth), int64(x.depth)}
	}
	return x, nil
}

// An elimination is a graph whose edges are expressions: ways[p][q] leads from p to q.
type elimination struct {
	ways       map[StateID]map[StateID]*Expression
	from       map[StateID]map[StateID]bool // by state: the states with a way to it
	left       []StateID                    // states to eliminate, in order
	start, end StateID                      // not states of the automaton
	maxRanges  int
	size       int // sum of the sizes of all ways
	meter      *Meter
}

func newElimination(d *DFA, maxRanges int, meter *Meter) (*elimination, error) {
	n := StateID(d.NumStates())
	e := &elimination{
		ways: map[StateID]map[StateID]*Expression{}, from: map[StateID]map[StateID]bool{},
		start: n, end: n + 1, maxRanges: maxRanges, meter: meter,
	}
	empty := &Expression{Op: OpEmpty, size: 1}
	e.add(e.start, d.Start(), empty)
	reader := codePointReader{d: d, known: map[codePointTail][]codePointWay{}}
	for todo := []StateID{d.Start()}; len(todo) > 0; todo = todo[1:] {
		q := todo[0]
		if e.ways[q] != nil || q == Dead {
			continue
		}
		if e.left = append(e.left, q); d.Accepting(q) {
			e.add(q, e.end, empty)
		}
		for to, class := range reader.ways(q) {
			x := &Expression{Op: OpClass, Class: class, size: len(class.R16) + len(class.R32)}
			e.add(q, to, x)
			todo = append(todo, to)
		}
		if e.size > maxRanges {
			return nil, &LimitError{"ranges in an expression", int64(maxRanges), int64(e.size)}
		}
	}
	slices.Sort(e.left)
	return e, nil
}

// add adds a way from p to q.
func (e *elimination) add(p, q StateID, x *Expression) {
	if e.ways[p] == nil {
		e.ways[p] = map[StateID]*Expression{}
	}
	if e.from[q] == nil {
		e.from[q] = map[StateID]bool{}
	}
	if old := e.ways[p][q]; old != nil {
		e.size -= old.size
		x = choiceOf(old, x)
	}
	e.size += x.size
	e.ways[p][q] = x
	e.from[q][p] = true
}

// cheapest returns the state whose elimination increases the total size the least, and the number
// of ways examined.
func (e *elimination) cheapest() (best StateID, steps int64) {
	least := -1
	for _, q := range e.left {
		steps += int64(len(e.from[q]) + len(e.ways[q]))
		in, out, loop := 0, 0, 0
		sizeIn, sizeOut := 0, 0
		for p := range e.from[q] {
			if p != q {
				in++
				sizeIn += e.ways[p][q].size
			}
		}
		for r, x := range e.ways[q] {
			if r == q {
				loop = x.size
				continue
			}
			out++
			sizeOut += x.size
		}
		if cost := sizeIn*(out-1) + sizeOut*(in-1) + loop*(in*out-1); least < 0 || cost < least {
			best, least = q, max(cost, 0)
		}
	}
	return best, steps
}

// eliminate removes q and adds a way around it for each pair of its neighbours.
func (e *elimination) eliminate(q StateID) error {
	loop := starOf(e.ways[q][q])
	for _, p := range sorted(e.from[q]) {
		if p == q {
			continue
		}
		for _, r := range sorted(e.ways[q]) {
			if r == q {
				continue
			}
			e.add(p, r, sequenceOf(e.ways[p][q], loop, e.ways[q][r]))
			if e.size > 2*e.maxRanges { // includes the ways of q, which are removed below
				return &LimitError{"ranges in an expression", int64(e.maxRanges), int64(e.size)}
			}
		}
		e.size -= e.ways[p][q].size
		delete(e.ways[p], q)
	}
	for r, x := range e.ways[q] {
		e.size -= x.size
		delete(e.from[r], q)
	}
	delete(e.ways, q)
	e.left = slices.DeleteFunc(e.left, func(p StateID) bool { return p == q })
	return nil
}

// choiceOf returns a choice between a and b; a may be nil.
func choiceOf(a, b *Expression) *Expression {
	switch {
	case a == nil:
		return b
	case a.Op == OpEmpty:
		return optionOf(b)
	case b.Op == OpEmpty:
		return optionOf(a)
	case a.Op == OpOption:
		return optionOf(choiceOf(a.Items[0], b))
	case b.Op == OpOption:
		return optionOf(choiceOf(a, b.Items[0]))
	}
	items := append(slices.Clone(alternatives(a)), alternatives(b)...)
	classes := []*unicode.RangeTable{}
	items = slices.DeleteFunc(items, func(x *Expression) bool {
		if x.Op == OpClass {
			classes = append(classes, x.Class)
		}
		return x.Op == OpClass
	})
	if len(classes) > 0 {
		class := Union(classes...)
		items = append([]*Expression{{Op: OpClass, Class: class, size: len(class.R16) + len(class.R32)}}, items...)
	}
	return compound(OpAlt, items)
}

func alternatives(x *Expression) []*Expression {
	if x.Op == OpAlt {
		return x.Items
	}
	return []*Expression{x}
}

// compound returns the expression that applies op to items. For a sequence or choice of one item,
// it returns the item itself.
func compound(op Op, items []*Expression) *Expression {
	if len(items) == 1 && (op == OpAlt || op == OpCat) {
		return items[0]
	}
	x := &Expression{Op: op, Items: items}
	for _, item := range items {
		x.size += item.size
		x.depth = max(x.depth, item.depth+1)
	}
	return x
}

func optionOf(x *Expression) *Expression {
	switch x.Op {
	case OpEmpty, OpOption, OpStar:
		return x
	case OpPlus:
		return compound(OpStar, x.Items)
	}
	return compound(OpOption, []*Expression{x})
}

// starOf returns an expression for x repeated any number of times, or for the empty string if x is
// nil.
func starOf(x *Expression) *Expression {
	switch {
	case x == nil || x.Op == OpEmpty:
		return &Expression{Op: OpEmpty, size: 1}
	case x.Op == OpStar:
		return x
	case x.Op == OpOption || x.Op == OpPlus:
		return starOf(x.Items[0])
	}
	return compound(OpStar, []*Expression{x})
}

// sequenceOf returns the items in sequence. It combines x and x* into x+.
func sequenceOf(xs ...*Expression) *Expression {
	var items []*Expression
	for _, x := range xs {
		switch {
		case x.Op == OpCat:
			items = append(items, x.Items...)
		case x.Op != OpEmpty:
			items = append(items, x)
		}
	}
	for i := 0; i+1 < len(items); i++ {
		a, b := items[i], items[i+1]
		if b.Op == OpStar && alike(b.Items[0], a) || a.Op == OpStar && alike(a.Items[0], b) {
			item := a
			if a.Op == OpStar {
				item = b
			}
			items[i] = compound(OpPlus, []*Expression{item})
			items = slices.Delete(items, i+1, i+2)
		}
	}
	if len(items) == 0 {
		return &Expression{Op: OpEmpty, size: 1}
	}
	return compound(OpCat, items)
}

// alike reports whether a and b are structurally equal.
func alike(a, b *Expression) bool {
	switch {
	case a.Op != b.Op || a.size != b.size || len(a.Items) != len(b.Items):
		return false
	case a.Op == OpClass:
		return slices.Equal(a.Class.R16, b.Class.R16) && slices.Equal(a.Class.R32, b.Class.R32)
	}
	for i := range a.Items {
		if !alike(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

package automaton

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/irilex/iri/internal/testkit"
)

// build builds a fragment from an expression, operator by operator.
func (x *Expression) build(b *Builder) Fragment {
	switch x.Op {
	case OpEmpty:
		return b.Empty()
	case OpClass:
		return b.Class(x.Class)
	case OpOption:
		return b.Opt(x.Items[0].build(b))
	case OpStar:
		return b.Star(x.Items[0].build(b))
	case OpPlus:
		return b.Cat(x.Items[0].build(b), b.Star(x.Items[0].build(b)))
	}
	fs := make([]Fragment, len(x.Items))
	for i, item := range x.Items {
		fs[i] = item.build(b)
	}
	if x.Op == OpAlt {
		return b.Alt(fs...)
	}
	f := fs[0]
	for _, next := range fs[1:] {
		f = b.Cat(f, next)
	}
	return f
}

// String writes x in the usual regular expression notation.
func (x *Expression) String() string {
	var items []string
	for _, item := range x.Items {
		text := item.String()
		if item.Op == OpAlt || item.Op == OpCat && x.Op > OpAlt {
			text = "(" + text + ")"
		}
		items = append(items, text)
	}
	switch x.Op {
	case OpEmpty:
		return "ε"
	case OpClass:
		var text []string
		for lo, hi := range Runs(x.Class) {
			if text = append(text, string(lo)); hi > lo {
				text = append(text, "-"+string(hi))
			}
		}
		if all := strings.Join(text, ""); len([]rune(all)) == 1 {
			return all
		}
		return "[" + strings.Join(text, "") + "]"
	case OpAlt:
		return strings.Join(items, "|")
	case OpCat:
		return strings.Join(items, "")
	}
	return items[0] + string("?*+"[x.Op-OpOption])
}

func letter(c rune) *tree { return runes([2]rune{c, c}) }

func TestExpress(t *testing.T) {
	a, b := letter('a'), letter('b')
	for _, tt := range []struct {
		tree *tree
		want string
	}{
		{cat(), "ε"},
		{a, "a"},
		{runes([2]rune{'a', 'c'}, [2]rune{0x80, 0x10FFFF}), "[a-c\u0080-\uD7FF\uE000-\U0010FFFF]"},
		{letter('é'), "é"},
		{lit("日本"), "日本"},
		{alt(letter('ü'), letter('日'), letter('😀')), "[ü日😀]"},
		{cat(opt(a), opt(b)), "([a-b]|ab)?"},
		{star(a), "a*"},
		{cat(a, star(a)), "a+"},
		{cat(star(a), b), "a*b"},
		{star(cat(a, b)), "(ab)*"},
		{alt(a, cat(a, b)), "ab?"},
		{alt(cat(a, a), cat(b, b)), "aa|bb"},
		{star(alt(a, cat(b, b))), "(a|bb)*"},
	} {
		x, err := Express(tt.tree.dfa(), 1000, 100, unlimited())
		if err != nil || x.String() != tt.want {
			t.Errorf("%s: %s, want %s (%v)", tt.tree, x, tt.want, err)
		}
	}
	if x, err := Express(runes().dfa(), 1000, 100, unlimited()); x != nil || err != nil {
		t.Errorf("nothing at all: %v, %v", x, err)
	}
}

// textTree is a random tree of code points.
func textTree(r source, depth int) *tree {
	if depth == 0 || r.IntN(5) == 0 {
		all := []rune("abcß日😀\u07FF\u0800\uFFFF\U00010000")
		lo, hi := all[r.IntN(len(all))], all[r.IntN(len(all))]
		if r.IntN(2) == 0 {
			hi = lo
		}
		return runes([2]rune{min(lo, hi), max(lo, hi)})
	}
	switch r.IntN(6) {
	case 0, 1:
		return cat(textTree(r, depth-1), textTree(r, depth-1))
	case 2, 3:
		return alt(textTree(r, depth-1), textTree(r, depth-1))
	case 4:
		return opt(textTree(r, depth-1))
	}
	return star(textTree(r, depth-1))
}

// The expression for an automaton converts back to the same automaton.
func TestExpressionTwin(t *testing.T) {
	expressed := 0
	for seed := range uint64(testkit.Fewer(2000)) {
		r := seeded(seed)
		tree := textTree(r, 1+r.IntN(4))
		want := tree.dfa()
		if r.IntN(2) == 0 {
			other := textTree(r, 3).dfa()
			var err error
			if want, err = Subtract(want, other, unlimited()); err != nil {
				t.Fatal(err)
			}
		}
		x, err := Express(want, 2000, 200, unlimited())
		if err != nil {
			continue
		}
		if x == nil {
			if _, ok := Shortest(want); ok {
				t.Fatalf("%s has members and no expression", tree)
			}
			continue
		}
		checkExpression(t, x)
		builder := NewBuilder(unlimited())
		nfa, err := builder.NFA(x.build(builder))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Canonical(nfa, unlimited())
		if err != nil {
			t.Fatal(err)
		}
		if s, equal := Equal(want, got); !equal {
			t.Fatalf("seed %d: %s is expressed as %s, which differs on %q", seed, tree, x, s)
		}
		expressed++
	}
	if expressed < testkit.Fewer(1800) {
		t.Errorf("only %d expressions", expressed)
	}
}

// checkExpression checks the sizes and depths of an expression and of its items.
func checkExpression(t *testing.T, x *Expression) {
	t.Helper()
	size, depth := 0, 0
	for _, item := range x.Items {
		checkExpression(t, item)
		size += item.size
		depth = max(depth, item.depth+1)
	}
	switch x.Op {
	case OpEmpty:
		size = 1
	case OpClass:
		size = len(x.Class.R16) + len(x.Class.R32)
	}
	least := map[Op]int{OpCat: 2, OpAlt: 2, OpOption: 1, OpStar: 1, OpPlus: 1}[x.Op]
	if x.size != size || x.depth != depth || len(x.Items) < least || least < 2 && len(x.Items) != least {
		t.Fatalf("%s: size %d and depth %d, want %d and %d", x, x.size, x.depth, size, depth)
	}
}

// While states are eliminated, size always equals the total size of all ways.
func TestEliminationSize(t *testing.T) {
	for seed := range uint64(50) {
		e, err := newElimination(textTree(seeded(seed), 3).dfa(), 1_000_000, unlimited())
		if err != nil {
			t.Fatal(err)
		}
		for {
			size := 0
			for _, ways := range e.ways {
				for _, x := range ways {
					size += x.size
				}
			}
			if size != e.size {
				t.Fatalf("seed %d, %d states left: size %d, want %d", seed, len(e.left), e.size, size)
			}
			if len(e.left) == 0 {
				break
			}
			q, _ := e.cheapest()
			if err := e.eliminate(q); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The operators choose the simplest equivalent form.
func TestOperators(t *testing.T) {
	char := func(c rune) *Expression { return &Expression{Op: OpClass, Class: Range(c, c), size: 1} }
	a, b, c := char('a'), char('b'), char('c')
	empty := &Expression{Op: OpEmpty, size: 1}
	ab := sequenceOf(a, b)
	for _, tt := range []struct {
		x    *Expression
		want string
	}{
		{choiceOf(nil, a), "a"},
		{choiceOf(a, b), "[a-b]"},
		{choiceOf(a, empty), "a?"},
		{choiceOf(empty, a), "a?"},
		{choiceOf(optionOf(a), b), "[a-b]?"},
		{choiceOf(a, optionOf(ab)), "(a|ab)?"},
		{choiceOf(choiceOf(ab, a), choiceOf(c, starOf(a))), "[ac]|ab|a*"},
		{optionOf(optionOf(a)), "a?"},
		{optionOf(starOf(a)), "a*"},
		{optionOf(sequenceOf(a, starOf(a))), "a*"},
		{starOf(nil), "ε"},
		{starOf(empty), "ε"},
		{starOf(starOf(a)), "a*"},
		{starOf(optionOf(a)), "a*"},
		{starOf(sequenceOf(a, starOf(a))), "a*"},
		{sequenceOf(empty, empty), "ε"},
		{sequenceOf(empty, a, empty), "a"},
		{sequenceOf(ab, c), "abc"},
		{sequenceOf(starOf(a), a), "a+"},
		{sequenceOf(a, starOf(b)), "ab*"},
		{sequenceOf(choiceOf(ab, sequenceOf(b, a)), starOf(choiceOf(ab, sequenceOf(b, a)))), "(ab|ba)+"},
		{sequenceOf(choiceOf(ab, sequenceOf(b, a)), starOf(choiceOf(ab, sequenceOf(b, c)))), "(ab|ba)(ab|bc)*"},
		{sequenceOf(choiceOf(starOf(a), starOf(b)), starOf(sequenceOf(starOf(a), starOf(b)))), "(a*|b*)(a*b*)*"},
	} {
		if checkExpression(t, tt.x); tt.x.String() != tt.want {
			t.Errorf("%s, want %s", tt.x, tt.want)
		}
	}
}

// An expression can be exponentially larger than its automaton. Express rejects an expression that
// exceeds the limits.
func TestExpressLimits(t *testing.T) {
	var kids []*tree
	for i := range 12 { // an "a" 12 places before the end: 2^12 states
		kids = append(kids, runes([2]rune{'a', 'a' + min(1, rune(i))}))
	}
	hard := cat(append([]*tree{star(runes([2]rune{'a', 'b'}))}, kids...)...).dfa()
	limit := &LimitError{}
	if _, err := Express(hard, 4000, 100, unlimited()); !errors.As(err, &limit) ||
		limit.Limit != "ranges in an expression" {
		t.Error(err)
	}
	if _, err := Express(lit("ab").dfa(), 1000, 0, unlimited()); !errors.As(err, &limit) ||
		limit.Limit != "nested operators" {
		t.Error(err)
	}
	for most, fits := range map[int]bool{4: true, 3: false} { // the empty string at both ends, a, b
		if _, err := Express(lit("ab").dfa(), most, 100, unlimited()); (err == nil) != fits {
			t.Error(most, err)
		}
	}
	var classes [][2]rune
	for c := rune('a'); c < 0x400; c += 2 {
		classes = append(classes, [2]rune{c, c})
	}
	if _, err := Express(runes(classes...).dfa(), 100, 100, unlimited()); !errors.As(err, &limit) {
		t.Error(err)
	}
	few := DefaultLimits()
	few.Steps = 5
	if _, err := Express(lit("abcdefgh").dfa(), 1000, 100, NewMeter(context.Background(), few)); !errors.As(err, &limit) ||
		limit.Limit != "steps" {
		t.Error(err)
	}
}

// Adjacent ways to a state are merged, so only a few are kept for each state and number of
// following bytes.
func TestCodePointWaysAreJoined(t *testing.T) {
	d := runes([2]rune{0, 0x10FFFF}).dfa()
	reader := codePointReader{d: d, known: map[codePointTail][]codePointWay{}}
	for range reader.ways(d.start) {
	}
	for key, ways := range reader.known {
		if len(ways) > 1 {
			t.Errorf("%d ways of %d bytes after state %d", len(ways), key.more, key.q)
		}
	}
	if len(reader.known) < 3 {
		t.Errorf("only %d states inside code points", len(reader.known))
	}
}

// The slow version of ways works code point by code point.
func TestCodePointWays(t *testing.T) {
	for seed := range uint64(testkit.Few(30)) {
		d := textTree(seeded(seed), 4).dfa()
		for q := range d.NumStates() {
			if !boundary(d, StateID(q)) {
				continue
			}
			want := map[StateID]*unicode.RangeTable{}
			for c := rune(0); c <= unicode.MaxRune; c++ {
				if 0xD800 <= c && c <= 0xDFFF || c > 0x900 && c < 0xFF00 && c%7 != 0 && c != 0x65E5 || c > 0x10100 && c%1009 != 0 &&
					c != 0x1F600 {
					continue
				}
				to := StateID(q)
				for _, b := range []byte(string(c)) {
					to = d.Step(to, b)
				}
				if to == Dead {
					continue
				}
				if want[to] == nil {
					want[to] = &unicode.RangeTable{}
				}
				appendRun(want[to], c, c)
			}
			got := map[StateID]*unicode.RangeTable{}
			reader := codePointReader{d: d, known: map[codePointTail][]codePointWay{}}
			for to, class := range reader.ways(StateID(q)) {
				got[to] = class
			}
			if g, w := sorted(got), sorted(want); !slices.Equal(g, w) {
				t.Fatalf("seed %d, state %d: to %v, want %v", seed, q, g, w)
			}
			for to, class := range want {
				for lo := range Runs(class) {
					if !unicode.Is(got[to], lo) {
						t.Fatalf("seed %d, state %d: %s to %d is not there", seed, q, fmt.Sprintf("U+%04X", lo), to)
					}
				}
			}
		}
	}
}

// boundary reports whether q is between two code points.
func boundary(d *DFA, q StateID) bool {
	s, ok := Way(d, q)
	return ok && strings.ToValidUTF8(s, "") == s
}

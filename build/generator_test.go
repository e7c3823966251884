package build

import (
	"math/rand/v2"
	"slices"
	"unicode"

	"github.com/irilex/iri/build/syntax"
)

// A generator generates random members of rules directly from their definitions.
type generator struct {
	g    *Grammar
	rand *rand.Rand
	size map[*Rule]int       // the minimum depth of nested rules in a member
	part map[syntax.Expr]int // the same for expressions, once the sizes of the rules are final
	left int                 // the depth still allowed before it takes the shortest way out
	text []byte
}

const unboundedSize = 1 << 20

func newGenerator(g *Grammar, r *rand.Rand) *generator {
	x := &generator{g: g, rand: r, size: map[*Rule]int{}}
	for _, r := range g.Rules {
		x.size[r] = unboundedSize
	}
	for grown := true; grown; {
		grown = false
		for _, r := range g.Rules {
			if n := 1 + x.sizeOf(r.Expr()); n < x.size[r] {
				x.size[r], grown = n, true
			}
		}
	}
	x.part = map[syntax.Expr]int{}
	return x
}

func (x *generator) sizeOf(e syntax.Expr) (n int) {
	if x.part == nil {
		return x.find(e)
	}
	n, known := x.part[e]
	if !known {
		n = x.find(e)
		x.part[e] = n
	}
	return n
}

func (x *generator) find(e syntax.Expr) (n int) {
	switch e := e.(type) {
	case *syntax.RuleName:
		return x.size[x.g.referent(e.Name)]
	case *syntax.Option:
		return 0
	case *syntax.Repetition:
		if e.Min == 0 {
			return 0
		}
		return x.sizeOf(e.Item)
	case *syntax.Alternation:
		n = unboundedSize
		for _, item := range e.Items {
			n = min(n, x.sizeOf(item))
		}
		return n
	}
	for _, item := range syntax.Items(e) {
		n = max(n, x.sizeOf(item))
	}
	return n
}

// member returns a member of r in which rules are nested to about the given depth.
func (x *generator) member(r *Rule, depth int) string {
	x.left, x.text = depth, x.text[:0]
	x.rule(r)
	return string(x.text)
}

func (x *generator) rule(r *Rule) {
	x.left--
	x.expr(r.Expr())
	x.left++
}

func (x *generator) expr(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.RuleName:
		x.rule(x.g.referent(e.Name))
	case *syntax.Option:
		if x.left > x.sizeOf(e.Item) && x.rand.IntN(2) == 0 {
			x.expr(e.Item)
		}
	case *syntax.Repetition:
		n := e.Min
		for x.left > x.sizeOf(e.Item) && n != e.Max && x.rand.IntN(3) > 0 && len(x.text) < 300 {
			n++
		}
		for range n {
			x.expr(e.Item)
		}
	case *syntax.Alternation:
		most := max(x.left, x.sizeOf(e))
		items := slices.DeleteFunc(slices.Clone(e.Items), func(item syntax.Expr) bool { return x.sizeOf(item) > most })
		x.expr(items[x.rand.IntN(len(items))])
	case *syntax.CharVal:
		for _, c := range e.Text {
			if e.Fold && x.rand.IntN(2) == 0 {
				c = unicode.ToUpper(c)
			}
			x.add(c)
		}
	case *syntax.NumVal:
		for _, c := range e.Values {
			x.add(c)
		}
	case *syntax.NumRange:
		x.add(e.Lo + rune(x.rand.IntN(int(e.Hi-e.Lo)+1)))
	default:
		for _, item := range syntax.Items(e) {
			x.expr(item)
		}
	}
}

func (x *generator) add(c rune) { x.text = append(x.text, string(c)...) }

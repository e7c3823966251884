package twins

import (
	"math/rand/v2"

	"github.com/irilex/iri/build/syntax"
)

// A Thrift draws short members of the rules of a [Descent]. The members that [Descent.Draw] draws
// of large rules are long: a header of a mail refers to comments in forty places.
type Thrift struct {
	*Descent
	least []int // the characters of a shortest member, by rule
}

// endless is more than the characters of any shortest member.
const endless = 1 << 20

// NewThrift finds the lengths of shortest members, which only fall.
func NewThrift(d *Descent) *Thrift {
	t := &Thrift{d, make([]int, len(d.exprs))}
	for r := range t.least {
		t.least[r] = endless
	}
	for changed := true; changed; {
		changed = false
		for r, e := range d.exprs {
			if n := t.length(e); n < t.least[r] {
				t.least[r], changed = n, true
			}
		}
	}
	return t
}

// length returns the characters of a shortest string of an expression, as far as it is known.
func (t *Thrift) length(e syntax.Expr) (n int) {
	switch e := e.(type) {
	case *syntax.RuleName:
		n = t.least[t.index(e.Name)]
	case *syntax.Group:
		n = t.length(e.Item)
	case *syntax.Alternation:
		n = t.length(t.shortest(e.Items))
	case *syntax.Concatenation:
		for _, item := range e.Items {
			n += t.length(item)
		}
	case *syntax.Repetition:
		if e.Min > 0 {
			n = e.Min * t.length(e.Item)
		}
	case *syntax.CharVal:
		n = len([]rune(e.Text))
	case *syntax.NumVal:
		n = len(e.Values)
	case *syntax.NumRange:
		n = 1
	}
	return min(n, endless)
}

func (t *Thrift) shortest(items []syntax.Expr) syntax.Expr {
	best := items[0]
	for _, item := range items[1:] {
		if t.length(item) < t.length(best) {
			best = item
		}
	}
	return best
}

// Draw returns a member of a rule. Three of four choices are for the shortest strings. It reports
// false if the choices come to no end within some steps.
func (t *Thrift) Draw(random *rand.Rand, rule int) (member string, ok bool) {
	w := writer{t.Descent, random, 3000, nil}
	t.write(&w, t.exprs[rule])
	return string(w.text), w.steps > 0
}

func (t *Thrift) write(w *writer, e syntax.Expr) {
	if w.steps--; w.steps <= 0 {
		return
	}
	lavish := w.random.IntN(4) == 0
	switch e := e.(type) {
	case *syntax.RuleName:
		t.write(w, t.exprs[t.index(e.Name)])
	case *syntax.Group:
		t.write(w, e.Item)
	case *syntax.Option:
		if lavish {
			t.write(w, e.Item)
		}
	case *syntax.Alternation:
		item := t.shortest(e.Items)
		if lavish {
			item = e.Items[w.random.IntN(len(e.Items))]
		}
		t.write(w, item)
	case *syntax.Concatenation:
		for _, item := range e.Items {
			t.write(w, item)
		}
	case *syntax.Repetition:
		times := e.Min
		if lavish && times != e.Max {
			times++
		}
		for range times {
			t.write(w, e.Item)
		}
	default:
		w.write(e)
	}
}

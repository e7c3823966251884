package twins

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// A Descent recognizes the members of the rules of a grammar, recursive or not, by recursive
// descent. It is the slow twin of tables that count calls.
//
// Idea. The ends of an expression at an offset of a text are the offsets after the strings derived
// by the expression from there. The ends of a rule are kept for each offset. A text grows at its
// beginning, because the ends at an offset depend on the rest of the text only. The ends of the
// rules at one offset may depend on one another, if a rule begins with itself: they are the least
// fixed point.
//
// Cost. Each character takes time proportional to the size of the grammar, times the rounds to the
// fixed point if rules begin with themselves. A text has at most 63 characters.
type Descent struct {
	rules []ends
	exprs []syntax.Expr
	index func(name string) int
	text  []rune     // the last character first
	at    [][]uint64 // by the length of the rest of the text, and by the rule
}

// ends returns the ends at the offset before the last n characters of the text: bit k is the offset
// k characters after it.
type ends func(n int) uint64

// NewDescent returns the twin of rules, with an empty text. The function index returns the index of
// the rule of a name.
func NewDescent(exprs []syntax.Expr, index func(name string) int) *Descent {
	d := &Descent{exprs: exprs, index: index}
	for _, e := range exprs {
		d.rules = append(d.rules, d.expr(e))
	}
	d.visit()
	return d
}

// Push inserts a character before the text.
func (d *Descent) Push(c rune) {
	d.text = append(d.text, c)
	d.visit()
}

// Pop removes the first character of the text.
func (d *Descent) Pop() {
	d.text = d.text[:len(d.text)-1]
	d.at = d.at[:len(d.at)-1]
}

// Set sets the text.
func (d *Descent) Set(text string) {
	d.text, d.at = d.text[:0], d.at[:1]
	for _, c := range slices.Backward([]rune(text)) {
		d.Push(c)
	}
}

// Derives reports whether the text is a member of a rule.
func (d *Descent) Derives(rule int) bool { return d.DerivesPrefix(rule, len(d.text)) }

// DerivesPrefix reports whether the first n characters of the text are a member of a rule.
func (d *Descent) DerivesPrefix(rule, n int) bool { return d.at[len(d.text)][rule]>>n&1 != 0 }

// visit computes the ends of all rules at the beginning of the text.
func (d *Descent) visit() {
	n := len(d.text)
	now := make([]uint64, len(d.rules))
	d.at = append(d.at, now)
	for changed := true; changed; {
		changed = false
		for r, rule := range d.rules {
			if found := rule(n); found != now[r] {
				now[r], changed = found, true
			}
		}
	}
}

func (d *Descent) expr(e syntax.Expr) ends {
	switch e := e.(type) {
	case *syntax.RuleName:
		r := d.index(e.Name)
		return func(n int) uint64 { return d.at[n][r] }
	case *syntax.Group:
		return d.expr(e.Item)
	case *syntax.Option:
		item := d.expr(e.Item)
		return func(n int) uint64 { return item(n) | 1 }
	case *syntax.Alternation:
		items := d.items(e.Items)
		return func(n int) (found uint64) {
			for _, item := range items {
				found |= item(n)
			}
			return found
		}
	case *syntax.Concatenation:
		return concatenation(d.items(e.Items))
	case *syntax.Repetition:
		return repetition(d.expr(e.Item), e.Min, e.Max)
	case *syntax.Difference:
		item, except := d.expr(e.Item), d.expr(e.Except)
		return func(n int) uint64 { return item(n) &^ except(n) }
	case *syntax.CharVal:
		var items []ends
		for _, c := range e.Text {
			items = append(items, d.char(func(x rune) bool { return x == c || e.Fold && lower(x) == lower(c) }))
		}
		return concatenation(items)
	case *syntax.NumVal:
		var items []ends
		for _, c := range e.Values {
			items = append(items, d.char(func(x rune) bool { return x == c }))
		}
		return concatenation(items)
	case *syntax.NumRange:
		return d.char(func(x rune) bool { return e.Lo <= x && x <= e.Hi })
	}
	panic(fmt.Sprintf("no ends of %T", e))
}

func (d *Descent) items(list []syntax.Expr) (items []ends) {
	for _, e := range list {
		items = append(items, d.expr(e))
	}
	return items
}

func lower(c rune) rune {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func (d *Descent) char(is func(rune) bool) ends {
	return func(n int) uint64 {
		if n > 0 && is(d.text[n-1]) {
			return 2
		}
		return 0
	}
}

// after returns the ends of an item after the given ends.
func after(from uint64, item ends, n int) (found uint64) {
	for ; from != 0; from &= from - 1 {
		k := bits.TrailingZeros64(from)
		found |= item(n-k) << k
	}
	return found
}

func concatenation(items []ends) ends {
	return func(n int) uint64 {
		found := uint64(1)
		for _, item := range items {
			found = after(found, item, n)
		}
		return found
	}
}

func repetition(item ends, least, most int) ends {
	return func(n int) uint64 {
		found := uint64(1)
		for range least {
			found = after(found, item, n)
		}
		last := found // the ends that the last item has added
		for i := least; i != most && last != 0; i++ {
			last = after(last, item, n) &^ found
			found |= last
		}
		return found
	}
}

// Draw returns a random member of a rule. It returns false if it does not end within 300 steps.
func (d *Descent) Draw(random *rand.Rand, rule int) (member string, ok bool) {
	w := writer{d, random, 300, nil}
	w.write(d.exprs[rule])
	return string(w.text), w.steps > 0
}

type writer struct {
	*Descent
	random *rand.Rand
	steps  int
	text   []rune
}

func (w *writer) write(e syntax.Expr) {
	if w.steps--; w.steps <= 0 {
		return
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		w.write(w.exprs[w.index(e.Name)])
	case *syntax.Group:
		w.write(e.Item)
	case *syntax.Option:
		w.repeat(e.Item, w.random.IntN(2))
	case *syntax.Alternation:
		w.write(e.Items[w.random.IntN(len(e.Items))])
	case *syntax.Concatenation:
		for _, item := range e.Items {
			w.write(item)
		}
	case *syntax.Repetition:
		most := e.Max
		if most == syntax.Unbounded {
			most = e.Min + 3
		}
		w.repeat(e.Item, e.Min+w.random.IntN(most-e.Min+1))
	case *syntax.Difference: // often a member
		w.write(e.Item)
	case *syntax.CharVal:
		w.text = append(w.text, []rune(e.Text)...)
	case *syntax.NumVal:
		w.text = append(w.text, e.Values...)
	case *syntax.NumRange:
		w.text = append(w.text, e.Lo+w.random.Int32N(e.Hi-e.Lo+1))
	}
}

func (w *writer) repeat(e syntax.Expr, times int) {
	for range times {
		w.write(e)
	}
}

package twins

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// A Descent recognizes strings that match the rules of a grammar, recursive or not, by recursive
// descent over the syntax trees. It also draws random matching strings. It is the slow twin of
// call-counting tables.
//
// Idea. The ends of an expression at an offset in a text are the offsets at which a match that
// starts there can end. The ends of each rule are cached at each offset. A text grows at its
// beginning, because the ends at an offset depend only on the text after it. If a rule can begin
// with itself, the ends of the rules at one offset may depend on one another, and are the least
// fixed point.
//
// Cost. Each character takes time proportional to the total size of the needed rules. For rules
// that can begin with themselves, multiply this by the number of rounds needed to reach the fixed
// point. A text is at most 63 characters long.
type Descent struct {
	rules []ends
	exprs []syntax.Expr
	index func(name string) int
	least []int     // length in characters of a shortest matching string, for each rule
	text  []rune    // in reverse, last character first
	at    []*offset // indexed by the length of the rest of the text
}

// An offset holds the ends of the rules at an offset in the text, as far as they are known.
type offset struct {
	ends          []uint64
	state         []state
	open          bool // whether a round is in progress
	circle, grown bool // whether in this round a rule needed itself, or gained ends
}

// A state is the progress of a rule at an offset.
type state uint8

const (
	unknown state = iota
	begun
	visited
)

// ends returns the ends at the offset before the last n characters of the text: bit k represents
// the offset k characters later.
type ends func(n int) uint64

// NewDescent returns a twin for the given rules, with an empty text. The function index returns the
// index of the rule with a given name.
func NewDescent(exprs []syntax.Expr, index func(name string) int) *Descent {
	d := &Descent{exprs: exprs, index: index}
	for _, e := range exprs {
		d.rules, d.least = append(d.rules, d.expr(e)), append(d.least, endless)
	}
	d.measure()
	d.Set("")
	return d
}

// Push inserts a character at the beginning of the text.
func (d *Descent) Push(c rune) {
	d.text = append(d.text, c)
	d.begin()
}

// Pop removes the first character of the text.
func (d *Descent) Pop() {
	d.text = d.text[:len(d.text)-1]
	d.at = d.at[:len(d.at)-1]
}

// Set sets the text.
func (d *Descent) Set(text string) {
	d.text, d.at = d.text[:0], d.at[:0]
	d.begin()
	for _, c := range slices.Backward([]rune(text)) {
		d.Push(c)
	}
}

// begin adds the offset before the first character, with no known ends.
func (d *Descent) begin() {
	d.at = append(d.at, &offset{ends: make([]uint64, len(d.rules)), state: make([]state, len(d.rules))})
}

// Derives reports whether the text matches a rule.
func (d *Descent) Derives(rule int) bool { return d.DerivesPrefix(rule, len(d.text)) }

// DerivesPrefix reports whether the first n characters of the text match a rule.
func (d *Descent) DerivesPrefix(rule, n int) bool { return d.of(rule, len(d.text))>>n&1 != 0 }

// of returns the ends of a rule. The first rule needed at an offset visits the other rules in
// rounds, until a round adds no ends.
func (d *Descent) of(rule, n int) uint64 {
	at := d.at[n]
	switch {
	case at.state[rule] != unknown:
		at.circle = at.circle || at.state[rule] == begun
	case at.open:
		d.visit(rule, n)
	default:
		at.open = true
		for d.visit(rule, n); at.circle && at.grown; d.visit(rule, n) {
			clear(at.state)
			at.circle, at.grown = false, false
		}
		at.open, at.circle, at.grown = false, false, false
	}
	return at.ends[rule]
}

func (d *Descent) visit(rule, n int) {
	at := d.at[n]
	at.state[rule] = begun
	found := d.rules[rule](n)
	at.grown = at.grown || found != at.ends[rule]
	at.ends[rule], at.state[rule] = found, visited
}

func (d *Descent) expr(e syntax.Expr) ends {
	switch e := e.(type) {
	case *syntax.RuleName:
		r := d.index(e.Name)
		return func(n int) uint64 { return d.of(r, n) }
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
	case *syntax.Class:
		return d.char(func(x rune) bool {
			return e.Negated != slices.ContainsFunc(e.Ranges, func(r syntax.ClassRange) bool { return r.Lo <= x && x <= r.Hi })
		})
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

// after returns the ends of an item that starts at any of the given ends.
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
		last := found // ends that the last item added
		for i := least; i != most && last != 0; i++ {
			last = after(last, item, n) &^ found
			found |= last
		}
		return found
	}
}

// endless exceeds the length of any shortest matching string.
const endless = 1 << 20

// measure finds the lengths of the shortest matching strings; its estimates only decrease.
func (d *Descent) measure() {
	for changed := true; changed; {
		changed = false
		for r, e := range slices.Backward(d.exprs) {
			if n := d.length(e); n < d.least[r] {
				d.least[r], changed = n, true
			}
		}
	}
}

// length returns the length of a shortest string that an expression derives, as far as it is known.
func (d *Descent) length(e syntax.Expr) (n int) {
	switch e := e.(type) {
	case *syntax.RuleName:
		n = d.least[d.index(e.Name)]
	case *syntax.Group:
		n = d.length(e.Item)
	case *syntax.Alternation:
		n = d.length(d.shortest(e.Items))
	case *syntax.Concatenation:
		for _, item := range e.Items {
			n += d.length(item)
		}
	case *syntax.Repetition:
		if e.Min > 0 {
			n = e.Min * d.length(e.Item)
		}
	case *syntax.Difference:
		n = d.length(e.Item)
	case *syntax.CharVal:
		n = len([]rune(e.Text))
	case *syntax.NumVal:
		n = len(e.Values)
	case *syntax.NumRange, *syntax.Class:
		n = 1
	}
	return min(n, endless)
}

func (d *Descent) shortest(items []syntax.Expr) syntax.Expr {
	return slices.MinFunc(items, func(a, b syntax.Expr) int { return d.length(a) - d.length(b) })
}

// Draw returns a random string that matches a rule, usually a short one: after some random choices,
// all further choices lead to a shortest string. ok is false if the string is not complete after
// 1,000 steps.
func (d *Descent) Draw(random *rand.Rand, rule int) (member string, ok bool) {
	w := writer{Descent: d, random: random, free: random.IntN(100), steps: 1000}
	w.write(d.exprs[rule])
	return string(w.text), w.steps > 0
}

// A writer writes a matching string in a limited number of steps, and chooses alternatives and
// repetition counts at random only in the first of these steps.
type writer struct {
	*Descent
	random      *rand.Rand
	free, steps int
	text        []rune
}

func (w *writer) write(e syntax.Expr) {
	if w.steps--; w.steps <= 0 {
		return
	}
	w.free--
	switch e := e.(type) {
	case *syntax.RuleName:
		w.write(w.exprs[w.index(e.Name)])
	case *syntax.Group:
		w.write(e.Item)
	case *syntax.Option:
		w.repeat(e.Item, 0, 1)
	case *syntax.Alternation:
		if w.free > 0 {
			w.write(e.Items[w.random.IntN(len(e.Items))])
		} else {
			w.write(w.shortest(e.Items))
		}
	case *syntax.Concatenation:
		for _, item := range e.Items {
			w.write(item)
		}
	case *syntax.Repetition:
		most := e.Min + 3
		if e.Max != syntax.Unbounded {
			most = min(most, e.Max)
		}
		w.repeat(e.Item, e.Min, most)
	case *syntax.Difference: // the result usually matches
		w.write(e.Item)
	case *syntax.CharVal:
		w.text = append(w.text, []rune(e.Text)...)
	case *syntax.NumVal:
		w.text = append(w.text, e.Values...)
	case *syntax.NumRange:
		w.text = append(w.text, e.Lo+w.random.Int32N(e.Hi-e.Lo+1))
	case *syntax.Class: // the result usually matches
		w.text = append(w.text, 'z')
		if !e.Negated {
			r := e.Ranges[w.random.IntN(len(e.Ranges))]
			w.text[len(w.text)-1] = r.Lo + w.random.Int32N(r.Hi-r.Lo+1)
		}
	}
}

func (w *writer) repeat(e syntax.Expr, least, most int) {
	n := least
	if w.free > 0 {
		n += w.random.IntN(most - least + 1)
	}
	for range n {
		w.write(e)
	}
}

package build

import (
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// A recognizer finds the ends of a rule in a string of ASCII from an offset on, directly by
// the definition. It computes the sets of ends of all parts until no set grows. Sets are
// bits of a word, so strings have up to 63 bytes. It uses no automata.
type recognizer struct {
	g      *Grammar
	called map[*Rule]bool // the rules whose references count
	s      string
	ends   map[beginning]uint64
	grown  bool
}

// A beginning is a rule at an offset, with the number of references that may still be
// opened; a negative number is no limit.
type beginning struct {
	r    *Rule
	from int
	left int
}

func newRecognizer(g *Grammar, called ...*Rule) *recognizer {
	x := &recognizer{g: g, called: map[*Rule]bool{}}
	for _, r := range called {
		x.called[r] = true
	}
	return x
}

// accepts reports whether s is a member of r with at most depth references to called rules
// open at once.
func (x *recognizer) accepts(r *Rule, s string, depth int) bool {
	x.s, x.ends = s, map[beginning]uint64{}
	start := beginning{r, 0, depth}
	x.ends[start] = 0
	for x.grown = true; x.grown; {
		x.grown = false
		for b, before := range x.ends {
			if now := before | x.expr(b.r.Expr(), 1<<b.from, b.left); now != before {
				x.ends[b], x.grown = now, true
			}
		}
	}
	return x.ends[start]>>len(s)&1 != 0
}

// rule returns the ends of a rule found so far.
func (x *recognizer) rule(r *Rule, from, left int) uint64 {
	b := beginning{r, from, left}
	if _, ok := x.ends[b]; !ok {
		x.ends[b], x.grown = 0, true
	}
	return x.ends[b]
}

// reference is rule for a reference. It counts if the rule is called and reads a byte.
func (x *recognizer) reference(r *Rule, from, left int) uint64 {
	if !x.called[r] || left < 0 {
		return x.rule(r, from, left)
	}
	ends := x.rule(r, from, left) & (1 << from)
	if left > 0 {
		ends |= x.rule(r, from, left-1)
	}
	return ends
}

// each returns the ends for all starts in a set.
func (x *recognizer) each(starts uint64, ends func(from int) uint64) (all uint64) {
	for from := range len(x.s) + 1 {
		if starts>>from&1 != 0 {
			all |= ends(from)
		}
	}
	return all
}

func (x *recognizer) char(starts uint64, ok func(c rune) bool) uint64 {
	return x.each(starts, func(from int) uint64 {
		if from < len(x.s) && ok(rune(x.s[from])) {
			return 1 << (from + 1)
		}
		return 0
	})
}

func (x *recognizer) expr(e syntax.Expr, starts uint64, left int) (ends uint64) {
	if starts == 0 {
		return 0
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		return x.each(starts, func(from int) uint64 { return x.reference(x.g.referent(e.Name), from, left) })
	case *syntax.Group:
		return x.expr(e.Item, starts, left)
	case *syntax.Option:
		return starts | x.expr(e.Item, starts, left)
	case *syntax.Alternation:
		for _, item := range e.Items {
			ends |= x.expr(item, starts, left)
		}
		return ends
	case *syntax.Concatenation:
		for _, item := range e.Items {
			starts = x.expr(item, starts, left)
		}
		return starts
	case *syntax.Repetition:
		return x.repetition(e, starts, left)
	case *syntax.CharVal:
		for _, c := range e.Text {
			starts = x.char(starts, func(d rune) bool {
				return c == d || e.Fold && strings.EqualFold(string(c), string(d))
			})
		}
		return starts
	case *syntax.NumVal:
		for _, c := range e.Values {
			starts = x.char(starts, func(d rune) bool { return c == d })
		}
		return starts
	case *syntax.NumRange:
		return x.char(starts, func(d rune) bool { return e.Lo <= d && d <= e.Hi })
	}
	panic("no such expression")
}

func (x *recognizer) repetition(e *syntax.Repetition, starts uint64, left int) (ends uint64) {
	for range e.Min {
		starts = x.expr(e.Item, starts, left)
	}
	ends = starts
	for n := e.Min; n != e.Max && starts != 0; n++ {
		starts = x.expr(e.Item, starts, left)
		if starts&^ends == 0 && e.Max == syntax.Unbounded {
			break
		}
		ends |= starts
	}
	return ends
}

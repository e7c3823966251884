package build

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/twins"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A twinned compares the tables of rules with a slow twin.
type twinned struct {
	*testing.T
	g         *Grammar
	d         *twins.Descent
	rules     []*compared // the rules of g, set by newTwinned
	text      string      // of the document, for messages
	undecided int         // number of undecided verdicts
}

// A compared is a rule with its table, if it has one.
type compared struct {
	name    string
	table   tables.Rule
	index   int // in the descent
	members int // number of strings that were members
}

// newTwinned compiles a document and returns its rules with their twins.
func newTwinned(t *testing.T, text string, opt Options) *twinned {
	opt.Name = "twin"
	g, _ := compileSource(context.Background(), syntax.NewSource("twin.abnf", text), opt)
	for _, r := range g.Rules {
		if r.Table == "" && r.refusal == nil && !limited(r) && !r.Core {
			t.Fatalf("%s has no table and no reason: %s\n%s", r.Name, r.Reason(), text)
		}
		if r.Table != "" {
			if err := machine.Verify(r.Table); err != nil {
				t.Fatalf("%s: %v\n%s", r.Name, err, text)
			}
		}
	}
	return twinnedOf(t, g, text)
}

// limited reports whether a rule, or one that it refers to, exceeds a limit.
func limited(r *Rule) bool {
	over := errors.As(r.Err, new(*automaton.LimitError))
	unresolved := errors.As(r.Err, new(*UnresolvedError))
	failed := func(to *Rule) bool { return to.Err != nil }
	return over || unresolved && slices.ContainsFunc(r.in.rules(r.names.Refs), failed)
}

func twinnedOf(t *testing.T, g *Grammar, text string) *twinned {
	w := &twinned{T: t, g: g, d: descent(g), text: text}
	for i, r := range g.Rules {
		w.add(r.Name, r.Table, i)
	}
	return w
}

// descent returns the slow twin of the rules of a grammar.
func descent(g *Grammar) *twins.Descent {
	index := map[*Rule]int{}
	var exprs []syntax.Expr
	for i, r := range g.Rules {
		index[r] = i
		exprs = append(exprs, r.Expr())
	}
	return twins.NewDescent(exprs, func(name string) int { return index[g.referent(name)] })
}

func (w *twinned) add(name string, table tables.Rule, index int) {
	w.rules = append(w.rules, &compared{name, table, index, 0})
}

// compare compares the verdicts of some rules on a string, which must be the twin's text.
func (w *twinned) compare(s string, rules ...*compared) {
	for _, r := range rules {
		if r.table == "" {
			continue
		}
		want := w.d.Derives(r.index)
		if want {
			r.members++
		}
		switch {
		case r.table.Valid(s) == want:
		case want && undecided(r.table, s):
			w.undecided++
		default:
			w.Fatalf("%s: %q is a member: %t\n%s", r.name, s, want, w.text)
		}
	}
}

// undecided reports whether a string has too many readings to be decided.
func undecided(r tables.Rule, s string) bool {
	var e *tables.SyntaxError
	ok := errors.As(r.Check(s), &e)
	return ok && e.Undecided()
}

// push inserts a string at the beginning of the twin's text.
func (w *twinned) push(s string) {
	for _, c := range slices.Backward([]rune(s)) {
		w.d.Push(c)
	}
}

// pop removes as many characters as s has from the beginning of the twin's text.
func (w *twinned) pop(s string) {
	for range s {
		w.d.Pop()
	}
}

// all compares the verdicts on s, the twin's text, and on all strings of up to length symbols
// followed by s.
func (w *twinned) all(symbols []string, s string, length int) {
	if s == "" {
		w.d.Set("")
	}
	w.compare(s, w.rules...)
	for i := 0; length > 0 && i < len(symbols); i++ {
		w.push(symbols[i])
		w.all(symbols, symbols[i]+s, length-1)
		w.pop(symbols[i])
	}
}

// member returns a member of a rule with at most 55 characters; the twin has room for 63.
func (w *twinned) member(random *rand.Rand, r *compared) (s string, ok bool) {
	for range 100 {
		if s, ok := w.d.Draw(random, r.index); ok && utf8.RuneCountInString(s) <= 55 {
			return s, true
		}
	}
	return "", false
}

// some compares the verdicts on randomly drawn members and on strings close to them.
func (w *twinned) some(random *rand.Rand, alphabet []rune, n int) {
	for _, r := range w.rules {
		for range n {
			s, ok := w.member(random, r)
			for i := 0; i < 3 && ok; i++ {
				w.d.Set(s)
				w.compare(s, w.rules...)
				s = neighbour(random, alphabet, []rune(s))
			}
		}
	}
}

// filled checks that each rule with a table had at least the given number of members.
func (w *twinned) filled(least int) {
	w.Logf("%d verdicts are undecided", w.undecided)
	for _, r := range w.rules {
		if r.table != "" && r.members < least {
			w.Errorf("%s: only %d members\n%s", r.name, r.members, w.text)
		}
	}
}

// neighbour returns s with one letter added, removed or replaced.
func neighbour(random *rand.Rand, alphabet, s []rune) string {
	at, c := random.IntN(len(s)+1), alphabet[random.IntN(len(alphabet))]
	switch {
	case at == len(s) || random.IntN(3) == 0:
		s = slices.Insert(slices.Clone(s), at, c)
	case random.IntN(2) == 0:
		s = slices.Delete(slices.Clone(s), at, at+1)
	default:
		s = slices.Clone(s)
		s[at] = c
	}
	return string(s)
}

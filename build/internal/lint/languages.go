package lint

import (
	"context"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// Languages reports core rules that the document defines differently from RFC 5234, and rules that
// match the same strings but are written differently. The function hash returns the language hash
// of a rule, and reports whether the rule has a table.
func Languages(ctx context.Context, a *automata.Automata, hash func(*names.Rule) ([32]byte, bool), list *syntax.List) {
	if d := a.Names.Document.Dialect; d == syntax.ABNF || d == syntax.AParse { // other dialects have no core rules
		compareCore(ctx, a, list)
	}
	compareOwn(a, hash, list)
}

// compareCore reports each rule of the document that has the name of a core rule but a different
// language. The message contains a shortest string that only one of the two rules matches. The
// search is cheap: it visits at most the states of the product of the two automata, and the
// automaton of the core rule is small.
func compareCore(ctx context.Context, a *automata.Automata, list *syntax.List) {
	published := map[names.Encoding]*automata.Automata{}
	for _, r := range a.Names.Rules {
		made := a.Of(r)
		if !r.Own() || made.DFA == nil || !names.IsCore(r.Name) || a.Graph.Kind(r) != recursion.Regular && made.Empty() {
			continue
		}
		as := names.CodePoints
		if r.Encoding == names.Octets {
			as = names.Octets
		}
		if published[as] == nil {
			published[as] = automata.Core(ctx, as)
		}
		core := published[as].Of(published[as].Names.Rule(r.Name)).DFA
		if core == nil { // ctx is done
			return
		}
		s, equal, err := automaton.EqualWithin(made.DFA, core, a.Meter)
		switch {
		case equal:
		case err != nil:
			about(list, "core-differs", r,
				"%s is not compared with RFC 5234, appendix B.1: %v", r.Name, err)
		case made.DFA.Accepts(s):
			about(list, "core-differs", r,
				"%s differs from RFC 5234, appendix B.1: only this definition matches %q", r.Name, s)
		default:
			about(list, "core-differs", r,
				"%s differs from RFC 5234, appendix B.1: only the RFC's definition matches %q", r.Name, s)
		}
	}
}

// compareOwn reports each rule of the document that matches the same strings as an earlier rule. It
// skips rules with the same text, rules that consist of a single reference, and rules with at most
// one member.
func compareOwn(a *automata.Automata, hash func(*names.Rule) ([32]byte, bool), list *syntax.List) {
	type written struct {
		rule *names.Rule
		text string // computed for the first comparison
	}
	first := map[[32]byte]*written{}
	c := caseLint{a, map[*names.Rule][]span.Span{}}
	for _, r := range a.Names.Rules {
		sum, ok := hash(r)
		if d := a.Of(r).DFA; !r.Own() || !ok || d == nil || isName(r.Expr) || atMostOne(d) {
			continue
		}
		other := first[sum]
		if other == nil {
			first[sum] = &written{rule: r}
			continue
		}
		if other.text == "" {
			other.text = a.Names.Format(other.rule.Expr)
		}
		if a.Names.Format(r.Expr) == other.text {
			continue
		}
		if letter, folded, ok := c.eitherCase(r, other.rule); ok {
			about(list, "case-insensitive", r,
				`%s matches the same strings as %s, because "%c" matches %c too; `+
					`%%s"%[3]c" (RFC 7405) or %%x%02[3]X matches one case`,
				r.Name, other.rule.Name, letter, folded)
		} else {
			about(list, "same-language", r,
				"%s matches the same strings as %s", r.Name, other.rule.Name)
		}
	}
}

// isName reports whether e is a single reference.
func isName(e syntax.Expr) bool {
	_, ok := names.Ungroup(e).(*syntax.RuleName)
	return ok
}

// atMostOne reports whether d accepts at most one string.
func atMostOne(d *automaton.DFA) bool {
	for q := d.Start(); ; {
		next := automaton.Dead
		for r, to := range d.Moves(q) {
			if next != automaton.Dead || r.Lo != r.Hi || d.Accepting(q) {
				return false
			}
			next = to
		}
		if next == automaton.Dead {
			return true
		}
		q = next
	}
}

// A caseLint explains why rules have the same language.
type caseLint struct {
	*automata.Automata
	spelled map[*names.Rule][]span.Span // results of the method spellings
}

// eitherCase requires two rules with the same language. ok reports whether both are classes, list
// different characters, and are equal only because strings match either case: for example, one rule
// lists "a" to "z", and the other lists both cases. other is a letter that only one of the rules
// lists, and letter is that letter in the other case.
func (c *caseLint) eitherCase(a, b *names.Rule) (letter, other rune, ok bool) {
	if c.Classes.Rule(a).Class == nil || c.Classes.Rule(b).Class == nil {
		return 0, 0, false
	}
	inA, inB := c.spellings(a), c.spellings(b)
	rest := append(span.Subtract(inA, inB), span.Subtract(inB, inA)...)
	if len(rest) == 0 {
		return 0, 0, false
	}
	return rest[0].Lo ^ 0x20, rest[0].Lo, true // the lists differ only in letters
}

// spellings returns the code points that the definition of r, a class, lists. It stores them in
// c.spelled, because many rules may be compared with the same rule, and a rule may contain the code
// points of a long chain of rules.
func (c *caseLint) spellings(r *names.Rule) []span.Span {
	spans, ok := c.spelled[r]
	if !ok {
		spans = c.written(r.Expr)
		c.spelled[r] = spans
	}
	return spans
}

// written returns the code points that e, a class, lists: for the string "a" it returns only "a",
// although the string also matches "A".
func (c *caseLint) written(e syntax.Expr) []span.Span {
	switch e := e.(type) {
	case *syntax.RuleName:
		if to := c.Names.Referent(e.Name); to != nil && to.Expr != nil && c.Classes.Rule(to).Class != nil {
			return c.spellings(to)
		}
	case *syntax.Group:
		return c.written(e.Item)
	case *syntax.CharVal:
		for _, char := range e.Text {
			return []span.Span{{Lo: char, Hi: char}}
		}
	case *syntax.Alternation:
		var all []span.Span
		for _, item := range e.Items {
			all = span.Union(all, c.written(item))
		}
		return all
	}
	return span.Runs(c.Classes.Of(e))
}

package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// First match wins (RFC 3986, section 3.2.2): a host "0.0.0.0" is an IPv4address, although
// it has the form of a name too. The order decides which alternative read a string, never
// whether the string belongs. So the alternatives of a rule are an ordered set, and the
// first one that matches is the answer.
//
// A directive names alternatives deep inside a rule:
//
//	; @alternatives ihost: IPv6address IPvFuture IPv4address ireg-name
//
// After the colon stand rules to which the rule before it refers, itself or through others.
// Such an alternative matches the strings of the rule when all other alternatives match no
// string, except inside of the alternative itself. Without the colon the directive declares
// that the rule's own alternatives are to ship.
//
// Twins: TestNamedAlternatives and TestAlternativesOfRandomGrammars read the syntax tree.

// readAlternatives reads the text of a directive @alternatives. It fails if a rule is unknown
// or has alternatives already, or if the rule does not refer to a named one.
func (g *Grammar) readAlternatives(text string) error {
	rule, names, deep := strings.Cut(text, ":")
	r := g.referent(strings.TrimSpace(rule))
	switch {
	case r == nil:
		return g.noRule(strings.TrimSpace(rule))
	case slices.Contains(g.withAlternatives, r):
		return fmt.Errorf("%s has alternatives already", r.Name)
	}
	if deep {
		named, err := g.findRules(names)
		if err != nil {
			return err
		}
		reached := reachedFrom(r)
		for _, to := range named {
			if !reached[to] {
				return fmt.Errorf("%s does not refer to %s, itself or through others", r.Name, to.Name)
			}
		}
		g.named[r] = named
	}
	g.withAlternatives = append(g.withAlternatives, r)
	return nil
}

// Alternatives returns the set of the alternatives of a rule: the rules named by a
// directive, or else the items of its outermost choice. An alternative is named by the rule
// it refers to, or by its text. The outermost choice of
//
//	hier_part = ( net_path | abs_path ) [ "?" query ]
//
// is the first in the rule. A choice between single characters counts only if there is no
// other. An optional element is a choice too, with "" as its last alternative. A repeated
// choice does not count, because several of its alternatives may read one string.
func (g *Grammar) Alternatives(rule string) (tables.Set, error) {
	r, err := g.Find(rule)
	if err != nil {
		return "", err
	}
	if err := r.finite(); err != nil {
		return "", fmt.Errorf("the alternatives of %s: %w", r.Name, err)
	}
	if r.calls != nil {
		return "", fmt.Errorf("the alternatives of %s: its table is a %s, and alternatives have no approximations",
			r.Name, r.exactness)
	}
	members, release, err := g.alternatives(r)
	defer release()
	if err != nil {
		return "", fmt.Errorf("the alternatives of %s: %w", r.Name, err)
	}
	return g.compileSet(r.Name, members, func() []string { return g.training(r) })
}

// alternatives returns the alternatives of r. The caller must call release in any case.
func (g *Grammar) alternatives(r *Rule) (members []member, release func(), err error) {
	release = func() {
		for _, m := range members {
			m.dfa.Release(g.meter)
		}
	}
	add := func(name string, f *filter, e syntax.Expr) {
		if err != nil {
			return
		}
		var d *automaton.DFA
		if g.ordered(r) {
			d, err = g.orderedVariant(e)
		} else {
			d, err = g.variant(e, f)
		}
		if err == nil {
			members = append(members, member{name, d, r.exactness})
		}
	}
	if named := g.named[r]; named != nil {
		if g.ordered(r) {
			return nil, release, errors.New("a directive names them, and named ones cannot be read by order (PEG)")
		}
		among := setOf(named)
		f := &filter{among: among, reaches: g.reaching(func(r *Rule) bool { return among[r] })}
		for _, one := range named {
			f.one = one
			add(one.Name, f, r.expr)
		}
		return members, release, err
	}
	c := g.outermost(r.expr)
	if c == nil {
		return nil, release, errors.New("there is no choice in it, or it is repeated")
	}
	for i, item := range c.items {
		e := item
		if g.ordered(r) {
			e = afterFailing(c.items[:i], item)
		}
		add(g.alternativeName(item), nil, c.with(e))
	}
	return members, release, err
}

// afterFailing returns an expression that reads item after all others have failed.
func afterFailing(others []syntax.Expr, item syntax.Expr) syntax.Expr {
	var items []syntax.Expr
	for _, other := range others {
		items = append(items, &syntax.Predicate{Item: other, Negated: true, Start: other.Pos()})
	}
	return &syntax.Group{Item: &syntax.Concatenation{Items: append(items, item)}, Start: item.Pos()}
}

// variant returns the minimal automaton of an expression. The filter f may be nil.
func (g *Grammar) variant(e syntax.Expr, f *filter) (*automaton.DFA, error) {
	l := newLowerer(g)
	l.filter = f
	nfa, release, err := l.lower(e)
	if err != nil {
		return nil, err
	}
	defer release()
	return automaton.Canonical(nfa, g.meter)
}

// A filter makes a reference to one of several rules match, and references to the others match no
// string.
type filter struct { // the several rules
	among   map[*Rule]bool
	one     *Rule          // the one that matches
	reaches map[*Rule]bool // the rules that refer, themselves or through others, to a rule of among
}

// reference lowers a reference to a rule of among, or to a rule that reaches one, and returns
// its fragment. For any other rule it returns false.
func (f *filter) reference(l *lowerer, to *Rule) (automaton.Fragment, bool) {
	switch {
	case to == f.one:
		return l.b.Embed(to.dfa), true
	case f.among[to]:
		return l.b.Alt(), true
	case f.reaches[to] && !to.recursive():
		return l.expr(to.expr), true
	}
	return automaton.Fragment{}, false
}

func setOf(rules []*Rule) map[*Rule]bool {
	set := make(map[*Rule]bool, len(rules))
	for _, r := range rules {
		set[r] = true
	}
	return set
}

// A choice is a position in an expression with one of several items.
type choice struct {
	items []syntax.Expr
	with  func(item syntax.Expr) syntax.Expr // returns the whole expression with this item in the position
}

// outermost returns the outermost choice of an expression, or nil.
func (g *Grammar) outermost(e syntax.Expr) *choice {
	if c := g.firstChoice(e, false); c != nil {
		return c
	}
	return g.firstChoice(e, true)
}

// firstChoice returns the first choice of an expression, or nil. It includes choices
// between single characters only if characters is set.
func (g *Grammar) firstChoice(e syntax.Expr, characters bool) *choice {
	same := func(item syntax.Expr) syntax.Expr { return item }
	switch e := e.(type) {
	case *syntax.Alternation:
		if characters || g.class(e) == nil {
			return &choice{e.Items, same}
		}
	case *syntax.Group:
		return g.firstChoice(e.Item, characters)
	case *syntax.Option:
		inner := alternatives(ungroup(e.Item))
		return &choice{append(slices.Clone(inner), &syntax.CharVal{Start: e.Start}), same}
	case *syntax.Concatenation:
		for i, item := range e.Items {
			if c := g.firstChoice(item, characters); c != nil {
				return &choice{c.items, func(item syntax.Expr) syntax.Expr {
					items := slices.Clone(e.Items)
					items[i] = c.with(item)
					return &syntax.Concatenation{Items: items}
				}}
			}
		}
	}
	return nil
}

// HasChoice reports whether a rule with this definition has alternatives, see
// [Grammar.Alternatives].
func HasChoice(e syntax.Expr) bool { return new(Grammar).firstChoice(e, true) != nil }

func ungroup(e syntax.Expr) syntax.Expr {
	if group, ok := e.(*syntax.Group); ok {
		return ungroup(group.Item)
	}
	return e
}

// alternativeName returns the name of the rule to which e refers, or its text.
func (g *Grammar) alternativeName(e syntax.Expr) string {
	if ref, ok := ungroup(e).(*syntax.RuleName); ok {
		return ref.Name
	}
	if text, ok := e.(*syntax.CharVal); ok && text.Text == "" { // FormatExpr writes a prefix in some notations
		return `""`
	}
	return syntax.FormatExpr(e, g.document.Dialect)
}

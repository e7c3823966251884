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

// A string may match several alternatives of a rule. First match wins (RFC 3986, section 3.2.2):
// the host "0.0.0.0" is an IPv4address, although it has the form of a name too. The order of the
// alternatives decides which alternative is reported for a string. It does not decide whether the
// string is a member of the rule. So the alternatives of a rule are compiled to a [tables.Set]:
// for a string the table names the first alternative that matches.
//
// A directive names alternatives deep inside a rule:
//
//	; @alternatives ihost: IPv6address IPvFuture IPv4address ireg-name
//
// After the colon stand rules to which ihost refers, directly or through other rules. The
// alternative IPv4address matches the members of ihost that are left if every reference to one of
// the other three rules matches no string. References inside of IPv4address itself stay as they
// are. Without a colon the directive declares that a set of the rule's own alternatives is to
// ship.
//
// Twins: TestNamedAlternatives and TestAlternativesOfRandomGrammars read the syntax tree.

// readAlternatives reads the text of a directive @alternatives. It adds the rule before the colon
// to g.withAlternatives, and stores the rules after the colon in g.named. It fails if a rule is
// unknown, if the rule before the colon has alternatives already, or if that rule does not refer
// to each rule after the colon. It also fails if no rule stands after a colon, or one stands there
// twice.
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

// Alternatives returns a table for the set of a rule's alternatives. These are the rules after the
// colon of a directive @alternatives, if the rule has one, else the items of the rule's outermost
// choice. An alternative has the name of the rule it refers to, or else its own text. In
//
//	hier_part = ( net_path | abs_path ) [ "?" query ]
//
// the outermost choice is the first one, net_path | abs_path. The alternatives are the whole rule
// with one item in place of this choice: net_path [ "?" query ] and abs_path [ "?" query ].
//
// A choice between single characters counts only if the rule has no other choice. An optional
// element is a choice too, with "" as its last item. So is a repetition from 0 to 1. A choice
// inside of another repetition does not count, because several of its items may read one string.
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

// alternatives returns the alternatives of r with their automata. The caller must call release,
// also after an error, to give the memory of the automata back.
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
			d, err = g.variant(e, f, false)
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

// afterFailing returns an expression for the reading by order (PEG): it matches where item matches
// and each of others fails. For the others a and b it is ( !a !b item ).
func afterFailing(others []syntax.Expr, item syntax.Expr) syntax.Expr {
	var items []syntax.Expr
	for _, other := range others {
		items = append(items, &syntax.Predicate{Item: other, Negated: true, Start: other.Pos()})
	}
	return &syntax.Group{Item: &syntax.Concatenation{Items: append(items, item)}, Start: item.Pos()}
}

// variant returns the minimal automaton of e. The filter f decides how references in e to named
// alternatives are lowered. Without named alternatives f is nil. below is that of [lowerer].
func (g *Grammar) variant(e syntax.Expr, f *filter, below bool) (*automaton.DFA, error) {
	l := newLowerer(g)
	l.filter, l.below = f, below
	nfa, release, err := l.lower(e)
	if err != nil {
		return nil, err
	}
	defer release()
	return automaton.Canonical(nfa, g.meter)
}

// A filter selects one of several named alternatives while an expression is lowered. References to
// the rule one match its members. References to the other rules of among match no string.
type filter struct {
	among   map[*Rule]bool // the named alternatives, one included
	one     *Rule          // the selected alternative
	reaches map[*Rule]bool // the rules that refer, directly or through others, to a rule of among
}

// reference lowers a reference to the rule to, if the filter changes it, and returns its fragment
// and true. It embeds the automaton of f.one, makes any other rule of among match no string, and
// lowers the definition of a rule of reaches. For other rules it returns false. The builder fails
// on a recursive rule of reaches, because no definition of it can be written out.
func (f *filter) reference(l *lowerer, to *Rule) (automaton.Fragment, bool) {
	switch {
	case to == f.one:
		return l.b.Embed(to.dfa), true
	case f.among[to]:
		return l.b.Alt(), true
	case !f.reaches[to]:
		return automaton.Fragment{}, false
	case to.recursive():
		l.b.Fail(fmt.Errorf("they stand inside of the rule %s, which refers to itself", to.Name))
	}
	return l.expr(to.expr), true // without a fragment after an error
}

// A choice is a choice in an expression, as b / c in a ( b / c ) d.
type choice struct {
	items []syntax.Expr                      // the items of the choice: b and c
	with  func(item syntax.Expr) syntax.Expr // returns the whole expression with item in place of the choice: a b d
}

// outermost returns the outermost choice of an expression, or nil. A choice between single
// characters is returned only if there is no other.
func (g *Grammar) outermost(e syntax.Expr) *choice {
	if c := g.firstChoice(e, false); c != nil {
		return c
	}
	return g.firstChoice(e, true)
}

// firstChoice returns the first choice of e that stands outside of repetitions, or nil. It skips
// choices between single characters unless characters is set. A repetition from 0 to 1 is an
// option.
func (g *Grammar) firstChoice(e syntax.Expr, characters bool) *choice {
	same := func(item syntax.Expr) syntax.Expr { return item }
	if r, ok := e.(*syntax.Repetition); ok && r.Min == 0 && r.Max == 1 {
		e = &syntax.Option{Item: r.Item, Start: r.Start}
	}
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

// HasChoice reports whether a rule with the definition e has alternatives, see
// [Grammar.Alternatives]: whether e has a choice or an optional element outside of repetitions.
func HasChoice(e syntax.Expr) bool { return new(Grammar).firstChoice(e, true) != nil }

func ungroup(e syntax.Expr) syntax.Expr {
	if group, ok := e.(*syntax.Group); ok {
		return ungroup(group.Item)
	}
	return e
}

// alternativeName returns a name for the alternative e: the name of the rule if e is a reference,
// else the text of e in the notation of the document.
func (g *Grammar) alternativeName(e syntax.Expr) string {
	if ref, ok := ungroup(e).(*syntax.RuleName); ok {
		return ref.Name
	}
	if text, ok := e.(*syntax.CharVal); ok && text.Text == "" { // FormatExpr writes %s"" in some notations
		return `""`
	}
	return syntax.FormatExpr(e, g.document.Dialect)
}

package automata

import (
	"errors"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// A string may match several alternatives of a rule. The first match wins (RFC 3986, section
// 3.2.2): the host "0.0.0.0" is an IPv4address, although it also looks like a name. The order of
// the alternatives determines which alternative is reported for a string, but not whether the
// string is a member of the rule. So the alternatives of a rule are compiled into a set: a table
// that names the first matching alternative.
//
// A directive can name alternatives that are nested deep inside a rule:
//
//	; @alternatives ihost: IPv6address IPvFuture IPv4address ireg-name
//
// The rule ihost refers to each rule after the colon, directly or indirectly. The alternative
// IPv4address matches the members of ihost that remain if references to the other three rules match
// no string. References inside IPv4address itself are unchanged. Without a colon, the directive
// requests a set of the rule's own alternatives.
//
// Tested against: TestNamedAlternatives and TestAlternativesOfRandomGrammars read the syntax tree.

// An Alternative is a named alternative of a rule, with its automaton.
type Alternative struct {
	Name string
	DFA  *automaton.DFA
}

// Alternatives returns the alternatives of r and their automata. It fails if r has none. The caller
// must call release, even after an error, to free the memory of the automata.
func (a *Automata) Alternatives(r *names.Rule) (all []Alternative, release func(), err error) {
	release = func() {
		for _, x := range all {
			x.DFA.Release(a.Meter)
		}
	}
	add := func(name string, f *filter, e syntax.Expr) {
		if err != nil {
			return
		}
		var d *automaton.DFA
		if a.Ordered(r) {
			d, err = a.whole().orderedVariant(e)
		} else {
			d, err = a.whole().variant(e, f, false)
		}
		if err == nil {
			all = append(all, Alternative{name, d})
		}
	}
	if named := a.Names.Named[r]; named != nil {
		if a.Ordered(r) {
			return nil, release, errors.New("PEG semantics do not support alternatives named by a directive")
		}
		among := func(to *names.Rule) bool { return slices.Contains(named, to) }
		f := &filter{among: among, reaches: a.Graph.Reaching(among)}
		for _, one := range named {
			f.one = one
			add(one.Name, f, r.Expr)
		}
		return all, release, err
	}
	c := a.Outermost(r.Expr)
	if c == nil {
		return nil, release, errors.New("the rule has no choice outside repetitions")
	}
	for i, item := range c.Items {
		e := item
		if a.Ordered(r) {
			e = afterFailing(c.Items[:i], item)
		}
		add(a.Names.Label(item), nil, c.With(e))
	}
	return all, release, err
}

// afterFailing returns an expression with PEG semantics that matches what item matches, but only
// where all the other expressions fail. If the others are a and b, the result is ( !a !b item ).
func afterFailing(others []syntax.Expr, item syntax.Expr) syntax.Expr {
	var items []syntax.Expr
	for _, other := range others {
		items = append(items, &syntax.Predicate{Item: other, Negated: true, Start: other.Pos()})
	}
	return &syntax.Group{Item: &syntax.Concatenation{Items: append(items, item)}, Start: item.Pos()}
}

// A Choice is a choice in an expression, such as b / c in a ( b / c ) d.
type Choice struct {
	Items []syntax.Expr                      // the items of the choice: b and c
	With  func(item syntax.Expr) syntax.Expr // returns the expression with the choice replaced by item: a b d
}

// Outermost returns the outermost choice in an expression, or nil. It returns a choice between
// single characters only if there is no other choice.
func (a *Automata) Outermost(e syntax.Expr) *Choice {
	if c := firstChoice(e, func(e syntax.Expr) bool { return a.Classes.Of(e) != nil }); c != nil {
		return c
	}
	return firstChoice(e, none)
}

// firstChoice returns the first choice in e that is outside repetitions, or nil. It skips the
// choices for which skip returns true. A repetition of 0 to 1 times counts as an option.
func firstChoice(e syntax.Expr, skip func(syntax.Expr) bool) *Choice {
	same := func(item syntax.Expr) syntax.Expr { return item }
	if r, ok := e.(*syntax.Repetition); ok && r.Min == 0 && r.Max == 1 {
		e = &syntax.Option{Item: r.Item, Start: r.Start}
	}
	switch e := e.(type) {
	case *syntax.Alternation:
		if !skip(e) {
			return &Choice{e.Items, same}
		}
	case *syntax.Group:
		return firstChoice(e.Item, skip)
	case *syntax.Option:
		inner := names.Alternatives(names.Ungroup(e.Item))
		return &Choice{append(slices.Clone(inner), &syntax.CharVal{Start: e.Start}), same}
	case *syntax.Concatenation:
		for i, item := range e.Items {
			if c := firstChoice(item, skip); c != nil {
				return &Choice{c.Items, func(item syntax.Expr) syntax.Expr {
					items := slices.Clone(e.Items)
					items[i] = c.With(item)
					return &syntax.Concatenation{Items: items}
				}}
			}
		}
	}
	return nil
}

// HasChoice reports whether a rule with the definition e has alternatives (see
// [Automata.Alternatives]), that is, whether e contains a choice or an optional element outside
// repetitions.
func HasChoice(e syntax.Expr) bool { return firstChoice(e, none) != nil }

// none makes firstChoice skip nothing.
func none(syntax.Expr) bool { return false }

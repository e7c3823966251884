package lint

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// Choices reports pairs of alternatives that match common strings. It visits each choice of the
// compiled rules.
//
// Idea. Compare two alternatives at a time: by their code points if both are classes, and otherwise
// by their automata. One alternative covers another if it matches all strings that the other
// matches. The covered alternative is then redundant.
//
// Cost. All comparisons together are bounded by the limits of one compilation. Half of the steps
// and transitions are divided equally among the rules; the other half is a common reserve. A rule
// that needs more is skipped.
//
// Tested against: TestLintAlternativesTwin enumerates short strings.
func Choices(a *automata.Automata, list *syntax.List) {
	var rules []*names.Rule
	for _, r := range a.Names.Rules {
		if made := a.Of(r); r.Own() && made.DFA != nil && made.Calls == nil {
			rules = append(rules, r)
		}
	}
	whole := automata.Share{a.Limits.Transitions, a.Limits.Steps}
	reserve, base := whole, automata.Share{}
	for k := range whole {
		base[k] = whole[k] / int64(2*max(1, len(rules)))
		reserve[k] -= whole[k] / 2
	}
	l := choiceLint{Automata: a}
	var left []*names.Rule
	for _, r := range rules {
		before := automata.Spent(a.Meter)
		a.Meter.Allot(base[0]+reserve[0], base[1]+reserve[1])
		if l.compare(r) != nil {
			left = append(left, r)
		}
		for k, after := range automata.Spent(a.Meter) {
			reserve[k] -= min(reserve[k], max(0, after-before[k]-base[k]))
		}
	}
	a.Meter.Allot(whole[0], whole[1])
	report(l.Names, list, "covered-alternative", l.covered)
	report(l.Names, list, "specific-alternative", l.specific)
	code := syntax.Code("overlapping-alternatives")
	if l.Names.Document.Dialect == syntax.Treetop {
		code = "ordered-overlap"
	}
	report(l.Names, list, code, l.overlaps)
	if len(left) > 0 {
		about(list, "lint-limit", left[0],
			"the alternatives of %s (first one here) are not compared: comparing them would exceed the compilation limits",
			syntax.Plural(len(left), "rule"))
	}
}

// A choiceLint collects the remarks on the choices in a grammar: on covered alternatives, on
// specific alternatives that precede a more general one, and on pairs that overlap.
type choiceLint struct {
	*automata.Automata
	rule                        *names.Rule // whose choices are compared
	covered, specific, overlaps []remark
}

// An alternative is an item of a choice together with the strings that it matches.
type alternative struct {
	item  syntax.Expr
	spans []span.Span    // its code points if it is a class, else nil
	dfa   *automaton.DFA // its automaton, built on demand
	owned bool           // whether dfa was built for this alternative and must be released with it
	gone  bool           // whether a remark reports it as redundant
}

// compare compares the alternatives of each choice in the definition of r.
func (l *choiceLint) compare(r *names.Rule) (err error) {
	l.rule = r
	choices(r.Expr, func(alt *syntax.Alternation) {
		if err == nil {
			err = l.choice(alt)
		}
	})
	return err
}

// choice compares each alternative of a choice with the preceding alternatives.
func (l *choiceLint) choice(alt *syntax.Alternation) error {
	all := l.alternativesOf(alt)
	defer func() {
		for _, a := range all {
			if a.owned {
				a.dfa.Release(l.Meter)
			}
		}
	}()
	var found pairs
	var before []*alternative // alternatives before b that no remark reports as redundant
	for _, b := range all {
		if err := l.together(before, b, &found); err != nil {
			return err
		}
		for _, a := range before {
			if b.gone {
				break
			}
			r, err := l.relate(a, b)
			if err != nil {
				return err
			}
			l.pair(a, b, r, &found)
		}
		before = slices.DeleteFunc(append(before, b), func(a *alternative) bool { return a.gone })
	}
	l.specific = append(l.specific, oneOf(found.specific, "choice")...)
	if found.overlaps > 0 {
		return l.overlap(found.first[0], found.first[1], found.overlaps)
	}
	return nil
}

// alternativesOf returns the alternatives of a choice. It omits alternatives that repeat an earlier
// one, because [Duplicates] reports them.
func (l *choiceLint) alternativesOf(alt *syntax.Alternation) (all []*alternative) {
	again := map[syntax.Pos]bool{}
	for _, x := range repeated(l.Names, alt) {
		again[x.pos] = true
	}
	for _, item := range alt.Items {
		if again[item.Pos()] {
			continue
		}
		a := &alternative{item: item}
		if class := l.Classes.Of(item); class != nil {
			a.spans = span.Runs(class)
		}
		all = append(all, a)
	}
	return all
}

// pairs collects facts about pairs of alternatives in one choice that match common strings.
type pairs struct {
	specific []remark        // remarks on alternatives covered by a later one
	overlaps int             // number of pairs in which each alternative matches strings that the other does not
	first    [2]*alternative // the first of these pairs
	before   []span.Span     // code points of the earlier alternatives that are classes
}

// together reports x, an alternative that is a class, if several earlier alternatives together
// match all its strings. If a single alternative does, together leaves x to the method pair.
func (l *choiceLint) together(before []*alternative, x *alternative, found *pairs) error {
	if x.spans == nil {
		return nil
	}
	covers := func(a *alternative) bool { return span.Contains(a.spans, x.spans) }
	switch {
	case !span.Contains(found.before, x.spans):
		found.before = span.Union(found.before, x.spans)
	case !slices.ContainsFunc(before, covers):
		x.gone = true
		l.covered = append(l.covered, remark{x.item.Pos(),
			short(l.Names, x.item) + " is redundant in this choice: the alternatives before it match all its strings"})
	}
	return l.Meter.Work(int64(10 * (len(found.before) + len(before))))
}

// pair records the alternatives a and b, where a comes first, according to their relation r: b is
// covered by a, a is covered by b, or they overlap. It ignores pairs without common strings.
func (l *choiceLint) pair(a, b *alternative, r automaton.Relation, found *pairs) {
	switch characters := a.spans != nil && b.spans != nil; {
	case !r.Both:
	case !r.OnlyB && !l.returns(a):
		b.gone = true
		l.covered = append(l.covered, l.cover(b, a, r))
	case !r.OnlyA && l.returns(b), r.OnlyA && !r.OnlyB: // the strings of one may come from the other
	case !r.OnlyA && characters:
		a.gone = true
		l.covered = append(l.covered, l.cover(a, b, r))
	case !r.OnlyA:
		a.gone = true
		found.specific = append(found.specific, l.cover(a, b, r))
	default:
		if found.overlaps++; found.overlaps == 1 {
			found.first = [2]*alternative{a, b}
		}
	}
}

// returns reports whether a refers, directly or indirectly, to the rule that contains it.
func (l *choiceLint) returns(a *alternative) bool {
	if !l.Graph.Recursive(l.rule) {
		return false
	}
	for x := range names.References(a.item) {
		if name, ok := x.(*syntax.RuleName); ok {
			if to := l.Names.Referent(name.Name); to != nil && l.Graph.Together(to, l.rule) {
				return true
			}
		}
	}
	return false
}

// relate returns the relation between the languages of a and b. It compares their code points if
// both are classes, otherwise their automata.
func (l *choiceLint) relate(a, b *alternative) (automaton.Relation, error) {
	if a.spans != nil && b.spans != nil {
		both := span.Overlap(a.spans, b.spans)
		return automaton.Relation{OnlyA: both < span.Size(a.spans), OnlyB: both < span.Size(b.spans), Both: both > 0},
			l.Meter.Work(int64(10 + len(a.spans) + len(b.spans)))
	}
	if err := errors.Join(l.automaton(a), l.automaton(b)); err != nil {
		return automaton.Relation{}, err
	}
	return automaton.Relate(a.dfa, b.dfa, l.Meter)
}

// automaton sets a.dfa if it is nil: to the automaton of the rule that the alternative names, or to
// a new automaton.
func (l *choiceLint) automaton(a *alternative) (err error) {
	if a.dfa != nil {
		return nil
	}
	if name, ok := names.Ungroup(a.item).(*syntax.RuleName); ok {
		a.dfa = l.Of(l.Names.Referent(name.Name)).DFA
		return nil
	}
	a.dfa, err = l.Variant(a.item)
	a.owned = err == nil
	return err
}

// cover returns the remark that another alternative, by, matches every string that x matches.
func (l *choiceLint) cover(x, by *alternative, r automaton.Relation) remark {
	name, other := short(l.Names, x.item), short(l.Names, by.item)
	text := fmt.Sprintf("%s is redundant in this choice: %s matches all its strings", name, other)
	if !r.OnlyA && !r.OnlyB {
		text = fmt.Sprintf("%s matches the same strings as %s in this choice", name, other)
	}
	return remark{x.item.Pos(), text}
}

// overlap adds a remark on the alternatives a and b that includes a string both match. They are the
// first of n overlapping pairs in their choice.
func (l *choiceLint) overlap(a, b *alternative, n int) error {
	if err := errors.Join(l.automaton(a), l.automaton(b)); err != nil {
		return err
	}
	s, _, err := automaton.Common(a.dfa, b.dfa, l.Meter)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s and %s both match %q", short(l.Names, a.item), short(l.Names, b.item), s)
	if l.Names.Document.Dialect == syntax.Treetop {
		text += ", and the first wins"
	}
	if n > 1 {
		text += fmt.Sprintf(" (the first of %d such pairs in this choice)", n)
	}
	l.overlaps = append(l.overlaps, remark{b.item.Pos(), text})
	return nil
}

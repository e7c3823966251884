package automata

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// This file compiles rules with PEG semantics, that is, as parsing expressions (Ford, Parsing
// Expression Grammars, 2004). Once an alternative matches, no later one is tried. A repetition is
// greedy and never gives back a copy of its element. A string is a member of a rule if the rule
// matches the complete string.
//
// Idea. At each offset of a text, an expression either fails or matches a single substring. Let k
// be a condition on a text. Then [e]k is the condition that e matches at the start of a text and k
// holds for the text after the match. The condition "always" holds for every text:
//
//	["a"]k     the text begins with "a", and k holds after it
//	[a b]k     [a][b]k
//	[a / b]k   [a]k, or not [a]always and [b]k
//	[*a]k      [a][*a]k, or not [a]always and k
//	[&a]k      [a]always and k
//	[!a]k      not [a]always and k
//
// Each line defines the condition on its left. The conditions are formulas of [automaton.Boolean],
// with negation and loops. The condition "end" holds only for the empty text. The automaton of a
// rule r accepts the strings that satisfy [r]end. So the table is exact, by induction on the
// expression.
//
// A repetition ends when its element matches the empty string. Otherwise it would never end. Ford's
// definition excludes repetitions of elements that match the empty string, and a Treetop parser
// never returns from one.
//
// Refused, with the reason: recursive rules, because they have no finite formula; differences of
// languages and profiles, because they describe complete strings and cannot match a prefix of a
// text.
//
// Cost. In the table above, some expressions occur with two conditions: a in [a / b]k occurs with k
// and with always. So the operands of choices and repetitions, and rules that other rules refer to,
// each get a separate minimal automaton, which has a move on the byte automaton.MatchEnd wherever a
// match may end. Each condition embeds this automaton. A rule that itself reads the byte MatchEnd
// gets no such automaton and is lowered again at each reference. Compiling the rules of RFC 3987
// takes 29 million steps.
//
// Rejected: formulas of complete rules without automata for the operands. Random grammars that now
// take 500 states exceeded the memory limit.
//
// Tested against: TestOrdered compares tables with an interpreter of the syntax tree.

// A formulas turns expressions into formulas of a single boolean automaton.
type formulas struct {
	scope
	b      *automaton.Boolean
	copies int64                            // product of the repetition counts around the current expression
	known  map[formulaKey]automaton.Formula // results of the method expr
	parts  map[syntax.Expr]*automaton.DFA   // results of the method automaton, for operands
}

// A formulaKey is the key for the formula [e]then: the expression e, and the formula for the
// condition after it.
type formulaKey struct {
	e    syntax.Expr
	then automaton.Formula
}

func newFormulas(s scope, copies int64, parts map[syntax.Expr]*automaton.DFA) *formulas {
	return &formulas{s, automaton.NewBoolean(s.Meter), copies, map[formulaKey]automaton.Formula{}, parts}
}

// ordered builds the minimal automaton of r, a rule with PEG semantics, and stores the intermediate
// sizes in made. If another rule refers to r, it also stores made.Marked.
func (s scope) ordered(r *names.Rule, made *Rule) (*automaton.DFA, error) {
	o := newFormulas(s, 1, map[syntax.Expr]*automaton.DFA{})
	defer o.release()
	x := o.expr(r.Expr, o.b.End())
	if err := o.b.Err(); err != nil {
		return nil, failed(r, "lower", err)
	}
	made.NFAStates = o.b.NumStates()
	s.dump("lower", r, func(w io.Writer) error { return o.b.Dump(w, x) })

	d, err := o.b.Determinize(x)
	if err != nil {
		return nil, failed(r, "determinize", err)
	}
	made.DFAStates = d.NumStates()
	s.dump("determinize", r, d.Dump)

	if d, err = automaton.Minimize(d, s.Meter); err != nil {
		return nil, failed(r, "minimize", err)
	}
	s.dump("minimize", r, d.Dump)
	if r.Referred && s.Classes.Rule(r).Class == nil {
		if made.Marked, err = o.marked(x); err != nil {
			d.Release(s.Meter)
			return nil, failed(r, "determinize", err)
		}
	}
	return d, nil
}

// marked returns the minimal automaton of the formula x, with a move on MatchEnd wherever a match
// may end. After that move it reads the remaining text, which predicates may restrict. marked
// returns nil if an expression in x itself reads the byte MatchEnd.
func (o *formulas) marked(x automaton.Formula) (*automaton.DFA, error) {
	if o.b.ReadsMatchEnd() {
		return nil, nil
	}
	d, err := o.b.DeterminizeMarked(x)
	if err != nil {
		return nil, err
	}
	return automaton.Minimize(d, o.Meter)
}

// part is like expr, for an operand of a choice, a repetition or a predicate. An operand occurs in
// several formulas, followed by different conditions. So part builds the operand's minimal
// automaton once and embeds it, instead of lowering the operand each time.
func (o *formulas) part(e syntax.Expr, then automaton.Formula) automaton.Formula {
	e = names.Ungroup(e)
	switch e.(type) {
	case *syntax.Alternation, *syntax.Concatenation, *syntax.Repetition, *syntax.Option, *syntax.Predicate:
		if o.Classes.Of(e) == nil {
			if d := o.automaton(e); d != nil {
				return o.b.Embed(d, then)
			}
		}
	}
	return o.expr(e, then)
}

// automaton returns the minimal automaton of the operand e, with a move on MatchEnd wherever a
// match may end. It builds the automaton once and stores it in o.parts. It returns nil if the
// operand reads the byte MatchEnd, or after an error.
func (o *formulas) automaton(e syntax.Expr) *automaton.DFA {
	d, ok := o.parts[e]
	if ok || o.b.Err() != nil {
		return d
	}
	inner := newFormulas(o.scope, o.copies, o.parts)
	defer inner.b.Release()
	x := inner.expr(e, inner.b.End())
	err := inner.b.Err()
	if err == nil {
		d, err = inner.marked(x)
	}
	if err != nil {
		o.b.Fail(err)
	}
	o.parts[e] = d
	return d
}

// orderedVariant returns the minimal automaton of e with PEG semantics; variant does the same for
// unordered choice.
func (s scope) orderedVariant(e syntax.Expr) (*automaton.DFA, error) {
	o := newFormulas(s, 1, map[syntax.Expr]*automaton.DFA{})
	defer o.release()
	x := o.expr(e, o.b.End())
	if err := o.b.Err(); err != nil {
		return nil, err
	}
	d, err := o.b.Determinize(x)
	if err != nil {
		return nil, err
	}
	return automaton.Minimize(d, s.Meter)
}

// Marked returns the minimal automaton of e with PEG semantics, with a move on MatchEnd wherever a
// match may end. It returns nil if e reads the byte MatchEnd. It builds the automata of e and its
// operands once and stores them in known.
func (a *Automata) Marked(e syntax.Expr, known map[syntax.Expr]*automaton.DFA) (*automaton.DFA, error) {
	o := newFormulas(a.whole(), 1, known)
	defer o.b.Release()
	return o.automaton(e), o.b.Err()
}

// release releases the memory of the boolean automaton and of the operands' automata.
func (o *formulas) release() {
	o.b.Release()
	for _, d := range o.parts {
		if d != nil {
			d.Release(o.Meter)
		}
	}
}

// expr returns the formula [e]then: e matches at the start of the text, and the formula "then"
// holds for the remaining text. It stores the formula in o.known.
func (o *formulas) expr(e syntax.Expr, then automaton.Formula) automaton.Formula {
	key := formulaKey{e, then}
	x, ok := o.known[key]
	if !ok && o.b.Err() == nil {
		x = o.lower(e, then)
		o.known[key] = x
	}
	return x
}

// matches returns the formula [e]always: e matches at the start of the text.
func (o *formulas) matches(e syntax.Expr) automaton.Formula { return o.part(e, automaton.Always) }

// lower builds the formula [e]then for expr, following the table at the top of this file. The
// builder fails if e is a difference.
func (o *formulas) lower(e syntax.Expr, then automaton.Formula) automaton.Formula {
	if o.Names.Octets[e] {
		return o.octets(e, then)
	}
	if class := o.Classes.Of(e); class != nil {
		return o.b.Class(class, then)
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		return o.reference(e, then)
	case *syntax.Alternation:
		return o.alternation(e.Items, then)
	case *syntax.Concatenation:
		for _, item := range slices.Backward(e.Items) {
			then = o.expr(item, then)
		}
		return then
	case *syntax.Repetition:
		return o.repetition(e, then)
	case *syntax.Group:
		return o.expr(e.Item, then)
	case *syntax.Option:
		return o.orElse(e.Item, then, then)
	case *syntax.Predicate:
		ahead := o.matches(e.Item)
		if e.Negated {
			ahead = o.b.Not(ahead)
		}
		return o.b.And(ahead, then)
	case *syntax.CharVal:
		return o.runes([]rune(e.Text), e.Fold, then)
	case *syntax.NumVal:
		return o.runes(e.Values, false, then)
	case *syntax.Difference:
		o.b.Fail(errors.New("PEG semantics do not support differences; write a predicate: !except item"))
		return automaton.Never
	}
	o.b.Fail(fmt.Errorf("cannot lower %T", e))
	return automaton.Never
}

// runes returns the formula [e]then for an expression e that is a sequence of characters. If fold
// is set, ASCII letters match in either case.
func (o *formulas) runes(runes []rune, fold bool, then automaton.Formula) automaton.Formula {
	for _, char := range slices.Backward(runes) {
		then = o.b.Class(o.Classes.Letter(char, fold), then)
	}
	return then
}

// orElse returns a formula that holds if item matches and "then" holds after it, or if item does
// not match and "otherwise" holds.
func (o *formulas) orElse(item syntax.Expr, then, otherwise automaton.Formula) automaton.Formula {
	return o.b.Or(o.part(item, then), o.b.And(o.b.Not(o.matches(item)), otherwise))
}

// alternation returns the formula [a / b / c]then for the items a, b and c: an item counts only if
// no earlier item matches.
func (o *formulas) alternation(items []syntax.Expr, then automaton.Formula) automaton.Formula {
	last := len(items) - 1
	x := o.expr(items[last], then)
	for i := last - 1; i >= 0; i-- {
		x = o.orElse(items[i], then, x)
	}
	return x
}

// repetition returns the formula [e]then for a repetition e: Min copies of the item, followed by
// optional copies up to Max, or by a loop if there is no maximum. The builder fails if nested
// repetitions make more than Options.Copies copies.
func (o *formulas) repetition(e *syntax.Repetition, then automaton.Formula) automaton.Formula {
	outside := o.copies
	defer func() { o.copies = outside }()
	if o.copies *= int64(max(e.Min, e.Max, 1)); o.copies > int64(o.Copies) {
		o.b.Fail(&automaton.LimitError{
			Limit: "copies of a repeated element", Max: int64(o.Copies), Reached: o.copies,
		})
	}
	x := then
	if e.Max == syntax.Unbounded {
		x = o.star(e.Item, then)
	}
	for i := e.Min; i < e.Max && o.b.Err() == nil; i++ {
		x = o.orElse(e.Item, x, then)
	}
	for i := 0; i < e.Min && o.b.Err() == nil; i++ {
		x = o.expr(e.Item, x)
	}
	return x
}

// star returns the formula [*item]then. It repeats the item until the item fails or matches the
// empty string.
func (o *formulas) star(item syntax.Expr, then automaton.Formula) automaton.Formula {
	again := o.b.Loop(then)
	whole := o.part(item, again)
	more := o.b.Without(whole, again)
	reads := automaton.Always
	if more == whole {
		reads = o.matches(item)
	} else { // the item may match the empty string; reads is the condition that it matches at least one byte
		after := o.b.Loop(automaton.Always)
		reads = o.b.Without(o.part(item, after), after)
		o.b.Define(after, automaton.Always)
	}
	x := o.b.Or(more, o.b.And(o.b.Not(reads), then))
	o.b.Define(again, x)
	return x
}

// reference returns the formula [e]then for a reference e. The builder fails if e refers to a
// profile, or to an imported rule without [Rule].Marked.
func (o *formulas) reference(e *syntax.RuleName, then automaton.Formula) automaton.Formula {
	to := o.Names.Referent(e.Name)
	switch {
	case o.Of(to).Marked != nil:
		return o.b.Embed(o.Of(to).Marked, then)
	case o.Names.IsProfile(to):
		o.b.Fail(fmt.Errorf("PEG semantics do not support the profile %s, which matches only complete strings", to.Name))
		return automaton.Never
	case to.From != "":
		o.b.Fail(fmt.Errorf("PEG semantics do not support the imported rule %s, which matches the byte 0xFF", to.From))
		return automaton.Never
	}
	return o.expr(to.Expr, then)
}

// octets returns the formula [e]then for a number, range or class that matches bytes.
func (o *formulas) octets(e syntax.Expr, then automaton.Formula) automaton.Formula {
	if value, ok := e.(*syntax.NumVal); ok {
		for _, b := range slices.Backward(value.Values) {
			then = o.b.Bytes(byte(b), byte(b), then)
		}
		return then
	}
	x := automaton.Never
	for _, s := range classes.ByteRanges(e) {
		x = o.b.Or(x, o.b.Bytes(byte(s.Lo), byte(s.Hi), then))
	}
	return x
}

package build

import (
	"context"
	"fmt"
	"math/rand/v2"
	"unicode"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/readable"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// A Readable draws members of a rule that a person can read: words and short numbers, each member
// in one script. Each alternative and each option is used once before one is used again, so as many
// members as the rule and the rules it reaches have alternatives and options show them all.
// Alternatives that differ only in a character come later, and those without a visible character
// last. A string in the document is written as there, although it may match in either case.
//
// The members are derived from the definitions, so the rule may be recursive. The rule's table, if
// there is one, checks them: a string that it rejects is not returned. An alternative that occurs
// only in rejected strings, as with PEG semantics, is given up after some attempts.
//
// Tested against: TestReadable finds all derivations of each member.
type Readable struct {
	sampler *readable.Sampler
	rule    *Rule
	ctx     context.Context
	meter   *automaton.Meter // of the current call
}

// ErrNoReadable is the error of [Readable.Sample] for a rule without members, or if all strings
// that it tried were rejected.
var ErrNoReadable = readable.ErrNone

// Readable returns a [Readable] for a rule. The same seed of random leads to the same members on
// every machine. The error may report a limit, or that the rule has PEG semantics and no table.
func (g *Grammar) Readable(ctx context.Context, rule string, random *rand.Rand) (*Readable, error) {
	r, err := g.Find(rule)
	if err != nil {
		return nil, err
	}
	if r.Table == "" && g.Semantics == PEG {
		return nil, fmt.Errorf("readable members of the rule %s need a table with PEG semantics: %s", r.Name, r.Reason())
	}
	p := planner{rules: map[*Rule]*readable.Node{}, checked: r.Table != ""}
	accepts := func(string) bool { return true }
	if p.checked {
		accepts = r.Table.Valid
	}
	x := &Readable{rule: r, ctx: ctx, meter: g.Meter(ctx)}
	x.sampler, err = readable.New(p.rule(r), random, accepts, func(steps int64) error { return x.meter.Work(steps) })
	if err != nil {
		return nil, fmt.Errorf("readable members of the rule %s: %w", r.Name, err)
	}
	return x, nil
}

// Sample returns a member. A member repeats only if several attempts find no new one.
func (x *Readable) Sample() (string, error) {
	x.meter = x.rule.in.Meter(x.ctx)
	text, err := x.sampler.Sample()
	if err != nil {
		return "", fmt.Errorf("readable members of the rule %s: %w", x.rule.Name, err)
	}
	return text, nil
}

// A planner converts definitions to nodes. An imported rule is converted in its own grammar.
type planner struct {
	rules   map[*Rule]*readable.Node
	checked bool // whether a table checks the members
}

// rule returns a node for references to r.
func (p *planner) rule(r *Rule) *readable.Node {
	if r == nil {
		return &readable.Node{}
	}
	n := p.rules[r]
	if n == nil {
		n = &readable.Node{Op: readable.Reference}
		p.rules[r] = n
		if r.origin != nil {
			n.Items = []*readable.Node{p.rule(r.origin)}
		} else {
			n.Items = []*readable.Node{p.expr(r.in, r.Expr())}
		}
	}
	return n
}

// expr converts an expression of the grammar g.
func (p *planner) expr(g *Grammar, e syntax.Expr) *readable.Node {
	if g.automata.Names.Octets[e] {
		return octets(e)
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		return p.rule(g.rule(g.automata.Names.Referent(e.Name)))
	case *syntax.Group:
		return p.expr(g, e.Item)
	case *syntax.Alternation:
		return p.items(g, readable.Choice, e.Items)
	case *syntax.Concatenation:
		return p.items(g, readable.Sequence, e.Items)
	case *syntax.Option:
		return &readable.Node{Op: readable.Repeat, Max: 1, Items: []*readable.Node{p.expr(g, e.Item)}}
	case *syntax.Repetition:
		return &readable.Node{Op: readable.Repeat, Min: e.Min, Max: e.Max, Items: []*readable.Node{p.expr(g, e.Item)}}
	case *syntax.CharVal:
		return text([]rune(e.Text))
	case *syntax.NumVal:
		return text(e.Values)
	case *syntax.NumRange, *syntax.Class:
		return class(g.automata.Classes.Of(e))
	case *syntax.Predicate: // the table decides
		return &readable.Node{Op: readable.Text}
	case *syntax.Difference:
		return p.difference(g, e)
	}
	return &readable.Node{}
}

func (p *planner) items(g *Grammar, op readable.Op, items []syntax.Expr) *readable.Node {
	n := &readable.Node{Op: op}
	for _, item := range items {
		n.Items = append(n.Items, p.expr(g, item))
	}
	return n
}

// difference returns a node that derives the first operand and checks it with the automaton of the
// difference. Without an automaton, a table has to check the member. Of A - (C - B), such as the
// profile "A and B", it derives A or B.
func (p *planner) difference(g *Grammar, e *syntax.Difference) *readable.Node {
	if set := g.automata.Classes.Of(e); set != nil {
		return class(set)
	}
	n := &readable.Node{Op: readable.Check, Items: []*readable.Node{p.expr(g, e.Item)}}
	if d, _, err := g.automata.Subtract(e); err == nil {
		n.Accepts = d.Accepts
	} else if !p.checked {
		return &readable.Node{}
	}
	if except, ok := names.Ungroup(e.Except).(*syntax.Difference); ok && n.Accepts != nil {
		n.Items[0] = &readable.Node{Op: readable.Choice, Items: []*readable.Node{n.Items[0], p.expr(g, except.Except)}}
	}
	return n
}

// text returns a node for a text of code points.
func text(chars []rune) *readable.Node {
	n := &readable.Node{Op: readable.Text, Text: string(chars)}
	for _, c := range chars {
		if n.Class = characters(automaton.Range(c, c)); n.Class == nil {
			return &readable.Node{}
		}
	}
	if len(chars) > 1 {
		n.Class = nil
	}
	return n
}

// class returns a node for the characters of a class.
func class(set *unicode.RangeTable) *readable.Node {
	if set = characters(set); set == nil {
		return &readable.Node{}
	}
	return &readable.Node{Op: readable.Class, Class: set}
}

var surrogates = automaton.Range(span.FirstSurrogate, span.LastSurrogate)

// characters returns the class without surrogates, which have no UTF-8 encoding, or nil if nothing
// is left.
func characters(set *unicode.RangeTable) *unicode.RangeTable {
	if set == nil {
		return nil
	}
	set = automaton.Without(set, surrogates)
	for range automaton.Runs(set) {
		return set
	}
	return nil
}

// octets returns a node for a number, range or class that matches bytes: for its characters in
// ASCII or, if there are none, for a byte.
func octets(e syntax.Expr) *readable.Node {
	if value, ok := e.(*syntax.NumVal); ok {
		var b []byte
		for _, v := range value.Values {
			b = append(b, byte(v))
		}
		return &readable.Node{Op: readable.Text, Text: string(b)}
	}
	spans := classes.ByteRanges(e)
	if len(spans) == 0 {
		return &readable.Node{}
	}
	if spans[0].Lo < 0x80 {
		return class(automaton.Range(spans[0].Lo, min(spans[0].Hi, 0x7F)))
	}
	b := byte(spans[0].Lo)
	for _, good := range []byte{0xC3, 0xA9} { // é in UTF-8
		for _, s := range spans {
			if s.Lo <= rune(good) && rune(good) <= s.Hi {
				b = good
			}
		}
	}
	return &readable.Node{Op: readable.Text, Text: string([]byte{b})}
}

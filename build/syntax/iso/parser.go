package iso

import (
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A parser reads the definition of one rule. Section numbers refer to ISO/IEC 14977.
type parser struct {
	reader.Parser
	commas reader.Tally // elements without a "," before them
}

// alternation: A | B (section 4.4)
func (p *parser) alternation() syntax.Expr { return p.Alternatives(p.concatenation, false) }

// concatenation: A , B (section 4.5)
func (p *parser) concatenation() syntax.Expr { return p.Sequence(p.difference, p.more) }

// more takes the "," before the next element, if any, and reports whether an element follows.
func (p *parser) more() bool {
	if p.Peek().Kind == tokComma {
		p.Take()
		return true
	}
	if !p.atPrimary() {
		return false
	}
	p.commas.Add(int(p.Peek().Pos))
	return true
}

// atPrimary reports whether the next token starts a factor that is not empty.
func (p *parser) atPrimary() bool {
	switch p.Peek().Kind {
	case token.Name, token.String, token.Prose, token.Number, token.OpenGroup, token.OpenOption, token.OpenRepeat,
		token.Bad, token.BadName:
		return true
	}
	return false
}

// difference: A - B (sections 4.6 and 4.7). B may be empty.
func (p *parser) difference() syntax.Expr {
	x := p.factor()
	for n := 1; p.Peek().Kind == tokMinus; n++ {
		minus := p.Take()
		if p.Depth+n > p.Limits.Nesting { // each difference adds a level to the tree
			return p.GiveUp("nesting-limit", minus,
				"%q is nested %d deep, over the limit of %d; make an inner part a separate rule", p.Source(minus), p.Depth+n,
				p.Limits.Nesting)
		}
		x = &syntax.Difference{Item: x, Except: p.factor()}
	}
	return x
}

// factor: A, or 3 * A (section 4.8)
func (p *parser) factor() syntax.Expr {
	t := p.Peek()
	if t.Kind != token.Number {
		return p.primary()
	}
	p.Take()
	n, _ := p.Count(p.Source(t), t.Pos)
	if star := p.Peek(); star.Kind != token.Star {
		return p.Fail("stray-number", t.Pos, t.End, "a number repeats an element: %s * element; a digit is written %q",
			p.Source(t), p.Source(t))
	}
	p.Take()
	if !p.atPrimary() || p.Peek().Kind == token.Number {
		star := p.Last()
		return p.Fail("repeat-without-element", t.Pos, star.End, "the repeat has no element: %s * element", p.Source(t))
	}
	return &syntax.Repetition{Min: n, Max: n, Item: p.primary(), Start: t.Pos}
}

// primary: [ A ], { A }, ( A ), name, "string", ? words ?, or nothing (sections 4.9 to 4.13)
func (p *parser) primary() syntax.Expr {
	switch t := p.Peek(); t.Kind {
	case token.OpenGroup, token.OpenOption, token.OpenRepeat:
		return p.Bracket(p.alternation)
	case token.Name:
		p.Take()
		return &syntax.RuleName{Name: nameOf(p.Source(t)), Start: t.Pos}
	case token.String:
		p.Take()
		p.CheckString(t, "the notation cannot write the character by number")
		return &syntax.CharVal{Text: p.Text[t.Pos+1 : t.End-1], Start: t.Pos}
	case token.Prose:
		p.Take()
		return &syntax.ProseVal{Text: trim(p.Text[t.Pos+1 : t.End-1]), Start: t.Pos}
	case token.Bad, token.BadName:
		p.Take()
		p.Broken = true
		return reader.Unread
	case token.Star:
		p.Take()
		return p.Fail("operator-without-operand", t.Pos, t.End,
			"%q needs a number before it; any number of times is written { element }", "*")
	}
	return &syntax.CharVal{Start: p.Last().Pos}
}

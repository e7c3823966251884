package syntax

// An ebnfParser reads the definition of one rule.
type ebnfParser struct{ parser }

// alternation: A | B
func (p *ebnfParser) alternation() Expr { return p.alternatives(p.concatenation, false) }

// concatenation: A B
func (p *ebnfParser) concatenation() Expr {
	if !p.atOperand() {
		return p.missing()
	}
	return p.Sequence(p.difference, p.atOperand)
}

// atOperand reports whether an operand begins at the next token, or an operator whose operand is
// missing.
func (p *ebnfParser) atOperand() bool {
	switch p.peek().kind {
	case tokName, tokString, tokClass, tokCodePoint, tokOpenGroup, tokBad, tokBadName,
		tokStar, tokPlus, tokOptional, tokMinus:
		return true
	}
	return false
}

// difference: A - B
func (p *ebnfParser) difference() Expr {
	x := p.repetition()
	for n := 1; p.peek().kind == tokMinus; n++ {
		minus := p.take()
		switch {
		case p.depth+n > p.limits.Nesting: // each difference adds a level to the tree
			return p.giveUp("nesting-limit", minus,
				"%q is nested %d deep, over the limit of %d; make an inner part a rule of its own", p.source(minus), p.depth+n,
				p.limits.Nesting)
		case !p.atOperand():
			return p.fail("difference-without-operand", minus.pos, minus.end, `an expression is missing after "-": A - B`)
		}
		p.warnOfRange(minus)
		x = &Difference{x, p.repetition()}
	}
	return x
}

// warnOfRange warns of a text such as #x20-#x7E outside of a class. It looks like a range, but is
// a difference, whose second operand removes no character. minus is the "-".
func (p *ebnfParser) warnOfRange(minus token) {
	before, after := p.tokens[p.next-2], p.peek()
	if before.kind == tokCodePoint && after.kind == tokCodePoint && before.end == minus.pos && minus.end == after.pos {
		p.report("range-outside-class", before.pos, after.end,
			"outside of brackets this is a difference; a range is written [%s]", clip(p.text[before.pos:after.end]))
	}
}

// repetition: A, A?, A*, A+
func (p *ebnfParser) repetition() Expr {
	x := p.operand()
	for n := 0; ; n++ {
		least, most := 0, Unbounded
		switch p.peek().kind {
		case tokStar:
		case tokOptional:
			most = 1
		case tokPlus:
			least = 1
		default:
			return x
		}
		t := p.take()
		if n > 0 {
			p.fail("repeated-operator", t.pos, t.end, "%q follows another operator; use parentheses: ( A* )?", p.source(t))
		} else {
			x = &Repetition{Min: least, Max: most, Item: x, Start: x.Pos()}
		}
	}
}

// operand: Symbol, "string", #xN, [class], ( A )
func (p *ebnfParser) operand() Expr {
	switch t := p.peek(); t.kind {
	case tokOpenGroup:
		return p.bracket(p.alternation)
	case tokName:
		p.take()
		return &RuleName{p.source(t), t.pos}
	case tokString:
		p.take()
		return &CharVal{Text: p.text[t.pos+1 : t.end-1], Start: t.pos}
	case tokCodePoint:
		p.take()
		v, _ := p.codePoint(p.text[t.pos+2:t.end], 16, t.pos+2)
		return &NumVal{Values: []rune{v}, Start: t.pos}
	case tokClass:
		return p.class(p.take())
	case tokStar, tokPlus, tokOptional, tokMinus:
		p.take()
		return p.fail("operator-without-operand", t.pos, t.end, "%q has no expression before it", p.source(t))
	}
	p.take()
	p.broken = true
	return unread
}

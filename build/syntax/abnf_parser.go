package syntax

// An abnfParser reads the definition of one rule by recursive descent, with a method for each rule of
// RFC 5234, section 4, under its name there.
//
// Twin: TestRandomDocuments writes random trees and reads them back.
type abnfParser struct {
	parser
	notation *notation
	repair   bool
	lists    int // number of lists around the element read now
}

// alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
func (p *abnfParser) alternation() Expr { return p.alternatives(p.concatenation, false) }

// concatenation = repetition *(1*c-wsp repetition)
func (p *abnfParser) concatenation() Expr {
	if !p.atRepetition() {
		return p.missing()
	}
	return p.Sequence(p.repetition, func() bool {
		if !p.atRepetition() {
			return false
		}
		p.checkSpaced()
		return true
	})
}

// checkSpaced warns if no blank stands before the next element of a concatenation, and the
// notation requires one. It is no error, because the meaning is clear.
func (p *abnfParser) checkSpaced() {
	last, t := p.last(), p.peek()
	if last.end != t.pos || last.kind == tokStar || last.kind == tokList || last.bad() || t.bad() {
		return
	}
	if p.notation.spaced {
		p.report("missing-blank", t.pos, t.pos, "two elements need a blank between them (RFC 5234, section 4)")
	}
}

func (p *abnfParser) atRepetition() bool {
	k := p.peek().kind
	return k == tokNumber || k == tokStar || k == tokList || p.atElement()
}

// atElement reports whether an element begins at the next token, or a bad token stands in place of
// one.
func (p *abnfParser) atElement() bool {
	switch p.peek().kind {
	case tokName, tokOpenGroup, tokOpenOption, tokString, tokNumVal, tokProse, tokBad, tokBadName:
		return true
	}
	return false
}

// repetition = [repeat] element. With "#" in the repeat it is a list of the element, as 1#element.
func (p *abnfParser) repetition() Expr {
	begin := p.next
	if p.atElement() {
		return p.element()
	}
	first := p.peek()
	least, most, sign := p.repeat()
	if !p.atElement() {
		return p.noElement(first, most)
	}
	p.checkJoined(begin)
	if sign.kind == tokList {
		return p.listOf(p.listElement(first), least, most, first.pos, sign.pos)
	}
	return &Repetition{Min: least, Max: most, Item: p.element(), Start: first.pos}
}

// noElement reports a repeat, begun at the token first, without an element after it. If most is 0
// and p.repair is set, it reads the repeat as the empty string, because zero times any element is
// that.
func (p *abnfParser) noElement(first token, most int) Expr {
	end := p.last().end
	repeat := clip(p.text[first.pos:end])
	switch {
	case most == 0 && p.repair:
		p.report("repaired", first.pos, end, "the repeat %q without an element is read as the empty string", repeat)
		return &CharVal{Start: first.pos, Fold: p.notation.fold}
	case most == 0:
		return p.fail("repeat-without-element", first.pos, end,
			"the repeat %q needs an element directly after it; --repair reads it as the empty string", repeat)
	}
	return p.fail("repeat-without-element", first.pos, end,
		"the repeat %q needs an element directly after it", repeat)
}

// checkJoined reports a blank in or after a repeat: between two tokens from p.tokens[from] to the
// token at p.next.
func (p *abnfParser) checkJoined(from int) {
	for _, t := range p.tokens[from:p.next] {
		from++
		if t.end != p.tokens[from].pos {
			p.report("blank-in-repeat", t.end, p.tokens[from].pos,
				"remove the blank between the repeat and its element (RFC 5234, section 4)")
			return
		}
	}
}

// repeat = 1*DIGIT / (*DIGIT "*" *DIGIT). A list has "#" in place of "*". sign is the token of "*"
// or "#", or else the token after the digits.
func (p *abnfParser) repeat() (least, most int, sign token) {
	first := p.peek()
	least, most, ok := 0, Unbounded, true
	if first.kind == tokNumber {
		least, ok = p.bound()
		most = least
	}
	if sign = p.peek(); sign.kind != tokStar && sign.kind != tokList {
		return least, most, sign
	}
	p.take()
	most = Unbounded
	if p.peek().kind != tokNumber {
		return least, most, sign
	}
	most, okMost := p.bound()
	if ok && okMost && least > most {
		p.fail("repeat-order", first.pos, p.last().end,
			"at least %d and at most %d times is impossible; write the smaller number first", least, most)
	}
	return least, most, sign
}

// bound reads one number of a repeat. ok is false for a number over the limit.
func (p *abnfParser) bound() (n int, ok bool) {
	t := p.take()
	return p.count(p.source(t), t.pos)
}

// doubleQuote is the double quote in RFC 822, section 3.3, and in the RFCs with its notation. In
// ABNF it has the form of a prose-val.
const doubleQuote = `<">`

// element = rulename / group / option / char-val / num-val / prose-val
func (p *abnfParser) element() Expr {
	switch t := p.peek(); t.kind {
	case tokOpenGroup, tokOpenOption:
		return p.bracket(p.alternation)
	case tokName:
		p.take()
		return &RuleName{p.source(t), t.pos}
	case tokString:
		return p.charVal(p.take())
	case tokNumVal:
		return p.numVal(p.take())
	case tokProse:
		p.take()
		if p.source(t) == doubleQuote {
			if p.notation.percent {
				p.report("prose-bound", t.pos, t.end, "%s is read as the double quote; write DQUOTE or %%x22", doubleQuote)
			}
			return &NumVal{[]rune{'"'}, t.pos}
		}
		return &ProseVal{p.text[t.pos+1 : t.end-1], t.pos}
	}
	p.take()
	p.broken = true
	return unread
}

// charVal reads a string. It may have a prefix of RFC 7405, section 2.1: %s"text" or %i"text".
func (p *abnfParser) charVal(t token) Expr {
	x := &CharVal{Fold: p.notation.fold && p.text[t.pos] == '"', Start: t.pos}
	from := t.pos + 1
	if p.text[t.pos] == '%' {
		x.Fold = p.text[t.pos+1]|0x20 == 'i'
		from += 2
	}
	x.Text = p.text[from : t.end-1]
	return x
}

package syntax

// A parser reads the definition of one rule by recursive descent, with a method for each rule of
// RFC 5234, section 4, under its name there. A parser has only the tokens of its own rule, so no
// mistake spreads to another rule. The parsers of W3C's EBNF and of Treetop embed it, for errors,
// choices, brackets and counts.
//
// Cost. Linear in the number of tokens. Twin: TestRandomDocuments writes random trees and reads
// them back.
type parser struct {
	notation *notation
	limits   Limits
	list     *List
	text     string
	repair   bool
	tokens   []token // name, definition sign, and the tokens of the definition
	next     int     // index of the first token not yet taken
	depth    int     // number of brackets open here
	lists    int     // number of lists around the element read now
	broken   bool    // whether the tree differs from the text, so that the rule is unread
	gone     bool    // whether the rest of the definition is skipped, and no more errors are reported
}

// unread stands in a tree in place of an element that could not be read. No caller of the package
// gets such a tree.
var unread = &CharVal{}

// definition reads the whole definition, and reports a token at which it cannot go on.
func (p *parser) definition() Expr {
	p.next = 2
	x := p.alternation()
	switch t := p.peek(); t.kind {
	case tokEnd:
	case tokCloseGroup, tokCloseOption:
		p.giveUp("stray-bracket", t, "%q has no opening bracket", p.source(t))
	default:
		p.strayDefinition(t)
	}
	return x
}

// peek returns the next token without taking it. After the last token it returns a tokEnd.
func (p *parser) peek() token {
	if p.next < len(p.tokens) {
		return p.tokens[p.next]
	}
	end := p.tokens[len(p.tokens)-1].end
	return token{tokEnd, -1, end, end}
}

// last returns the token taken last.
func (p *parser) last() token { return p.tokens[p.next-1] }

func (p *parser) take() token {
	p.next++
	return p.last()
}

func (p *parser) source(t token) string { return p.text[t.pos:t.end] }

func (p *parser) report(code Code, pos, end Pos, format string, args ...any) {
	if !p.gone && !p.list.hush(code, pos) {
		p.list.Add(NewDiagnostic(code, pos, int(end-pos), format, args...))
	}
}

// fail reports an error and sets p.broken, so that the rule is unread. Reading goes on. It returns
// unread.
func (p *parser) fail(code Code, pos, end Pos, format string, args ...any) Expr {
	p.report(code, pos, end, format, args...)
	p.broken = true
	return unread
}

// giveUp reports an error as fail does, and skips the rest of the definition, because its
// structure is unclear from t on.
func (p *parser) giveUp(code Code, t token, format string, args ...any) Expr {
	p.fail(code, t.pos, t.end, format, args...)
	p.gone = true
	p.next = len(p.tokens)
	return unread
}

// alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
func (p *parser) alternation() Expr { return p.alternatives(p.concatenation, false) }

// alternatives calls item to read an alternative, and calls it again after each sign between
// alternatives. With one alternative it returns that one, else an Alternation.
func (p *parser) alternatives(item func() Expr, ordered bool) Expr {
	first := item()
	if p.peek().kind != tokChoice {
		return first
	}
	items := []Expr{first}
	for p.peek().kind == tokChoice {
		p.take()
		items = append(items, item())
	}
	return &Alternation{Items: items, Ordered: ordered}
}

// concatenation = repetition *(1*c-wsp repetition)
func (p *parser) concatenation() Expr {
	if !p.atRepetition() {
		return p.missing()
	}
	first := p.repetition()
	if !p.atRepetition() {
		return first
	}
	items := []Expr{first}
	for p.atRepetition() {
		p.checkSpaced()
		items = append(items, p.repetition())
	}
	return &Concatenation{items}
}

// checkSpaced warns if no blank stands before the next element of a concatenation, and the
// notation requires one. It is no error, because the meaning is clear.
func (p *parser) checkSpaced() {
	last, t := p.last(), p.peek()
	if last.end != t.pos || last.kind == tokStar || last.kind == tokList || last.bad() || t.bad() {
		return
	}
	if p.notation.spaced {
		p.report("missing-blank", t.pos, t.pos, "two elements need a blank between them (RFC 5234, section 4)")
	}
}

// missing reports that an element is missing at the next token. At an unclosed or stray bracket it
// reports no error, because the bracket has one already.
func (p *parser) missing() Expr {
	last, t := p.last(), p.peek()
	switch {
	case last.kind == tokChoice:
		return p.fail("empty-alternative", last.pos, last.end,
			"an alternative is missing after %q; an optional element is written [ element ]", p.source(last))
	case t.kind == tokChoice:
		return p.fail("empty-alternative", t.pos, t.end,
			"an alternative is missing before %q; an optional element is written [ element ]", p.source(t))
	case t.kind == tokEnd && (last.kind == tokDefine || last.kind == tokIncrement):
		return p.fail("empty-rule", last.pos, last.end,
			`a definition is missing after %q; the empty string is written ""`, p.source(last))
	case last.kind == tokOpenGroup && t.kind == tokCloseGroup:
		return p.fail("empty-group", last.pos, t.end, "the group is empty; write ( element )")
	case last.kind == tokOpenOption && t.kind == tokCloseOption:
		return p.fail("empty-option", last.pos, t.end, "the option is empty; write [ element ]")
	}
	p.broken = true
	return unread
}

func (p *parser) atRepetition() bool {
	k := p.peek().kind
	return k == tokNumber || k == tokStar || k == tokList || p.atElement()
}

// atElement reports whether an element begins at the next token, or a bad token stands in place of
// one.
func (p *parser) atElement() bool {
	switch p.peek().kind {
	case tokName, tokOpenGroup, tokOpenOption, tokString, tokNumVal, tokProse, tokBad, tokBadName:
		return true
	}
	return false
}

// repetition = [repeat] element. With "#" in the repeat it is a list of the element, as 1#element.
func (p *parser) repetition() Expr {
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
func (p *parser) noElement(first token, most int) Expr {
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
func (p *parser) checkJoined(from int) {
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
func (p *parser) repeat() (least, most int, sign token) {
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
func (p *parser) bound() (n int, ok bool) {
	t := p.take()
	return p.count(p.source(t), t.pos)
}

// count returns the value of digits, which stand at the offset at. For a value over the limit it
// reports an error, and ok is false.
func (p *parser) count(digits string, at Pos) (n int, ok bool) {
	n, ok = parseNumber(digits, 10, p.limits.Repetition)
	if !ok {
		p.fail("repetition-limit", at, at+Pos(len(digits)),
			"the repetition count %s is over the limit of %d; \"*\" repeats any number of times", clip(digits),
			p.limits.Repetition)
	}
	return n, ok
}

// doubleQuote is the double quote in RFC 822, section 3.3, and in the RFCs with its notation. In
// ABNF it has the form of a prose-val.
const doubleQuote = `<">`

// element = rulename / group / option / char-val / num-val / prose-val
func (p *parser) element() Expr {
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

// bracket reads a group or an option: "(" *c-wsp alternation *c-wsp ")", the same with "[" and
// "]". It calls inside to read the alternation.
func (p *parser) bracket(inside func() Expr) Expr {
	open := p.take()
	if p.depth == p.limits.Nesting {
		return p.giveUp("nesting-limit", open,
			"%q is nested %d deep, over the limit of %d; make an inner part a rule of its own", p.source(open), p.depth+1,
			p.limits.Nesting)
	}
	p.depth++
	item := inside()
	p.depth--
	p.closeBracket(open)
	if open.kind == tokOpenGroup {
		return &Group{item, open.pos}
	}
	return &Option{item, open.pos}
}

// closeBracket takes the bracket that closes open. The other kind of closing bracket, as in "(a]",
// is taken as a slip of the pen and reported. Any other token means that the bracket is missing.
func (p *parser) closeBracket(open token) {
	code, want := Code("unterminated-group"), ")"
	if open.kind == tokOpenOption {
		code, want = "unterminated-option", "]"
	}
	switch t := p.peek(); t.kind {
	case open.kind + 1:
		p.take()
	case tokCloseGroup, tokCloseOption:
		p.take()
		p.fail("mismatched-bracket", t.pos, t.end, "%q does not close %q; write %q", p.source(t), p.source(open), want)
	case tokEnd:
		p.giveUp(code, open, "%q is not closed: %q is missing", p.source(open), want)
	default:
		p.strayDefinition(t)
	}
}

// strayDefinition reports t, a definition sign without a name before it, and gives up the rule.
func (p *parser) strayDefinition(t token) {
	p.giveUp("stray-definition", t, "%q must follow the name of a rule: name %s definition", p.source(t),
		p.notation.define)
}

// charVal reads a string. It may have a prefix of RFC 7405, section 2.1: %s"text" or %i"text".
func (p *parser) charVal(t token) Expr {
	x := &CharVal{Fold: p.notation.fold && p.text[t.pos] == '"', Start: t.pos}
	from := t.pos + 1
	if p.text[t.pos] == '%' {
		x.Fold = p.text[t.pos+1]|0x20 == 'i'
		from += 2
	}
	x.Text = p.text[from : t.end-1]
	return x
}

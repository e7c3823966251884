package syntax

// A parser reads the definition of one rule by recursive descent. It is the common part of the
// parsers of all dialects: errors, choices, brackets and counts. A parser has only the tokens of its
// own rule, so no mistake spreads to another rule.
//
// Cost. Linear in the number of tokens.
type parser struct {
	signs  *signs
	limits Limits
	list   *List
	text   string
	tokens []token // name, definition sign, and the tokens of the definition
	next   int     // index of the first token not yet taken
	depth  int     // number of brackets open here
	broken bool    // whether the tree differs from the text, so that the rule is unread
	gone   bool    // whether the rest of the definition is skipped, and no more errors are reported
}

// unread stands in a tree in place of an element that could not be read. No caller of the package
// gets such a tree.
var unread = &CharVal{}

// definition calls expression to read the whole definition, and reports a token at which it cannot
// go on.
func (p *parser) definition(expression func() Expr) Expr {
	p.next = 2
	x := expression()
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
	if !p.gone {
		p.list.Report(code, pos, end, format, args...)
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

// Sequence calls item to read an item, and calls it again as long as more reports true. With one
// item it returns that one, else a Concatenation.
func (p *parser) Sequence(item func() Expr, more func() bool) Expr {
	first := item()
	if !more() {
		return first
	}
	items := []Expr{first, item()}
	for more() {
		items = append(items, item())
	}
	return &Concatenation{items}
}

// missing reports that an element is missing at the next token. At an unclosed or stray bracket it
// reports no error, because the bracket has one already.
func (p *parser) missing() Expr {
	last, t := p.last(), p.peek()
	switch {
	case last.kind == tokChoice:
		return p.fail("empty-alternative", last.pos, last.end, "an alternative is missing after %q; an optional %s is written %s",
			p.source(last), p.signs.element, p.signs.optional)
	case t.kind == tokChoice:
		return p.fail("empty-alternative", t.pos, t.end, "an alternative is missing before %q; an optional %s is written %s",
			p.source(t), p.signs.element, p.signs.optional)
	case t.kind == tokEnd && (last.kind == tokDefine || last.kind == tokIncrement):
		return p.fail("empty-rule", last.pos, last.end,
			`a definition is missing after %q; the empty string is written ""`, p.source(last))
	case last.kind == tokOpenGroup && t.kind == tokCloseGroup:
		return p.fail("empty-group", last.pos, t.end, "the group is empty; write ( %s )", p.signs.element)
	case last.kind == tokOpenOption && t.kind == tokCloseOption:
		return p.fail("empty-option", last.pos, t.end, "the option is empty; write [ %s ]", p.signs.element)
	}
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
		p.signs.define)
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

// maxCodePoint is the last code point of Unicode.
const maxCodePoint = 0x10FFFF

// codePoint returns the value of digits, which stand at the offset at. For a value over the last
// code point it reports an error, and ok is false. It accepts surrogates, because package build
// decides which numbers are characters and which are octets.
func (p *parser) codePoint(digits string, base int, at Pos) (r rune, ok bool) {
	n, ok := parseNumber(digits, base, maxCodePoint)
	if !ok {
		p.fail("code-point-limit", at, at+Pos(len(digits)), "%s is over U+10FFFF, the last code point", clip(digits))
	}
	return rune(n), ok
}

// rangeEnd returns the value of digits, the last number of a range, which stand at the offset at.
// For a value over the last code point it returns the last code point, with a note, because
// "everything from U+000B on" is often written %xB-FFFFFFFF.
func (p *parser) rangeEnd(digits string, base int, at Pos) rune {
	n, ok := parseNumber(digits, base, maxCodePoint)
	if ok {
		return rune(n)
	}
	p.report("range-cut", at, at+Pos(len(digits)),
		"%s is over U+10FFFF, the last code point; the range is read as one that ends there", clip(digits))
	return maxCodePoint
}

package syntax

import "strings"

// A treetopParser reads the definition of one rule. It has a method for each rule of Treetop's own
// grammar, with the same or a similar name. All choices of Treetop are ordered.
type treetopParser struct {
	parser
	*remarks
}

// remarks is the state of a document that the parsers of its definitions share.
type remarks struct {
	known   map[string]bool // the names of the rules
	skipped tally           // labels, Ruby code and the like, which do not change the matched strings
	short   tally           // escapes \u followed by more than four digits
}

// definition reads the whole definition, and reports a token at which it cannot go on.
func (p *treetopParser) definition() Expr {
	p.next = 1
	if t := p.peek(); t.kind == tokEnd {
		last := p.last()
		return p.fail("empty-rule", last.pos, last.end,
			"a definition is missing after %q; the empty string is written ''", p.source(last))
	}
	x := p.choice()
	if t := p.peek(); t.kind == tokCloseGroup {
		p.giveUp("stray-bracket", t, "%q has no opening bracket", p.source(t))
	}
	return x
}

// choice = sequence *("/" sequence)
func (p *treetopParser) choice() Expr { return p.alternatives(p.sequence, true) }

// sequence = 1*primary
func (p *treetopParser) sequence() Expr {
	if p.atEnd() {
		return p.missing()
	}
	return p.Sequence(p.primary, func() bool {
		last, t := p.last(), p.peek()
		if p.atEnd() {
			return false
		}
		if last.end == t.pos && !last.bad() && !t.bad() {
			p.report("missing-blank", t.pos, t.pos, "two elements of a sequence need a blank between them")
		}
		return true
	})
}

// atEnd reports whether a sequence ends at the next token.
func (p *treetopParser) atEnd() bool {
	k := p.peek().kind
	return k == tokEnd || k == tokChoice || k == tokCloseGroup
}

// missing reports that an element is missing at the next token.
func (p *treetopParser) missing() Expr {
	last, t := p.last(), p.peek()
	switch {
	case last.kind == tokOpenGroup && t.kind == tokCloseGroup:
		return p.fail("empty-group", last.pos, t.end, "the group is empty; write ( element )")
	case t.kind == tokChoice:
		return p.fail("empty-alternative", t.pos, t.end,
			"an alternative is missing before %q; the empty string is written ''", p.source(t))
	case last.kind == tokOpenGroup: // the open bracket is reported already
		p.broken = true
		return unread
	}
	return p.fail("empty-alternative", last.pos, last.end,
		"an element is missing after %q; the empty string is written ''", p.source(last))
}

// primary = *prefix atomic [suffix] *("<Class>" / "{ Ruby }")
func (p *treetopParser) primary() Expr {
	var x Expr = unread
	switch sign, ruby := p.prefix(); {
	case ruby:
	case sign.kind == tokPredicate:
		x = p.predicate(sign)
	default:
		x = p.atomic()
		for p.atSuffix() {
			x = p.suffix(x)
		}
	}
	for k := p.peek().kind; k == tokModule || k == tokBlock; k = p.peek().kind {
		p.skip()
	}
	return x
}

// skip takes a token that does not change the matched strings, and counts it.
func (p *treetopParser) skip() { p.skipped.add(int(p.take().pos)) }

// prefix takes the prefixes of an element: labels, "~" and predicates. It returns the sign of the
// last predicate. ruby tells whether the predicate is a block of Ruby code, after which there is
// no element.
func (p *treetopParser) prefix() (sign token, ruby bool) {
	for {
		switch t := p.peek(); t.kind {
		case tokLabel, tokTilde:
			p.skip()
		case tokPredicate:
			if sign.kind == tokPredicate {
				p.fail("predicate", t.pos, t.end, "an element has one predicate at most; write %s( %selement )",
					p.source(sign), p.source(t))
			}
			sign = p.take()
			if p.peek().kind == tokBlock {
				p.fail("predicate", t.pos, t.end, "the predicate %q asks Ruby, which is not read", p.source(t))
				p.take()
				return sign, true
			}
		default:
			return sign, false
		}
	}
}

// predicate reads the element after sign, the "&" or "!" of a predicate. A suffix after the
// element is an error in Treetop.
func (p *treetopParser) predicate(sign token) Expr {
	if t := p.peek(); !p.atEnd() && t.pos != sign.end {
		p.report("blank-before-suffix", sign.end, t.pos, "remove the blank between %q and the element", p.source(sign))
	}
	x := &Predicate{Item: p.atomic(), Negated: p.source(sign) == "!", Start: sign.pos}
	for p.atSuffix() {
		t := p.take()
		p.fail("stray-suffix", t.pos, t.end, "an element after %q has no suffix; write %[1]s( element%[2]s )",
			p.source(sign), p.source(t))
	}
	return x
}

// atomic = string / class / "." / name / "(" choice ")"
func (p *treetopParser) atomic() Expr {
	if p.atEnd() {
		return p.missing()
	}
	t := p.peek()
	if t.kind == tokOpenGroup {
		return p.bracket(p.choice)
	}
	p.take()
	switch t.kind {
	case tokName:
		return p.nonterminal(t)
	case tokString:
		return p.quotedString(t)
	case tokClass:
		return p.class(t)
	case tokAny:
		return &Class{Negated: true, Start: t.pos}
	case tokBad:
		p.broken = true
		return unread
	case tokModule, tokBlock:
		return p.fail("stray-code", t.pos, t.end, "%q must follow an element", clip(p.source(t)))
	case tokDefine:
		return p.fail("stray-definition", t.pos, t.end,
			`"=" must follow the name of a rule that ends with its line: rule name = expression`)
	}
	return p.fail("stray-suffix", t.pos, t.end, "%q must follow an element", p.source(t))
}

// nonterminal returns a reference to the rule that t names. The keyword "rule" is an error.
func (p *treetopParser) nonterminal(t token) Expr {
	name := p.source(t)
	if name == "rule" {
		return p.fail("keyword", t.pos, t.end, `a rule cannot be called "rule"; where a rule begins, its name is missing`)
	}
	return &RuleName{name, t.pos}
}

func (p *treetopParser) atSuffix() bool {
	switch p.peek().kind {
	case tokOptional, tokStar, tokPlus, tokTimes:
		return true
	}
	return false
}

// suffix = "?" / "*" / "+" / [blank] occurrence range
func (p *treetopParser) suffix(x Expr) Expr {
	last, t := p.last(), p.take()
	switch last.kind {
	case tokOptional, tokStar, tokPlus, tokTimes:
		return p.fail("second-suffix", t.pos, t.end,
			"an element has one %q at most; write ( element ) around the first", p.source(t))
	}
	if t.kind != tokTimes && last.end != t.pos {
		p.report("blank-before-suffix", last.end, t.pos, "remove the blank between the element and %q", p.source(t))
	}
	least, most := 0, Unbounded
	switch t.kind {
	case tokOptional:
		most = 1
	case tokPlus:
		least = 1
	case tokTimes:
		least, most = p.occurrences(t)
	}
	return &Repetition{Min: least, Max: most, Item: x, Start: x.Pos()}
}

// occurrences returns the numbers of an occurrence range such as 2..5. Without the first number
// least is 0, and without the second most is Unbounded.
func (p *treetopParser) occurrences(t token) (least, most int) {
	from, to, _ := strings.Cut(p.source(t), "..")
	least, most = 0, Unbounded
	if from != "" {
		least, _ = p.count(from, t.pos)
	}
	if to != "" {
		most, _ = p.count(to, t.end-Pos(len(to)))
		if most == 0 && !p.broken {
			p.fail("repeat-zero", t.pos, t.end,
				"Treetop reads a range that ends in 0 as one without an end; write %s.. for any number, '' for the empty string",
				from)
		} else if least > most && !p.broken {
			p.fail("repeat-order", t.pos, t.end,
				"at least %d and at most %d times is impossible; write the smaller number first", least, most)
		}
	}
	return least, most
}

// quotedString reads a string in single or double quotes as Ruby does. The modifier i after it
// folds case. The modifier r makes it a regular expression, which is an error.
func (p *treetopParser) quotedString(t token) Expr {
	body := strings.TrimRight(p.source(t), "ir") // now ends in a quote
	modifiers := p.source(t)[len(body):]
	x := &CharVal{Fold: strings.Contains(modifiers, "i"), Start: t.pos}
	if strings.Contains(modifiers, "r") {
		return p.fail("regexp-string", t.pos, t.end,
			"a string with the modifier r is a regular expression, which is not read")
	}
	r := ruby{p: p, pos: t.pos + 1, end: t.pos + Pos(len(body)) - 1}
	x.Text = r.text(body[0] == '"')
	switch {
	case !x.Fold:
		return x
	case strings.ContainsFunc(x.Text, isBeyondASCII):
		return p.fail("fold-non-ascii", t.pos, t.end,
			"either case of letters beyond ASCII is not read; write a class with both: [\u00C9\u00E9]")
	case body[0] == '"' && hasFoldedEscape(body):
		return p.fail("fold-escape", t.pos, t.end,
			"Treetop makes the letters of an escape small, too, before Ruby reads it; write the character itself")
	}
	return foldKelvin(x)
}

// hasFoldedEscape reports whether s has an escape that may mean something else with its letters in
// lower case.
func hasFoldedEscape(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if i++; 'A' <= s[i] && s[i] <= 'Z' || s[i] == 'u' || s[i] == 'x' || isDigit(s[i]) {
			return true
		}
	}
	return false
}

// foldKelvin replaces each k of x, a string that folds case, by a class with k, K and the Kelvin
// sign. In Ruby the Kelvin sign is the only character beyond ASCII with a small letter in ASCII,
// k.
func foldKelvin(x *CharVal) Expr {
	var items []Expr
	for rest := x.Text; rest != ""; {
		n := strings.IndexAny(rest, "kK")
		switch {
		case n < 0 && len(items) == 0:
			return x
		case n < 0:
			n = len(rest)
			fallthrough
		case n > 0:
			items = append(items, &CharVal{Text: rest[:n], Fold: true, Start: x.Start})
		default:
			n = 1
			items = append(items, &Class{Ranges: []ClassRange{{'K', 'K'}, {'k', 'k'}, {kelvinSign, kelvinSign}}, Start: x.Start})
		}
		rest = rest[n:]
	}
	if len(items) == 1 {
		return items[0]
	}
	if len(items) == 0 {
		return x
	}
	return &Group{&Concatenation{items}, x.Start}
}

const kelvinSign = '\u212A'

// class reads the character class in the token t.
func (p *treetopParser) class(t token) Expr {
	x := &Class{Start: t.pos}
	c := classReader{ruby: ruby{p: p, pos: t.pos + 1, end: t.end - 1, inClass: true}}
	if p.text[c.pos] == '^' {
		x.Negated = true
		c.pos++
	}
	if c.pos == c.end {
		return p.fail("empty-class", t.pos, t.end, "the class is empty; write [abc]")
	}
	broken := p.broken
	p.broken = false
	c.read()
	x.Ranges = c.ranges
	if !p.broken {
		p.checkDuplicates(t, x)
		p.checkSuspicious(t, x)
	}
	p.broken = p.broken || broken
	return x
}

// checkDuplicates warns of the first character that the class x has twice, as Ruby does.
func (p *treetopParser) checkDuplicates(t token, x *Class) {
	sorted := SortRanges(x.Ranges)
	for i := 1; i < len(sorted); i++ {
		if c := sorted[i].Lo; c <= sorted[i-1].Hi {
			p.report("class-duplicate", t.pos, t.end, "%s is twice in this class", describe(string(c)))
			return
		}
	}
}

// checkSuspicious warns of a class that looks like another notation: like an option, "[ h16 ]", or
// like characters in quotes, "['a'-'z']".
func (p *treetopParser) checkSuspicious(t token, x *Class) {
	body := p.text[t.pos+1 : t.end-1]
	hint := ""
	switch {
	case p.known[strings.TrimSpace(body)] && len(body) > 1 || hasBlankedWord(body):
		hint = "an optional element is written ( element )?"
	case hasQuotedWord(body):
		hint = `in a class quotes stand for themselves, and numbers are written \u0030`
	default:
		return
	}
	p.report("suspicious-class", t.pos, t.end, "this class matches one character, %s; %s", listRanges(x), hint)
}

// hasBlankedWord reports whether s has a word with blanks before and after it.
func hasBlankedWord(s string) bool {
	fields := strings.Split(s, " ")
	for i := 1; i+1 < len(fields); i++ {
		if f := fields[i]; f != "" && isAlpha(f[0]) && strings.TrimLeft(f, wordBytes) == "" {
			return true
		}
	}
	return false
}

const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// hasQuotedWord reports whether s has a word between two quotes of the same kind.
func hasQuotedWord(s string) bool {
	for _, quote := range []string{`'`, `"`} {
		parts := strings.Split(s, quote)
		for i := 1; i+1 < len(parts); i++ {
			if parts[i] != "" && strings.TrimLeft(parts[i], wordBytes) == "" {
				return true
			}
		}
	}
	return false
}

// listRanges describes the characters of a class, in order and each once: "one of ' ', '0' to
// '9'".
func listRanges(x *Class) string {
	const most = 16
	var parts []string
	next := rune(0)
	for _, r := range SortRanges(x.Ranges) {
		lo := max(r.Lo, next)
		if lo > r.Hi {
			continue
		}
		if next = r.Hi + 1; len(parts) == most {
			parts = append(parts, "more")
			break
		}
		part := describe(string(lo))
		if r.Hi > lo {
			part += " to " + describe(string(r.Hi))
		}
		parts = append(parts, part)
	}
	if x.Negated {
		return "any but " + strings.Join(parts, ", ")
	}
	return "one of " + strings.Join(parts, ", ")
}

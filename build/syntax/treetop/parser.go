package treetop

import (
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A parser reads the definition of one rule. Its methods are named after the rules of Treetop's own
// grammar, or similarly. All choices in Treetop are ordered.
type parser struct {
	reader.Parser
	*remarks
}

// remarks is the state that the parsers of all definitions in a document share.
type remarks struct {
	known   map[string]bool // the names of the rules
	skipped reader.Tally    // labels, Ruby code and the like, which do not affect the matched strings
	short   reader.Tally    // \u escapes with more than four digits
}

// definition reads the complete definition, and reports the token at which it cannot continue, if
// any.
func (p *parser) definition() syntax.Expr {
	p.Next = 1
	if t := p.Peek(); t.Kind == token.End {
		last := p.Last()
		return p.Fail("empty-rule", last.Pos, last.End,
			"a definition is missing after %q; the empty string is written ''", p.Source(last))
	}
	x := p.choice()
	if t := p.Peek(); t.Kind == token.CloseGroup {
		p.GiveUp("stray-bracket", t, "%q has no opening bracket", p.Source(t))
	}
	return x
}

// choice = sequence *("/" sequence)
func (p *parser) choice() syntax.Expr { return p.Alternatives(p.sequence, true) }

// sequence = 1*primary
func (p *parser) sequence() syntax.Expr {
	if p.atEnd() {
		return p.missing()
	}
	return p.Sequence(p.primary, func() bool {
		last, t := p.Last(), p.Peek()
		if p.atEnd() {
			return false
		}
		if last.End == t.Pos && !last.Bad() && !t.Bad() {
			p.Report("missing-blank", t.Pos, t.Pos, "two elements of a sequence need a blank between them")
		}
		return true
	})
}

// atEnd reports whether a sequence ends at the next token.
func (p *parser) atEnd() bool {
	k := p.Peek().Kind
	return k == token.End || k == token.Choice || k == token.CloseGroup
}

// missing reports that an element is missing before the next token.
func (p *parser) missing() syntax.Expr {
	last, t := p.Last(), p.Peek()
	switch {
	case last.Kind == token.OpenGroup && t.Kind == token.CloseGroup:
		return p.Fail("empty-group", last.Pos, t.End, "the group is empty; write ( element )")
	case t.Kind == token.Choice:
		return p.Fail("empty-alternative", t.Pos, t.End,
			"an alternative is missing before %q; the empty string is written ''", p.Source(t))
	case last.Kind == token.OpenGroup: // the open bracket has been reported
		p.Broken = true
		return reader.Unread
	}
	return p.Fail("empty-alternative", last.Pos, last.End,
		"an element is missing after %q; the empty string is written ''", p.Source(last))
}

// primary = *prefix atomic [suffix] *("<Class>" / "{ Ruby }")
func (p *parser) primary() syntax.Expr {
	var x syntax.Expr = reader.Unread
	switch sign, ruby := p.prefix(); {
	case ruby:
	case sign.Kind == tokPredicate:
		x = p.predicate(sign)
	default:
		x = p.atomic()
		for p.atSuffix() {
			x = p.suffix(x)
		}
	}
	for k := p.Peek().Kind; k == tokModule || k == tokBlock; k = p.Peek().Kind {
		p.skip()
	}
	return x
}

// skip skips and counts a token that does not affect the matched strings.
func (p *parser) skip() { p.skipped.Add(int(p.Take().Pos)) }

// prefix reads the prefixes of an element: labels, "~" and predicates. It returns the sign of the
// last predicate. ruby reports whether the predicate is a block of Ruby code, after which no
// element follows.
func (p *parser) prefix() (sign token.Token, ruby bool) {
	for {
		switch t := p.Peek(); t.Kind {
		case tokLabel, tokTilde:
			p.skip()
		case tokPredicate:
			if sign.Kind == tokPredicate {
				p.Fail("predicate", t.Pos, t.End, "an element can have only one predicate; write %s( %selement )",
					p.Source(sign), p.Source(t))
			}
			sign = p.Take()
			if p.Peek().Kind == tokBlock {
				p.Fail("predicate", t.Pos, t.End, "the predicate %q runs Ruby code, which is not supported", p.Source(t))
				p.Take()
				return sign, true
			}
		default:
			return sign, false
		}
	}
}

// predicate reads the element after sign, the "&" or "!" of a predicate. A suffix after the
// element is an error in Treetop.
func (p *parser) predicate(sign token.Token) syntax.Expr {
	if t := p.Peek(); !p.atEnd() && t.Pos != sign.End {
		p.Report("blank-before-suffix", sign.End, t.Pos, "remove the blank between %q and the element", p.Source(sign))
	}
	x := &syntax.Predicate{Item: p.atomic(), Negated: p.Source(sign) == "!", Start: sign.Pos}
	for p.atSuffix() {
		t := p.Take()
		p.Fail("stray-suffix", t.Pos, t.End, "an element after %q cannot have a suffix; write %[1]s( element%[2]s )",
			p.Source(sign), p.Source(t))
	}
	return x
}

// atomic = string / class / "." / name / "(" choice ")"
func (p *parser) atomic() syntax.Expr {
	if p.atEnd() {
		return p.missing()
	}
	t := p.Peek()
	if t.Kind == token.OpenGroup {
		return p.Bracket(p.choice)
	}
	p.Take()
	switch t.Kind {
	case token.Name:
		return p.nonterminal(t)
	case token.String:
		return p.quotedString(t)
	case token.Class:
		return p.class(t)
	case tokAny:
		return &syntax.Class{Negated: true, Start: t.Pos}
	case token.Bad:
		p.Broken = true
		return reader.Unread
	case tokModule, tokBlock:
		return p.Fail("stray-code", t.Pos, t.End, "%q must follow an element", char.Clip(p.Source(t)))
	case token.Define:
		return p.Fail("stray-definition", t.Pos, t.End,
			`"=" must follow the name of a one-line rule: rule name = expression`)
	}
	return p.Fail("stray-suffix", t.Pos, t.End, "%q must follow an element", p.Source(t))
}

// nonterminal returns a reference to the rule that t names. It reports the keyword "rule" as an
// error.
func (p *parser) nonterminal(t token.Token) syntax.Expr {
	name := p.Source(t)
	if name == "rule" {
		return p.Fail("keyword", t.Pos, t.End, `a rule cannot be named "rule"; is a rule name missing here?`)
	}
	return &syntax.RuleName{Name: name, Start: t.Pos}
}

func (p *parser) atSuffix() bool { return isSuffix(p.Peek().Kind) }

func isSuffix(k token.Kind) bool {
	return k == token.Optional || k == token.Star || k == token.Plus || k == tokTimes
}

// suffix = "?" / "*" / "+" / [blank] occurrence range
func (p *parser) suffix(x syntax.Expr) syntax.Expr {
	last, t := p.Last(), p.Take()
	if isSuffix(last.Kind) {
		return p.Fail("second-suffix", t.Pos, t.End,
			"an element can have only one %q; write ( element ) around the first", p.Source(t))
	}
	if t.Kind != tokTimes && last.End != t.Pos {
		p.Report("blank-before-suffix", last.End, t.Pos, "remove the blank between the element and %q", p.Source(t))
	}
	least, most := 0, syntax.Unbounded
	switch t.Kind {
	case token.Optional:
		most = 1
	case token.Plus:
		least = 1
	case tokTimes:
		least, most = p.occurrences(t)
	}
	return &syntax.Repetition{Min: least, Max: most, Item: x, Start: x.Pos()}
}

// occurrences returns the bounds of an occurrence range such as 2..5. If the first number is
// omitted, least is 0; if the second is omitted, most is Unbounded.
func (p *parser) occurrences(t token.Token) (least, most int) {
	from, to, _ := strings.Cut(p.Source(t), "..")
	least, most = 0, syntax.Unbounded
	if from != "" {
		least, _ = p.Count(from, t.Pos)
	}
	if to != "" {
		most, _ = p.Count(to, t.End-syntax.Pos(len(to)))
		if most == 0 && !p.Broken {
			p.Fail("repeat-zero", t.Pos, t.End,
				"Treetop reads a range that ends in 0 as unlimited; write %s.. for any number, '' for the empty string",
				from)
		} else if least > most && !p.Broken {
			p.Fail("repeat-order", t.Pos, t.End,
				"cannot repeat at least %d and at most %d times; write the smaller number first", least, most)
		}
	}
	return least, most
}

// quotedString reads a single- or double-quoted string as Ruby does. The modifier i makes the
// string case-insensitive. The modifier r makes it a regular expression, which is an error.
func (p *parser) quotedString(t token.Token) syntax.Expr {
	body := strings.TrimRight(p.Source(t), "ir") // now ends in a quote
	modifiers := p.Source(t)[len(body):]
	x := &syntax.CharVal{Fold: strings.Contains(modifiers, "i"), Start: t.Pos}
	if strings.Contains(modifiers, "r") {
		return p.Fail("regexp-string", t.Pos, t.End,
			"a string with the r modifier is a regular expression, which is not supported")
	}
	r := ruby{p: p, pos: t.Pos + 1, end: t.Pos + syntax.Pos(len(body)) - 1}
	x.Text = r.text(body[0] == '"')
	switch {
	case !x.Fold:
		return x
	case strings.ContainsFunc(x.Text, char.IsBeyondASCII):
		return p.Fail("fold-non-ascii", t.Pos, t.End,
			"case-insensitive non-ASCII letters are not supported; write a class that lists both cases: [\u00C9\u00E9]")
	case body[0] == '"' && foldedEscape.MatchString(body):
		return p.Fail("fold-escape", t.Pos, t.End,
			"Treetop lowercases the letters of an escape before Ruby reads it; write the character itself")
	}
	return foldKelvin(x)
}

// foldedEscape matches text that contains an escape whose meaning may change when it is lowercased.
var foldedEscape = regexp.MustCompile(`(?s)^(?:[^\\]|\\[^A-Zux0-9])*\\[A-Zux0-9]`)

// foldKelvin replaces each k in x, a case-insensitive string, with a class of k, K and the Kelvin
// sign. In Ruby the Kelvin sign is the only non-ASCII character whose lowercase form is an ASCII
// letter.
func foldKelvin(x *syntax.CharVal) syntax.Expr {
	var items []syntax.Expr
	for _, part := range foldParts.FindAllString(x.Text, -1) {
		if strings.EqualFold(part, "k") {
			ranges := []syntax.ClassRange{{Lo: 'K', Hi: 'K'}, {Lo: 'k', Hi: 'k'}, {Lo: kelvinSign, Hi: kelvinSign}}
			items = append(items, &syntax.Class{Ranges: ranges, Start: x.Start})
		} else {
			items = append(items, &syntax.CharVal{Text: part, Fold: true, Start: x.Start})
		}
	}
	switch len(items) {
	case 0:
		return x
	case 1:
		return items[0]
	}
	return &syntax.Group{Item: &syntax.Concatenation{Items: items}, Start: x.Start}
}

// foldParts matches a single k, or text that does not contain k.
var foldParts = regexp.MustCompile(`[kK]|[^kK]+`)

const kelvinSign = '\u212A'

// class reads the character class in the token t.
func (p *parser) class(t token.Token) syntax.Expr {
	x := &syntax.Class{Start: t.Pos}
	c := classReader{ruby: ruby{p: p, pos: t.Pos + 1, end: t.End - 1, inClass: true}}
	if p.Text[c.pos] == '^' {
		x.Negated = true
		c.pos++
	}
	if c.pos == c.end {
		return p.Fail("empty-class", t.Pos, t.End, "the class is empty; write [abc]")
	}
	broken := p.Broken
	p.Broken = false
	c.read()
	x.Ranges = c.ranges
	if !p.Broken {
		p.CheckDuplicates(t, x) // as Ruby does
		p.checkSuspicious(t, x)
	}
	p.Broken = p.Broken || broken
	return x
}

// checkSuspicious warns about a class that looks like a construct from another notation, such as an
// option, "[ h16 ]", or quoted characters, "['a'-'z']".
func (p *parser) checkSuspicious(t token.Token, x *syntax.Class) {
	body := p.Text[t.Pos+1 : t.End-1]
	hint := ""
	switch {
	case p.known[strings.TrimSpace(body)] && len(body) > 1 || blankedWord.MatchString(body):
		hint = "an optional element is written ( element )?"
	case quotedWord.MatchString(body):
		hint = `in a class quotes are literal, and a character is written by number as \u0030`
	default:
		return
	}
	p.Report("suspicious-class", t.Pos, t.End, "this class matches one character, %s; %s", listRanges(x), hint)
}

// blankedWord matches a word between blanks, and quotedWord a word between two quotes of the same
// kind.
var (
	blankedWord = regexp.MustCompile(` [A-Za-z]\w* `)
	quotedWord  = regexp.MustCompile(`'\w+'|"\w+"`)
)

// listRanges describes the characters in a class, sorted and without duplicates: "one of ' ', '0'
// to '9'".
func listRanges(x *syntax.Class) string {
	const most = 16
	var parts []string
	next := rune(0)
	for _, r := range syntax.SortRanges(x.Ranges) {
		lo := max(r.Lo, next)
		if lo > r.Hi {
			continue
		}
		if next = r.Hi + 1; len(parts) == most {
			parts = append(parts, "more")
			break
		}
		part := char.Describe(string(lo))
		if r.Hi > lo {
			part += " to " + char.Describe(string(r.Hi))
		}
		parts = append(parts, part)
	}
	if x.Negated {
		return "any but " + strings.Join(parts, ", ")
	}
	return "one of " + strings.Join(parts, ", ")
}

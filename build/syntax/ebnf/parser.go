package ebnf

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A parser reads the definition of one rule.
type parser struct{ reader.Parser }

// alternation: A | B
func (p *parser) alternation() syntax.Expr { return p.Alternatives(p.concatenation, false) }

// concatenation: A B
func (p *parser) concatenation() syntax.Expr {
	if !p.atOperand() {
		return p.Missing()
	}
	return p.Sequence(p.difference, p.atOperand)
}

// atOperand reports whether the next token starts an operand or is an operator whose operand is
// missing.
func (p *parser) atOperand() bool {
	switch p.Peek().Kind {
	case token.Name, token.String, token.Class, tokCodePoint, token.OpenGroup, token.Bad, token.BadName,
		token.Star, token.Plus, token.Optional, tokMinus:
		return true
	}
	return false
}

// difference: A - B
func (p *parser) difference() syntax.Expr {
	x := p.repetition()
	for n := 1; p.Peek().Kind == tokMinus; n++ {
		minus := p.Take()
		switch {
		case p.Depth+n > p.Limits.Nesting: // each difference adds a level to the tree
			return p.GiveUp("nesting-limit", minus,
				"%q is nested %d deep, over the limit of %d; make an inner part a separate rule", p.Source(minus), p.Depth+n,
				p.Limits.Nesting)
		case !p.atOperand():
			return p.Fail("difference-without-operand", minus.Pos, minus.End, `an expression is missing after "-": A - B`)
		}
		p.warnOfRange(minus)
		x = &syntax.Difference{Item: x, Except: p.repetition()}
	}
	return x
}

// warnOfRange warns about text such as #x20-#x7E outside a class, which looks like a range but is a
// difference whose second operand excludes nothing. minus is the "-" token.
func (p *parser) warnOfRange(minus token.Token) {
	before, after := p.Tokens[p.Next-2], p.Peek()
	if before.Kind == tokCodePoint && after.Kind == tokCodePoint && before.End == minus.Pos && minus.End == after.Pos {
		p.Report("range-outside-class", before.Pos, after.End,
			"outside brackets this is a difference; a range is written [%s]", char.Clip(p.Text[before.Pos:after.End]))
	}
}

// repetition: A, A?, A*, A+
func (p *parser) repetition() syntax.Expr {
	x := p.operand()
	for n := 0; ; n++ {
		least, most := 0, syntax.Unbounded
		switch p.Peek().Kind {
		case token.Star:
		case token.Optional:
			most = 1
		case token.Plus:
			least = 1
		default:
			return x
		}
		t := p.Take()
		if n > 0 {
			p.Fail("repeated-operator", t.Pos, t.End, "%q follows another operator; use parentheses: ( A* )?", p.Source(t))
		} else {
			x = &syntax.Repetition{Min: least, Max: most, Item: x, Start: x.Pos()}
		}
	}
}

// operand: Symbol, "string", #xN, [class], ( A )
func (p *parser) operand() syntax.Expr {
	if p.Peek().Kind == token.OpenGroup {
		return p.Bracket(p.alternation)
	}
	switch t := p.Take(); t.Kind {
	case token.Name:
		return &syntax.RuleName{Name: p.Source(t), Start: t.Pos}
	case token.String:
		p.CheckString(t, "a code point is written #xA")
		return &syntax.CharVal{Text: p.Text[t.Pos+1 : t.End-1], Start: t.Pos}
	case tokCodePoint:
		v, _ := p.CodePoint(p.Text[t.Pos+2:t.End], 16, t.Pos+2)
		return &syntax.NumVal{Values: []rune{v}, Start: t.Pos}
	case token.Class:
		return p.class(t)
	case token.Star, token.Plus, token.Optional, tokMinus:
		return p.Fail("operator-without-operand", t.Pos, t.End, "%q has no expression before it", p.Source(t))
	}
	p.Broken = true
	return reader.Unread
}

// Classes in W3C's EBNF, such as [a-z] and [^#x20].

// A classItem is an item of a class: a character, a numeric code point such as #x41, or a range
// between two characters or code points.
type classItem struct {
	syntax.ClassRange
	pos, end syntax.Pos
	literal  bool // whether the item is a literal character
}

// class reads the class in the token t: [abc], [a-z], [#x20-#x7E#xA0], or a negated class such as
// [^abc]. It reads a link as prose, because the definition is in another document.
func (p *parser) class(t token.Token) syntax.Expr {
	if link.MatchString(p.Source(t)) {
		return &syntax.ProseVal{Text: p.Text[t.Pos+1 : t.End-1], Start: t.Pos}
	}
	x := &syntax.Class{Start: t.Pos}
	at, end := t.Pos+1, t.End-1
	if x.Negated = p.Text[at] == '^'; x.Negated {
		at++
	}
	if at == end && !x.Negated {
		return p.Fail("empty-class", t.Pos, t.End, `the class is empty; "]" itself is written #x5D`)
	}
	var items []classItem
	for at < end {
		item, ok := p.classItem(at, end)
		if !ok {
			return reader.Unread
		}
		items = append(items, item)
		x.Ranges = append(x.Ranges, item.ClassRange)
		at = item.end
	}
	if !p.warnOfEscape(t) && !p.warnOfSuspicious(t, items) && !p.warnOfSeparator(items) {
		p.CheckDuplicates(t, x)
	}
	return x
}

// classItem reads the item at the given offset; end is the offset of the "]" that closes the class.
func (p *parser) classItem(at, end syntax.Pos) (item classItem, ok bool) {
	item.pos = at
	if item.Lo, item.end, ok = p.member(at, end); !ok {
		return item, false
	}
	item.Hi = item.Lo
	if item.end+1 >= end || p.Text[item.end] != '-' {
		item.literal = p.Text[at] != '#' || item.end == at+1
		return item, true
	}
	if item.Hi, item.end = p.lastMember(item.end+1, end); item.Lo > item.Hi {
		p.Fail("range-order", item.pos, item.end, "the range #x%X-#x%X is empty; write the smaller code point first",
			item.Lo, item.Hi)
	}
	return item, true
}

// lastMember is like member, but reads the end of a range. A number beyond the last code point is
// read as the last code point; see RangeEnd.
func (p *parser) lastMember(at, end syntax.Pos) (r rune, next syntax.Pos) {
	if digits := hexDigits(p.Text[at:end]); digits > 0 {
		next = at + 2 + syntax.Pos(digits)
		return p.RangeEnd(p.Text[at+2:next], 16, at+2), next
	}
	r, next, _ = p.member(at, end)
	return r, next
}

// member reads the character or numeric code point at the given offset, and returns the offset
// after it. A "#" that is not followed by "x" and a hexadecimal digit is an ordinary character.
func (p *parser) member(at, end syntax.Pos) (r rune, next syntax.Pos, ok bool) {
	if digits := hexDigits(p.Text[at:end]); digits > 0 {
		next = at + 2 + syntax.Pos(digits)
		r, ok = p.CodePoint(p.Text[at+2:next], 16, at+2)
		return r, next, ok
	}
	r, size := utf8.DecodeRuneInString(p.Text[at:end])
	return r, at + syntax.Pos(size), true
}

// warnOfEscape warns about the first text in a class that other notations would read as an escape,
// such as \n, \d or \-. It reports whether there is one.
func (p *parser) warnOfEscape(t token.Token) bool {
	for at := t.Pos + 1; at+2 < t.End; at++ {
		if p.Text[at] != '\\' {
			continue
		}
		is, instead := "two members", "a code point is written #xA"
		switch c := p.Text[at+1]; {
		case c == '-' && at+3 < t.End:
			is, instead = "the start of a range", `"-" itself is written #x2D`
		case strings.IndexByte("dDwWsS", c) >= 0:
			instead = "write the members, such as [0-9]"
		case strings.IndexByte(`\nrtfvux^`, c) < 0:
			continue
		}
		p.Report("escape-in-class", at, at+2, `in a class "\" is literal, so %s is %s; %s`, p.Text[at:at+2], is, instead)
		return true
	}
	return false
}

// quoted matches a quoted character.
var quoted = regexp.MustCompile(`'[^'"]'|"[^'"]"`)

// warnOfSuspicious warns about the first quoted character in the class, as in ['1'-'9'], or the
// first range from an uppercase to a lowercase letter, as in [A-z]. It reports whether there is
// one.
func (p *parser) warnOfSuspicious(t token.Token, items []classItem) bool {
	if m := quoted.FindStringIndex(p.Source(t)); m != nil {
		from, to := t.Pos+syntax.Pos(m[0]), t.Pos+syntax.Pos(m[1])
		p.Report("suspicious-class", from, to,
			"in a class quotes are literal, so this one contains %s; a range is written [1-9]",
			char.Describe(p.Text[from:from+1]))
		return true
	}
	for _, item := range items {
		if 'A' <= item.Lo && item.Lo <= 'Z' && 'a' <= item.Hi && item.Hi <= 'z' && item.end-item.pos == 3 {
			p.Report("suspicious-class", item.pos, item.end,
				"the range %s contains the characters [, \\, ], ^, _ and ` between Z and a; letters are written [A-Za-z]",
				p.Text[item.pos:item.end])
			return true
		}
	}
	return false
}

// warnOfSeparator warns about the first "|" or blank between two items of a class, as in
// [#x20|#x9]. Such a separator is a member of the class, which is rarely intended. There is no
// warning next to a literal character. It reports whether there is one.
func (p *parser) warnOfSeparator(items []classItem) bool {
	for i, item := range items {
		if i == 0 || i+1 == len(items) || !item.literal || items[i-1].literal || items[i+1].literal {
			continue
		}
		switch item.Lo {
		case '|':
			p.Report("bar-in-class", item.pos, item.end,
				`in a class "|" is literal; write the characters without separators: [#x9#x20]`)
		case ' ':
			p.Report("blank-in-class", item.pos, item.end,
				"a blank in a class is literal; write the characters without separators: [#x9#x20]")
		default:
			continue
		}
		return true
	}
	return false
}

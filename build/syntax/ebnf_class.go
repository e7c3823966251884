package syntax

import (
	"strings"
	"unicode/utf8"
)

// The classes of W3C's EBNF: [a-z], [^#x20].

// A classItem is one item of a class: a character, a code point by number such as #x41, or a range
// between two of these.
type classItem struct {
	ClassRange
	pos, end Pos
	literal  bool // whether it is one character that stands for itself
}

// class reads the class in the token t: [abc], [a-z], [#x20-#x7E#xA0], or one of these with a "^"
// after the "[". It reads a link as prose, because the definition is in another document.
func (p *ebnfParser) class(t token) Expr {
	if link.MatchString(p.source(t)) {
		return &ProseVal{p.text[t.pos+1 : t.end-1], t.pos}
	}
	x := &Class{Start: t.pos}
	at, end := t.pos+1, t.end-1
	if x.Negated = p.text[at] == '^'; x.Negated {
		at++
	}
	if at == end && !x.Negated {
		return p.fail("empty-class", t.pos, t.end, `the class is empty; "]" itself is written #x5D`)
	}
	var items []classItem
	for at < end {
		item, ok := p.classItem(at, end)
		if !ok {
			return unread
		}
		items = append(items, item)
		x.Ranges = append(x.Ranges, item.ClassRange)
		at = item.end
	}
	p.warnOfEscape(t)
	p.warnOfSeparator(items)
	return x
}

// classItem reads the item at the offset at. end is the offset of the "]" that closes the class.
func (p *ebnfParser) classItem(at, end Pos) (item classItem, ok bool) {
	item.pos = at
	if item.Lo, item.end, ok = p.member(at, end); !ok {
		return item, false
	}
	item.Hi = item.Lo
	if item.end+1 >= end || p.text[item.end] != '-' {
		item.literal = p.text[at] != '#' || item.end == at+1
		return item, true
	}
	if item.Hi, item.end = p.lastMember(item.end+1, end); item.Lo > item.Hi {
		p.fail("range-order", item.pos, item.end, "the range %s is empty; write the smaller code point first",
			showRange(item.ClassRange))
	}
	return item, true
}

// lastMember reads the end of a range, as member reads any character. A number over the last code
// point is read as the last code point, see rangeEnd.
func (p *ebnfParser) lastMember(at, end Pos) (r rune, next Pos) {
	if digits := hexDigits(p.text[at:end]); digits > 0 {
		next = at + 2 + Pos(digits)
		return p.rangeEnd(p.text[at+2:next], 16, at+2), next
	}
	r, next, _ = p.member(at, end)
	return r, next
}

// member reads a character, or a code point by number, at the offset at. next is the offset after
// it. A "#" without "x" and a hexadecimal digit after it is a character.
func (p *ebnfParser) member(at, end Pos) (r rune, next Pos, ok bool) {
	if digits := hexDigits(p.text[at:end]); digits > 0 {
		next = at + 2 + Pos(digits)
		r, ok = p.codePoint(p.text[at+2:next], 16, at+2)
		return r, next, ok
	}
	r, size := utf8.DecodeRuneInString(p.text[at:end])
	return r, at + Pos(size), true
}

// warnOfEscape warns of the first text in a class that other notations read as an escape: \n, \r,
// \t or \\.
func (p *ebnfParser) warnOfEscape(t token) {
	for at := t.pos + 1; at+2 < t.end; at++ {
		if p.text[at] == '\\' && strings.IndexByte(`\nrt`, p.text[at+1]) >= 0 {
			p.report("escape-in-class", at, at+2,
				`in a class "\" stands for itself, so %s is two members; a code point is written #xA`, p.text[at:at+2])
			return
		}
	}
}

// warnOfSeparator warns of the first "|" or blank between two items of a class, as in [#x20|#x9].
// It is a member of the class, and hardly meant as one. Between plain characters it is not
// reported.
func (p *ebnfParser) warnOfSeparator(items []classItem) {
	for i, item := range items {
		if i == 0 || i+1 == len(items) || !item.literal || items[i-1].literal || items[i+1].literal {
			continue
		}
		switch item.Lo {
		case '|':
			p.report("bar-in-class", item.pos, item.end,
				`in a class "|" stands for itself; write members without a separator: [#x9#x20]`)
		case ' ':
			p.report("blank-in-class", item.pos, item.end,
				"in a class a blank stands for itself; write members without a separator: [#x9#x20]")
		default:
			continue
		}
		return
	}
}

package abnf

import (
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A parser reads the definition of one rule by recursive descent. Its methods are named after the
// rules of RFC 5234, section 4.
//
// Tested against: TestRandomDocuments writes random trees and reads them back.
type parser struct {
	reader.Parser
	variant *variant
	repair  bool
	lists   int // number of lists that enclose the current element
}

// alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
func (p *parser) alternation() syntax.Expr { return p.Alternatives(p.concatenation, false) }

// concatenation = repetition *(1*c-wsp repetition)
func (p *parser) concatenation() syntax.Expr {
	if !p.atRepetition() {
		return p.Missing()
	}
	return p.Sequence(p.repetition, func() bool {
		if !p.atRepetition() {
			return false
		}
		p.checkSpaced()
		return true
	})
}

// checkSpaced warns if the notation requires a blank before the next element of a concatenation and
// there is none. A missing blank is not an error, because the meaning is clear.
func (p *parser) checkSpaced() {
	last, t := p.Last(), p.Peek()
	if last.End != t.Pos || last.Kind == token.Star || last.Kind == token.List || last.Bad() || t.Bad() {
		return
	}
	if !p.variant.spaced {
		return
	}
	hint := ""
	if t.Kind == token.Star {
		if p.Next++; !p.atRepetition() { // noElement reports the repeat
			p.Next--
			return
		}
		p.Next--
		hint = `; "*" repeats the element after it`
	}
	p.Report("missing-blank", t.Pos, t.Pos, "two elements need a blank between them (RFC 5234, section 4)%s", hint)
}

func (p *parser) atRepetition() bool {
	k := p.Peek().Kind
	return k == token.Number || k == token.Star || k == token.List || p.atElement()
}

// atElement reports whether the next token starts an element or is a bad token in place of an
// element.
func (p *parser) atElement() bool {
	switch p.Peek().Kind {
	case token.Name, token.OpenGroup, token.OpenOption, token.String, token.NumVal, token.Prose, token.Bad, token.BadName:
		return true
	}
	return false
}

// repetition = [repeat] element. If the repeat contains "#", as in 1#element, the result is a list
// of elements.
func (p *parser) repetition() syntax.Expr {
	begin := p.Next
	if p.atElement() {
		return p.element()
	}
	first := p.Peek()
	least, most, sign := p.repeat()
	if !p.atElement() {
		return p.noElement(p.Tokens[begin-1], first, most)
	}
	p.checkJoined(begin)
	if sign.Kind == token.List {
		return p.listOf(p.listElement(first), least, most, first.Pos, sign.Pos)
	}
	return &syntax.Repetition{Min: least, Max: most, Item: p.element(), Start: first.Pos}
}

// noElement reports that no element follows the repeat that starts with the token first, which
// comes after the token before. If most is 0 and p.repair is set, it reads the repeat as the empty
// string, which is what zero repetitions of any element match.
func (p *parser) noElement(before, first token.Token, most int) syntax.Expr {
	end := p.Last().End
	repeat := char.Clip(p.Text[first.Pos:end])
	hint := ""
	if most == 0 {
		if p.repair {
			p.Report("repaired", first.Pos, end, "the repeat %q without an element is read as the empty string", repeat)
			return &syntax.CharVal{Start: first.Pos, Fold: p.variant.fold}
		}
		hint = "; --repair reads it as the empty string"
	} else if strings.Contains(repeat, "*") {
		switch before.Kind {
		case token.Name, token.String, token.NumVal:
			hint = ": " + repeat + char.Clip(p.Source(before))
		case token.CloseGroup, token.CloseOption:
			hint = ": " + repeat + "( element )"
		}
	}
	return p.Fail("repeat-without-element", first.Pos, end,
		"the repeat %q needs an element directly after it%s", repeat, hint)
}

// checkJoined reports a blank in or after a repeat, that is, between any two tokens from
// p.Tokens[from] to p.Tokens[p.Next].
func (p *parser) checkJoined(from int) {
	for _, t := range p.Tokens[from:p.Next] {
		from++
		if t.End != p.Tokens[from].Pos {
			p.Report("blank-in-repeat", t.End, p.Tokens[from].Pos,
				"remove the blank between the repeat and its element (RFC 5234, section 4)")
			return
		}
	}
}

// repeat = 1*DIGIT / (*DIGIT "*" *DIGIT). In a list, "#" replaces "*". sign is the "*" or "#" token
// or, if there is none, the token after the digits.
func (p *parser) repeat() (least, most int, sign token.Token) {
	first := p.Peek()
	least, most, ok := 0, syntax.Unbounded, true
	if first.Kind == token.Number {
		least, ok = p.bound()
		most = least
	}
	if sign = p.Peek(); sign.Kind != token.Star && sign.Kind != token.List {
		return least, most, sign
	}
	p.Take()
	most = syntax.Unbounded
	if p.Peek().Kind != token.Number {
		return least, most, sign
	}
	most, okMost := p.bound()
	if ok && okMost && least > most {
		p.Fail("repeat-order", first.Pos, p.Last().End,
			"cannot repeat at least %d and at most %d times; write the smaller number first", least, most)
	}
	return least, most, sign
}

// bound reads a number in a repeat. If the number exceeds the limit, ok is false.
func (p *parser) bound() (n int, ok bool) {
	t := p.Take()
	return p.Count(p.Source(t), t.Pos)
}

// doubleQuote denotes the double quote in RFC 822, section 3.3, and in other RFCs that use its
// notation. In ABNF it looks like a prose-val.
const doubleQuote = `<">`

// element = rulename / group / option / char-val / num-val / prose-val
func (p *parser) element() syntax.Expr {
	if k := p.Peek().Kind; k == token.OpenGroup || k == token.OpenOption {
		return p.Bracket(p.alternation)
	}
	switch t := p.Take(); t.Kind {
	case token.Name:
		return &syntax.RuleName{Name: p.Source(t), Start: t.Pos}
	case token.String:
		return p.charVal(t)
	case token.NumVal:
		return p.numVal(t)
	case token.Prose:
		if p.Source(t) == doubleQuote {
			if p.variant.percent {
				p.Report("prose-bound", t.Pos, t.End, "%s is read as the double quote; write DQUOTE or %%x22", doubleQuote)
			}
			return &syntax.NumVal{Values: []rune{'"'}, Start: t.Pos}
		}
		return &syntax.ProseVal{Text: p.Text[t.Pos+1 : t.End-1], Start: t.Pos}
	}
	p.Broken = true
	return reader.Unread
}

// charVal reads a string, which may have a prefix as in RFC 7405, section 2.1: %s"text" or
// %i"text".
func (p *parser) charVal(t token.Token) syntax.Expr {
	x := &syntax.CharVal{Fold: p.variant.fold && p.Text[t.Pos] == '"', Start: t.Pos}
	from := t.Pos + 1
	if p.Text[t.Pos] == '%' {
		x.Fold = p.Text[t.Pos+1]|0x20 == 'i'
		from += 2
	}
	x.Text = p.Text[from : t.End-1]
	return x
}

// The list form #element of RFC 9110, section 5.6.1, extends ABNF in the HTTP RFCs. The reader
// expands it as section 5.6.1.1 specifies for senders; recipients must also accept empty elements.
//
//	<n>#<m>element = element <n-1>*<m-1>( OWS "," OWS element )
//	#element       = [ 1#element ]
//
// The tree contains only the expansion, so code that works on trees need not handle lists. OWS
// refers to a rule of the document. The element, a shared node, occurs twice in the tree, and four
// times if the list is nested in another list. For this reason lists may be nested only
// maxNestedLists deep.
//
// Tested against: TestListForm of package build splits strings at their commas.

// ListSpace is the name of the rule for blanks around the commas of a list.
const ListSpace = "OWS"

// maxNestedLists is the maximum nesting depth of lists. Each level doubles the work on its element.
const maxNestedLists = 4

// listElement reads the element of a list whose repeat starts with the given token.
func (p *parser) listElement(first token.Token) syntax.Expr {
	p.lists++
	defer func() { p.lists-- }()
	if p.lists == maxNestedLists+1 {
		p.Fail("list-limit", first.Pos, p.Last().End,
			"lists are nested deeper than the limit of %d; make the inner list a separate rule", maxNestedLists)
	}
	return p.element()
}

// listOf expands a list with between least and most elements. The list starts at start, and its "#"
// is at sign. For 1#element it returns ( element *( OWS "," OWS element ) ).
func (p *parser) listOf(element syntax.Expr, least, most int, start, sign syntax.Pos) syntax.Expr {
	ows := &syntax.RuleName{Name: ListSpace, Start: sign}
	comma := &syntax.CharVal{Text: ",", Fold: p.variant.fold, Start: sign}
	rest := &syntax.Repetition{
		Min: max(least-1, 0), Max: max(most-1, syntax.Unbounded), Start: sign,
		Item: &syntax.Group{Item: &syntax.Concatenation{Items: []syntax.Expr{ows, comma, ows, element}}, Start: sign},
	}
	switch {
	case most == 0:
		return &syntax.Repetition{Item: element, Start: start}
	case least == 0:
		return &syntax.Option{Item: &syntax.Concatenation{Items: []syntax.Expr{element, rest}}, Start: start}
	}
	return &syntax.Group{Item: &syntax.Concatenation{Items: []syntax.Expr{element, rest}}, Start: start}
}

// A numberBase is the number base of a num-val (RFC 5234, 2.3). body matches a num-val without its
// prefix: one number, several numbers separated by ".", or two numbers separated by "-". forms
// shows these forms in messages.
type numberBase struct {
	base  int
	body  *regexp.Regexp
	forms string
}

func bodyOf(digit string) *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(`^D+(?:(?:\.D+)*|-D+)$`, "D", digit))
}

var numberBases = map[byte]numberBase{
	'b': {2, bodyOf(`[01]`), "binary digits: %b1000001, %b1101.1010 or %b110000-111001"},
	'd': {10, bodyOf(`[0-9]`), "decimal digits: %d65, %d13.10 or %d48-57"},
	'x': {16, bodyOf(`[0-9A-Fa-f]`), "hexadecimal digits: %x41, %x0D.0A or %x30-39"},
}

// numVal reads "%" (bin-val / dec-val / hex-val). Each alternative is 1*DIGIT [ 1*("." 1*DIGIT) /
// ("-" 1*DIGIT) ] after a letter for the base, with the digits of that base. The letter is
// case-insensitive, like all strings in ABNF.
func (p *parser) numVal(t token.Token) syntax.Expr {
	b := numberBases[p.Text[t.Pos+1]|0x20]
	body := p.Text[t.Pos+2 : t.End]
	if !b.body.MatchString(body) {
		return p.Fail("bad-number", t.Pos, t.End, "%q is not a numeric value; after %q, write %s", char.Clip(p.Source(t)),
			p.Text[t.Pos:t.Pos+2], b.forms)
	}
	if lo, hi, found := strings.Cut(body, "-"); found {
		return p.numRange(t, b.base, lo, hi)
	}
	x := &syntax.NumVal{Start: t.Pos}
	at := t.Pos + 2
	for part := range strings.SplitSeq(body, ".") {
		v, _ := p.CodePoint(part, b.base, at)
		x.Values = append(x.Values, v)
		at += syntax.Pos(len(part)) + 1
	}
	return x
}

// numRange reads a range; lo and hi are the digits of its bounds.
func (p *parser) numRange(t token.Token, base int, lo, hi string) syntax.Expr {
	at := t.Pos + 2
	from, ok := p.CodePoint(lo, base, at)
	if !ok {
		return reader.Unread
	}
	to := p.RangeEnd(hi, base, at+syntax.Pos(len(lo))+1)
	if from > to {
		p.Fail("range-order", t.Pos, t.End, "the range %s is empty; write the smaller number first", char.Clip(p.Source(t)))
	}
	return &syntax.NumRange{Lo: from, Hi: to, Start: t.Pos}
}

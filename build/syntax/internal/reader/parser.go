package reader

import (
	"regexp"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A Parser reads the definition of one rule by recursive descent. It is the common part of all
// dialects' parsers, and handles errors, choices, brackets and counts. A parser sees only the
// tokens of its own rule, so an error cannot affect another rule.
//
// Cost. Linear in the number of tokens.
type Parser struct {
	signs  *Signs
	Limits syntax.Limits
	list   *syntax.List
	Text   string
	Tokens []token.Token // name, definition sign, and the tokens of the definition
	Next   int           // index of the next token
	Depth  int           // number of open brackets
	Broken bool          // whether the tree differs from the text, in which case the rule is unread
	Gone   bool          // whether the rest of the definition is skipped without reporting errors
}

// Unread takes the place of an unreadable element in a tree. Such a tree is never returned to
// callers of the package.
var Unread = &syntax.CharVal{}

// Definition calls expression to read the complete definition, and reports the token at which
// reading cannot continue, if any.
func (p *Parser) Definition(expression func() syntax.Expr) syntax.Expr {
	p.Next = 2
	x := expression()
	switch t := p.Peek(); t.Kind {
	case token.End:
	case token.CloseGroup, token.CloseOption, token.CloseRepeat:
		p.GiveUp("stray-bracket", t, "%q has no opening bracket", p.Source(t))
	default:
		p.strayDefinition(t)
	}
	return x
}

// Peek returns the next token without consuming it. After the last token it returns a token.End.
func (p *Parser) Peek() token.Token {
	if p.Next < len(p.Tokens) {
		return p.Tokens[p.Next]
	}
	end := p.Tokens[len(p.Tokens)-1].End
	return token.Token{Kind: token.End, Indent: -1, Pos: end, End: end}
}

// Last returns the most recently consumed token.
func (p *Parser) Last() token.Token { return p.Tokens[p.Next-1] }

func (p *Parser) Take() token.Token {
	p.Next++
	return p.Last()
}

func (p *Parser) Source(t token.Token) string { return p.Text[t.Pos:t.End] }

func (p *Parser) Report(code syntax.Code, pos, end syntax.Pos, format string, args ...any) {
	if !p.Gone {
		p.list.Report(code, pos, end, format, args...)
	}
}

// Fail reports an error, marks the rule as unread by setting p.Broken, and returns Unread. Reading
// continues.
func (p *Parser) Fail(code syntax.Code, pos, end syntax.Pos, format string, args ...any) syntax.Expr {
	p.Report(code, pos, end, format, args...)
	p.Broken = true
	return Unread
}

// GiveUp is like Fail but also skips the rest of the definition, because its structure is unclear
// from t on.
func (p *Parser) GiveUp(code syntax.Code, t token.Token, format string, args ...any) syntax.Expr {
	p.Fail(code, t.Pos, t.End, format, args...)
	p.Gone = true
	p.Next = len(p.Tokens)
	return Unread
}

// Alternatives calls item to read the first alternative and again after each sign between
// alternatives. It returns an Alternation, or just the alternative if there is only one.
func (p *Parser) Alternatives(item func() syntax.Expr, ordered bool) syntax.Expr {
	first := item()
	if p.Peek().Kind != token.Choice {
		return first
	}
	items := []syntax.Expr{first}
	for p.Peek().Kind == token.Choice {
		p.Take()
		items = append(items, item())
	}
	return &syntax.Alternation{Items: items, Ordered: ordered}
}

// Sequence calls item to read the first item and again as long as more returns true. It returns a
// Concatenation, or just the item if there is only one.
func (p *Parser) Sequence(item func() syntax.Expr, more func() bool) syntax.Expr {
	first := item()
	if !more() {
		return first
	}
	items := []syntax.Expr{first, item()}
	for more() {
		items = append(items, item())
	}
	return &syntax.Concatenation{Items: items}
}

// CheckDuplicates warns about the first character that occurs twice in x, the class in the token t.
func (p *Parser) CheckDuplicates(t token.Token, x *syntax.Class) {
	sorted := syntax.SortRanges(x.Ranges)
	for i := 1; i < len(sorted); i++ {
		if c := sorted[i].Lo; c <= sorted[i-1].Hi {
			p.Report("class-duplicate", t.Pos, t.End, "%s appears twice in this class", char.Describe(string(c)))
			return
		}
	}
}

// escape matches text that other notations read as an escape in a string.
var escape = regexp.MustCompile(`\\(?:[nrtfv]|x[0-9A-Fa-f]{2})`)

// CheckString warns about the first escape in the string in the token t, for a notation without
// escapes. instead describes how the notation writes the character.
func (p *Parser) CheckString(t token.Token, instead string) {
	if m := escape.FindStringIndex(p.Source(t)); m != nil {
		from, to := t.Pos+syntax.Pos(m[0]), t.Pos+syntax.Pos(m[1])
		p.Report("escape-in-string", from, to, `in a string "\" is literal, so %s is %d characters; %s`, p.Text[from:to],
			to-from, instead)
	}
}

// Missing reports that an element is missing before the next token. Next to an unclosed or stray
// bracket it reports nothing, because the bracket is itself reported as an error.
func (p *Parser) Missing() syntax.Expr {
	last, t := p.Last(), p.Peek()
	switch {
	case last.Kind == token.Choice:
		return p.Fail("empty-alternative", last.Pos, last.End, "an alternative is missing after %q; %s", p.Source(last),
			p.signs.Optional)
	case t.Kind == token.Choice:
		return p.Fail("empty-alternative", t.Pos, t.End, "an alternative is missing before %q; %s", p.Source(t),
			p.signs.Optional)
	case t.Kind == token.End && (last.Kind == token.Define || last.Kind == token.Increment):
		return p.Fail("empty-rule", last.Pos, last.End,
			`a definition is missing after %q; the empty string is written ""`, p.Source(last))
	case last.Kind == token.OpenGroup && t.Kind == token.CloseGroup:
		return p.Fail("empty-group", last.Pos, t.End, "the group is empty; write ( %s )", p.signs.Element)
	case last.Kind == token.OpenOption && t.Kind == token.CloseOption:
		return p.Fail("empty-option", last.Pos, t.End, "the option is empty; write [ %s ]", p.signs.Element)
	}
	p.Broken = true
	return Unread
}

// Bracket reads a group or an option: "(" *c-wsp alternation *c-wsp ")", or the same with "[" and
// "]". Between "{" and "}" it reads a repetition. It calls inside to read the alternation.
func (p *Parser) Bracket(inside func() syntax.Expr) syntax.Expr {
	open := p.Take()
	if p.Depth == p.Limits.Nesting {
		return p.GiveUp("nesting-limit", open,
			"%q is nested %d deep, over the limit of %d; make an inner part a separate rule", p.Source(open), p.Depth+1,
			p.Limits.Nesting)
	}
	p.Depth++
	item := inside()
	p.Depth--
	p.closeBracket(open)
	switch open.Kind {
	case token.OpenGroup:
		return &syntax.Group{Item: item, Start: open.Pos}
	case token.OpenRepeat:
		return &syntax.Repetition{Max: syntax.Unbounded, Item: item, Start: open.Pos}
	}
	return &syntax.Option{Item: item, Start: open.Pos}
}

// closeBracket reads the bracket that closes open. If the closing bracket is of the wrong kind, as
// in "(a]", closeBracket reports it but treats it as a typo. Any other token means that the bracket
// is missing.
func (p *Parser) closeBracket(open token.Token) {
	code, want := syntax.Code("unterminated-group"), ")"
	switch open.Kind {
	case token.OpenOption:
		code, want = "unterminated-option", "]"
	case token.OpenRepeat:
		code, want = "unterminated-option", "}"
	}
	switch t := p.Peek(); t.Kind {
	case open.Kind + 1:
		p.Take()
	case token.CloseGroup, token.CloseOption, token.CloseRepeat:
		p.Take()
		p.Fail("mismatched-bracket", t.Pos, t.End, "%q does not close %q; write %q", p.Source(t), p.Source(open), want)
	case token.End:
		p.GiveUp(code, open, "%q is not closed: %q is missing", p.Source(open), want)
	default:
		p.strayDefinition(t)
	}
}

// strayDefinition reports t, a definition sign that no name precedes, and gives up on the rule.
func (p *Parser) strayDefinition(t token.Token) {
	p.GiveUp("stray-definition", t, "%q must follow a rule name: name %s definition", p.Source(t),
		p.signs.Define)
}

// Count returns the value of digits, which start at the given offset. If the value exceeds the
// limit, Count reports an error and ok is false.
func (p *Parser) Count(digits string, at syntax.Pos) (n int, ok bool) {
	n, ok = char.ParseNumber(digits, 10, p.Limits.Repetition)
	if !ok {
		p.Fail("repetition-limit", at, at+syntax.Pos(len(digits)),
			"the repetition count %s exceeds the limit of %d; \"*\" repeats any number of times", char.Clip(digits),
			p.Limits.Repetition)
	}
	return n, ok
}

// maxCodePoint is the last Unicode code point.
const maxCodePoint = 0x10FFFF

// CodePoint returns the value of digits, which start at the given offset. If the value exceeds the
// last code point, CodePoint reports an error and ok is false. It accepts surrogates, because
// package build decides which numbers are characters and which are octets.
func (p *Parser) CodePoint(digits string, base int, at syntax.Pos) (r rune, ok bool) {
	n, ok := char.ParseNumber(digits, base, maxCodePoint)
	if !ok {
		p.Fail("code-point-limit", at, at+syntax.Pos(len(digits)), "%s exceeds U+10FFFF, the last code point",
			char.Clip(digits))
	}
	return rune(n), ok
}

// RangeEnd returns the value of digits, the end of a range, which start at the given offset. If the
// value exceeds the last code point, RangeEnd adds a note and returns the last code point, because
// %xB-FFFFFFFF is a common way to write "U+000B and above".
func (p *Parser) RangeEnd(digits string, base int, at syntax.Pos) rune {
	n, ok := char.ParseNumber(digits, base, maxCodePoint)
	if ok {
		return rune(n)
	}
	p.Report("range-cut", at, at+syntax.Pos(len(digits)),
		"%s exceeds U+10FFFF, the last code point; the range is read as ending there", char.Clip(digits))
	return maxCodePoint
}

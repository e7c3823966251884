package regex

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/internal/span"
)

// parse reads what print writes. It shares only the dialect and noString with print, and simplifies
// nothing: each node mirrors the text.
func (s *dialect) parse(text string) (*node, error) {
	body, ok := strings.CutPrefix(strings.TrimPrefix(text, s.unicode), s.begin)
	body, ok2 := strings.CutSuffix(body, s.end)
	if !ok || !ok2 {
		return nil, fmt.Errorf("the regular expression %.20q is not anchored", text)
	}
	p := parser{dialect: s, text: body}
	n := p.alternation()
	if p.err == nil && p.text != "" {
		p.fail("unexpected text")
	}
	return n, p.err
}

// A parser holds the remaining text.
type parser struct {
	*dialect
	text string
	err  error
}

func (p *parser) fail(reason string) {
	if p.err == nil {
		p.err = fmt.Errorf("cannot read the regular expression at %.20q: %s", p.text, reason)
	}
	p.text = ""
}

// skip consumes prefix if it comes next, and reports whether it did.
func (p *parser) skip(prefix string) bool {
	rest, ok := strings.CutPrefix(p.text, prefix)
	p.text = rest
	return ok
}

// next reads a character.
func (p *parser) next() rune {
	c, size := utf8.DecodeRuneInString(p.text)
	if p.text = p.text[size:]; c == utf8.RuneError && size <= 1 {
		p.fail("a character is missing")
	}
	return c
}

func (p *parser) alternation() *node {
	n := &node{op: alt}
	for {
		item := p.concatenation()
		n.items = append(n.items, item)
		n.nullable = n.nullable || item.nullable
		if !p.skip("|") {
			break
		}
	}
	if len(n.items) == 1 {
		return n.items[0]
	}
	return n
}

func (p *parser) concatenation() *node {
	n := &node{op: cat, nullable: true}
	for p.text != "" && p.text[0] != '|' && p.text[0] != ')' {
		item := p.repetition()
		n.items = append(n.items, item)
		n.nullable = n.nullable && item.nullable
	}
	return n
}

func (p *parser) repetition() *node {
	item := p.element()
	n := &node{op: repeat, items: []*node{item}}
	switch {
	case p.skip("?"):
		n.max = 1
	case p.skip("*"):
		n.max = unbounded
	case p.skip("+"):
		n.min, n.max = 1, unbounded
	case p.skip("{"):
		n.min = p.number()
		if n.max = n.min; p.skip(",") {
			if n.max = unbounded; !strings.HasPrefix(p.text, "}") {
				n.max = p.number()
			}
		}
		if !p.skip("}") {
			p.fail("a brace is not closed")
		}
	default:
		return item
	}
	n.possessive = p.dialect.possessive && p.skip("+")
	if n.max > p.maxRepeat || p.text != "" && strings.ContainsRune("*+?{", rune(p.text[0])) {
		p.fail("unsupported repetition")
	}
	n.nullable = n.min == 0 || item.nullable
	return n
}

func (p *parser) number() int {
	digits := p.text[:len(p.text)-len(strings.TrimLeft(p.text, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil {
		p.fail("a number is missing")
		return 0
	}
	p.text = p.text[len(digits):]
	return n
}

func (p *parser) element() *node {
	switch {
	case p.skip(p.group):
		n := p.alternation()
		if !p.skip(")") {
			p.fail("a parenthesis is not closed")
		}
		return n
	case p.skip(noString):
		return &node{op: class}
	case p.skip("["):
		return p.bracketed()
	case strings.ContainsRune(p.special, rune(p.text[0])) && p.text[0] != '\\':
		p.fail("unescaped special character")
	}
	c := p.character()
	return &node{op: class, runs: []span.Span{{Lo: c, Hi: c}}}
}

// bracketed reads a class, after the opening bracket.
func (p *parser) bracketed() *node {
	n := &node{op: class}
	member := p.character
	if p.escape == nil {
		member = p.next
	}
	for first := true; p.err == nil && (first && p.escape == nil || !strings.HasPrefix(p.text, "]")); first = false {
		if first && strings.HasPrefix(p.text, "^") {
			p.fail("this class is negated")
		}
		lo := member()
		hi := lo
		if len(p.text) > 1 && p.text[0] == '-' && p.text[1] != ']' {
			p.next()
			hi = member()
		}
		if hi < lo {
			p.fail("range out of order")
		}
		n.runs = span.Union(n.runs, []span.Span{{Lo: lo, Hi: hi}})
	}
	if !p.skip("]") {
		p.fail("a bracket is not closed")
	}
	return n
}

// character reads a character or an escape sequence.
func (p *parser) character() rune {
	c := p.next()
	if c != '\\' {
		return c
	}
	switch c = p.next(); {
	case c == 'x' && p.skip("{"), c == 'u' && p.skip("{"):
		digits, _, _ := strings.Cut(p.text, "}")
		c = p.hex(len(digits))
		p.skip("}")
	case c == 'x':
		c = p.hex(2)
	case c == 'u':
		c = p.hex(4)
	case c == 'U':
		c = p.hex(8)
	case c < ' ' || c >= 0x7F || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z':
		p.fail("unsupported escape")
	}
	return c
}

// hex reads a hexadecimal number of n digits.
func (p *parser) hex(n int) rune {
	if n > len(p.text) {
		p.fail("a number is missing")
		return 0
	}
	c, err := strconv.ParseUint(p.text[:n], 16, 32)
	if err != nil || c > utf8.MaxRune {
		p.fail("invalid code point")
		return 0
	}
	p.text = p.text[n:]
	return rune(c)
}

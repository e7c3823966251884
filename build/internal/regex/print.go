package regex

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/internal/span"
)

// Precedence levels of expressions: a higher level binds more tightly.
const (
	levelAlternation = iota
	levelConcatenation
	levelElement
)

// parentheses returns the length of the parentheses that ECMAScript requires around n as an operand
// of the given level, or 0 if it requires none.
func parentheses(n *node, level int) int {
	if n.level() >= level {
		return 0
	}
	return len(ecmaScript.group + ")")
}

// level returns the precedence level of n.
func (n *node) level() int {
	switch {
	case n.op == class:
		return levelElement
	case n.op == alt:
		return levelAlternation
	}
	return levelConcatenation
}

// fit splits repetition counts, including products of nested counts, that exceed most: x{1500}
// becomes x{1000}x{500}.
func (f *factory) fit(n *node, most int) *node {
	if n.op != repeat || n.max == 1 || n.min == 0 && n.max == unbounded {
		items := make([]*node, len(n.items))
		for i, item := range n.items {
			items[i] = f.fit(item, most)
		}
		return f.with(n, items)
	}
	portions := func(n *node, copies, least int) (parts []*node) {
		for copies > 0 && f.err == nil {
			portion := min(copies, most)
			parts = append(parts, f.repeat(f.fit(n.items[0], most/portion), min(portion, least), portion))
			copies -= portion
		}
		return parts
	}
	switch copies := max(n.min, n.max); {
	case copies <= most:
		return f.repeat(f.fit(n.items[0], most/copies), n.min, n.max)
	case n.max == unbounded:
		return f.cat(append(portions(n, n.min, most), f.repeat(f.fit(n.items[0], most), 0, unbounded))...)
	default:
		return f.cat(append(portions(n, n.min, most), portions(n, n.max-n.min, 0)...)...)
	}
}

// print returns the text of n, anchored at both ends.
func (s *dialect) print(n *node) (string, error) {
	p := printer{dialect: s}
	p.write(n, levelConcatenation)
	text := s.begin + p.String() + s.end
	if p.wide {
		text = s.unicode + text
	}
	return text, p.err
}

// A printer writes nodes as text.
type printer struct {
	strings.Builder
	*dialect
	wide bool // some character is not ASCII
	err  error
}

// write writes n, in parentheses if its precedence level is lower than the given one.
func (p *printer) write(n *node, level int) {
	if n.level() < level {
		p.WriteString(p.group)
		defer p.WriteString(")")
	}
	switch n.op {
	case class:
		p.check(n.runs)
		p.WriteString(p.class(n.runs))
	case repeat:
		p.write(n.items[0], levelElement)
		if p.WriteString(p.count(n.min, n.max)); n.possessive {
			p.WriteString("+")
		}
	case cat:
		for _, item := range n.items {
			p.write(item, levelConcatenation)
		}
	case alt:
		for i, item := range n.items {
			if i > 0 {
				p.WriteString("|")
			}
			p.write(item, levelConcatenation)
		}
	}
}

// check sets an error if the engine cannot express a class.
func (p *printer) check(runs []span.Span) {
	p.wide = p.wide || len(runs) > 0 && runs[len(runs)-1].Hi >= utf8.RuneSelf
	if p.escape != nil || p.err != nil {
		return
	}
	if len(runs) == 0 {
		p.err = errors.New("the rule matches no string, which POSIX extended regular expressions cannot express")
	} else if others := span.Subtract(runs, []span.Span{{Lo: ' ', Hi: '~'}}); len(others) > 0 {
		p.err = fmt.Errorf("POSIX extended regular expressions cannot express %U, only printable ASCII characters",
			others[0].Lo)
	}
}

// noString is a class that matches no character.
const noString = `[^\s\S]`

// class returns the text of a class: a single character or a bracket expression.
func (s *dialect) class(runs []span.Span) string {
	switch {
	case len(runs) == 0:
		return noString
	case len(runs) == 1 && runs[0].Lo == runs[0].Hi:
		return s.char(runs[0].Lo, s.special)
	case s.escape == nil:
		return s.bracket(runs)
	}
	var text strings.Builder
	for _, r := range runs {
		s.run(&text, r)
	}
	return "[" + text.String() + "]"
}

func (s *dialect) run(text *strings.Builder, r span.Span) {
	text.WriteString(s.char(r.Lo, s.inClass))
	if r.Hi > r.Lo+1 {
		text.WriteByte('-')
	}
	if r.Hi > r.Lo {
		text.WriteString(s.char(r.Hi, s.inClass))
	}
}

// bracket is like class for an engine without escapes in brackets (POSIX, 9.3.5). There, "]" is
// literal only at the beginning, "-" at either end, and "^" anywhere but at the beginning.
func (s *dialect) bracket(runs []span.Span) string {
	var text strings.Builder
	misplaced := []span.Span{{Lo: '-', Hi: '-'}, {Lo: ']', Hi: '^'}}
	for _, r := range span.Subtract(runs, misplaced) {
		s.run(&text, r)
	}
	has := func(c rune) bool { return span.Contains(runs, []span.Span{{Lo: c, Hi: c}}) }
	out := text.String()
	if has(']') {
		out = "]" + out
	}
	switch {
	case has('^') && out == "": // then "-" is the only other character
		return "[-^]"
	case has('^'):
		out += "^"
	}
	if has('-') {
		out += "-"
	}
	return "[" + out + "]"
}

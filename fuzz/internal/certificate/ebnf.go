package certificate

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// In these notations operators follow their operands, and character classes are written in
// brackets.

// production matches the beginning of a rule in XML 1.0 notation, such as "[8] EOL ::=". A rule
// extends to the beginning of the next rule.
var production = regexp.MustCompile(`^(?:\[[0-9]+[a-z]*\]\s*)?([A-Za-z_][A-Za-z0-9_]*)\s*::=`)

// w3c reads a document in the notation of XML 1.0, section 6.
func (r *reader) w3c() {
	for r.gap(); r.pos < len(r.src); r.gap() {
		m := production.FindStringSubmatch(r.src[r.pos:])
		if m == nil {
			r.fail("a rule is missing")
			return
		}
		r.pos += len(m[0])
		r.gap()
		r.define(m[1], r.choice(), false)
	}
}

// treetop reads a Treetop document. Each rule is enclosed in "rule NAME" and "end", and the grammar
// also ends with "end". A second definition of a name replaces the first, as for Ruby methods.
func (r *reader) treetop() {
	r.gap()
	r.word("grammar")
	r.name()
	for r.gap(); !r.atWord("end") && r.err == nil; r.gap() {
		r.word("rule")
		name := r.name()
		e := r.choice()
		r.word("end")
		if old := r.grammar.Rule(name); old != nil {
			old.Expr = e
			continue
		}
		r.define(name, e, false)
	}
	r.word("end")
	if r.pos < len(r.src) {
		r.fail("the grammar has ended before")
	}
}

// gap skips blanks, line endings and comments.
func (r *reader) gap() {
	for {
		r.take(func(b byte) bool { return blank(b) || b == '\n' || b == '\r' })
		switch {
		case r.is(Treetop) && r.eat("#"):
			r.commentLine()
		case r.is(W3C) && r.eat("/*"):
			r.comment(r.until("*/"))
		default:
			return
		}
	}
}

func nameByte(b byte) bool { return letter(b) || digit(b) || b == '_' }

func (r *reader) name() string {
	if !letter(r.peek()) && r.peek() != '_' {
		r.fail("a name is missing")
	}
	name := r.take(nameByte)
	r.gap()
	return name
}

// atWord reports whether the remaining input begins with the given Treetop keyword.
func (r *reader) atWord(word string) bool {
	rest, ok := strings.CutPrefix(r.src[r.pos:], word)
	return ok && r.is(Treetop) && (rest == "" || !nameByte(rest[0]))
}

func (r *reader) word(word string) {
	if !r.atWord(word) {
		r.fail("%q is missing", word)
		return
	}
	r.pos += len(word)
	r.gap()
}

func (r *reader) choice() *Expr {
	bar := "|"
	if r.is(Treetop) {
		bar = "/"
	}
	e := &Expr{Op: Choice, Kids: []*Expr{r.sequence()}}
	for r.eat(bar) {
		r.gap()
		e.Kids = append(e.Kids, r.sequence())
	}
	return single(e)
}

func (r *reader) sequence() *Expr {
	e := &Expr{Op: Sequence, Kids: []*Expr{r.item()}}
	for r.more() {
		e.Kids = append(e.Kids, r.item())
	}
	return single(e)
}

// more reports whether a sequence continues.
func (r *reader) more() bool {
	b := r.peek()
	if r.atWord("end") || r.is(W3C) && production.MatchString(r.src[r.pos:]) {
		return false
	}
	return letter(b) || b != 0 && strings.IndexByte(`_('"[#`, b) >= 0
}

// item reads an operand and the operators that follow it.
func (r *reader) item() *Expr {
	e := r.thing()
	for {
		r.gap()
		switch {
		case r.eat("?"):
			e = &Expr{Op: Repeat, Kids: []*Expr{e}, Max: 1}
		case r.eat("*"):
			e = &Expr{Op: Repeat, Kids: []*Expr{e}, Max: -1}
		case r.eat("+"):
			e = &Expr{Op: Repeat, Kids: []*Expr{e}, Min: 1, Max: -1}
		case r.is(Treetop) && digit(r.peek()): // MIN..MAX
			least := r.number(r.take(digit), 10, 0)
			r.expect("..")
			e = &Expr{Op: Repeat, Kids: []*Expr{e}, Min: least, Max: int(r.digits(10))}
		default:
			return e
		}
	}
}

func (r *reader) thing() *Expr {
	switch {
	case r.eat("("):
		r.gap()
		e := r.choice()
		r.expect(")")
		return e
	case r.eat("'"):
		return r.quoted("'")
	case r.eat(`"`):
		return r.quoted(`"`)
	case r.eat("["):
		return r.class()
	case r.is(W3C) && r.eat("#x"):
		c := r.digits(16)
		return numbers(Range{c, c})
	}
	return &Expr{Op: Name, Name: r.name()}
}

// quoted reads a string. The XML notation has no escapes. Treetop escapes are rejected.
func (r *reader) quoted(quote string) *Expr {
	s := r.until(quote)
	if r.is(Treetop) && strings.Contains(s, `\`) {
		r.fail("an escape in %q", s)
	}
	return text(s, false)
}

// class reads a character class such as [a-z_], or a complement such as [^a-z] in the XML notation.
// Treetop classes are Ruby regular expression classes, but negation, nesting and intersection are
// rejected.
func (r *reader) class() *Expr {
	e := numbers()
	not := r.is(W3C) && r.eat("^")
	for r.peek() != ']' && r.pos < len(r.src) {
		lo := r.member()
		hi := lo
		if r.eat("-") {
			hi = r.member()
		}
		if lo > hi {
			r.fail("a range goes from %U down to %U", lo, hi)
		}
		e.Ranges = append(e.Ranges, Range{lo, hi})
	}
	r.expect("]")
	if not {
		e.Ranges = complement(e.Ranges)
	}
	return e
}

// member reads one character in a class.
func (r *reader) member() rune {
	if r.is(W3C) && r.eat("#x") {
		return r.digits(16)
	}
	if r.is(Treetop) && r.eat(`\u`) { // exactly four digits
		if len(r.src)-r.pos < 4 {
			r.fail(`\u has less than four digits`)
			return 0
		}
		four := r.src[r.pos : r.pos+4]
		r.pos += 4
		return rune(r.number(four, 16, 0))
	}
	c, n := utf8.DecodeRuneInString(r.src[r.pos:])
	if n == 0 || r.is(Treetop) && strings.ContainsRune(`\[^&`, c) {
		r.fail("%q in a class is not read", c)
		return 0
	}
	r.pos += n
	return c
}

// complement returns all code points outside the ranges.
func complement(ranges []Range) (rest []Range) {
	rest = []Range{{0, utf8.MaxRune}}
	for _, cut := range ranges {
		var left []Range
		for _, r := range rest {
			if lo, hi := r.Lo, min(r.Hi, cut.Lo-1); lo <= hi {
				left = append(left, Range{lo, hi})
			}
			if lo, hi := max(r.Lo, cut.Hi+1), r.Hi; lo <= hi {
				left = append(left, Range{lo, hi})
			}
		}
		rest = left
	}
	return rest
}

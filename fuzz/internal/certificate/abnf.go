package certificate

import (
	"fmt"
	"strconv"
	"strings"
)

// A reader reads a document, starting at pos. The first error moves pos to the end, so the methods
// need not check for errors after each step.
type reader struct {
	src     string
	pos     int
	grammar *Grammar
	err     error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		line := 1 + strings.Count(r.src[:r.pos], "\n")
		r.err = fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...))
	}
	r.pos = len(r.src)
}

// peek returns the byte at pos, or 0 at the end.
func (r *reader) peek() byte {
	if r.pos == len(r.src) {
		return 0
	}
	return r.src[r.pos]
}

// eat skips text if the remaining input begins with it, and reports whether it did.
func (r *reader) eat(text string) bool {
	if !strings.HasPrefix(r.src[r.pos:], text) {
		return false
	}
	r.pos += len(text)
	return true
}

func (r *reader) expect(text string) {
	if !r.eat(text) {
		r.fail("%q is missing", text)
	}
}

// take skips and returns the leading bytes that satisfy in.
func (r *reader) take(in func(b byte) bool) string {
	from := r.pos
	for r.pos < len(r.src) && in(r.src[r.pos]) {
		r.pos++
	}
	return r.src[from:r.pos]
}

// until skips everything up to and including text, and returns the part before it.
func (r *reader) until(text string) string {
	before, _, ok := strings.Cut(r.src[r.pos:], text)
	if !ok {
		r.fail("%q is missing", text)
		return ""
	}
	r.pos += len(before) + len(text)
	return before
}

// comment handles the text of a comment. Text that begins with "@" is a directive.
func (r *reader) comment(text string) {
	if text, ok := strings.CutPrefix(strings.TrimSpace(text), "@"); ok {
		name, rest, _ := strings.Cut(text, " ")
		r.grammar.Directives = append(r.grammar.Directives, Directive{name, strings.TrimSpace(rest)})
	}
}

func (r *reader) commentLine() {
	r.comment(r.take(func(b byte) bool { return b != '\n' }))
}

func letter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
func digit(b byte) bool  { return '0' <= b && b <= '9' }
func blank(b byte) bool  { return b == ' ' || b == '\t' }

func (r *reader) is(n Notation) bool { return r.grammar.notation == n }

// rulelist reads a document in the notation of RFC 5234, section 4, or a similar notation:
//
//	rulelist = 1*( rule / (*c-wsp c-nl) )
//	rule     = rulename defined-as elements c-nl
//
// A line that starts with a blank continues the previous rule (c-wsp).
func (r *reader) rulelist() {
	for r.lines(); r.pos < len(r.src); r.lines() {
		if r.pos > 0 && r.src[r.pos-1] != '\n' {
			r.fail("a rule begins within a line")
		}
		name := r.rulename()
		r.space()
		r.expect("=")
		more := r.eat("/")
		r.space()
		e := r.alternation()
		r.space()
		if r.is(AParse) {
			r.expect(";")
		} else if r.peek() != 0 && r.peek() != '\n' && r.peek() != '\r' {
			r.fail("%q is not part of a rule", r.peek())
		}
		r.define(name, e, more)
	}
}

func (r *reader) define(name string, e *Expr, more bool) {
	old := r.grammar.Rule(name)
	switch {
	case old == nil && !more:
		r.grammar.add(&Rule{Name: name, Expr: e})
	case old != nil && more:
		old.Expr = &Expr{Op: Choice, Kids: []*Expr{old.Expr, e}}
	default:
		r.fail("%s is defined twice, or goes on without a beginning", name)
	}
}

// lines skips blank lines and comments between rules.
func (r *reader) lines() {
	for {
		r.take(func(b byte) bool { return blank(b) || b == '\n' || b == '\r' })
		if !r.eat(r.commentMark()) {
			return
		}
		r.commentLine()
	}
}

func (r *reader) commentMark() string {
	if r.is(AParse) {
		return "#"
	}
	return ";"
}

// space skips blanks and comments within a rule:
//
//	c-wsp = WSP / (c-nl WSP)
//	c-nl  = comment / CRLF
func (r *reader) space() {
	for {
		r.take(blank)
		if r.eat(r.commentMark()) {
			r.commentLine()
		}
		from := r.pos
		r.eat("\r")
		if !r.eat("\n") || !r.is(AParse) && !blank(r.peek()) {
			r.pos = from
			return
		}
	}
}

// rulename = ALPHA *(ALPHA / DIGIT / "-"), and "_" in RFC 2396.
func (r *reader) rulename() string {
	if !letter(r.peek()) {
		r.fail("a name is missing")
	}
	return r.take(func(b byte) bool {
		return letter(b) || digit(b) || b == '-' || b == '_' && r.is(RFC822)
	})
}

// alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
func (r *reader) alternation() *Expr {
	e := &Expr{Op: Choice, Kids: []*Expr{r.concatenation()}}
	for r.space(); r.eat("/") || r.is(RFC822) && r.eat("|"); r.space() {
		r.space()
		e.Kids = append(e.Kids, r.concatenation())
	}
	return single(e)
}

// concatenation = repetition *(1*c-wsp repetition)
func (r *reader) concatenation() *Expr {
	e := &Expr{Op: Sequence, Kids: []*Expr{r.repetition()}}
	for r.space(); r.begins(); r.space() {
		e.Kids = append(e.Kids, r.repetition())
	}
	return single(e)
}

// begins reports whether a repetition begins at pos.
func (r *reader) begins() bool {
	b := r.peek()
	return letter(b) || digit(b) || b != 0 && strings.IndexByte(`*(["%<`, b) >= 0
}

// single returns the only operand of a choice or sequence, or e if there are several.
func single(e *Expr) *Expr {
	if len(e.Kids) == 1 {
		return e.Kids[0]
	}
	return e
}

// repetition = [repeat] element
// repeat     = 1*DIGIT / (*DIGIT "*" *DIGIT)
func (r *reader) repetition() *Expr {
	least := r.take(digit)
	star := r.eat("*")
	most := ""
	if star {
		most = r.take(digit)
	}
	e := r.element()
	switch {
	case star:
		return &Expr{Op: Repeat, Kids: []*Expr{e}, Min: r.number(least, 10, 0), Max: r.number(most, 10, -1)}
	case least != "":
		n := r.number(least, 10, 0)
		return &Expr{Op: Repeat, Kids: []*Expr{e}, Min: n, Max: n}
	}
	return e
}

// number returns the value of digits, or other if digits is empty.
func (r *reader) number(digits string, base, other int) int {
	if digits == "" {
		return other
	}
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil {
		r.fail("%q is too large a number", digits)
	}
	return int(n)
}

// element = rulename / group / option / char-val / num-val / prose-val
//
// The prose-val <"> represents a double quote (RFC 822, section 3.3).
func (r *reader) element() *Expr {
	switch {
	case r.eat("("):
		e := r.enclosed()
		r.expect(")")
		return e
	case r.eat("["):
		e := r.enclosed()
		r.expect("]")
		return &Expr{Op: Repeat, Kids: []*Expr{e}, Max: 1}
	case r.eat(`"`):
		return text(r.until(`"`), !r.is(RFC822))
	case r.eat(`<">`):
		return text(`"`, false)
	case r.eat("<"):
		return &Expr{Op: Prose, Name: r.until(">")}
	case r.eat("%"):
		return r.value()
	}
	return &Expr{Op: Name, Name: r.rulename()}
}

func (r *reader) enclosed() *Expr {
	r.space()
	return r.alternation()
}

// text returns the expression for a string. If fold is set, it matches upper and lower case, as in
// ABNF (RFC 5234, section 2.3).
func text(s string, fold bool) *Expr {
	e := &Expr{Op: Sequence}
	for _, c := range s {
		one := &Expr{Op: Chars, Ranges: []Range{{c, c}}}
		if fold && c < 0x80 && letter(byte(c)) {
			one.Ranges = append(one.Ranges, Range{c ^ 0x20, c ^ 0x20})
		}
		e.Kids = append(e.Kids, one)
	}
	return e
}

// value reads the text after a "%", which is an RFC 5234 num-val or an RFC 7405 string:
//
//	num-val = "%" (bin-val / dec-val / hex-val)
//	hex-val = "x" 1*HEXDIG [ 1*("." 1*HEXDIG) / ("-" 1*HEXDIG) ]
func (r *reader) value() *Expr {
	kind := r.peek() | 0x20
	r.pos = min(r.pos+1, len(r.src))
	base := map[byte]int{'b': 2, 'd': 10, 'x': 16}[kind]
	switch {
	case kind == 's' || kind == 'i':
		r.expect(`"`)
		return text(r.until(`"`), kind == 'i')
	case base == 0:
		r.fail("%%%c is not a value", kind)
		return &Expr{Op: Choice}
	}
	lo := r.digits(base)
	if r.eat("-") {
		hi := r.digits(base)
		if lo > hi {
			r.fail("a range goes from %X down to %X", lo, hi)
		}
		return numbers(Range{lo, hi})
	}
	e := &Expr{Op: Sequence, Kids: []*Expr{numbers(Range{lo, lo})}}
	for r.eat(".") {
		c := r.digits(base)
		e.Kids = append(e.Kids, numbers(Range{c, c}))
	}
	return single(e)
}

func numbers(ranges ...Range) *Expr { return &Expr{Op: Chars, Ranges: ranges, Number: true} }

// digits reads a number of at least one digit in the given base.
func (r *reader) digits(base int) rune {
	s := r.take(func(b byte) bool {
		_, err := strconv.ParseUint(string(b), base, 8)
		return err == nil
	})
	if s == "" {
		r.fail("digits of base %d are missing", base)
	}
	return rune(r.number(s, base, 0))
}

package certificate

import "strings"

// ISO EBNF and classic BNF. Blanks within a name are one space.

// iso reads a document in the notation of ISO/IEC 14977:
//
//	syntax-rule = meta-identifier, "=", definitions-list, ";" ;
func (r *reader) iso() {
	for r.isoGap(); r.pos < len(r.src); r.isoGap() {
		name := r.metaIdentifier()
		r.expect("=")
		e := r.definitions()
		if !r.eat(";") {
			r.expect(".")
		}
		r.define(name, e, false)
	}
}

// isoGap skips blanks, line endings and comments, which may contain comments.
func (r *reader) isoGap() {
	for depth := 0; r.pos < len(r.src); {
		switch {
		case r.opensComment():
			r.pos += 2
			if depth++; strings.HasPrefix(strings.TrimLeft(r.src[r.pos:], " \t\r\n"), "@") {
				r.fail("a directive")
			}
		case depth > 0 && r.eat("*)"):
			depth--
		case depth > 0 || strings.IndexByte(" \t\r\n", r.peek()) >= 0:
			r.pos++
		default:
			return
		}
		if depth > 0 && r.pos == len(r.src) {
			r.fail("a comment is not closed")
		}
	}
}

// opensComment reports whether "(*" is at pos. In "(*)" the compiler reads a group.
func (r *reader) opensComment() bool {
	rest := r.src[r.pos:]
	return strings.HasPrefix(rest, "(*") && !strings.HasPrefix(rest, "(*)")
}

// metaIdentifier reads the words of a name. Comments and line endings end a name.
func (r *reader) metaIdentifier() string {
	if !letter(r.peek()) && r.peek() != '_' {
		r.fail("a name is missing")
	}
	var words []string
	for letter(r.peek()) || digit(r.peek()) || r.peek() == '_' {
		words = append(words, r.take(func(b byte) bool { return letter(b) || digit(b) || b == '-' || b == '_' }))
		if last := words[len(words)-1]; strings.HasSuffix(last, "-") {
			r.fail(`%q ends with "-"`, last)
		}
		r.take(blank)
	}
	if r.isoGap(); r.peek() == '*' {
		r.fail("a number in a name may be a repeat")
	}
	return strings.Join(words, " ")
}

// definitions-list = single-definition, { "|", single-definition }
func (r *reader) definitions() *Expr {
	e := &Expr{Op: Choice}
	for {
		one := &Expr{Op: Sequence, Kids: []*Expr{r.term()}}
		for r.eat(",") {
			one.Kids = append(one.Kids, r.term())
		}
		if e.Kids = append(e.Kids, single(one)); !r.eat("|") && !r.eat("!") && !r.bar() {
			return single(e)
		}
	}
}

// bar skips a "/" that separates alternatives; "/)" closes an option.
func (r *reader) bar() bool { return !strings.HasPrefix(r.src[r.pos:], "/)") && r.eat("/") }

// term = factor, [ "-", exception ]
//
// Like the compiler, it accepts several exceptions, each of which is a factor.
func (r *reader) term() *Expr {
	e := r.factor()
	for r.eat("-") {
		e = &Expr{Op: Without, Kids: []*Expr{e, r.factor()}}
	}
	return e
}

// factor = [ integer, "*" ], primary
func (r *reader) factor() *Expr {
	r.isoGap()
	if !digit(r.peek()) {
		return r.primary()
	}
	n := r.number(r.take(digit), 10, 0)
	r.isoGap()
	r.expect("*")
	r.isoGap()
	if r.peek() == 0 || strings.IndexByte(",;.|/!-)]}:", r.peek()) >= 0 || digit(r.peek()) {
		r.fail("nothing is repeated")
	}
	return &Expr{Op: Repeat, Kids: []*Expr{r.primary()}, Min: n, Max: n}
}

// primary reads a bracket, a string, a special sequence, a name or nothing, and the gap after it.
func (r *reader) primary() *Expr {
	r.isoGap()
	e := &Expr{Op: Sequence} // the empty sequence
	switch {
	case r.eat("[") || r.eat("(/"):
		e = &Expr{Op: Repeat, Kids: []*Expr{r.inside("]", "/)")}, Max: 1}
	case r.eat("{") || r.eat("(:"):
		e = &Expr{Op: Repeat, Kids: []*Expr{r.inside("}", ":)")}, Max: -1}
	case r.eat("("):
		e = r.inside(")", ")")
	case r.eat("?"):
		e = &Expr{Op: Prose, Name: strings.Join(strings.Fields(r.until("?")), " ")}
	case r.peek() == '"' || r.peek() == '\'':
		e = r.literal()
	case letter(r.peek()) || r.peek() == '_':
		return &Expr{Op: Name, Name: r.metaIdentifier()}
	}
	r.isoGap()
	return e
}

func (r *reader) inside(closing, other string) *Expr {
	e := r.definitions()
	if !r.eat(closing) {
		r.expect(other)
	}
	return e
}

// literal reads a string between quotes, on one line.
func (r *reader) literal() *Expr {
	quote := string(r.peek())
	if quote != `"` && quote != "'" {
		r.fail("%q is not in quotes", quote)
		return text("", false)
	}
	r.pos++
	s := r.until(quote)
	if strings.ContainsAny(s, "\r\n") {
		r.fail("a string continues on the next line")
	}
	return text(s, false)
}

// bnf reads a document in classic BNF, with quotes around literal text:
//
//	<name> ::= "text" <name> | <name>
func (r *reader) bnf() {
	for r.bnfGap(); r.pos < len(r.src); r.bnfGap() {
		name := r.angles()
		r.take(blank)
		r.expect("::=")
		e := &Expr{Op: Choice}
		for {
			e.Kids = append(e.Kids, r.bnfSequence())
			if !r.eat("|") {
				break
			}
		}
		r.define(name, single(e), false)
	}
}

// bnfSequence reads elements up to a "|" or the next definition.
func (r *reader) bnfSequence() *Expr {
	e := &Expr{Op: Sequence}
	for r.bnfGap(); r.pos < len(r.src) && r.peek() != '|'; r.bnfGap() {
		if r.peek() != '<' {
			e.Kids = append(e.Kids, r.literal())
			continue
		}
		from := r.pos
		name := r.angles()
		if r.take(blank); strings.HasPrefix(r.src[r.pos:], "::=") {
			r.pos = from
			break
		}
		e.Kids = append(e.Kids, &Expr{Op: Name, Name: name})
	}
	return single(e)
}

// angles reads a name in angle brackets.
func (r *reader) angles() string {
	r.expect("<")
	name := r.until(">")
	if strings.ContainsAny(name, "<\r\n") || strings.TrimSpace(name) == "" {
		r.fail("%q is not a name", name)
	}
	return strings.Join(strings.Fields(name), " ")
}

// bnfGap skips blanks, line endings and lines that begin with ";".
func (r *reader) bnfGap() {
	for {
		r.take(func(b byte) bool { return blank(b) || b == '\n' || b == '\r' })
		line := r.src[strings.LastIndexByte(r.src[:r.pos], '\n')+1 : r.pos]
		if strings.Trim(line, " \t\r") != "" || !r.eat(";") {
			return
		}
		r.commentLine()
	}
}

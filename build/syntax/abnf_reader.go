package syntax

import "slices"

// An abnfReader splits a document into definitions, and reads each with a parser of its own. The
// document is in ABNF or in another notation of its shape.
type abnfReader struct {
	definitions
	notation *notation
	margin   int32 // the indentation of the rules; -1 if no line begins with a rule
	above    *Rule // the definition read last; nil if it could not be read
}

// readABNF reads a document in any dialect of ABNF's shape.
func readABNF(d *document) {
	if r := newABNFReader(d); r.lex() {
		r.rules()
	}
}

func newABNFReader(d *document) *abnfReader {
	n := &notations[d.grammar.Dialect]
	return &abnfReader{definitions: definitions{document: d, signs: &n.signs}, notation: n}
}

// lex cuts the document into r.tokens, and finds the end of the prose before the rules. It reports
// whether there is a rule, or a directive of aParse, to be read.
func (r *abnfReader) lex() bool {
	text := r.grammar.Source.Text
	l := lexABNF(r.notation, text, checkEncoding(text, r.list))
	if swallows := r.swallows(l); r.repair {
		l.adopt(swallows)
	} else {
		for _, s := range swallows {
			r.swallowed(s, s.definitions())
		}
	}
	r.grammar.Directives = l.directives
	first, margin, ok := findRules(l.tokens)
	declared := slices.IndexFunc(l.tokens, func(t token) bool { return t.kind == tokDeclaration })
	if !ok {
		r.report("no-rules", 0, 0, `the document has no rules: no line begins with "name ="`)
		first = declared
	}
	if first < 0 {
		return false
	}
	if declared >= 0 && declared < first {
		first = declared
	}
	r.tokens, r.start, r.margin = l.tokens, first, margin
	r.skipProse()
	r.keep(&l.diagnostics)
	r.noteDepartures(l)
	return true
}

// rules reads all definitions, one after the other.
func (r *abnfReader) rules() {
	n := 0
	for i := r.start; r.tokens[i].kind != tokEnd; {
		r.list.Begin()
		if n++; r.overLimit(n, r.tokens[i]) {
			return
		}
		if t := r.tokens[i]; startsRule(r.tokens, i) && 0 <= t.indent && t.indent <= r.margin {
			r.starts = append(r.starts, t.pos)
		}
		end := r.boundary(i + 1)
		r.rule(r.tokens[i:end])
		i = end
	}
}

// boundary returns the index of the first token from i on outside of the definition that began
// before i. This is the name of the next rule, the end of the text, or a name that begins a line at
// the margin and lacks its "=". In brackets, or after an unfinished text such as "a /", such a line
// continues the definition. So does a line at the margin that begins with another token. boundary
// reports the missing indentation of a line that continues the definition.
func (r *abnfReader) boundary(i int) int {
	if r.notation.terminator != 0 {
		return r.terminated(i)
	}
	depth := 0
	for ; ; i++ {
		t := r.tokens[i]
		switch {
		case t.kind == tokEnd || startsRule(r.tokens, i):
			return i
		case t.indent < 0 || t.indent > r.margin:
		case t.kind == tokName && depth == 0 && !unfinished(r.tokens[i-1]):
			return i
		case t.bad(): // its error is reported already
		default:
			code := Code("unindented-continuation")
			if t.kind == tokChoice || depth > 0 || unfinished(r.tokens[i-1]) { // it can be nothing but a continuation
				code = "unindented-line"
			}
			r.report(code, t.pos, t.end,
				"indent a continuation line more than the rules (RFC 5234, section 2.1)")
		}
		switch t.kind {
		case tokOpenGroup, tokOpenOption:
			depth++
		case tokCloseGroup, tokCloseOption:
			depth = max(depth-1, 0)
		}
	}
}

// terminated is boundary for a notation with a terminator, a sign at the end of each rule. It
// returns the index of the token after that sign. If a rule lacks the sign, it reports that, and
// returns the index of the next rule, of a directive or of the end.
func (r *abnfReader) terminated(i int) int {
	for ; ; i++ {
		switch {
		case r.tokens[i-1].kind == tokTerminator:
			return i
		case r.tokens[i].kind == tokEnd || r.tokens[i].kind == tokDeclaration || startsRule(r.tokens, i):
			end := r.tokens[i-1].end
			r.report("missing-terminator", end, end, "%s ends a rule with %q", r.signs.name, r.notation.terminator)
			return i
		}
	}
}

// unfinished reports whether a definition cannot end in t, because an element must follow.
func unfinished(t token) bool {
	switch t.kind {
	case tokChoice, tokDefine, tokIncrement, tokNumber, tokStar, tokList:
		return true
	}
	return false
}

// rule reads one definition from its tokens, from its name up to the next rule. It adds the rule
// to the grammar. In place of a definition with an error it notes the name as unread.
func (r *abnfReader) rule(tokens []token) {
	t, name := tokens[0], r.name(tokens[0])
	switch {
	case t.kind == tokDeclaration:
		r.declaration(tokens)
		return
	case t.bad() && !startsRule(tokens, 0): // its error is reported already
		return
	case t.kind == tokProse && startsRule(tokens, 0):
		r.report("bracketed-name", t.pos, t.end,
			"define a rule without angle brackets: %s %s", clip(name), r.signs.define)
		r.unread(name, t.pos)
		return
	case t.kind != tokName && t.kind != tokBadName:
		r.report("stray-text", t.pos, tokens[len(tokens)-1].end, "a rule begins with its name: name = definition")
		return
	case len(tokens) < 2 || tokens[1].kind != tokDefine && tokens[1].kind != tokIncrement:
		r.missingEquals(tokens)
		return
	}
	p := r.parser(r.list, tokens)
	p.broken = t.kind == tokBadName
	x := p.definition(p.alternation)
	if r.above = nil; p.broken {
		r.unread(name, t.pos)
		return
	}
	r.above = &Rule{
		Name: name, Incremental: tokens[1].kind == tokIncrement,
		Expr: x, NamePos: t.pos, End: tokens[len(tokens)-1].end,
	}
	r.grammar.Rules = append(r.grammar.Rules, r.above)
}

// missingEquals reports a line at the margin that begins with a name and defines no rule. If the
// lines after it are indented, it may be the footer of a page in the middle of the rule above.
// Then that rule is removed as unread too, with an error at its end.
func (r *abnfReader) missingEquals(tokens []token) {
	t, name := tokens[0], r.name(tokens[0])
	hint := ""
	if r.notation.terminator == 0 {
		hint = " (a line that continues the rule above it must be indented)"
	}
	r.report("missing-equals", t.pos, t.end, `expected "=" after the rule name %s%s`, clip(name), hint)
	r.unread(name, t.pos)
	continued := slices.ContainsFunc(tokens[1:], func(t token) bool { return t.indent > r.margin })
	if above := r.above; continued && above != nil && r.notation.terminator == 0 {
		r.report("interrupted-rule", above.End, above.End,
			"the rule %s may continue after line %d, which does not belong to it; the rule is not read", clip(above.Name),
			r.grammar.Source.Position(t.pos).Line)
		r.unread(above.Name, above.NamePos)
		r.grammar.Rules, r.above = r.grammar.Rules[:len(r.grammar.Rules)-1], nil
	}
}

// declaration reports a directive of aParse, such as "$include". tokens begins with its name.
func (r *abnfReader) declaration(tokens []token) {
	first, last := tokens[0], tokens[len(tokens)-1]
	text := r.grammar.Source.Text
	why := "aParse has no such directive in its manual"
	switch text[first.pos:first.end] {
	case "$include":
		why = "the rules of that file stay undefined here, unless this document has them"
	case "$rule":
		why = "code of a program parses that rule, which stays undefined here"
	}
	r.report("directive-not-read", first.pos, last.end, "%s is not read: %s", excerpt(text[first.pos:last.end]), why)
}

// parser returns a parser for one definition. tokens has the tokens of the definition, at least
// one, and perhaps the terminator at its end, which parser leaves out. The parser adds its
// diagnostics to list.
func (r *abnfReader) parser(list *List, tokens []token) *abnfParser {
	if n := len(tokens) - 1; tokens[n].kind == tokTerminator {
		tokens = tokens[:n]
	}
	return &abnfParser{parser: r.document.parser(r.signs, tokens, list), notation: r.notation, repair: r.repair}
}

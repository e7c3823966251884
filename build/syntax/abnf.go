package syntax

import "slices"

// An abnfReader splits a document of a notation into definitions, one for each parser.
type abnfReader struct {
	*reader
	notation *notation
	tokens   []token
	start    int   // index of the first token that is no prose
	margin   int32 // the indentation of the rules; -1 when no line begins with one
	above    *Rule // the last definition, nil if it is not read
}

// readABNF reads a document of any notation that has the shape of ABNF.
func readABNF(r *reader, n *notation) {
	a := abnfReader{reader: r, notation: n}
	if a.lex() {
		a.rules()
	}
}

// lex fills r.tokens, and reports whether there is a rule.
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

// startsRule reports whether a definition begins at tokens[i]: a name with a
// definition sign after it, which stands nowhere else. The name may stand in angle brackets, which
// is an error.
func startsRule(tokens []token, i int) bool {
	switch tokens[i].kind {
	case tokName, tokBadName, tokProse:
		return i+1 < len(tokens) && (tokens[i+1].kind == tokDefine || tokens[i+1].kind == tokIncrement)
	}
	return false
}

// findRules returns the index of the first token that is no prose, and the margin:
// the smallest indentation of the lines that begin with a rule. Prose ends at the first
// line that begins with a rule and has the indentation that is the smallest of such lines,
// or the most frequent. An "x = y" in the prose is usually indented more, and rare. The
// smallest alone would not do: documents come with most of their rules indented and some
// that were added later and were not.
func findRules(tokens []token) (start int, margin int32, ok bool) {
	frequency := map[int32]int{}
	for i, t := range tokens {
		if !startsRule(tokens, i) {
			continue
		}
		ok = true
		if t.indent >= 0 {
			frequency[t.indent]++
		}
	}
	if len(frequency) == 0 {
		return 0, -1, ok
	}
	margin, common := extremes(frequency)
	for !startsRule(tokens, start) || tokens[start].indent != margin && tokens[start].indent != common {
		start++
	}
	return start, margin, true
}

// extremes returns the smallest key, and the one of the greatest value (the smallest of those).
func extremes(frequency map[int32]int) (least, common int32) {
	least, common = -1, -1
	for k, n := range frequency {
		if least < 0 || k < least {
			least = k
		}
		if common < 0 || n > frequency[common] || n == frequency[common] && k < common {
			common = k
		}
	}
	return least, common
}

// skipProse leaves a note about the tokens before the first rule, and an error for each line of them
// that begins like one.
func (r *abnfReader) skipProse() {
	if r.start == 0 {
		return
	}
	r.skippedProse(r.tokens[0].pos, r.tokens[r.start-1].end)
	for i, t := range r.tokens[:r.start] {
		if t.indent >= 0 && startsRule(r.tokens, i) {
			r.report("skipped-definition", t.pos, t.end,
				"the definition of %s is skipped: its indentation differs from that of the rules (RFC 5234, section 2.1)", r.name(t))
			r.unread(r.name(t), t.pos)
		}
	}
}

// name returns the name that t is, without the angle brackets that may be around it.
func (r *abnfReader) name(t token) string {
	name := r.grammar.Source.Text[t.pos:t.end]
	if t.kind == tokProse {
		name = name[1 : len(name)-1]
	}
	return name
}

// keep takes over the diagnostics of the lexer, except those for the prose that was skipped.
func (r *abnfReader) keep(diagnostics *List) {
	from := Pos(0)
	if r.start > 0 {
		from = r.tokens[r.start-1].end
	}
	r.list.merge(diagnostics, from)
}

// rules reads every definition.
func (r *abnfReader) rules() {
	n := 0
	for i := r.start; r.tokens[i].kind != tokEnd; {
		r.list.begin()
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

// boundary returns the index of the first token from i on that does not belong to the
// definition before it: the next rule, the end, or a line at the margin that begins with a
// name. There its author forgot a "=", unless what precedes is plainly unfinished.
// Anything else at the margin is read as the continuation line it should have been.
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
		case t.bad(): // one diagnostic a place
		default:
			code := Code("unindented-continuation")
			if t.kind == tokChoice || depth > 0 || unfinished(r.tokens[i-1]) { // it cannot be anything else
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

// terminated is boundary for a notation with a terminator.
func (r *abnfReader) terminated(i int) int {
	for ; ; i++ {
		switch {
		case r.tokens[i-1].kind == tokTerminator:
			return i
		case r.tokens[i].kind == tokEnd || r.tokens[i].kind == tokDeclaration || startsRule(r.tokens, i):
			end := r.tokens[i-1].end
			r.report("missing-terminator", end, end, "%s ends a rule with %q", r.notation.name, r.notation.terminator)
			return i
		}
	}
}

// unfinished reports whether a definition cannot end in t.
func unfinished(t token) bool {
	switch t.kind {
	case tokChoice, tokDefine, tokIncrement, tokNumber, tokStar, tokList:
		return true
	}
	return false
}

// rule reads the definition that the tokens are: the name first, up to the next rule.
func (r *abnfReader) rule(tokens []token) {
	t, name := tokens[0], r.name(tokens[0])
	switch {
	case t.kind == tokDeclaration:
		r.declaration(tokens)
		return
	case t.bad() && !startsRule(tokens, 0): // one diagnostic a place
		return
	case t.kind == tokProse && startsRule(tokens, 0):
		r.report("bracketed-name", t.pos, t.end,
			"define a rule without angle brackets: %s %s", clip(name), r.notation.define)
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
	x := p.definition()
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

// missingEquals reports a line at the margin that begins with a name and is no definition. If lines
// follow that continue it, they may be the rest of the rule above, as after the footer of a page:
// that rule is not read either, and its error stands at its end.
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
			"the rule %s may continue after line %d, which does not belong to it; the rule is not read", clip(above.Name), r.grammar.Source.Position(t.pos).Line)
		r.unread(above.Name, above.NamePos)
		r.grammar.Rules, r.above = r.grammar.Rules[:len(r.grammar.Rules)-1], nil
	}
}

// declaration reports a directive of aParse, whose name comes first.
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

// parser returns the parser of a definition, which may have its terminator behind it.
func (r *abnfReader) parser(list *List, tokens []token) *parser {
	if n := len(tokens) - 1; tokens[n].kind == tokTerminator {
		tokens = tokens[:n]
	}
	return &parser{
		notation: r.notation, limits: r.limits, list: list, repair: r.repair,
		text: r.grammar.Source.Text, tokens: tokens,
	}
}

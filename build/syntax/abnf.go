package syntax

import "slices"

// An abnfReader splits a document of a notation into definitions, one for each parser.
type abnfReader struct {
	*reader
	notation *notation
	tokens   []token
	start    int   // index of the first token after the prose
	margin   int32 // the indentation of the rules; -1 when no line begins with one
	above    *Rule // the last definition, nil if it was given up
}

// readABNF reads a document in any notation of ABNF's shape; n holds the differences.
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

// startsRule reports whether a definition begins at tokens[i]: a name followed by a
// definition sign. The sign stands nowhere else. A name in angle brackets begins a rule
// too, and is an error.
func startsRule(tokens []token, i int) bool {
	switch tokens[i].kind {
	case tokName, tokBadName, tokProse:
		return i+1 < len(tokens) && (tokens[i+1].kind == tokDefine || tokens[i+1].kind == tokIncrement)
	}
	return false
}

// findRules returns the index of the first token after the prose, and the margin: the
// smallest indentation of a line that begins with a rule.
//
// Idea. Prose ends at the first rule indented by the margin or by the most frequent
// indentation. An "x = y" in prose is usually indented more, and rare. The margin alone
// would not do, because some documents indent most rules and not the few added later.
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

// extremes returns the smallest key, and the key of the greatest value (the smallest of
// those).
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

// skipProse leaves a note about the tokens before the first rule, and an error for each of
// their lines that looks like a rule.
func (r *abnfReader) skipProse() {
	if r.start == 0 {
		return
	}
	r.skippedProse(r.tokens[0].pos, r.tokens[r.start-1].end)
	for i, t := range r.tokens[:r.start] {
		if t.indent >= 0 && startsRule(r.tokens, i) {
			r.report("skipped-definition", t.pos, t.end,
				"the definition of %s is skipped: its indentation differs from that of the rules (RFC 5234, section 2.1)",
				r.name(t))
			r.unread(r.name(t), t.pos)
		}
	}
}

// name returns the name at t, without the angle brackets around it.
func (r *abnfReader) name(t token) string {
	name := r.grammar.Source.Text[t.pos:t.end]
	if t.kind == tokProse {
		name = name[1 : len(name)-1]
	}
	return name
}

// keep takes over the diagnostics of the lexer, except those of the skipped prose.
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

// boundary returns the index of the first token from i on outside of the definition before
// it: the next rule, the end, or a line at the margin that begins with a name. That line
// lacks its "=", unless the tokens before it are plainly unfinished. Anything else at the
// margin is read as a continuation line with its indentation missing.
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

// terminated is boundary for a notation with a terminator: it returns the index of the token
// after the rule, and reports a rule without its terminator.
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

// rule reads one definition from its tokens: the name first, up to the next rule.
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

// missingEquals reports a line at the margin that begins with a name and defines no rule.
// Indented lines after it may continue the rule above, as after the footer of a page. In
// this case the rule above is unread too, and gets an error at its end.
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

// parser returns the parser of one definition, without the terminator at its end. tokens has
// the tokens of the definition, at least one. The parser adds its diagnostics to list.
func (r *abnfReader) parser(list *List, tokens []token) *parser {
	if n := len(tokens) - 1; tokens[n].kind == tokTerminator {
		tokens = tokens[:n]
	}
	return &parser{
		notation: r.notation, limits: r.limits, list: list, repair: r.repair,
		text: r.grammar.Source.Text, tokens: tokens,
	}
}

package syntax

import "sort"

// A treetopReader reads a document of Treetop, which has the form
//
//	require "..."  module M  grammar G  rule a ... end  rule b ... end  end  end
//
// The reader reads the rules. In the text around them it only checks that each keyword has its
// "end". Rules may stand without a grammar around them, although Treetop requires one.
type treetopReader struct {
	*document
	tokens []token
	open   []token    // tokens of module, class and grammar whose "end" is not read yet
	rules  int        // number of rules read so far
	lost   []*swallow // the comments that have taken the "end" of a rule, without Repair
	remarks
}

// readTreetop reads a document of Treetop.
func readTreetop(d *document) {
	text := d.grammar.Source.Text
	l := lexTreetop(text, checkEncoding(text, d.list))
	t := treetopReader{document: d, tokens: l.tokens}
	if lost := t.swallows(l); d.repair {
		l.adopt(lost)
		t.tokens = l.tokens
	} else {
		t.lost = lost
	}
	for _, s := range t.lost {
		d.swallowed(s, countRules(text, s.inside.tokens))
	}
	d.grammar.Directives = l.directives
	start := t.start()
	if start < 0 {
		d.report("no-rules", 0, 0, `the document has no rules of the form "rule name ... end"`)
		return
	}
	d.list.Merge(&l.diagnostics, t.tokens[start].pos)
	t.prose(start)
	t.body(start)
	t.summary()
}

// word returns the text of tokens[i] if it is a name or keyword, and "" for any other token.
func (r *treetopReader) word(i int) string {
	if i >= len(r.tokens) || r.tokens[i].kind != tokName {
		return ""
	}
	return r.grammar.Source.Text[r.tokens[i].pos:r.tokens[i].end]
}

// opens reports whether tokens[i] is a keyword that needs an "end", and a name follows it.
func (r *treetopReader) opens(i int) bool {
	next := r.word(i + 1)
	return opening[r.word(i)] && next != "" && next != "end" && next != "rule"
}

// start returns the index of the token with which the grammar begins, or -1 if there is no such
// token. Prose may stand before it. It is a keyword before a name, as in "grammar G", or "require"
// before a string. A place at the beginning of a line goes before one inside of a line.
func (r *treetopReader) start() int {
	first, required := -1, -1 // where the run of require_statements before tokens[i] begins
	for i, t := range r.tokens {
		switch {
		case t.kind == tokRequire && required < 0:
			required = i
		case t.kind != tokRequire && required >= 0 && r.opens(i):
			return required
		case t.kind != tokRequire:
			required = -1
		}
		if !r.opens(i) && !(r.word(i) == "require" && r.tokens[i+1].kind == tokString) {
			continue
		}
		if t.indent >= 0 {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// prose reports the text before tokens[start], if there is any, in a note.
func (r *treetopReader) prose(start int) {
	if start > 0 {
		r.skippedProse(r.tokens[0].pos, r.tokens[start-1].end)
	}
}

// swallows returns the comments with an "end" in them, if they stand in a rule that has no "end".
func (r *treetopReader) swallows(l *treetopLexer) (found []*swallow) {
	candidates := l.comments
	for i := 0; i < len(r.tokens) && len(candidates) > 0; {
		to := i + 1
		for to < len(r.tokens) && r.word(to) != "end" && !(r.word(to) == "rule" && r.opens(to)) {
			to++
		}
		open := r.word(i) == "rule" && r.opens(i) && r.word(to) != "end"
		for len(candidates) > 0 && candidates[0].index <= to {
			if open && candidates[0].index > i {
				found = append(found, candidates[0])
			}
			candidates = candidates[1:]
		}
		i = to
	}
	return found
}

// countRules returns the number of rules that begin among tokens.
func countRules(text string, tokens []token) int {
	n := 0
	for i := 1; i < len(tokens); i++ {
		if tokens[i].kind == tokName && text[tokens[i-1].pos:tokens[i-1].end] == "rule" {
			n++
		}
	}
	return n
}

// body reads the tokens from the index i on: the rules, and the text around them.
func (r *treetopReader) body(i int) {
	r.known = map[string]bool{}
	for j := range r.tokens {
		if r.word(j) == "rule" && r.opens(j) {
			r.known[r.word(j+1)] = true
		}
	}
	for r.tokens[i].kind != tokEnd {
		switch t := r.tokens[i]; {
		case r.word(i) == "rule" && r.opens(i):
			if r.rules++; r.overLimit(r.rules, t) {
				return
			}
			r.starts = append(r.starts, t.pos)
			r.list.Begin()
			i = r.rule(i)
			r.list.End()
		case r.opens(i):
			r.open = append(r.open, t)
			i = r.optional(r.name(i+1), "do")
		case r.word(i) == "end":
			r.close(t)
			i++
		case t.kind == tokRequire:
			i++
		case r.word(i) == "require" && r.tokens[i+1].kind == tokString:
			i += 2
		case r.word(i) == "include" && r.word(i+1) != "":
			next := r.name(i + 1)
			r.report("include", t.pos, r.tokens[next-1].end, "the included rules are not read: they are in another document")
			i = next
		default:
			i = r.stray(i)
		}
	}
	if n := len(r.open); n > 0 && len(r.lost) == 0 {
		t := r.open[n-1]
		r.report("missing-end", t.pos, t.end, `the "end" that closes this is missing`)
	}
}

// name returns the index of the token after a name like A::B, which begins at tokens[i].
func (r *treetopReader) name(i int) int {
	for i++; r.tokens[i].kind == tokTopLevel && r.word(i+1) != ""; {
		i += 2
	}
	return i
}

// optional returns i+1 if tokens[i] is the word, else i.
func (r *treetopReader) optional(i int, word string) int {
	if r.word(i) == word {
		i++
	}
	return i
}

// close takes t, an "end", for the innermost open module, class or grammar. If there is no such
// one, it reports an error.
func (r *treetopReader) close(t token) {
	if n := len(r.open); n > 0 {
		r.open = r.open[:n-1]
		return
	}
	r.report("stray-end", t.pos, t.end, `this "end" closes nothing`)
}

// stray reports the tokens from the index i on that may not stand outside of rules, and returns
// the index after them.
func (r *treetopReader) stray(i int) int {
	first := r.tokens[i]
	known := false
	for ; r.tokens[i].kind != tokEnd && !r.opens(i) && r.word(i) != "end"; i++ {
		known = known || r.tokens[i].bad()
	}
	if !known {
		r.report("stray-text", first.pos, r.tokens[i-1].end,
			"only grammar, module, require, include and end may be outside of rules")
	}
	return i
}

// rule reads the rule with its keyword at tokens[i], and returns the index after it. A rule with
// "=" after its name ends with its line, and endless reads it. If another rule has no "end", its
// name is noted as unread.
func (r *treetopReader) rule(i int) int {
	name, from := r.tokens[i+1], r.optional(i+2, "do")
	if r.tokens[from].kind == tokDefine && from == i+2 {
		return r.endless(i)
	}
	to := from
	for r.tokens[to].kind != tokEnd && r.word(to) != "end" && !(r.word(to) == "rule" && r.opens(to)) {
		to++
	}
	if r.word(to) != "end" {
		r.unread(r.word(i+1), name.pos)
		if !r.hasLost(i, to) && !r.tokens[to-1].bad() { // both are reported already
			r.report("missing-end", name.pos, name.end, `the "end" of the rule %s is missing`, clip(r.word(i+1)))
		}
		return to
	}
	r.define(name, from, to, r.tokens[to].end)
	return to + 1
}

// hasLost reports whether a comment between the tokens i and to has taken the "end" of a rule.
func (r *treetopReader) hasLost(i, to int) bool {
	n := sort.Search(len(r.lost), func(n int) bool { return r.lost[n].index > i })
	return n < len(r.lost) && r.lost[n].index <= to
}

// endless reads a rule of the form "rule name = expression", which ends with its line. It returns
// the index after the rule.
func (r *treetopReader) endless(i int) int {
	from := i + 3
	to := from
	for r.tokens[to].kind != tokEnd && r.tokens[to].indent < 0 {
		to++
	}
	r.define(r.tokens[i+1], from, to, r.tokens[to-1].end)
	return to
}

// define reads the definition in the tokens from the index from up to, but not including, to. It
// adds the rule to the grammar, or notes its name as unread. end is the offset of the end of the
// rule.
func (r *treetopReader) define(name token, from, to int, end Pos) {
	text := r.grammar.Source.Text
	p := treetopParser{parser: r.parser(&treetopSigns, r.tokens[from-1:to], r.list), remarks: &r.remarks}
	x := p.definition()
	if p.broken {
		r.unread(text[name.pos:name.end], name.pos)
		return
	}
	r.grammar.Rules = append(r.grammar.Rules, &Rule{Name: text[name.pos:name.end], Expr: x, NamePos: name.pos, End: end})
}

// summary adds notes about the remarks that are usual throughout a document, one note for each
// kind.
func (r *treetopReader) summary() {
	if t := r.skipped; t.n > 0 {
		r.report("host-code", t.first, t.first,
			"%s of labels, Ruby code and classes of nodes, the first here, are skipped: they shape the parse tree and do not "+
				"change which strings match", Plural(t.n, "piece"))
	}
	if t := r.short; t.n > 0 {
		r.report("short-escape", t.first, t.first+6,
			`%s with more than four digits, the first here: Ruby's \u takes four, and what follows stands for itself; \u{A0} `+
				`takes any number`, Plural(t.n, "escape"))
	}
}

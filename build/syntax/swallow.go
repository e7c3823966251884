package syntax

// swallows returns the comments with rules missing in the document.
//
// Idea. A comment may mention "DIGIT = 0-9", or disable a rule. So only some definitions in a
// comment count: readable ones of a name defined nowhere else, to which the document or another
// definition in the comment refers. In a document of one line, where much is lost, a definition
// also counts if it refers only to defined names. One such definition is enough, unless it defines
// a core rule, because a document need not define these. Comments on lines of their own stay
// comments, unless the document has no other rules.
//
// With Repair, every comment of a document of one line is reopened, because lost alternatives in a
// comment cannot be detected.
func (r *abnfReader) swallows(l *abnfLexer) []*swallow {
	if len(l.comments) == 0 {
		return nil
	}
	start, _, some := findRules(l.tokens)
	outside := vocabulary{map[string]bool{}, map[string]bool{}}
	outside.add(r, l.tokens)
	joined := isOneLine(l.tokens)
	var found []*swallow
	for _, s := range l.comments {
		if some && (!s.behind || s.index <= start) {
			continue
		}
		if joined && r.repair || outside.misses(r, r.readable(s.inside.tokens), joined) {
			found = append(found, s)
		}
	}
	return found
}

// isOneLine reports whether all the tokens are on the line of the first.
func isOneLine(tokens []token) bool {
	for _, t := range tokens[1:] {
		if t.indent >= 0 && t.kind != tokEnd {
			return false
		}
	}
	return true
}

// A vocabulary holds the defined names and the names referred to, with folded case.
type vocabulary struct{ defined, used map[string]bool }

// add adds the names among tokens.
func (v *vocabulary) add(r *abnfReader, tokens []token) {
	for i, t := range tokens {
		switch {
		case t.kind != tokName:
		case startsRule(tokens, i):
			v.defined[r.fold(t)] = true
		default:
			v.used[r.fold(t)] = true
		}
	}
}

// fold returns the name at t with folded case.
func (r *abnfReader) fold(t token) string {
	return r.grammar.Dialect.FoldName(r.grammar.Source.Text[t.pos:t.end])
}

// misses reports whether a document with this vocabulary misses some of the definitions.
func (v *vocabulary) misses(r *abnfReader, definitions [][]token, joined bool) bool {
	inside := vocabulary{map[string]bool{}, map[string]bool{}}
	for _, d := range definitions {
		inside.add(r, d)
	}
	missed := map[string]bool{}
	for _, d := range definitions {
		name := r.fold(d[0])
		wanted := v.used[name] || inside.used[name] || joined && v.knows(r, d[1:], &inside)
		if !wanted || v.defined[name] {
			continue
		}
		if missed[name] = true; !r.isCore(name) || len(missed) > 1 {
			return true
		}
	}
	return false
}

// knows reports whether all names among the tokens are defined, here or in other.
func (v *vocabulary) knows(r *abnfReader, tokens []token, other *vocabulary) bool {
	for _, t := range tokens {
		if name := r.fold(t); t.kind == tokName && !v.defined[name] && !other.defined[name] && !r.isCore(name) {
			return false
		}
	}
	return true
}

// readable returns the definitions without errors among the tokens.
func (r *abnfReader) readable(tokens []token) (good [][]token) {
	for i := 0; i < len(tokens); {
		end := i + 1
		for end < len(tokens) && !startsRule(tokens, end) && tokens[end-1].kind != tokTerminator {
			end++
		}
		if startsRule(tokens, i) && r.isReadable(tokens[i:end]) {
			good = append(good, tokens[i:end])
		}
		i = end
	}
	return good
}

// isReadable reports whether a definition has no errors except those within the reach of
// Repair.
func (r *abnfReader) isReadable(tokens []token) bool {
	list := &List{Source: r.grammar.Source}
	p := r.parser(list, tokens)
	p.repair = true
	p.definition()
	return !p.broken && list.Errors() == 0
}

// isCore reports whether name, in lower case, is a rule of RFC 5234, appendix B.1, in a
// dialect with these rules.
func (r *abnfReader) isCore(name string) bool {
	if !r.grammar.Dialect.HasCore() {
		return false
	}
	switch name {
	case "alpha", "bit", "char", "cr", "crlf", "ctl", "digit", "dquote", "hexdig", "htab", "lf", "lwsp", "octet",
		"sp", "vchar", "wsp":
		return true
	}
	return false
}

package syntax

// swallows returns the comments that hold rules which the document cannot do without. A
// comment may speak of "DIGIT = 0-9", or put a rule out of use; so what counts is a
// definition that can be read, of a name that is defined nowhere else and that the document
// or another definition in the comment refers to. In a document of one line, where much is
// lost, it is enough that the definition refers to what there is. One is enough, unless it is
// a core rule: nobody misses those. Comments on lines of their own are what they look like,
// unless there is nothing else. Who wants a document of one line repaired has lost the
// alternatives in its comments, too, which nothing gives away.
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

// A vocabulary is the names that are defined, and those that are referred to, without their case.
type vocabulary struct{ defined, used map[string]bool }

// add takes the names of tokens in.
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

func (r *abnfReader) fold(t token) string {
	return r.grammar.Dialect.FoldName(r.grammar.Source.Text[t.pos:t.end])
}

// misses reports whether a document of this vocabulary misses some of the definitions.
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

// readable returns those definitions among the tokens that have no errors.
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

// isReadable reports whether a definition has no errors; not those that can be repaired.
func (r *abnfReader) isReadable(tokens []token) bool {
	list := &List{Source: r.grammar.Source}
	p := r.parser(list, tokens)
	p.repair = true
	p.definition()
	return !p.broken && list.Errors() == 0
}

// isCore reports whether name, in lower case, is that of a rule which the dialect takes from RFC
// 5234, appendix B.1.
func (r *abnfReader) isCore(name string) bool {
	if !r.grammar.Dialect.HasCore() {
		return false
	}
	switch name {
	case "alpha", "bit", "char", "cr", "crlf", "ctl", "digit", "dquote", "hexdig", "htab", "lf", "lwsp", "octet", "sp", "vchar", "wsp":
		return true
	}
	return false
}

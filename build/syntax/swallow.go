package syntax

import "strings"

// swallows returns the comments that hold rules which the document cannot do without. A
// comment may speak of "DIGIT = 0-9", or put a rule out of use; so what counts is a
// definition that can be read, of a name that the document or another definition in the
// comment refers to, and that is defined nowhere else. One is enough, unless it is a core
// rule: nobody misses those. Comments on lines of their own are what they look like,
// unless there is nothing else.
func (r *abnfReader) swallows(l *lexer) []*swallow {
	if len(l.comments) == 0 {
		return nil
	}
	start, _, some := findRules(l.tokens)
	outside := r.names(l.tokens)
	var found []*swallow
	for _, s := range l.comments {
		if some && (!s.behind || s.index <= start) {
			continue
		}
		if r.misses(outside, r.names(r.readable(s.inside.tokens))) {
			found = append(found, s)
		}
	}
	return found
}

// A vocabulary is the names that are defined, and those that are referred to.
type vocabulary struct{ defined, used map[string]bool }

func (r *abnfReader) names(tokens []token) vocabulary {
	v := vocabulary{map[string]bool{}, map[string]bool{}}
	for i, t := range tokens {
		if t.kind != tokName {
			continue
		}
		name := strings.ReplaceAll(strings.ToLower(r.grammar.Source.Text[t.pos:t.end]), "_", "-")
		if startsRule(tokens, i) {
			v.defined[name] = true
		} else {
			v.used[name] = true
		}
	}
	return v
}

// misses reports whether the document, without the comment, misses what is defined inside of it.
func (r *abnfReader) misses(outside, inside vocabulary) bool {
	missed := 0
	for name := range inside.defined {
		switch {
		case outside.defined[name] || !outside.used[name] && !inside.used[name]:
		case !isCore(name):
			return true
		default:
			missed++
		}
	}
	return missed > 1
}

// readable returns those definitions among the tokens that have no errors.
func (r *abnfReader) readable(tokens []token) []token {
	var good []token
	for i := 0; i < len(tokens); {
		end := i + 1
		for end < len(tokens) && !startsRule(tokens, end) && tokens[end-1].kind != tokTerminator {
			end++
		}
		if startsRule(tokens, i) {
			list := &List{Source: r.grammar.Source}
			p := r.parser(list, tokens[i:end])
			if p.repair = true; p.definition() != nil && list.Errors() == 0 && !p.broken {
				good = append(good, tokens[i:end]...)
			}
		}
		i = end
	}
	return good
}

// isCore reports whether RFC 5234, appendix B.1, has a rule of that name, in lower case.
func isCore(name string) bool {
	switch name {
	case "alpha", "bit", "char", "cr", "crlf", "ctl", "digit", "dquote", "hexdig", "htab", "lf", "lwsp", "octet", "sp", "vchar", "wsp":
		return true
	}
	return false
}

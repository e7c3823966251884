package abnf

import (
	"slices"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// swallows returns the comments that have swallowed rules.
//
// Idea. A comment may contain a definition without having swallowed it: the comment may just
// mention a rule ("DIGIT = 0-9") or disable it. So a comment counts only if the document misses a
// definition in it. A definition is missed if it is readable, its name is not defined outside
// comments, and the document refers to that name outside comments. In a one-line document, where
// much is lost, a definition is also missed if another definition in the comment refers to its
// name, or if it refers only to defined names. One missed definition is enough, unless it defines a
// core rule, which a document need not define; then a second one is required. A comment on a
// separate line counts only if the document has no other rules.
//
// With Repair, every comment in a one-line document counts, because alternatives lost in a comment
// cannot be detected.
func (r *documentReader) swallows(l *lexer) []*reader.Swallow {
	if len(l.Comments) == 0 {
		return nil
	}
	start, _, some := token.FindRules(l.Tokens)
	outside := vocabulary{map[string]bool{}, map[string]bool{}}
	outside.add(r, l.Tokens)
	joined := isOneLine(l.Tokens)
	var found []*reader.Swallow
	for _, s := range l.Comments {
		if some && (!s.Follows || s.Index <= start) {
			continue
		}
		if joined && r.Repair || outside.misses(r, r.readable(s.Inside.Tokens), joined) {
			found = append(found, s)
		}
	}
	return found
}

// isOneLine reports whether all tokens are on one line.
func isOneLine(tokens []token.Token) bool {
	return !slices.ContainsFunc(tokens[1:], func(t token.Token) bool { return t.Indent >= 0 && t.Kind != token.End })
}

// A vocabulary holds the names that definitions define and the names they refer to, all folded as
// the dialect requires.
type vocabulary struct{ defined, used map[string]bool }

// add adds the names in tokens to v.
func (v *vocabulary) add(r *documentReader, tokens []token.Token) {
	for i, t := range tokens {
		switch {
		case t.Kind != token.Name:
		case token.StartsRule(tokens, i):
			v.defined[r.fold(t)] = true
		default:
			v.used[r.fold(t)] = true
		}
	}
}

// fold returns the name in the token t, folded as the dialect requires.
func (r *documentReader) fold(t token.Token) string {
	return r.Grammar.Dialect.FoldName(r.Grammar.Source.Text[t.Pos:t.End])
}

// misses reports whether a document with the vocabulary v misses any of the definitions, which were
// found in a comment (see swallows). joined is true for a one-line document.
func (v *vocabulary) misses(r *documentReader, definitions [][]token.Token, joined bool) bool {
	inside := vocabulary{map[string]bool{}, map[string]bool{}}
	for _, d := range definitions {
		inside.add(r, d)
	}
	missed := map[string]bool{}
	for _, d := range definitions {
		name := r.fold(d[0])
		wanted := v.used[name] || joined && (inside.used[name] || v.knows(r, d[1:], &inside))
		if !wanted || v.defined[name] {
			continue
		}
		if missed[name] = true; !r.isCore(name) || len(missed) > 1 {
			return true
		}
	}
	return false
}

// knows reports whether every name in tokens is defined in v or in other, or is a core rule.
func (v *vocabulary) knows(r *documentReader, tokens []token.Token, other *vocabulary) bool {
	for _, t := range tokens {
		if name := r.fold(t); t.Kind == token.Name && !v.defined[name] && !other.defined[name] && !r.isCore(name) {
			return false
		}
	}
	return true
}

// readable returns the tokens of each error-free definition in tokens.
func (r *documentReader) readable(tokens []token.Token) (good [][]token.Token) {
	for i := 0; i < len(tokens); {
		end := i + 1
		for end < len(tokens) && !token.StartsRule(tokens, end) && tokens[end-1].Kind != tokTerminator {
			end++
		}
		if token.StartsRule(tokens, i) && r.isReadable(tokens[i:end]) {
			good = append(good, tokens[i:end])
		}
		i = end
	}
	return good
}

// isReadable reports whether the definition that consists of tokens can be read without errors in
// Repair mode.
func (r *documentReader) isReadable(tokens []token.Token) bool {
	list := &syntax.List{Source: r.Grammar.Source}
	p := r.parser(list, tokens)
	p.repair = true
	p.Definition(p.alternation)
	return !p.Broken && list.Errors() == 0
}

// isCore reports whether name, in lowercase, is a core rule of RFC 5234, appendix B.1. In dialects
// without core rules it returns false.
func (r *documentReader) isCore(name string) bool {
	if !r.Grammar.Dialect.HasCore() {
		return false
	}
	switch name {
	case "alpha", "bit", "char", "cr", "crlf", "ctl", "digit", "dquote", "hexdig", "htab", "lf", "lwsp", "octet",
		"sp", "vchar", "wsp":
		return true
	}
	return false
}

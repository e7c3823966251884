// Package treetop reads and prints grammars for Treetop, a parser generator for Ruby.
//
// The exported names of this package may change in any version.
package treetop

import (
	"fmt"
	"sort"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A documentReader reads a Treetop document of the form
//
//	require "..."  module M  grammar G  rule a ... end  rule b ... end  end  end
//
// The reader reads the rules. In the text around them, it only checks that each keyword is matched
// by an "end". Rules need not be inside a grammar, although Treetop requires it.
type documentReader struct {
	*reader.Document
	tokens []token.Token
	open   []token.Token     // the module, class and grammar keywords whose "end" has not been read yet
	rules  int               // number of rules read so far
	lost   []*reader.Swallow // the comments that have swallowed the "end" of a rule; empty with Repair
	remarks
}

// Read reads a Treetop document.
func Read(d *reader.Document) {
	text := d.Grammar.Source.Text
	l := lex(text, reader.CheckEncoding(text, d.List))
	t := documentReader{Document: d, tokens: l.Tokens}
	if lost := t.swallows(l); d.Repair {
		l.Adopt(lost)
		t.tokens = l.Tokens
	} else {
		t.lost = lost
	}
	for _, s := range t.lost {
		d.Swallowed(s, countRules(text, s.Inside.Tokens))
	}
	d.Grammar.Directives = l.Directives
	start := t.start()
	if start < 0 {
		d.Report("no-rules", 0, 0, `the document has no rules of the form "rule name ... end"`)
		return
	}
	d.List.Merge(&l.Diagnostics, t.tokens[start].Pos)
	t.SkippedProse(t.tokens[:start])
	t.body(start)
	t.summary()
}

// word returns the text of tokens[i] if it is a name, even a malformed one, or a keyword. For any
// other token it returns "".
func (r *documentReader) word(i int) string {
	if i >= len(r.tokens) || r.tokens[i].Kind != token.Name && r.tokens[i].Kind != token.BadName {
		return ""
	}
	return r.Grammar.Source.Text[r.tokens[i].Pos:r.tokens[i].End]
}

// opens reports whether tokens[i] is a keyword that requires an "end" and is followed by a name.
func (r *documentReader) opens(i int) bool {
	next := r.word(i + 1)
	return opening[r.word(i)] && next != "" && next != "end" && next != "rule"
}

// start returns the index of the token where the grammar begins, possibly after prose, or -1 if
// there is no grammar. That token is a keyword before a name, as in "grammar G", or "require"
// before a string. A token at the start of a line is preferred to a token inside a line.
func (r *documentReader) start() int {
	first, required := -1, -1 // required: where the run of require_statements before tokens[i] begins
	for i, t := range r.tokens {
		switch {
		case t.Kind == tokRequire && required < 0:
			required = i
		case t.Kind != tokRequire && required >= 0 && r.opens(i):
			return required
		case t.Kind != tokRequire:
			required = -1
		}
		if !r.opens(i) && !(r.word(i) == "require" && r.tokens[i+1].Kind == token.String) {
			continue
		}
		if t.Indent >= 0 {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// swallows returns the comments that contain "end" and are in a rule that otherwise has no "end".
func (r *documentReader) swallows(l *lexer) (found []*reader.Swallow) {
	candidates := l.Comments
	for i := 0; i < len(r.tokens) && len(candidates) > 0; {
		to := i + 1
		for to < len(r.tokens) && r.word(to) != "end" && !(r.word(to) == "rule" && r.opens(to)) {
			to++
		}
		open := r.word(i) == "rule" && r.opens(i) && r.word(to) != "end"
		for len(candidates) > 0 && candidates[0].Index <= to {
			if open && candidates[0].Index > i {
				found = append(found, candidates[0])
			}
			candidates = candidates[1:]
		}
		i = to
	}
	return found
}

// countRules returns the number of rules that start in tokens.
func countRules(text string, tokens []token.Token) int {
	n := 0
	for i := 1; i < len(tokens); i++ {
		if tokens[i].Kind == token.Name && text[tokens[i-1].Pos:tokens[i-1].End] == "rule" {
			n++
		}
	}
	return n
}

// body reads the rules and the text around them, starting at the token with index i.
func (r *documentReader) body(i int) {
	r.known = map[string]bool{}
	for j := range r.tokens {
		if r.word(j) == "rule" && r.opens(j) {
			r.known[r.word(j+1)] = true
		}
	}
	for r.tokens[i].Kind != token.End {
		switch t := r.tokens[i]; {
		case r.word(i) == "rule" && r.opens(i):
			if r.rules++; r.OverLimit(r.rules, t) {
				return
			}
			r.Starts = append(r.Starts, t.Pos)
			r.List.Begin()
			i = r.rule(i)
			r.List.End()
		case r.opens(i):
			r.open = append(r.open, t)
			i = r.optional(r.name(i+1), "do")
		case r.word(i) == "end":
			r.close(t)
			i++
		case t.Kind == tokRequire:
			i++
		case r.word(i) == "require" && r.tokens[i+1].Kind == token.String:
			i += 2
		case r.word(i) == "include" && r.word(i+1) != "":
			next := r.name(i + 1)
			r.Report("include", t.Pos, r.tokens[next-1].End, "the included rules are not read: they are in another document")
			i = next
		default:
			i = r.stray(i)
		}
	}
	if n := len(r.open); n > 0 && len(r.lost) == 0 {
		t := r.open[n-1]
		r.Report("missing-end", t.Pos, t.End, `the "end" that closes this is missing`)
	}
}

// name returns the index of the token after a name like A::B, which begins at tokens[i].
func (r *documentReader) name(i int) int {
	for i++; r.tokens[i].Kind == tokTopLevel && r.word(i+1) != ""; {
		i += 2
	}
	return i
}

// optional returns i+1 if tokens[i] is the given word, and i otherwise.
func (r *documentReader) optional(i int, word string) int {
	if r.word(i) == word {
		i++
	}
	return i
}

// close matches t, an "end", with the innermost open module, class or grammar. If nothing is open,
// it reports an error.
func (r *documentReader) close(t token.Token) {
	if n := len(r.open); n > 0 {
		r.open = r.open[:n-1]
		return
	}
	r.Report("stray-end", t.Pos, t.End, `this "end" has nothing to close`)
}

// stray reports the tokens, starting at index i, that are not allowed outside rules, and returns
// the index of the token after them.
func (r *documentReader) stray(i int) int {
	first := r.tokens[i]
	known := false
	for ; r.tokens[i].Kind != token.End && !r.opens(i) && r.word(i) != "end"; i++ {
		known = known || r.tokens[i].Bad()
	}
	if !known {
		r.Report("stray-text", first.Pos, r.tokens[i-1].End,
			"only grammar, module, require, include and end are allowed outside rules")
	}
	return i
}

// rule reads the rule whose keyword is tokens[i] and returns the index of the token after the rule.
// If "=" follows the name, the rule ends with its line, and endless reads it. Any other rule
// requires an "end"; without it, the name is recorded as unread.
func (r *documentReader) rule(i int) int {
	name, from := r.tokens[i+1], r.optional(i+2, "do")
	if r.tokens[from].Kind == token.Define && from == i+2 {
		return r.endless(i)
	}
	to := from
	for r.tokens[to].Kind != token.End && r.word(to) != "end" && !(r.word(to) == "rule" && r.opens(to)) {
		to++
	}
	if r.word(to) != "end" {
		r.Unread(r.word(i+1), name.Pos)
		if !r.hasLost(i, to) && !r.tokens[to-1].Bad() { // both have been reported
			r.Report("missing-end", name.Pos, name.End, `the "end" of the rule %s is missing`, char.Clip(r.word(i+1)))
		}
		return to
	}
	r.define(name, from, to, r.tokens[to].End)
	return to + 1
}

// hasLost reports whether a comment between tokens[i] and tokens[to] has swallowed the "end" of a
// rule.
func (r *documentReader) hasLost(i, to int) bool {
	n := sort.Search(len(r.lost), func(n int) bool { return r.lost[n].Index > i })
	return n < len(r.lost) && r.lost[n].Index <= to
}

// endless reads a rule of the form "rule name = expression", which ends with its line. It returns
// the index of the token after the rule.
func (r *documentReader) endless(i int) int {
	from := i + 3
	to := from
	for r.tokens[to].Kind != token.End && r.tokens[to].Indent < 0 {
		to++
	}
	r.define(r.tokens[i+1], from, to, r.tokens[to-1].End)
	return to
}

// define reads the definition in tokens[from:to] of a rule that ends at the offset end. It adds the
// rule to the grammar or records its name as unread.
func (r *documentReader) define(name token.Token, from, to int, end syntax.Pos) {
	text := r.Grammar.Source.Text
	p := parser{Parser: r.Parser(&signs, r.tokens[from-1:to], r.List), remarks: &r.remarks}
	x := p.definition()
	r.Define(&syntax.Rule{Name: text[name.Pos:name.End], Expr: x, NamePos: name.Pos, End: end},
		p.Broken || name.Kind == token.BadName)
}

// summary adds a single note for each kind of remark that usually applies throughout a document.
func (r *documentReader) summary() {
	r.Note("host-code", r.skipped, 0,
		"%s (labels, Ruby code or node classes) skipped (first one here): they shape the parse tree, but do not "+
			"change which strings match", "annotation")
	r.Note("short-escape", r.short, 6,
		`%s with more than four digits (first one here): Ruby's \u reads four, and what follows is literal; \u{A0} `+
			`accepts any number`, "escape")
}

// Sign returns the reason for reading a text as Treetop. One reason is that "grammar NAME" is on a
// separate line and "rule … end" follows; Ruby blocks may then contain any text. The other is that
// "rule … end" is more frequent than "=", and "::=" is less frequent than "=" or absent.
func Sign(text string, tokens []token.Token) string {
	if name, n := countGrammar(tokens, text); n > 0 {
		return fmt.Sprintf(`"grammar %s", and "rule … end" %s`, char.Clip(name), times(n))
	}
	equals, colons := token.CountDefinitions(tokens, text)
	if n := countRuleEnd(tokens, text); n > equals && colons < max(equals, 1) {
		return fmt.Sprintf(`"rule … end" %s`, times(n))
	}
	return ""
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// countGrammar finds the first line that starts with "grammar" and a capitalized name, optionally
// followed by "do" or a comment. It returns the name and the number of times "rule … end" follows.
func countGrammar(tokens []token.Token, text string) (name string, n int) {
	for i, t := range tokens[:len(tokens)-1] {
		if t.Indent < 0 || t.Kind != token.Name || text[t.Pos:t.End] != "grammar" || tokens[i+1].Kind != token.Name {
			continue
		}
		name, next := text[tokens[i+1].Pos:tokens[i+1].End], tokens[i+2]
		alone := next.Indent >= 0 || strings.HasPrefix(text[next.Pos:], "#") || text[next.Pos:next.End] == "do"
		if alone && 'A' <= name[0] && name[0] <= 'Z' {
			return name, countRuleEnd(tokens[i+2:], text)
		}
	}
	return "", 0
}

// countRuleEnd counts how often "rule" and a name are followed by "end".
func countRuleEnd(tokens []token.Token, text string) (n int) {
	inRule := false
	for i, t := range tokens {
		if t.Kind != token.Name {
			continue
		}
		switch text[t.Pos:t.End] {
		case "rule":
			inRule = inRule || tokens[i+1].Kind == token.Name
		case "end":
			if inRule {
				n++
			}
			inRule = false
		}
	}
	return n
}

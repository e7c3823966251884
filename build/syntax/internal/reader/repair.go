package reader

import (
	"slices"
	"sort"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// Web forms, mail and databases can strip the line endings from a document. Comments then no longer
// end: read strictly, the first comment includes all text after it. A repair changes only comments.
// A document whose lines were joined but which contains no comments needs no repair, because
// definitions may share a line.
//
// Idea. With Document.Repair, a comment may end early: at a blank before the start of a rule (in
// Treetop, the end of a rule), or before a sign between alternatives if an element follows the
// sign. Quoted text does not end a comment. Only a comment that contains rules, and later comments
// on the same line, may end early. An ordinary comment such as "; A-Z / a-z" is therefore never
// split.
//
// Requires and returns. The lexer reads each comment a second time, as if the comment ended early,
// and stores the result as a [Swallow]. Adopt inserts the tokens of selected swallows into the
// tokens of the document.
//
// Cost. Linear in the length of the text. Tested against: TestJoinedDocuments, TestRepairLinear.

// A Swallow is a comment that may contain rules, together with the result of reading it again.
type Swallow struct {
	pos, end syntax.Pos
	Index    int   // index of the token after the comment in the document's tokens
	Follows  bool  // whether a token precedes the comment on its line
	Inside   Lexed // the result of the second reading
}

// A Lexed is the result of lexing a document, or a comment that is read again.
type Lexed struct {
	Tokens      []token.Token
	Directives  []syntax.Directive
	Diagnostics syntax.List
}

// Definitions returns the number of definitions, each with a name and "=", that start in the
// comment.
func (s *Swallow) Definitions() int {
	n := 0
	for i := range s.Inside.Tokens {
		if token.StartsRule(s.Inside.Tokens, i) {
			n++
		}
	}
	return n
}

// Adopt replaces comments with the results of reading them again, the swallows. It inserts their
// tokens into in.Tokens. Their directives and diagnostics replace the directives and diagnostics of
// in that are inside the comments. The swallows must be in text order.
func (in *Lexed) Adopt(swallows []*Swallow) {
	within := func(pos syntax.Pos) bool {
		i := sort.Search(len(swallows), func(i int) bool { return swallows[i].end > pos })
		return i < len(swallows) && swallows[i].pos <= pos
	}
	in.Tokens = splice(in.Tokens, swallows)
	in.Directives = slices.DeleteFunc(in.Directives, func(d syntax.Directive) bool { return within(d.Pos) })
	in.Diagnostics.Items = slices.DeleteFunc(in.Diagnostics.Items, func(d syntax.Diagnostic) bool { return within(d.Pos) })
	for _, s := range swallows {
		in.Directives = append(in.Directives, s.Inside.Directives...)
		in.Diagnostics.Merge(&s.Inside.Diagnostics, 0)
	}
	slices.SortStableFunc(in.Directives, func(a, b syntax.Directive) int { return int(a.Pos - b.Pos) })
}

// splice returns tokens with the tokens of each swallow inserted at its index. The swallows must be
// in text order.
func splice(tokens []token.Token, swallows []*Swallow) []token.Token {
	var all []token.Token
	from := 0
	for _, s := range swallows {
		all = append(append(all, tokens[from:s.Index]...), s.Inside.Tokens...)
		from = s.Index
	}
	return append(all, tokens[from:]...)
}

// joinedEnd returns the offset where the comment between the offsets from and to ends early. If the
// comment does not end early, joinedEnd returns to. choice is the sign between alternatives. The
// function rule reports whether the word at an offset starts a rule or, in Treetop, ends a rule.
func joinedEnd(text string, from, to int, choice byte, rule func(at int) bool) int {
	open := [2]int{to, to} // per kind of quote, the offset from which no quote is closed
	for i := from + 1; i < to; i++ {
		before, c := text[i-1], text[i]
		switch {
		case char.IsNameByte(before):
		case c == '"' || c == '\'':
			i = skipQuoted(text, i, to, &open[c&1])
		case before != ' ' && before != '\t':
		case c == choice && beginsElement(text[i+1:to]):
			return i - 1
		case char.IsAlpha(c) && rule(i):
			return i - 1
		}
	}
	return to
}

// skipQuoted returns the offset of the quote that closes the quote at i. If there is no closing
// quote before to, it returns i and stores i in open, so that later calls do not search again.
func skipQuoted(text string, i, to int, open *int) int {
	if i >= *open {
		return i
	}
	n := strings.IndexByte(text[i+1:to], text[i])
	if n < 0 {
		*open = i
		return i
	}
	return i + 1 + n
}

// beginsElement reports whether s starts with an element, possibly after blanks.
func beginsElement(s string) bool {
	s = strings.TrimLeft(s, " \t")
	return s != "" && (char.IsNameByte(s[0]) && s[0] != '-' || strings.IndexByte("\"'([<*%.&!", s[0]) >= 0)
}

// repaired returns the diagnostic for a comment that starts at pos and ends early, at end rather
// than at to, the end of its line.
func repaired(text string, pos, end, to int) syntax.Diagnostic {
	comment := strings.TrimRight(text[pos:end], " \t")
	rest := strings.TrimLeft(text[end:to], " \t")
	return syntax.NewDiagnostic("repaired", syntax.Pos(pos), len(comment),
		"the comment %s is read as ending before %s, which strictly speaking is part of it",
		char.Excerpt(comment), char.Excerpt(rest))
}

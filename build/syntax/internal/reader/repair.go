package reader

import (
	"slices"
	"sort"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// Documents lose their line ends on the way through forms, mails and databases. With the line ends
// the ends of comments are lost: by the letter, the first comment takes all text after it. A
// repair changes only comments. A joined document without comments needs no repair, because
// definitions may share a line.
//
// Idea. With Document.Repair a comment ends early, at a blank before the beginning of a rule
// (in Treetop: the end of one), or before a sign between alternatives with an element after it.
// Text in quotes does not end a comment. Only a comment with rules in it, and later comments of
// its line, may end early. So an ordinary comment, like "; A-Z / a-z", is never cut.
//
// Requires and returns. The lexer reads each comment a second time, as if it ended early, and
// stores the result as a [Swallow]. The method Adopt puts the tokens of chosen swallows into those
// of the document.
//
// Cost. Linear in the length of the text. Twins: TestJoinedDocuments, TestRepairLinear.

// A Swallow is a comment that may have rules in it, with the result of reading it a second time.
type Swallow struct {
	pos, end syntax.Pos
	Index    int   // index, in the tokens of the document, of the token after the comment
	Behind   bool  // whether a token stands before the comment on its line
	Inside   Lexed // the result of the second reading
}

// A Lexed is the result of lexing a text: a document, or a comment read a second time.
type Lexed struct {
	Tokens      []token.Token
	Directives  []syntax.Directive
	Diagnostics syntax.List
}

// Definitions returns how many definitions, of a name and "=", begin in the comment.
func (s *Swallow) Definitions() int {
	n := 0
	for i := range s.Inside.Tokens {
		if token.StartsRule(s.Inside.Tokens, i) {
			n++
		}
	}
	return n
}

// Adopt replaces comments by the results of reading them a second time, the swallows. It inserts
// their tokens among those of in. It removes the directives and diagnostics of in that stand in
// the comments, and adds those of the swallows. The swallows must be in the order of the text.
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

// splice returns tokens with the tokens of each swallow inserted at its index. The swallows must
// be in the order of the text.
func splice(tokens []token.Token, swallows []*Swallow) []token.Token {
	var all []token.Token
	from := 0
	for _, s := range swallows {
		all = append(append(all, tokens[from:s.Index]...), s.Inside.Tokens...)
		from = s.Index
	}
	return append(all, tokens[from:]...)
}

// joinedEnd returns the offset where a comment, read as if it ended early, ends. The comment is the
// text from the offset from to the offset to. If it does not end early, joinedEnd returns to.
// choice is the sign between alternatives. The function rule reports whether the word at an offset
// begins a rule, or in Treetop ends one.
func joinedEnd(text string, from, to int, choice byte, rule func(at int) bool) int {
	open := [2]int{to, to} // no quote of this kind is closed from there on
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

// skipQuoted returns the offset of the quote that closes the one at i. If there is no such quote
// before to, it returns i, and stores i in open so that later calls do not search again.
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

// beginsElement reports whether s begins with an element, after blanks.
func beginsElement(s string) bool {
	s = strings.TrimLeft(s, " \t")
	return s != "" && (char.IsNameByte(s[0]) && s[0] != '-' || strings.IndexByte("\"'([<*%.&!", s[0]) >= 0)
}

// repaired returns the diagnostic for a comment that begins at pos and is ended at end, before the
// end of its line at to.
func repaired(text string, pos, end, to int) syntax.Diagnostic {
	comment := strings.TrimRight(text[pos:end], " \t")
	rest := strings.TrimLeft(text[end:to], " \t")
	return syntax.NewDiagnostic("repaired", syntax.Pos(pos), len(comment),
		"the comment %s is ended before %s, which strictly belongs to it", char.Excerpt(comment), char.Excerpt(rest))
}

package syntax

import (
	"slices"
	"sort"
	"strings"
)

// Documents lose their line ends on the way through forms, mails and databases. With the line ends
// the ends of comments are lost: by the letter, the first comment takes all text after it. A
// repair changes only comments. A joined document without comments needs no repair, because
// definitions may share a line.
//
// Idea. With [ReadOptions].Repair a comment ends early, at a blank before the beginning of a rule
// (in Treetop: the end of one), or before a sign between alternatives with an element after it.
// Text in quotes does not end a comment. Only a comment with rules in it, and later comments of
// its line, may end early. So an ordinary comment, like "; A-Z / a-z", is never cut.
//
// Requires and returns. The lexer reads each comment a second time, as if it ended early, and
// stores the result as a [swallow]. The method adopt puts the tokens of chosen swallows into those
// of the document.
//
// Cost. Linear in the length of the text. Twins: TestJoinedDocuments, TestRepairLinear.

// A swallow is a comment that may have rules in it, with the result of reading it a second time.
type swallow struct {
	pos, end Pos
	index    int   // index, in the tokens of the document, of the token after the comment
	behind   bool  // whether a token stands before the comment on its line
	inside   lexed // the result of the second reading
}

// A lexed is the result of lexing a text: a document, or a comment read a second time.
type lexed struct {
	tokens      []token
	directives  []Directive
	diagnostics List
}

// definitions returns how many definitions, of a name and "=", begin in the comment.
func (s *swallow) definitions() int {
	n := 0
	for i := range s.inside.tokens {
		if startsRule(s.inside.tokens, i) {
			n++
		}
	}
	return n
}

// adopt replaces comments by the results of reading them a second time, the swallows. It inserts
// their tokens among those of in. It removes the directives and diagnostics of in that stand in
// the comments, and adds those of the swallows. The swallows must be in the order of the text.
func (in *lexed) adopt(swallows []*swallow) {
	within := func(pos Pos) bool {
		i := sort.Search(len(swallows), func(i int) bool { return swallows[i].end > pos })
		return i < len(swallows) && swallows[i].pos <= pos
	}
	in.tokens = splice(in.tokens, swallows)
	in.directives = slices.DeleteFunc(in.directives, func(d Directive) bool { return within(d.Pos) })
	in.diagnostics.Items = slices.DeleteFunc(in.diagnostics.Items, func(d Diagnostic) bool { return within(d.Pos) })
	for _, s := range swallows {
		in.directives = append(in.directives, s.inside.directives...)
		in.diagnostics.Merge(&s.inside.diagnostics, 0)
	}
	slices.SortStableFunc(in.directives, func(a, b Directive) int { return int(a.Pos - b.Pos) })
}

// splice returns tokens with the tokens of each swallow inserted at its index. The swallows must
// be in the order of the text.
func splice(tokens []token, swallows []*swallow) []token {
	var all []token
	from := 0
	for _, s := range swallows {
		all = append(append(all, tokens[from:s.index]...), s.inside.tokens...)
		from = s.index
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
		case isNameByte(before):
		case c == '"' || c == '\'':
			i = skipQuoted(text, i, to, &open[c&1])
		case before != ' ' && before != '\t':
		case c == choice && beginsElement(text[i+1:to]):
			return i - 1
		case isAlpha(c) && rule(i):
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
	return s != "" && (isNameByte(s[0]) && s[0] != '-' || strings.IndexByte("\"'([<*%.&!", s[0]) >= 0)
}

// repaired returns the diagnostic for a comment that begins at pos and is ended at end, before the
// end of its line at to.
func repaired(text string, pos, end, to int) Diagnostic {
	comment := strings.TrimRight(text[pos:end], " \t")
	rest := strings.TrimLeft(text[end:to], " \t")
	return NewDiagnostic("repaired", Pos(pos), len(comment),
		"the comment %s is ended before %s, which by the letter belongs to it", excerpt(comment), excerpt(rest))
}

package syntax

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Documents lose their line ends on the way through forms, mails and databases. The ends of
// comments are lost with them: by the letter, the first comment takes all text after it.
// The repair changes only comments. A joined document without comments needs none, because
// definitions may share a line.
//
// Idea. [ReadOptions].Repair ends a comment at a blank before one of two things, outside of
// quotes: the sign between alternatives with the beginning of an element after it, or the
// beginning (in Treetop: the end) of a rule. Only a comment with rules in it, and later
// comments of its line, are ended so. An ordinary comment, like "; A-Z / a-z", is never
// cut.
//
// Requires and returns. The lexer reads each comment a second time, as if it ended early,
// into a swallow; adopt puts the chosen ones into the tokens.
//
// Cost. Linear in the length of the text. Twins: TestJoinedDocuments, TestRepairLinear.

// A swallow is a comment, with its text read as if the comment ended early.
type swallow struct {
	pos, end Pos
	index    int   // index of the token after the comment, among those of the document
	behind   bool  // a token stands before the comment on its line
	inside   inner // the tokens, directives and diagnostics of the comment
}

// An inner is the result of reading a comment a second time.
type inner struct {
	tokens      []token
	directives  []Directive
	diagnostics List
}

// definitions returns how many rules of ABNF's shape begin in the comment.
func (s *swallow) definitions() int {
	n := 0
	for i := range s.inside.tokens {
		if startsRule(s.inside.tokens, i) {
			n++
		}
	}
	return n
}

// adopt puts the contents of swallows, comments read as if they ended early, in place of these
// comments. It inserts their tokens, and replaces the directives and diagnostics at offsets in
// the comments by those of the second reading. The swallows must be in the order of the text.
func (in *inner) adopt(swallows []*swallow) {
	within := func(pos Pos) bool {
		i := sort.Search(len(swallows), func(i int) bool { return swallows[i].end > pos })
		return i < len(swallows) && swallows[i].pos <= pos
	}
	in.tokens = splice(in.tokens, swallows)
	in.directives = slices.DeleteFunc(in.directives, func(d Directive) bool { return within(d.Pos) })
	in.diagnostics.Items = slices.DeleteFunc(in.diagnostics.Items, func(d Diagnostic) bool { return within(d.Pos) })
	for _, s := range swallows {
		in.directives = append(in.directives, s.inside.directives...)
		in.diagnostics.merge(&s.inside.diagnostics, 0)
	}
	slices.SortStableFunc(in.directives, func(a, b Directive) int { return int(a.Pos - b.Pos) })
}

// splice inserts the tokens of the swallows between the others. Both are in the order of
// the text.
func splice(tokens []token, swallows []*swallow) []token {
	var all []token
	from := 0
	for _, s := range swallows {
		all = append(append(all, tokens[from:s.index]...), s.inside.tokens...)
		from = s.index
	}
	return append(all, tokens[from:]...)
}

// joinedEnd returns the end of a comment in joined lines, between from and to, by the idea at the
// head of this file. It returns to if the comment does not end earlier. The function rule reports
// whether the word at an offset begins or ends a rule.
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

// skipQuoted returns the offset of the quote closing the one at i, or i for an open quote.
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

// beginsElement reports whether s is blanks and an element.
func beginsElement(s string) bool {
	s = strings.TrimLeft(s, " \t")
	return s != "" && (isNameByte(s[0]) && s[0] != '-' || strings.IndexByte("\"'([<*%.&!", s[0]) >= 0)
}

// repaired is the diagnostic for a comment, from pos to end, ended before the end to of its
// line.
func repaired(text string, pos, end, to int) Diagnostic {
	comment := strings.TrimRight(text[pos:end], " \t")
	rest := strings.TrimLeft(text[end:to], " \t")
	return NewDiagnostic("repaired", Pos(pos), len(comment),
		"the comment %s is ended before %s, which by the letter belongs to it", excerpt(comment), excerpt(rest))
}

// excerpt quotes the beginning of s in characters safe for any terminal.
func excerpt(s string) string {
	const most = 40
	var b strings.Builder
	for i, r := range s {
		switch {
		case b.Len() >= most:
			return "'" + b.String() + "...'"
		case ' ' <= r && r <= '~':
			b.WriteByte(s[i])
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return "'" + b.String() + "'"
}

// swallowed reports a comment with definitions in it.
func (r *reader) swallowed(s *swallow, definitions int) {
	r.report("comment-swallows", s.pos, s.end,
		"the comment runs to the end of its line and swallows %s of text with %s; --repair ends such comments before the next rule or alternative",
		plural(int(s.end-s.pos), "byte"), plural(definitions, "definition"))
}

package syntax

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Documents lose their line ends on the way through forms, mails and databases. What is
// lost with them is where the comments end: by the letter, the first one takes all that
// follows. Nothing but the comments is touched here; a joined document without comments
// reads as it did before, because definitions do not need their lines.
//
// The recovery, which [ReadOptions].Repair asks for: such a comment ends at a blank with
// the sign between alternatives and the beginning of an element behind it, or with what
// begins (in Treetop: ends) a rule behind it, none of them in quotes. "Such a comment" is
// one that swallowed rules, and those behind it on its line. An ordinary comment, like
// "; A-Z / a-z", is never cut.

// A swallow is a comment and the text in it read as if the comment ended early.
type swallow struct {
	pos, end Pos
	index    int   // of the token that comes next by the letter
	behind   bool  // a token stands before the comment on its line
	inside   inner // the tokens of the comment, and what there is to say about them
}

// An inner is what the second look at a comment finds.
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

// adopt puts what was found in the swallows, which are in the order of the text, in the place
// of the comments they are.
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

// splice puts what the swallows hold in between the tokens. Both are in the order of the text.
func splice(tokens []token, swallows []*swallow) []token {
	var all []token
	from := 0
	for _, s := range swallows {
		all = append(append(all, tokens[from:s.index]...), s.inside.tokens...)
		from = s.index
	}
	return append(all, tokens[from:]...)
}

// joinedEnd returns where a comment that begins at from ends when the lines of the
// document were joined: see above. It is to when there is no such place. Whether a word that
// stands behind a blank begins or ends a rule is for rule to say.
func joinedEnd(text string, from, to int, choice byte, rule func(at int) bool) int {
	open := [2]int{to, to} // no quote of that kind is closed from there on
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

// skipQuoted returns where the quote is closed that stands at i, or i when it is not.
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

// beginsElement reports whether s is an element behind blanks.
func beginsElement(s string) bool {
	s = strings.TrimLeft(s, " \t")
	return s != "" && (isNameByte(s[0]) && s[0] != '-' || strings.IndexByte("\"'([<*%.&!", s[0]) >= 0)
}

// repaired is the diagnostic for a comment, from pos to end, that was ended before the end of its line.
func repaired(text string, pos, end, to int) Diagnostic {
	comment := strings.TrimRight(text[pos:end], " \t")
	rest := strings.TrimLeft(text[end:to], " \t")
	return NewDiagnostic("repaired", Pos(pos), len(comment),
		"the comment %s is ended before %s, which by the letter belongs to it", excerpt(comment), excerpt(rest))
}

// excerpt quotes the beginning of s so that it can be read in any terminal.
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

// swallowed is the error for a comment that took rules with it.
func (r *reader) swallowed(s *swallow, definitions int) {
	r.report("comment-swallows", s.pos, s.end,
		"the comment runs to the end of its line and swallows %s of text with %s; --repair ends such comments before the next rule or alternative",
		plural(int(s.end-s.pos), "byte"), plural(definitions, "definition"))
}

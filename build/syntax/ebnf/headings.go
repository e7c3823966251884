package ebnf

import (
	"regexp"
	"sort"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// heading matches a line that looks like a heading: words, optionally after a section number or
// before a colon.
var heading = regexp.MustCompile(
	`^([0-9]+(?:\.[0-9]+)*\.?[ \t]+)?` + // 1: the section number
		`[A-Za-z]+(?:-[A-Za-z]+)*` +
		`((?:[ \t]+[A-Za-z]+(?:-[A-Za-z]+)*)*)` + // 2: more words
		`[ \t]*(:?)[ \t]*$`) // 3: a colon

// skipHeadings removes headings such as "Productions for terminals" from r.Tokens and drops the
// lexer's errors in them. Such headings occur between productions when a document with numbered
// productions was copied from a page as text.
//
// It must not remove a token that belongs to the rule above. Therefore a line is a heading only if
// it is indented no further than the number of the next production and the rule above can end
// before it. None of its words may be a rule name, unless the line contains a section number or a
// colon, which rules never contain. A heading of a single word must be between empty lines.
func (r *documentReader) skipHeadings(l *lexer) {
	first := token.NextRule(r.Tokens, r.Start)
	if !r.allNumbered {
		return
	}
	names := map[string]bool{}
	for i := first; r.Tokens[i].Kind != token.End; i = token.NextRule(r.Tokens, i+1) {
		names[r.source(r.Tokens[i])] = true
	}
	kept := r.Tokens[: first+1 : first+1]
	var skipped [][2]syntax.Pos
	for i := first; r.Tokens[i].Kind != token.End; {
		next := token.NextRule(r.Tokens, i+1)
		end := next
		if r.numbered(next) {
			end--
		}
		if mark := i + nextMark(r.Tokens[i:next]); mark < end {
			end = mark
		}
		from := end
		if r.Tokens[end].Kind == token.Class || r.Tokens[end].Kind == tokMark {
			from = r.headings(i, end, names)
		}
		kept = append(kept, r.Tokens[i+1:from]...)
		kept = append(kept, r.Tokens[end:min(next+1, len(r.Tokens))]...)
		if from < end {
			pos, end := r.Tokens[from].Pos, r.Tokens[end-1].End
			r.Report("heading-skipped", pos, end, "skipped as a heading between productions")
			skipped = append(skipped, [2]syntax.Pos{pos, end})
		}
		i = next
	}
	r.Tokens = kept
	l.Diagnostics.Filter(func(d syntax.Diagnostic) bool {
		i := sort.Search(len(skipped), func(i int) bool { return skipped[i][1] > d.Pos })
		return i >= len(skipped) || skipped[i][0] > d.Pos
	})
}

// headings returns the index of the first token of the headings that end before tokens[end], or end
// if there are no headings. The name of the rule above is tokens[i], and names contains the names
// of all rules.
func (r *documentReader) headings(i, end int, names map[string]bool) int {
	from := end
	for at := end - 1; at > i+2; at-- {
		if r.Tokens[at].Indent < 0 {
			continue
		}
		if !r.isHeading(at, from, names) || r.Tokens[at].Indent > r.Tokens[end].Indent || unfinished(r.Tokens[at-1]) {
			break
		}
		from = at
	}
	depth := 0
	for _, t := range r.Tokens[i:from] {
		switch t.Kind {
		case token.OpenGroup:
			depth++
		case token.CloseGroup:
			depth--
		}
	}
	if depth > 0 {
		return end
	}
	return from
}

// isHeading reports whether tokens[at:end], which form a line, are a heading.
func (r *documentReader) isHeading(at, end int, names map[string]bool) bool {
	text := r.Grammar.Source.Text
	line := text[r.Tokens[at].Pos:r.Tokens[end-1].End]
	m := heading.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	if m[1] != "" || m[3] != "" {
		return true // no definition contains a digit or colon at that point
	}
	for _, word := range strings.Fields(line) {
		if names[word] {
			return false
		}
	}
	before := text[r.Tokens[at-1].End:r.Tokens[at].Pos]
	after := text[r.Tokens[end-1].End:r.Tokens[end].Pos]
	return m[2] != "" || emptyLine(before) && emptyLine(after)
}

// emptyLine reports whether the text between two tokens contains an empty line.
func emptyLine(between string) bool { return strings.Count(between, "\n") > 1 }

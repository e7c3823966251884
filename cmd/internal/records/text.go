package records

import (
	"iter"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// Text is the [Syntax] of running text. A record is a line with IRIs, and they are its values. A
// line without an IRI is blank.
//
// A finder of package iri ends an IRI before the first character refused by the grammar, so the
// IRIs found by it are valid. Other links have marks around them, so their end is certain: "<" and
// ">" (RFC 3986, appendix C), the parentheses of Markdown, or quotes after "=". Such a link is a
// value as a whole, and may be invalid.
type Text struct {
	lines Lines
	find  func(text string) iter.Seq[tables.Span] // yields the places of the IRIs in a text
}

// Whole implements [Syntax].
func (t *Text) Whole(text []byte) int { return t.lines.Whole(text) }

// Next implements [Syntax].
func (t *Text) Next(r *Record, text []byte) (rest []byte) {
	rest = t.lines.Next(r, text)
	r.Values = r.Values[:0]
	for line, from := files.View(r.Raw), 0; from < len(line); {
		start, end := delimited(line, from)
		for s := range t.find(line[from:start]) {
			r.addSpan(from+s.Start, from+s.End)
		}
		if start < end {
			r.addSpan(start, end)
		}
		from = end
	}
	r.Blank = len(r.Values) == 0
	return rest
}

// addSpan adds the value Raw[start:end], without escapes.
func (r *Record) addSpan(start, end int) {
	r.Values = append(r.Values, Value{Start: start, End: end, Text: r.Raw[start:end]})
}

const authority = "://"

// delimited returns the place of the first link with marks in line[from:], or len(line) twice. The
// link has a scheme and "://".
//
// Cost: linear over all calls for a line. A walk back ends at the colon before. A walk to the end
// of a link ends before the next link with the same marks, unless the link is returned.
func delimited(line string, from int) (start, end int) {
	for at := from; ; at += len(authority) {
		i := strings.Index(line[at:], authority)
		if i < 0 {
			return len(line), len(line)
		}
		at += i
		start = at
		for start > from && isOfScheme(line[start-1]) {
			start--
		}
		if start == at {
			continue
		}
		if end = linkEnd(line, start); end > 0 {
			return start, end
		}
	}
}

// linkEnd returns the offset of the end of the link at offset start. It is -1 without an opening
// mark before start, without an end, and with a backslash in the link.
func linkEnd(line string, start int) int {
	before, link := line[:start], line[start:]
	end := -1
	switch {
	case strings.HasSuffix(before, "<"):
		if end = strings.IndexAny(link, "<>"); end >= 0 && link[end] == '<' {
			end = -1
		}
	case strings.HasSuffix(before, `="`), strings.HasSuffix(before, `='`):
		end = strings.IndexAny(link, before[start-1:]+" \t")
	case strings.HasSuffix(before, "]("):
		end = closing(link)
	}
	if end < 0 || strings.IndexByte(link[:end], '\\') >= 0 { // Markdown and programs remove a backslash
		return -1
	}
	return start + end
}

// closing returns the offset of the end of a Markdown link s, after its opening parenthesis: the
// closing parenthesis, the first blank, or the end of s. It is -1 if another Markdown link begins
// before that.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t':
			return i
		case '(':
			if strings.HasSuffix(s[:i], "]") {
				return -1
			}
			depth++
		case ')':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(s)
}

func isOfScheme(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("+-.", c) >= 0
}

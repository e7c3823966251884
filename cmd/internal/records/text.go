package records

import (
	"iter"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// Text is the [Syntax] of running text. A record is a line with IRIs, which are its values. A line without an
// IRI is blank.
//
// A finder of package iri ends an IRI before the first character that the grammar refuses, so it finds
// valid IRIs alone. The writer of a link says its end: with "<" and ">", as RFC 3986, appendix C, has
// it, with the parentheses of Markdown, or with quotes after "=". Such a link is a value as it stands,
// and may be invalid.
type Text struct {
	lines Lines
	find  func(text string) iter.Seq[tables.Span] // the places of IRIs
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

// addSpan adds a value without escapes.
func (r *Record) addSpan(start, end int) {
	r.Values = append(r.Values, Value{Start: start, End: end, Text: r.Raw[start:end]})
}

const authority = "://"

// delimited returns the place of the first link in line[from:] whose writer says its end, and len(line) twice
// if there is none. The link has a scheme and "://".
//
// Cost: linear over all calls for a line. A walk back ends at the colon before it. A walk to the end of a link
// ends where the next one of the same kind may begin, or the link is returned.
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

// linkEnd returns where the link ends that begins at offset start, and -1 if the text before it does not begin one.
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
	if end < 0 || strings.IndexByte(link[:end], '\\') >= 0 { // which Markdown and programs take away
		return -1
	}
	return start + end
}

// closing returns the offset of the parenthesis that closes the one before s, or of the first blank; or the length
// of s. It is -1 if another link of Markdown begins before.
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

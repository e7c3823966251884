package records

import (
	"bytes"
	"iter"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// Text is the [Syntax] of running text. A record is a line that contains IRIs, which are its
// values. A line without IRIs is blank.
//
// Package text ends an IRI before the first character that the grammar rejects, so the IRIs it
// finds are valid. A delimited link extends to its closing delimiter. The delimiters are "<" and
// ">" (RFC 3986, appendix C), Markdown parentheses, and quotes after "=". A delimited link is one
// value, valid or not, whose character references are decoded.
type Text struct {
	lines Lines
	find  func(text string) iter.Seq[tables.Span] // yields the IRIs in a text
	room  []byte                                  // buffer for decoded values
}

// Whole implements [Syntax].
func (t *Text) Whole(text []byte) int { return t.lines.Whole(text) }

func (t *Text) ending([]byte) ending { return endOfLine(t.lines.Separator) }

// Next implements [Syntax].
func (t *Text) Next(r *Record, text []byte) (rest []byte) {
	rest = t.lines.Next(r, text)
	r.Values, t.room = r.Values[:0], t.room[:0]
	for line, from := files.View(r.Raw), 0; from < len(line); {
		link := delimited(line, from)
		for s := range t.find(line[from:link.Start]) {
			r.add("", r.Raw, from+s.Start, from+s.End)
		}
		if link.Start < link.End {
			t.decode(&link, r.Raw[link.Start:link.End])
			r.Values = append(r.Values, link)
		}
		from = link.End
	}
	r.Blank = len(r.Values) == 0
	return rest
}

// decode sets the text of a link.
func (t *Text) decode(link *Value, raw []byte) {
	if bytes.IndexByte(raw, '&') < 0 {
		link.Text, link.Escapes = raw, nil
		return
	}
	from := len(t.room)
	t.room = link.Escapes.Append(t.room, raw)
	link.Text = t.room[from:]
}

const (
	authority = "://"
	blanks    = " \t"
)

// delimited returns the first delimited link in line[from:] that starts with a scheme and "://". If
// there is none, it returns an empty link at the end of the line.
//
// Cost: linear in the length of a line, over all calls for that line. The backward scan stops at
// the previous colon. The scan for the end of a link stops before the next link with the same
// delimiters, unless the link is returned.
func delimited(line string, from int) (link Value) {
	for at := from; ; at += len(authority) {
		i := strings.Index(line[at:], authority)
		if i < 0 {
			return Value{Start: len(line), End: len(line)}
		}
		at += i
		start := at
		for start > from && isOfScheme(line[start-1]) {
			start--
		}
		if start == at {
			continue
		}
		if link, ok := linkAt(line, start); ok {
			return link
		}
	}
}

// linkAt returns the link at offset start. ok is false if no opening delimiter precedes start, if
// the closing delimiter is missing, or if the link contains a backslash.
func linkAt(line string, start int) (link Value, ok bool) {
	before, rest := line[:start], line[start:]
	end, certain, escapes := -1, true, references
	switch {
	case strings.HasSuffix(before, "<"):
		if end = strings.IndexAny(rest, "<>"); end >= 0 && rest[end] == '<' {
			end = -1
		}
	case strings.HasSuffix(before, `="`), strings.HasSuffix(before, `='`):
		end, certain = quoted(before, rest)
		escapes = attributeReferences
	case strings.HasSuffix(before, "]("):
		end, certain = closing(rest)
	}
	if end < 0 || strings.IndexByte(rest[:end], '\\') >= 0 { // Markdown and programs remove a backslash
		return link, false
	}
	return Value{Start: start, End: start + end, Escapes: escapes, Uncertain: !certain}, true
}

// quoted returns the offset of the end of the link s in the quotes that open at the end of before,
// or -1. In an attribute that holds a single URL the link ends at the quote, or at the blanks
// before the quote. Any other link ends at the first blank, because the text may be a list or a
// sentence. certain reports whether the link contains no blank and is followed by the quote or by
// blanks and the quote.
func quoted(before, s string) (end int, certain bool) {
	quote := before[len(before)-1:]
	blank := strings.IndexAny(s, quote+blanks)
	if blank < 0 || s[blank:blank+1] == quote {
		return blank, true
	}
	inside, _, closed := strings.Cut(s, quote)
	inside = strings.TrimRight(inside, blanks)
	if closed && isAddress(before) {
		return len(inside), len(inside) == blank
	}
	return blank, closed && len(inside) == blank
}

// isAddress reports whether before ends with the name, the "=" and the quote of an HTML attribute
// whose value is a single URL.
func isAddress(before string) bool {
	before = before[:len(before)-len(`="`)]
	switch name := before[strings.LastIndexAny(before, ` "'</>`+"\t")+1:]; strings.ToLower(name) {
	case "action", "cite", "data", "formaction", "href", "poster", "src", "xlink:href":
		return true
	}
	return false
}

// closing returns the offset of the end of a Markdown link s, after its opening parenthesis: the
// closing parenthesis, the blank before a title, or the end of s. If the closing parenthesis is
// missing, the link ends at the first blank, or end is -1 if another Markdown link begins before
// any blank. certain reports whether the closing parenthesis follows, directly or after a title.
func closing(s string) (end int, certain bool) {
	depth, first := 0, -1 // the offset of the first blank
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t':
			if i > 0 && strings.IndexByte(blanks, s[i-1]) >= 0 {
				continue
			}
			if title, closed := beginsTitle(strings.TrimLeft(s[i:], blanks)); title {
				return i, closed && first < 0
			}
			if first < 0 {
				first = i
			}
		case '(':
			if strings.HasSuffix(s[:i], "]") {
				return first, false
			}
			depth++
		case ')':
			if depth--; depth < 0 {
				return i, first < 0
			}
		}
	}
	if first >= 0 {
		return first, false
	}
	return len(s), false
}

// beginsTitle reports whether s, the text after a Markdown destination and blanks, starts with an
// optional title that extends to the closing parenthesis or the end of the line. closed reports
// whether the parenthesis follows. The search for the end of a parenthesized title stops at the
// next opening parenthesis, so that all searches in a line together take linear time.
func beginsTitle(s string) (title, closed bool) {
	if s == "" || s[0] == ')' {
		return true, s != ""
	}
	i := strings.IndexByte(`"'(`, s[0])
	if i < 0 {
		return false, false
	}
	marks := [...]string{`"`, "'", "()"}[i]
	for end := 0; ; {
		i := strings.IndexAny(s[end+1:], marks)
		if i < 0 {
			return true, false
		}
		if end += i + 1; s[end-1] == '\\' {
			continue
		}
		rest := strings.TrimLeft(s[end+1:], blanks)
		return s[end] != '(' && (rest == "" || rest[0] == ')'), rest != ""
	}
}

func isOfScheme(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("+-.", c) >= 0
}

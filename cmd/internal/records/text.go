package records

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// Text is the [Syntax] of running text. A record is a line that contains IRIs, which are its
// values. Lines without IRIs form a blank record.
//
// Package text ends an IRI before the first character that the grammar rejects, so the IRIs it
// finds are valid. A delimited link extends to its closing delimiter. The delimiters are "<" and
// ">" (RFC 3986, appendix C), Markdown parentheses, and quotes after "=". A delimited link is one
// value, valid or not, whose character references are decoded.
type Text struct {
	lines Lines
	prose prose  // its links are those in the last line
	room  []byte // buffer for decoded values
}

// Whole implements [Syntax].
func (t *Text) Whole(text []byte) int { return t.lines.Whole(text) }

func (t *Text) ending([]byte) ending { return endOfLine(t.lines.Separator) }

// Next implements [Syntax].
func (t *Text) Next(r *Record, text []byte) (rest []byte) {
	if n := t.withoutLinks(text); n > 0 {
		r.skip(text[:n], t.lines.Separator)
		return text[n:]
	}
	rest = t.lines.Next(r, text)
	t.prose.links = t.prose.links[:0]
	t.prose.add(r.Raw)
	r.Values, t.room = valuesOf(r.Values[:0], t.room[:0], r.Raw, 0, t.prose.links)
	r.Blank = len(r.Values) == 0
	return rest
}

// withoutLinks returns the length of complete lines without links at the beginning of a text. Most
// lines contain none, and are skipped faster together than one by one.
func (t *Text) withoutLinks(text []byte) int {
	const window = 64 << 10 // makes the time linear if IRIs without "://" follow
	text = text[:min(len(text), window)]
	if at := bytes.Index(text, []byte(authority)); at >= 0 {
		text = text[:at]
	}
	text = text[:t.lines.Whole(text)]
	for s := range t.prose.find(files.View(text)) { // such as mailto:a@b.example
		text = text[:t.lines.Whole(text[:s.Start])]
		break
	}
	return len(text)
}

// A link is an IRI or reference in a text.
type link struct {
	start, end int            // offsets in the text
	escapes    *files.Escapes // nil if the link contains no escapes
	uncertain  bool           // see Value
	frame      *frame         // nil if the link is in running text
}

// A prose holds the links in running text. The loop over the IRIs found must not refer to local
// variables that would then be allocated for each line.
type prose struct {
	find  func(text string) iter.Seq[tables.Span] // yields the IRIs in a text
	links []link
}

// add appends the links in a line.
func (p *prose) add(raw []byte) {
	line := files.View(raw)
	for at := 0; at < len(line); {
		next, from := delimited(line, at), at
		for s := range p.find(line[from:next.start]) {
			p.links = append(p.links, link{start: from + s.Start, end: from + s.End})
		}
		if next.start < next.end {
			p.links = append(p.links, next)
		}
		at = next.end
	}
}

// valuesOf returns the links of the record raw as values. base is the offset of the record in the
// text of the links. It overwrites values, and appends decoded values to room.
func valuesOf(values []Value, room, raw []byte, base int, links []link) ([]Value, []byte) {
	values = slices.Grow(values[:0], len(links))[:len(links)]
	for i := range links {
		l, v := &links[i], &values[i]
		*v = Value{Start: l.start - base, End: l.end - base, Escapes: l.escapes, Uncertain: l.uncertain, frame: l.frame}
		v.Text = raw[v.Start:v.End]
		switch {
		case v.Escapes == nil:
		case v.Escapes.In(v.Text):
			from := len(room)
			room = v.Escapes.Append(room, v.Text)
			v.Text = room[from:]
		default:
			v.Escapes = nil
		}
	}
	return values, room
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
func delimited(line string, from int) link {
	for at := from; ; at += len(authority) {
		i := strings.Index(line[at:], authority)
		if i < 0 {
			return link{start: len(line), end: len(line)}
		}
		at += i
		start := at
		for start > from && isOfScheme(line[start-1]) {
			start--
		}
		if start == at {
			continue
		}
		if l, ok := linkAt(line, start); ok {
			return l
		}
	}
}

// linkAt returns the link at offset start. ok is false if no opening delimiter precedes start, if
// the closing delimiter is missing, or if the link contains a backslash.
func linkAt(line string, start int) (l link, ok bool) {
	before, rest := line[:start], line[start:]
	end, certain, escapes := -1, true, references
	switch {
	case strings.HasSuffix(before, "<"):
		if end = strings.IndexAny(rest, "<>"); end >= 0 && rest[end] == '<' {
			end = -1
		}
	case strings.HasSuffix(before, `="`), strings.HasSuffix(before, `='`):
		end, certain = quoted(before, rest)
		escapes = htmlReferences
	case strings.HasSuffix(before, "]("):
		end, certain = closing(rest)
	}
	if end < 0 || strings.IndexByte(rest[:end], '\\') >= 0 { // Markdown and programs remove a backslash
		return l, false
	}
	return link{start: start, end: start + end, escapes: escapes, uncertain: !certain}, true
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

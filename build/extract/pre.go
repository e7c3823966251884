package extract

import "strings"

// maxTag is the maximum length in bytes of an HTML tag. A longer one is text.
const maxTag = 1024

// preStart returns the offset of the first <pre> tag on a line, or -1.
func preStart(line string) int {
	for from := 0; ; from++ {
		at := strings.Index(line[from:], "<")
		if at < 0 {
			return -1
		}
		from += at
		if name, _ := tagName(line[from:]); name == "pre" {
			return from
		}
	}
}

// preMark returns the mark of the first <pre> tag on a line.
func preMark(line string) mark {
	at := preStart(line)
	if at < 0 {
		return mark{}
	}
	return tagMark(line[at : at+max(1, tagEnd(line[at:]))])
}

// tagMark returns the mark of a start tag. The classes that are not names of languages have many
// other purposes.
func tagMark(tag string) mark {
	name, _ := tagName(tag)
	m := markOf(tag[1+len(name):])
	if m.foreign() && !strings.Contains(tag, "language-") && !strings.Contains(tag, "lang-") {
		m.language = ""
	}
	return m
}

// tagName returns the lowercase name of the tag at the start of text, and whether it is an end tag.
// The name is "" if text does not start with a tag.
func tagName(text string) (name string, end bool) {
	text = text[1:]
	if strings.HasPrefix(text, "/") {
		text, end = text[1:], true
	}
	n := span(text[:min(len(text), maxName)], func(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' })
	if n == 0 || !isAlpha(text[0]) || n < len(text) && strings.IndexByte(" \t\r\n/>", text[n]) < 0 {
		return "", end
	}
	return strings.ToLower(text[:n]), end
}

// maxName is the maximum length of a tag's name.
const maxName = 20

// tagEnd returns the length of the tag at the start of text, or 0 if it does not end.
func tagEnd(text string) int {
	quote := byte(0)
	for i := 1; i < min(len(text), maxTag); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		}
	}
	return 0
}

// inline contains the elements that HTML grammars contain. The text within other tags, such as
// <digit>, is grammar.
var inline = words(`pre code span a b i em strong dfn var tt sub sup font br ins del mark q kbd samp abbr u s wbr c-
	small cite bdo bdi div`)

// pres reads the <pre> elements that begin on the current line, up to the line on which the last of
// them ends. It returns false if there are none.
func (m *markup) pres() (found bool) {
	for from := m.at; ; found = true {
		at := preStart(m.document.Text[from:m.next])
		if at < 0 {
			return found
		}
		from = m.pre(from + at)
		for m.next < from {
			m.advance()
		}
	}
}

// pre reads the <pre> element whose tag is at the offset at in the document and returns the offset
// of its end. It drops the tags within the element and decodes entities.
func (m *markup) pre(at int) (end int) {
	text := m.document.Text
	n := tagEnd(text[at:])
	if n == 0 {
		return at + 1
	}
	of := tagMark(text[at : at+n])
	at += n
	if code := strings.TrimLeft(text[at:min(len(text), at+maxTag)], " \t\r\n"); strings.HasPrefix(code, "<code") {
		of = of.add(tagMark(code[:max(len("<code"), tagEnd(code))]))
	}
	characters := func(from, to int) {}
	if !of.foreign() {
		m.open(of.figure())
		defer m.close()
		characters = m.characters
	}
	for at < len(text) {
		plain := strings.IndexByte(text[at:], '<')
		if plain < 0 {
			plain = len(text) - at
		}
		characters(at, at+plain)
		if at += plain; at == len(text) {
			break
		}
		name, isEnd := tagName(text[at:])
		n := 0
		switch {
		case strings.HasPrefix(text[at:], "<!--"):
			n = m.comment(at)
		case inline[name]:
			n = tagEnd(text[at:])
		}
		if n == 0 { // not markup
			n = 1
			characters(at, at+n)
		} else if name == "br" && !of.foreign() {
			m.put("\n", at, at+n)
		}
		if at += n; name == "pre" && isEnd {
			break
		}
	}
	return at
}

// comment returns the length of the HTML comment at the offset at, or 0 if it does not end.
func (m *markup) comment(at int) int {
	if !m.endless {
		if i := strings.Index(m.document.Text[at:], "-->"); i >= 0 {
			return i + len("-->")
		}
		m.endless = true
	}
	return 0
}

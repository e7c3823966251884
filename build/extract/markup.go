package extract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// A markup reads the blocks of Markdown, HTML, AsciiDoc and reStructuredText. Documents mix these
// formats, so it reads each kind of block in all of them, apart from blocks that look like prose or
// headings elsewhere.
type markup struct {
	collector
	at, next int    // offsets of the current line and the next one
	line     string // the current line
	above    mark   // the mark on the lines directly above
	blank    bool   // whether the line above is blank
	endless  bool   // whether an HTML comment does not end
}

// readMarkup reads the blocks that may contain grammar: those marked as grammar and those without a
// language.
func (r *reading) readMarkup() {
	m := &markup{collector: collector{reading: r}, blank: true}
	for m.advance() {
		if m.block() {
			m.above, m.blank = mark{}, true
			continue
		}
		m.blank = strings.TrimSpace(m.line) == ""
		if above, ok := attributes(m.line); ok {
			m.above = above.add(m.above)
		} else if !strings.HasPrefix(m.line, ".") { // an AsciiDoc title
			m.above = mark{}
		}
	}
	m.collect()
	m.settle()
}

// settle decides which figures are read: those marked as grammar or, if there are none, the others.
func (m *markup) settle() {
	marked := slices.ContainsFunc(m.figures, func(f figure) bool { return f.declared() })
	from := 0
	for i := range m.figures {
		f := &m.figures[i]
		f.left = marked && !f.declared()
		to := from
		for to < len(m.lines) && int(m.lines[to].figure) == i {
			to++
		}
		if from < to && !f.declared() {
			f.whole = isISO(m.reading.text[m.lines[from].from:m.lines[to-1].to])
		}
		from = to
	}
}

// isISO reports whether a text is a grammar of several rules in ISO EBNF. No definition in that
// notation provides evidence of its own, because the definitions end like statements.
func isISO(text string) bool {
	if d, _ := notation.Detect(text); d != syntax.ISO {
		return false
	}
	g, list := notation.Read(syntax.NewSource("", text), syntax.ISO)
	return len(g.Rules) > 1 && list.Errors() == 0
}

// advance moves to the next line. It returns false at the end of the document.
func (m *markup) advance() bool {
	text := m.document.Text
	m.at = m.next
	end := strings.IndexByte(text[m.at:], '\n') + 1
	if end == 0 {
		end = len(text) - m.at
	}
	m.next = m.at + end
	m.line = text[m.at:m.next]
	return m.line != ""
}

// peek returns the next line.
func (m *markup) peek() string {
	rest := m.document.Text[m.next:]
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// block reads the block that starts on the current line, up to its last line. It returns false if
// no block starts there.
func (m *markup) block() bool {
	if sign, info := fenceOf(m.line); sign != "" {
		m.fence(sign, markOf(info).add(m.above))
		return true
	}
	switch content := strings.TrimSpace(m.line); {
	case isSource(m.line):
		return m.source(markOf(content).add(m.above))
	case isDirective(m.line):
		m.directive(markOf(directive.FindStringSubmatch(content)[1]))
		return true
	case m.kind == AsciiDoc && listing.MatchString(content):
		m.delimited(content, m.above)
		return true
	case m.kind == ReST && strings.HasSuffix(content, "::") && !strings.HasPrefix(content, ".."):
		m.directive(mark{})
		return true
	case m.kind == Markdown && m.blank && isIndented(m.line):
		m.indented(m.above)
		return true
	}
	return m.pres()
}

// A line with a later backtick is not a fence but text that contains inline code.
var fence = regexp.MustCompile("^[ \t]*(?:(~{3,})[ \t]*(.*?)|(`{3,})[ \t]*([^`]*?))\\s*$")

// fenceOf returns the sign of a fence and the text after the sign. If the line is not a fence, the
// sign is "".
func fenceOf(line string) (sign, info string) {
	if first := strings.TrimLeft(line, " \t"); first == "" || first[0] != '~' && first[0] != '`' {
		return "", ""
	}
	m := fence.FindStringSubmatch(line)
	if m == nil {
		return "", ""
	}
	return m[1] + m[3], m[2] + m[4]
}

// attributeList matches a line with the attributes of the block above it or below it: "{: #name}"
// in kramdown, "{#name}" in mmark, "[[name]]" or "[#name]" in AsciiDoc.
var attributeList = regexp.MustCompile(`^(\{:?[^{}]*\}|\[\[[^\[\]]*\]\]|\[#[^\[\]]*\])$`)

// attributes returns the mark on a line that contains only attributes.
func attributes(line string) (mark, bool) {
	content := strings.TrimSpace(line)
	if !attributeList.MatchString(content) {
		return mark{}, false
	}
	if name, ok := strings.CutPrefix(content, "[["); ok {
		name, _, _ = strings.Cut(strings.TrimSuffix(name, "]]"), ",")
		return mark{name: name}, true
	}
	of := markOf(content)
	if !of.grammar() {
		of.language = "" // a class with another purpose
	}
	return of, true
}

// fence reads a fenced block. A document that ends within a block ends the block.
func (m *markup) fence(sign string, of mark) {
	from := m.next
	for m.advance() {
		if end, info := fenceOf(m.line); strings.HasPrefix(end, sign) && info == "" {
			break
		}
	}
	m.take(from, m.at, of, true)
}

var (
	source    = regexp.MustCompile(`^\[(?:(?:source|listing|literal)(?:[%#][\w%#-]*)?(?:,[^\[\]]*)?|,\s*[\w-]*bnf)\]\s*$`)
	listing   = regexp.MustCompile(`^(-{4,}|\.{4,})$`)
	directive = regexp.MustCompile(`^\s*\.\. (?:code-block|sourcecode|code|highlight)::\s*([\w+-]*)\s*$`)
)

// isSource reports whether a line is the attribute list of an AsciiDoc source block.
func isSource(line string) bool { return line[0] == '[' && source.MatchString(line) }

// isDirective reports whether a line begins a code block of reStructuredText.
func isDirective(line string) bool {
	return strings.Contains(line, ".. ") && directive.MatchString(line)
}

// source reads the AsciiDoc block below an attribute list: a delimited block or a paragraph.
func (m *markup) source(of mark) bool {
	next := strings.TrimSpace(m.peek())
	switch sign, _ := fenceOf(m.peek()); {
	case next == "":
		return false
	case sign != "":
		m.advance()
		m.fence(sign, of)
	case listing.MatchString(next), next == "--":
		m.advance()
		m.delimited(next, of)
	default:
		from := m.next
		for m.advance() && strings.TrimSpace(m.line) != "" {
		}
		m.take(from, m.at, of, false)
	}
	return true
}

// delimited reads an AsciiDoc block up to the next line that consists of the same delimiter.
func (m *markup) delimited(delimiter string, of mark) {
	from := m.next
	for m.advance() && strings.TrimSpace(m.line) != delimiter {
	}
	m.take(from, m.at, of, false)
}

// option matches an option of a directive in reStructuredText.
var option = regexp.MustCompile(`^\s+:([\w-]+):\s*(.*?)\s*$`)

// directive reads the lines below a directive or "::" that are indented further, after its options.
func (m *markup) directive(of mark) {
	width := indentation(m.line)
	for o := option.FindStringSubmatch(m.peek()); o != nil; o = option.FindStringSubmatch(m.peek()) {
		m.advance()
		if o[1] == "name" {
			of.name = o[2]
		}
	}
	m.deeper(width, of)
}

// indented reads an indented code block.
func (m *markup) indented(of mark) {
	m.next = m.at
	m.deeper(codeIndent-1, of)
}

// codeIndent is the minimum number of columns by which Markdown indents code.
const codeIndent = 4

// isIndented reports whether a line may be indented code.
func isIndented(line string) bool {
	return indentation(line) >= codeIndent && strings.TrimSpace(line) != ""
}

// deeper reads the following lines that are blank or indented by more than width columns.
func (m *markup) deeper(width int, of mark) {
	from, to := m.next, m.next
	for m.next < len(m.document.Text) {
		line := m.peek()
		if sign, _ := fenceOf(line); sign != "" || strings.TrimSpace(line) != "" && indentation(line) <= width {
			break
		}
		if m.advance(); strings.TrimSpace(m.line) != "" {
			to = m.next
		}
	}
	m.take(from, to, of, to == m.next)
}

// indentation returns the number of columns before the first nonblank character.
func indentation(line string) (columns int) {
	for _, c := range line {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += 8 - columns%8
		default:
			return columns
		}
	}
	return columns
}

// take adds the block between from and to in the document. Attributes may follow the block.
func (m *markup) take(from, to int, of mark, trailing bool) {
	if trailing {
		of = m.below(of)
	}
	if of.foreign() || strings.TrimSpace(m.document.Text[from:to]) == "" {
		return
	}
	m.open(of.figure())
	m.put(m.document.Text[from:to], from, to)
	m.close()
}

// below adds the mark on the line directly below the block.
func (m *markup) below(of mark) mark {
	if after, ok := attributes(m.peek()); ok && strings.HasPrefix(strings.TrimSpace(m.peek()), "{") {
		m.advance()
		return after.add(of)
	}
	return of
}

// figure returns the figure with the mark.
func (m mark) figure() figure {
	return figure{name: m.name, language: m.language, trusted: isABNF(m.language), whole: notations[m.language]}
}

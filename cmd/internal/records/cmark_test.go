package records

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/text"
)

// A node is an element of cmark's syntax tree.
type node struct {
	name, destination, literal string
	start, end                 int // offsets in the source; for a block, those of its lines
	block                      int // the index of the enclosing block, or of the block itself
}

// cmark returns the elements of a document in order. Adjacent texts form one element.
func cmark(t *testing.T, source []byte) (nodes []node) {
	command := exec.Command("cmark", "-t", "xml", "--sourcepos")
	command.Stdin, command.Stderr = bytes.NewReader(source), os.Stderr
	tree, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range tree { // cmark prints control characters, which XML excludes
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			tree[i] = ' '
		}
	}
	lines := []int{0}
	for i, c := range source {
		if c == '\n' || c == '\r' && !bytes.HasPrefix(source[i+1:], newline) {
			lines = append(lines, i+1)
		}
	}
	if lines[len(lines)-1] < len(source) {
		lines = append(lines, len(source))
	}
	block, open := 0, false
	d := xml.NewDecoder(bytes.NewReader(tree))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nodes
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			n := node{name: token.Name.Local}
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "destination":
					n.destination = a.Value
				case "sourcepos":
					n.start, n.end = offsetsOf(a.Value, lines, n.name)
				}
			}
			if !isInline(n.name) {
				block = len(nodes)
			}
			n.block = block
			nodes = append(nodes, n)
			open = true
		case xml.CharData:
			if open {
				nodes[len(nodes)-1].literal += string(token)
			}
		case xml.EndElement:
			if n := &nodes[len(nodes)-1]; open && n.name == "html_block" { // cmark's position omits the last line
				first, _ := slices.BinarySearch(lines, n.start)
				n.end = lines[min(first+strings.Count(n.literal, "\n"), len(lines)-1)]
			}
			if open = false; token.Name.Local == "link" || token.Name.Local == "image" {
				nodes = append(nodes, node{name: "end", block: block})
			}
		}
	}
}

// offsetsOf returns the offsets for a position such as "1:2-3:4", whose end is inclusive.
func offsetsOf(position string, lines []int, name string) (start, end int) {
	var line, column, lastLine, lastColumn int
	if _, err := fmt.Sscanf(position, "%d:%d-%d:%d", &line, &column, &lastLine, &lastColumn); err != nil {
		panic(err)
	}
	last := len(lines) - 1
	at := func(line int) int { return lines[max(0, min(line, last))] }
	if isInline(name) {
		start, end = at(line-1)+column-1, at(lastLine-1)+lastColumn
		return min(start, lines[last]), min(end, lines[last])
	}
	return at(line - 1), at(lastLine)
}

// isInline reports whether a node is part of a block's text.
func isInline(name string) bool {
	switch name {
	case "code", "emph", "html_inline", "image", "linebreak", "link", "softbreak", "strong", "text":
		return true
	}
	return false
}

// TestCmark compares the links in Markdown documents with those that cmark finds. Each link must be
// found once, at its position, with its text.
func TestCmark(t *testing.T) {
	c := newComparison(t)
	for _, name := range documentsOf(t, ".md", ".markdown") {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c.markdown(name, source)
	}
	c.report()
}

// TestCmarkExamples does the same for the CommonMark examples.
func TestCmarkExamples(t *testing.T) {
	documentsOf(t, ".md")
	c := newComparison(t)
	for i, example := range examples(t) {
		c.markdown(fmt.Sprint("example ", i+1), []byte(example.Markdown))
	}
	c.report()
}

// TestCmarkMixtures does the same for random mixtures of lines and words from the examples.
func TestCmarkMixtures(t *testing.T) {
	documentsOf(t, ".md")
	c, rng := newComparison(t), rand.New(rand.NewPCG(1, 1))
	var pieces []string
	for _, example := range examples(t) {
		pieces = append(pieces, strings.SplitAfter(example.Markdown, "\n")...)
		pieces = append(pieces, strings.SplitAfter(example.Markdown, " ")...)
	}
	pieces = append(pieces, "http://h/a_b", "http://h/?c&amp;d", "http://h/\\_e", "[f](g\\)h&amp;i)",
		"<http://h/j&amp;k\\l>")
	for i := range 5000 {
		source := ""
		for range 1 + rng.IntN(8) {
			source += pieces[rng.IntN(len(pieces))]
		}
		c.markdown(fmt.Sprintf("mixture %d %q", i, source), []byte(source))
	}
	c.report()
}

// A markdownCase compares one document.
type markdownCase struct {
	*comparison
	name   string
	source []byte
	nodes  []node  // found by cmark
	values []Value // the links found
	seen   []bool  // whether cmark finds values[i]
}

// markdown compares one document.
func (c *comparison) markdown(name string, source []byte) {
	d := newDocument(Markdown)
	d.parse(source)
	values, _ := valuesOf(nil, nil, source, 0, d.links)
	c.files, c.size, c.links = c.files+1, c.size+len(source), c.links+len(values)
	m := markdownCase{c, name, source, cmark(c.t, source), values, make([]bool, len(values))}
	var references []node
	for _, n := range m.nodes {
		switch n.name {
		case "link", "image":
			if !m.link(n) {
				references = append(references, n)
			}
		case "html_block", "html_inline":
			m.html(n)
		}
	}
	for _, n := range references {
		m.reference(n)
	}
	m.running()
	m.rest()
}

// at returns the name of the document and the line of an offset.
func (m *markdownCase) at(offset int) string {
	return fmt.Sprintf("%s:%d", m.name, 1+bytes.Count(m.source[:offset], newline))
}

// block returns the block that contains a node, and its text.
func (m *markdownCase) block(n node) (block node, text []byte) {
	block = m.nodes[n.block]
	return block, m.source[block.start:block.end]
}

// take marks the last value with the given text between two offsets.
func (m *markdownCase) take(text string, start, end int) bool {
	for i, v := range slices.Backward(m.values) {
		if v.Start >= start && v.End <= end && !m.seen[i] && string(v.Text) == text {
			m.seen[i] = true
			return true
		}
	}
	return false
}

// link compares a link or an image. ok is false if it may be a reference.
func (m *markdownCase) link(n node) (ok bool) {
	block, part := m.block(n)
	if strings.Trim(n.destination, whitespace) == "" || m.take(n.destination, n.start, n.end) {
		return true
	}
	if !m.take(n.destination, block.start, block.end) {
		return false
	}
	class := "" // cmark does not count what precedes an autolink or a later line of a paragraph
	switch {
	case bytes.Contains(part, []byte("]:")):
		class = "definition in the same paragraph"
	case bytes.Contains(part, []byte("<")):
		class = "column of an autolink"
	case bytes.Contains(bytes.TrimRight(part, "\n"), newline):
		class = "column after the first line of a paragraph"
	}
	m.differ(class, "%s: %q is not in its place in %q", m.at(n.start), n.destination, part)
	return true
}

// unbalanced matches a definition whose destination contains a parenthesis.
var unbalanced = regexp.MustCompile(`\]:\s*[^\s<]\S*\(`)

// reference compares a link whose destination is in a definition.
func (m *markdownCase) reference(n node) {
	found := false
	for i, v := range m.values {
		if v.frame != nil && string(v.Text) == n.destination {
			m.seen[i], found = true, true
		}
	}
	_, part := m.block(n)
	name, mail := strings.CutPrefix(n.destination, "mailto:")
	switch {
	case found:
	case mail && bytes.Contains(part, []byte("<"+name+">")):
		m.differ("mail address in angle brackets", "")
	case strings.Contains(n.destination, "\\\n"):
		m.differ("line break after a backslash in a destination, which CommonMark excludes", "")
	case unbalanced.Match(part):
		m.differ("definition with unbalanced parentheses, which CommonMark excludes", "")
	default:
		m.differ("", "%s: %q is not found in %q", m.at(n.start), n.destination, part)
	}
}

// html compares the links in embedded HTML with those found in the HTML by itself.
func (m *markdownCase) html(n node) {
	embedded := newDocument(HTML)
	embedded.parse([]byte(n.literal))
	parts, _ := valuesOf(nil, nil, embedded.text, 0, embedded.links)
	block, _ := m.block(n)
	for _, v := range slices.Backward(parts) {
		if !m.take(string(v.Text), block.start, block.end) {
			m.differ("", "%s: %q is not found in %q", m.at(n.start), v.Text, n.literal)
		}
	}
}

// running compares the links in running text.
func (m *markdownCase) running() {
	for i := 0; i < len(m.nodes); i++ {
		block, part := m.block(m.nodes[i])
		run := ""
		for ; i < len(m.nodes) && m.nodes[i].name == "text"; i++ {
			run += m.nodes[i].literal
		}
		for s := range text.Find(run) {
			found := run[s.Start:s.End]
			autolink := strings.Contains(html.UnescapeString(string(part)), "<"+run+">")
			if autolink || m.take(found, block.start, block.end) {
				continue
			}
			class := ""
			switch {
			case m.longer(block, found, " "):
				class = "part of a destination or text in angle brackets with a blank"
			case m.longer(block, found, "*"), m.longer(block, found, "_"):
				class = "emphasis directly after an IRI"
			}
			m.differ(class, "%s: %q is not found in running text %q", m.at(block.start), found, run)
		}
	}
}

// longer reports whether a link in a block begins with text followed by mark.
func (m *markdownCase) longer(block node, text, mark string) bool {
	return slices.ContainsFunc(m.values, func(v Value) bool {
		return v.Start >= block.start && v.End <= block.end && bytes.HasPrefix(v.Text, []byte(text+mark))
	})
}

// wronglyHTML matches a tag with which cmark begins an HTML block, although CommonMark excludes it
// (section 4.6).
var wronglyHTML = regexp.MustCompile(`(?i)^ {0,3}</(pre|script|style|textarea)`)

// rest reports the links that cmark does not find.
func (m *markdownCase) rest() {
	for i, v := range m.values {
		before := bytes.TrimRight(m.source[:v.Start], whitespace+"<>")
		class := ""
		switch {
		case m.seen[i]:
			continue
		case v.frame != nil && bytes.HasSuffix(before, []byte("]:")):
			class = "definition that no link uses"
		case v.frame != nil && slices.ContainsFunc(m.nodes, func(n node) bool {
			_, part := m.block(n)
			return n.name == "paragraph" && n.start <= v.Start && v.End <= n.end && bytes.Contains(part, []byte("]:"))
		}):
			class = "definition in the same paragraph"
		case v.frame == nil && bytes.ContainsAny(v.Text, blanks):
			class = "destination or text in angle brackets with a blank"
		case v.frame == nil && bytes.ContainsAny(v.Text, "*_"):
			class = "emphasis directly after an IRI"
		case slices.ContainsFunc(m.nodes, func(n node) bool {
			return n.name == "html_block" && n.start <= v.Start && v.End <= n.end && wronglyHTML.MatchString(n.literal)
		}):
			class = "HTML that begins with a closing tag such as </pre>, which is a paragraph in CommonMark"
		}
		m.differ(class, "%s: %q is found, cmark sees nothing", m.at(v.Start), v.Text)
	}
}

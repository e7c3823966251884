package walk

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"

	"github.com/irilex/iri/build/emit/internal/svg"
)

//go:embed page.html
var pageText string

// pageTemplate parses the page. It is not a variable, so that programs without pages do not link
// html/template.
func pageTemplate() *template.Template { return template.Must(template.New("page").Parse(pageText)) }

// A section of a page shows a string.
type section struct {
	Text    string
	Picture template.HTML
	Start   string
	Rows    []row
}

// A row of a table describes a character.
type row struct{ Char, Bytes, State, Component, Expected, Color string }

// Page returns an HTML page with the pictures of strings, each followed by a table of its
// characters. The page needs no other file.
func Page(traces ...*Trace) (string, error) {
	data := struct {
		Style    template.CSS
		Sections []section
	}{Style: template.CSS(svg.Style)}
	for i, t := range traces {
		p, f := t.draw(fmt.Sprintf("walk-%d", i+1), maxWidth+2*margin, t.verdict())
		s := section{Text: quote(t.text), Picture: template.HTML(p.Inline(f)), Start: t.start}
		for _, c := range t.chars {
			r := row{Char: c.text, Bytes: fmt.Sprintf("% X", c.bytes), State: c.state, Expected: c.expected}
			switch {
			case c.fate == gap:
				r.Bytes = ""
			case c.fate == failed:
				r.State, r.Expected = "unexpected", ""
			case c.component >= 0:
				r.Component, r.Color = t.components[c.component], color(c.component)
			}
			s.Rows = append(s.Rows, r)
		}
		data.Sections = append(data.Sections, s)
	}
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, data); err != nil {
		return "", err
	}
	return b.String(), nil
}

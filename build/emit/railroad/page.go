package railroad

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/irilex/iri/build/emit/internal/svg"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

//go:embed page.html
var pageText string

// pageTemplate parses the page. It is not a variable, so that programs without pages do not link
// html/template.
func pageTemplate() *template.Template { return template.Must(template.New("page").Parse(pageText)) }

// A page is the data of page.html.
type page struct {
	Title, Notation string
	Style           template.CSS
	Legend          []example
	Rules           []section
}

// An example is an entry of the legend.
type example struct {
	Picture template.HTML
	Meaning string
}

// A section shows a rule.
type section struct {
	Name, Note string
	Picture    template.HTML
	Narrow     template.HTML // the picture for phones; "" if they show the other one
	Scrolls    bool          // whether a picture may be wider than the screen
	Text       string        // the definition, as it is written in the document
	Users      []string      // rules on the page that refer to this one
}

// Page returns an HTML page with the diagrams of the given rules, or of all rules if none are
// given. The page needs no other file. Rules are in document order, followed by core rules; the
// names may differ from those in the document as in [build.Grammar.Rule]. The error names a limit
// if the page is too large.
func (g *Grammar) Page(rules ...string) (string, error) {
	shown := map[*names.Rule]bool{}
	for _, name := range rules {
		r, err := g.find(name)
		if err != nil {
			return "", err
		}
		shown[r] = true
	}
	for _, r := range g.names.Rules {
		shown[r] = r.Expr != nil && (shown[r] || len(rules) == 0)
	}
	link := func(r *names.Rule) string {
		if !shown[r] {
			return ""
		}
		return "#" + r.Name
	}
	wide := &drawer{Grammar: g.names, width: maxWidth, link: link}
	narrow := &drawer{Grammar: g.names, width: phoneWidth, link: link}
	dialect := g.names.Document.Dialect
	data := page{
		Title: g.title, Notation: fmt.Sprintf("Read as %s: %s.", dialect.Notation(), dialect.Meaning()),
		Style: template.CSS(svg.Style), Legend: legend(),
	}
	texts, users := texts(g.names.Document), users(g.names, shown)
	for _, r := range g.names.Rules {
		if !shown[r] {
			continue
		}
		s := section{Name: r.Name, Users: users[r]}
		if r.Core {
			s.Note = "a core rule of RFC 5234, appendix B.1"
			s.Text = r.Name + " = " + notation.FormatExpr(r.Expr, dialect)
		}
		for _, def := range r.Defs {
			if g.names.IsProfile(r) {
				s.Note = "a profile: a rule that a directive composes of others"
				texts[def] = g.names.Source.Text[def.NamePos:def.End]
			}
			s.Text += texts[def]
		}
		var width int
		var err error
		if s.Picture, width, err = wide.inline(r); err == nil && width > phoneWidth {
			s.Narrow, width, err = narrow.inline(r)
			s.Scrolls = width > phoneWidth
		}
		if err != nil {
			return "", err
		}
		data.Rules = append(data.Rules, s)
	}
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, data); err != nil {
		return "", err
	}
	return b.String(), nil
}

// inline draws a rule as an element of a page, and returns its width.
func (d *drawer) inline(r *names.Rule) (template.HTML, int, error) {
	p, f, err := d.rule(r)
	if err != nil {
		return "", 0, err
	}
	f.Desc = "The definition follows as text."
	return template.HTML(p.Inline(f)), f.Width, nil
}

// users returns, for each rule, the names of the shown rules that refer to it.
func users(g *names.Grammar, shown map[*names.Rule]bool) map[*names.Rule][]string {
	users := map[*names.Rule][]string{}
	for _, user := range g.Rules {
		for _, r := range user.Refs {
			if shown[user] {
				users[r] = append(users[r], user.Name)
			}
		}
	}
	return users
}

// texts returns the lines of each definition, as they are written in the document, with the lines
// directly before it, up to an empty line, and the lines directly after it that are indented more.
func texts(document *syntax.Grammar) map[*syntax.Rule]string {
	text := document.Source.Text
	all := map[*syntax.Rule]string{}
	from := 0 // end of the lines that belong to earlier definitions
	for i, def := range document.Rules {
		start, end := int(def.NamePos), int(def.End)
		if n := strings.LastIndexByte(text[from:max(from, start)], '\n'); n >= 0 {
			start = from + n + 1
		}
		for start > from {
			line := strings.LastIndexByte(text[from:start-1], '\n') + from + 1
			if strings.TrimSpace(text[line:start]) == "" {
				break
			}
			start = line
		}
		start = max(start, from)
		next := len(text)
		if i+1 < len(document.Rules) {
			next = max(end, int(document.Rules[i+1].NamePos))
		}
		end = lineEnd(text, end, next)
		for margin := indentation(text[start:]); end < next; {
			after := lineEnd(text, end, next)
			if line := text[end:after]; strings.TrimSpace(line) == "" || indentation(line) <= margin || after == next {
				break
			}
			end = after
		}
		all[def] = dedent(text[start:max(start, end)])
		from = max(from, end)
	}
	return all
}

// lineEnd returns the end of the line at an offset, or limit if that is smaller.
func lineEnd(text string, at, limit int) int {
	if n := strings.IndexByte(text[at:limit], '\n'); n >= 0 {
		return at + n + 1
	}
	return limit
}

// indentation returns the number of leading spaces of a line.
func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// dedent removes the common indentation of all lines.
func dedent(text string) string {
	text = strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), " \t\r\n") + "\n"
	indent := -1
	for line := range strings.Lines(text) {
		if n := indentation(line); strings.TrimSpace(line) != "" && (indent < 0 || n < indent) {
			indent = n
		}
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(line[min(max(indent, 0), len(line)-1):])
	}
	return b.String()
}

// legend explains the boxes.
func legend() (list []example) {
	d := &drawer{width: maxWidth}
	add := func(n node, meaning string) {
		p := new(svg.Picture)
		n.draw(p, 1, n.up+1)
		f := svg.Frame{Width: n.width + 2, Height: n.up + n.down + 2, ID: fmt.Sprintf("legend:%d", len(list)), Title: meaning}
		list = append(list, example{template.HTML(p.Inline(f)), meaning})
	}
	name := func(name string) node { return boxed("", d.label(piece{name, ""}), "", "") }
	add(boxed("round", d.label(piece{"get", ""}), "", ""), "exactly this text")
	add(boxed("round", d.label(piece{"get", ""}, caseMark), "", ""), "this text, with its letters in either case")
	add(boxed("round", d.label(text("a b")...), "", ""), "a text with a space")
	add(boxed("round", d.label(interval('A', 'Z', false)), "", ""), "one character of the range")
	add(boxed("round", d.label(character('\r'), character(0xA0)), "", ""), "characters by their names or numbers")
	add(name("item"), "a rule")
	add(boxed("dashed", d.label(piece{"item, see RFC 1", named}), "", ""), "a description, or a rule of another document")
	add(boxed("alert", d.label(piece{"item", "alert"}), "", ""), "a rule that this document does not define")
	add(choice([]node{name("a"), name("b")}, false), "a or b")
	add(choice([]node{name("a")}, true), "a or nothing")
	add(loop(name("a"), line(0), "", false), "a, one or more times")
	add(loop(name("a"), boxed("round", d.label(piece{",", ""}), "", ""), "at most 4 times", false),
		"a, up to four times, separated by commas")
	return list
}

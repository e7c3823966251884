package syntax

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// printGrammar writes g in the form of its dialect, as Print of package notation describes it.
func printGrammar(w io.Writer, g *Grammar, form *form) error {
	p := newPrinter(w, g.Dialect, form)
	p.directives(g)
	if len(g.Directives) > 0 && len(g.Rules) > 0 {
		p.out.WriteByte('\n')
	}
	p.out.WriteString(form.Head)
	for _, r := range g.Rules {
		p.rule(r)
	}
	if form.Implied != nil {
		if r := form.Implied(g); r != nil {
			p.rule(r)
		}
	}
	p.out.WriteString(form.Tail)
	return p.flush()
}

// A printer writes grammars. Its out keeps the first error of writing.
type printer struct {
	out     *bufio.Writer
	dialect Dialect
	form    *form
	err     error // names the first construct without a form in the dialect
}

func newPrinter(w io.Writer, d Dialect, form *form) *printer {
	return &printer{out: bufio.NewWriter(w), dialect: d, form: form}
}

// flush returns the first error of writing, or else that of the first construct without a form.
func (p *printer) flush() error {
	if err := p.out.Flush(); err != nil {
		return err
	}
	return p.err
}

// directives writes the directives of g.
func (p *printer) directives(g *Grammar) {
	for _, d := range g.Directives {
		text := "@" + d.Name
		if d.Text != "" {
			text += " " + d.Text
		}
		p.comment(text)
	}
}

// comment writes a comment on a line of its own.
func (p *printer) comment(text string) { fmt.Fprintf(p.out, p.form.Comment+"\n", text) }

// width is the number of columns of the longest line. A longer alternation goes on in the next
// line.
const width = 78

// rule writes a rule. If the definition is wider than a line, it is broken before signs between
// alternatives, and the next lines are indented.
func (p *printer) rule(r *Rule) {
	const indent = "    "
	format := p.form.Rule
	if r.Incremental {
		if format = p.form.Adds; format == "" {
			p.fail(r.Name, "incremental alternatives")
			format = p.form.Rule
		}
	}
	head := fmt.Sprintf(format, r.Name)
	items := []Expr{r.Expr}
	least := levelAlternation
	if alt, ok := r.Expr.(*Alternation); ok && len(alt.Items) > 1 {
		items, least = alt.Items, levelConcatenation
		p.format(r.Name, func(f *formatter) { f.checkOrder(alt) })
	}
	p.out.WriteString(head)
	column := utf8.RuneCountInString(head[strings.LastIndexByte(head, '\n')+1:])
	for i, item := range items {
		text := p.format(r.Name, func(f *formatter) { f.expr(item, least) })
		if i > 0 {
			text = p.form.Choice + " " + text
		}
		if i == len(items)-1 {
			text += p.form.End
		}
		size := utf8.RuneCountInString(text)
		switch {
		case i > 0 && column+1+size > width:
			p.out.WriteString("\n" + indent)
			column = len(indent)
		case i > 0:
			p.out.WriteByte(' ')
			column++
		}
		p.out.WriteString(text)
		column += size
	}
	p.out.WriteString("\n" + p.form.After)
}

// format returns the text that write writes, part of the rule with this name.
func (p *printer) format(rule string, write func(f *formatter)) string {
	f := formatter{form: p.form}
	if write(&f); f.missing != "" {
		p.fail(rule, f.missing)
	}
	return f.String()
}

func (p *printer) fail(rule, what string) {
	if p.err == nil {
		p.err = fmt.Errorf("rule %s: %s has no form for %s", rule, p.dialect, what)
	}
}

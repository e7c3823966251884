package syntax

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Print writes g in its own dialect: directives first, then the rules, one a line, a long
// alternation over several lines. [Read] makes the same tree of that text:
//
//   - A tree made by [Read] has the same [Dump] again. Positions, comments, the bases of numbers
//     and the layout are not in a dump, and are lost.
//   - A list of RFC 9110 is written in its long form. Unless the document has a rule OWS, that
//     of the RFC follows at the end.
//   - In a tree made by a program, a [Group] may be missing around an expression that needs one
//     in the dialect. Print then writes parentheses, and [Read] makes a Group of them. Apart
//     from such Groups the dumps are equal.
//
// Print omits the unread rules ([Grammar].Unread). The error is that of w, or names a node of a
// tree made by a program for which the dialect has no form.
//
// Twin: TestPrintRandom reads printed random trees back.
func Print(w io.Writer, g *Grammar) error {
	p := printer{out: bufio.NewWriter(w), form: formOf(g.Dialect)}
	p.grammar(g)
	if err := p.out.Flush(); err != nil {
		return err
	}
	return p.err
}

// FormatExpr returns e on one line in the dialect d, for messages and labels. A node for which d
// has no form is written in the form of another dialect.
func FormatExpr(e Expr, d Dialect) string {
	f := formatter{form: formOf(d)}
	f.expr(e, levelAlternation)
	return f.String()
}

// A form has the signs of a dialect for the constructs that all dialects have.
type form struct {
	dialect     Dialect
	define      string // the sign between a name and its definition
	choice      string // the sign between alternatives
	open, close string // the brackets around a group, with blanks
	comment     string // format of a comment, for package fmt
	postfix     bool   // whether the sign of a repetition or an option follows its element
}

// forms has the form of each [Dialect]. That of Treetop has no define, because [printer.treetop]
// writes its rules.
var forms = [...]form{
	ABNF:    {ABNF, "=", "/", "( ", " )", "; %s", false},
	RFC822:  {RFC822, "=", "|", "( ", " )", "; %s", false},
	Treetop: {Treetop, "", "/", "( ", " )", "# %s", true},
	AParse:  {AParse, "=", "/", "( ", " )", "# %s", false},
	W3C:     {W3C, "::=", "|", "(", ")", "/* %s */", true},
}

func formOf(d Dialect) *form {
	if int(d) >= len(forms) {
		d = ABNF
	}
	return &forms[d]
}

// A printer writes grammars. Its out keeps the first error of writing.
type printer struct {
	out  *bufio.Writer
	form *form
	err  error // names the first construct without a form in the dialect
}

// grammar writes the directives and the rules of g. If g has lists and no rule OWS, it adds that
// rule.
func (p *printer) grammar(g *Grammar) {
	for _, d := range g.Directives {
		text := "@" + d.Name
		if d.Text != "" {
			text += " " + d.Text
		}
		fmt.Fprintf(p.out, p.form.comment+"\n", text)
	}
	if len(g.Directives) > 0 && len(g.Rules) > 0 {
		p.out.WriteByte('\n')
	}
	if p.form.dialect == Treetop {
		p.treetop(g)
		return
	}
	for _, r := range g.Rules {
		p.rule(r)
	}
	if g.lacksListSpace() {
		p.rule(&Rule{Name: listSpace, Expr: &Repetition{Max: Unbounded, Item: &Group{
			Item: &Alternation{Items: []Expr{&RuleName{Name: "SP"}, &RuleName{Name: "HTAB"}}},
		}}})
	}
}

// listSpace is the rule around the commas of a list (RFC 9110, sections 5.6.1.1 and 5.6.3).
const listSpace = "OWS"

// lacksListSpace reports whether g has a list and no rule OWS. Then the OWS of RFC 9110 applies.
func (g *Grammar) lacksListSpace() bool {
	if g.Source == nil || g.Dialect != ABNF {
		return false
	}
	found := false
	for _, r := range g.Rules {
		if strings.EqualFold(r.Name, listSpace) {
			return false
		}
		Map(r.Expr, func(x Expr) Expr {
			name, ok := x.(*RuleName)
			found = found || ok && name.Name == listSpace && g.Source.Text[name.Start] == '#'
			return x
		})
	}
	return found
}

// rule writes a rule in a dialect other than Treetop.
func (p *printer) rule(r *Rule) {
	define := p.form.define
	if r.Incremental {
		if define += "/"; p.form.dialect == W3C {
			p.fail(r.Name, "incremental alternatives")
		}
	}
	end := ""
	if p.form.dialect == AParse {
		end = " ;"
	}
	p.lines(r, r.Name+" "+define+" ", "    ", end)
}

// treetop writes the rules in the form of Treetop. Treetop requires a name for the grammar, and
// the tree has none, so the name is Grammar.
func (p *printer) treetop(g *Grammar) {
	p.out.WriteString("grammar Grammar\n")
	for _, r := range g.Rules {
		if r.Incremental {
			p.fail(r.Name, "incremental alternatives")
		}
		fmt.Fprintf(p.out, "  rule %s\n", r.Name)
		p.lines(r, "    ", "    ", "")
		p.out.WriteString("  end\n")
	}
	p.out.WriteString("end\n")
}

// width is the number of columns of the longest line. A longer alternation goes on in the next
// line.
const width = 78

// lines writes head, the definition of r, and end. If the definition is wider than a line, it is
// broken before signs between alternatives. The next lines begin with indent.
func (p *printer) lines(r *Rule, head, indent, end string) {
	items := []Expr{r.Expr}
	least := levelAlternation
	if alt, ok := r.Expr.(*Alternation); ok && len(alt.Items) > 1 {
		items, least = alt.Items, levelConcatenation
		p.checkOrder(r.Name, alt)
	}
	p.out.WriteString(head)
	column := utf8.RuneCountInString(head)
	for i, item := range items {
		text := p.format(r.Name, item, least)
		if i > 0 {
			text = p.form.choice + " " + text
		}
		if i == len(items)-1 {
			text += end
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
	p.out.WriteByte('\n')
}

func (p *printer) format(rule string, x Expr, least level) string {
	f := formatter{form: p.form}
	f.expr(x, least)
	if f.missing != "" {
		p.fail(rule, f.missing)
	}
	return f.String()
}

func (p *printer) checkOrder(rule string, alt *Alternation) {
	f := formatter{form: p.form}
	if f.checkOrder(alt); f.missing != "" {
		p.fail(rule, f.missing)
	}
}

func (p *printer) fail(rule, what string) {
	if p.err == nil {
		p.err = fmt.Errorf("rule %s: %s has no form for %s", rule, p.form.dialect, what)
	}
}

// A level is the binding strength of an expression: a greater level binds more tightly.
type level int

const (
	levelAlternation level = iota
	levelConcatenation
	levelDifference
	levelRepetition
	levelElement
)

// level returns the level of the operator of x. An operand with a lower level than its operator
// needs is written in brackets.
func (f *formatter) level(x Expr) level {
	switch x.(type) {
	case *Alternation:
		return levelAlternation
	case *Concatenation:
		return levelConcatenation
	case *Difference, *Predicate:
		return levelDifference
	case *Repetition:
		return levelRepetition
	case *Option:
		if f.form.postfix {
			return levelRepetition
		}
	}
	return levelElement
}

// A formatter writes an expression on one line.
type formatter struct {
	strings.Builder
	form    *form
	missing string // the first construct for which the dialect has no form
}

// lack notes that the dialect has no form for a construct. The caller writes the construct in the
// form of another dialect.
func (f *formatter) lack(what string) {
	if f.missing == "" {
		f.missing = what
	}
}

// expr writes x. If the level of x is lower than least, it writes parentheses around it.
func (f *formatter) expr(x Expr, least level) {
	if f.level(x) < least {
		x = &Group{Item: x}
	}
	switch x := x.(type) {
	case *Alternation:
		f.checkOrder(x)
		f.items(x.Items, " "+f.form.choice+" ", levelConcatenation)
	case *Concatenation:
		f.items(x.Items, " ", levelDifference)
	case *Difference:
		if f.form.dialect != W3C {
			f.lack("a difference")
		}
		f.expr(x.Item, levelDifference)
		f.WriteString(" - ")
		f.expr(x.Except, levelRepetition)
	case *Predicate:
		f.predicate(x)
	case *Repetition:
		f.repetition(x)
	case *Option:
		f.option(x)
	case *Group:
		f.WriteString(f.form.open)
		f.expr(x.Item, levelAlternation)
		f.WriteString(f.form.close)
	case *RuleName:
		f.WriteString(x.Name)
	default:
		f.terminal(x)
	}
}

// predicate writes a predicate. Its item gets parentheses if it has a suffix, as Treetop requires.
func (f *formatter) predicate(x *Predicate) {
	if f.form.dialect != Treetop {
		f.lack("a predicate")
	}
	sign := "&"
	if x.Negated {
		sign = "!"
	}
	f.WriteString(sign)
	f.expr(x.Item, levelElement)
}

func (f *formatter) items(items []Expr, between string, least level) {
	for i, item := range items {
		if i > 0 {
			f.WriteString(between)
		}
		f.expr(item, least)
	}
}

// checkOrder notes with lack that the dialect does not have such a choice: ordered in Treetop, and
// unordered in all other dialects.
func (f *formatter) checkOrder(x *Alternation) {
	switch ordered := f.form.dialect == Treetop; {
	case x.Ordered && !ordered:
		f.lack("ordered choice")
	case !x.Ordered && ordered:
		f.lack("unordered choice")
	}
}

func (f *formatter) option(x *Option) {
	if f.form.postfix {
		f.repeat(x.Item, "?")
		return
	}
	f.WriteString("[ ")
	f.expr(x.Item, levelAlternation)
	f.WriteString(" ]")
}

func (f *formatter) repeat(x Expr, sign string) {
	f.expr(x, levelElement)
	f.WriteString(sign)
}

// repetition writes a repetition. The repeat stands before the item, as in 1*3DIGIT, or in a
// dialect with postfix a sign after it, as in DIGIT+.
func (f *formatter) repetition(x *Repetition) {
	if !f.form.postfix {
		f.WriteString(repeat(x.Min, x.Max))
		f.expr(x.Item, levelElement)
		return
	}
	switch {
	case x.Min == 0 && x.Max == 1:
		f.repeat(x.Item, "?")
	case x.Min == 0 && x.Max == Unbounded:
		f.repeat(x.Item, "*")
	case x.Min == 1 && x.Max == Unbounded:
		f.repeat(x.Item, "+")
	default:
		switch {
		case f.form.dialect != Treetop:
			f.lack("a counted repetition")
		case x.Max == 0:
			f.lack("a repetition of no times")
		}
		f.repeat(x.Item, " "+occurrences(x.Min, x.Max))
	}
}

// repeat returns the repeat of RFC 5234, section 3.6: "2*5" for 2 and 5, "3" for 3 and 3, "2*" for
// 2 and Unbounded.
func repeat(least, most int) string {
	switch {
	case least == most:
		return fmt.Sprintf("%d", least)
	case least == 0 && most == Unbounded:
		return "*"
	case most == Unbounded:
		return fmt.Sprintf("%d*", least)
	case least == 0:
		return fmt.Sprintf("*%d", most)
	}
	return fmt.Sprintf("%d*%d", least, most)
}

// occurrences returns a range of occurrences in the form of Treetop: "2..5" for 2 and 5.
func occurrences(least, most int) string {
	if most == Unbounded {
		return fmt.Sprintf("%d..", least)
	}
	return fmt.Sprintf("%d..%d", least, most)
}

// Package printer writes syntax trees as text in a dialect.
package printer

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
)

// Print writes g in its own dialect, as Print in package notation describes.
func Print(w io.Writer, g *syntax.Grammar, form *Form) error {
	p := New(w, g.Dialect, form)
	p.Directives(g)
	if len(g.Directives) > 0 && len(g.Rules) > 0 {
		p.Out.WriteByte('\n')
	}
	p.Out.WriteString(form.Head)
	for _, r := range g.Rules {
		p.Rule(r)
	}
	if form.Implied != nil {
		if r := form.Implied(g); r != nil {
			p.Rule(r)
		}
	}
	p.Out.WriteString(form.Tail)
	return p.Flush()
}

// A printer writes grammars. Out remembers the first write error.
type printer struct {
	Out     *bufio.Writer
	dialect syntax.Dialect
	form    *Form
	err     error // reports the first construct that the dialect cannot express
}

func New(w io.Writer, d syntax.Dialect, form *Form) *printer {
	return &printer{Out: bufio.NewWriter(w), dialect: d, form: form}
}

// Flush returns the first write error or, if there is none, an error about the first construct that
// the dialect cannot express.
func (p *printer) Flush() error {
	if err := p.Out.Flush(); err != nil {
		return err
	}
	return p.err
}

// Directives writes the directives of g.
func (p *printer) Directives(g *syntax.Grammar) {
	for _, d := range g.Directives {
		text := "@" + d.Name
		if d.Text != "" {
			text += " " + d.Text
		}
		p.Comment(text)
	}
}

// Comment writes a comment on a separate line.
func (p *printer) Comment(text string) { fmt.Fprintf(p.Out, p.form.Comment+"\n", text) }

// Width is the maximum width of a line in columns. A longer alternation continues on the next line.
const Width = 78

// Rule writes a rule. If the definition does not fit on a line, it is broken before the signs
// between alternatives, and the continuation lines are indented.
func (p *printer) Rule(r *syntax.Rule) {
	const indent = "    "
	format := p.form.Rule
	if r.Incremental {
		if format = p.form.Adds; format == "" {
			p.fail(r.Name, "incremental alternatives")
			format = p.form.Rule
		}
	}
	head := fmt.Sprintf(format, r.Name)
	items := []syntax.Expr{r.Expr}
	least := LevelAlternation
	if alt, ok := r.Expr.(*syntax.Alternation); ok && len(alt.Items) > 1 {
		items, least = alt.Items, LevelConcatenation
		p.format(r.Name, func(f *Formatter) { f.checkOrder(alt) })
	}
	p.Out.WriteString(head)
	column := utf8.RuneCountInString(head[strings.LastIndexByte(head, '\n')+1:])
	for i, item := range items {
		text := p.format(r.Name, func(f *Formatter) { f.Expr(item, least) })
		if i > 0 {
			text = p.form.Choice + " " + text
		}
		if i == len(items)-1 {
			text += p.form.End
		}
		size := utf8.RuneCountInString(text)
		switch {
		case i > 0 && column+1+size > Width:
			p.Out.WriteString("\n" + indent)
			column = len(indent)
		case i > 0:
			p.Out.WriteByte(' ')
			column++
		}
		p.Out.WriteString(text)
		column += size
	}
	p.Out.WriteString("\n" + p.form.After)
}

// format returns the output of write, which writes a part of the named rule.
func (p *printer) format(rule string, write func(f *Formatter)) string {
	f := Formatter{form: p.form}
	if write(&f); f.missing != "" {
		p.fail(rule, f.missing)
	}
	return f.String()
}

func (p *printer) fail(rule, what string) {
	if p.err == nil {
		p.err = fmt.Errorf("rule %s: %s cannot express %s", rule, p.dialect, what)
	}
}

// A Form describes how a dialect writes the constructs that all dialects share. Node writes the
// others.
type Form struct {
	Rule    string // format of the text before a definition, including the rule name
	Adds    string // the same for an increment; "" if the dialect has no increments
	End     string // the mark at the end of a rule
	After   string // the lines after a rule
	Head    string // the lines before the rules
	Tail    string // the lines after the rules
	Name    string // format of a reference to a rule; "" for the name itself
	Choice  string // the sign between alternatives
	Between string // the sign between the items of a sequence; "" for a blank
	Open    string // the bracket before a group, with blanks
	Close   string // the bracket after a group, with blanks
	Comment string // format of a comment

	Flat        bool // whether the dialect has no groups
	Braces      bool // whether { x } is any number of times, and so an element
	Postfix     bool // whether the sign of a repetition or option follows its element
	Ordered     bool // whether the first alternative that matches wins
	Counts      bool // whether a count such as 2..5 repeats an element
	Numbers     bool // whether %x41 and %x41-5A are elements
	Differences bool // whether A - B is an element
	Predicates  bool // whether !A is an element
	Classes     bool // whether [a-z] is an element

	// Node writes a node that this dialect writes in its own way, and returns false for any other
	// node. It is not called for alternations, concatenations, groups and names. It must write every
	// CharVal.
	Node func(f *Formatter, x syntax.Expr) bool

	// Implied returns a rule that g uses but does not define, or nil. The function itself may also be
	// nil.
	Implied func(g *syntax.Grammar) *syntax.Rule
}

// A Level is the precedence level of an expression. A higher level binds more tightly.
type Level int

const (
	LevelAlternation Level = iota
	LevelConcatenation
	LevelDifference
	LevelRepetition
	LevelElement
)

// level returns the level of the operator of x. An operand is parenthesized if its level is lower
// than its operator requires.
func (f *Formatter) level(x syntax.Expr) Level {
	switch x := x.(type) {
	case *syntax.Alternation:
		return LevelAlternation
	case *syntax.Concatenation:
		return LevelConcatenation
	case *syntax.Difference, *syntax.Predicate:
		return LevelDifference
	case *syntax.Repetition:
		if f.form.Braces && x.Min == 0 && x.Max == syntax.Unbounded {
			return LevelElement
		}
		return LevelRepetition
	case *syntax.Option:
		if f.form.Postfix {
			return LevelRepetition
		}
	}
	return LevelElement
}

// Format formats x on one line. It also returns the first construct that the dialect cannot
// express.
func Format(x syntax.Expr, form *Form) (text, missing string) {
	f := Formatter{form: form}
	f.Expr(x, LevelAlternation)
	return f.String(), f.missing
}

// A Formatter writes an expression on one line.
type Formatter struct {
	strings.Builder
	form    *Form
	missing string // the first construct that the dialect cannot express
}

// Lack records that the dialect cannot express a construct. The caller writes the construct as
// another dialect would.
func (f *Formatter) Lack(what string) {
	if f.missing == "" {
		f.missing = what
	}
}

// Expr writes x, in parentheses if its level is lower than least.
func (f *Formatter) Expr(x syntax.Expr, least Level) {
	if f.level(x) < least {
		x = &syntax.Group{Item: x}
	}
	switch x := x.(type) {
	case *syntax.Alternation:
		f.checkOrder(x)
		f.items(x.Items, " "+f.form.Choice+" ", LevelConcatenation)
	case *syntax.Concatenation:
		f.items(x.Items, cmp.Or(f.form.Between, " "), LevelDifference)
	case *syntax.Group:
		f.need(!f.form.Flat, "a group")
		f.WriteString(f.form.Open)
		f.Expr(x.Item, LevelAlternation)
		f.WriteString(f.form.Close)
	case *syntax.RuleName:
		f.WriteString(fmt.Sprintf(cmp.Or(f.form.Name, "%s"), x.Name))
	default:
		if !f.form.Node(f, x) {
			f.common(x)
		}
	}
}

func (f *Formatter) items(items []syntax.Expr, between string, least Level) {
	for i, item := range items {
		if i > 0 {
			f.WriteString(between)
		}
		f.Expr(item, least)
	}
}

// checkOrder calls Lack if x is ordered and the dialect has only unordered choice, or vice versa.
func (f *Formatter) checkOrder(x *syntax.Alternation) {
	switch {
	case x.Ordered && !f.form.Ordered:
		f.Lack("ordered choice")
	case !x.Ordered && f.form.Ordered:
		f.Lack("unordered choice")
	}
}

// common writes a node in a form that several dialects share. If this dialect does not have that
// form, common records that it lacks the construct.
func (f *Formatter) common(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Difference:
		f.need(f.form.Differences, "a difference")
		f.Expr(x.Item, LevelDifference)
		f.WriteString(" - ")
		f.Expr(x.Except, LevelRepetition)
	case *syntax.Predicate: // an item with a suffix is parenthesized, as Treetop requires
		f.need(f.form.Predicates, "a predicate")
		sign := "&"
		if x.Negated {
			sign = "!"
		}
		f.Element(sign, x.Item, "")
	case *syntax.Option:
		f.need(f.form.Postfix, "an option")
		f.Element("", x.Item, "?")
	case *syntax.Repetition:
		f.need(f.form.Postfix, "this repetition")
		f.Element("", x.Item, f.suffix(x.Min, x.Max))
	case *syntax.NumVal: // in hexadecimal, as in most RFCs: "%x0D.0A"
		f.need(f.form.Numbers, "number values")
		sign := "%x"
		for _, v := range x.Values {
			fmt.Fprintf(f, "%s%02X", sign, v)
			sign = "."
		}
	case *syntax.NumRange:
		f.need(f.form.Numbers, "number ranges")
		fmt.Fprintf(f, "%%x%02X-%02X", x.Lo, x.Hi)
	case *syntax.Class:
		f.need(f.form.Classes, "classes")
		f.Class(x, f.classRanges)
	case *syntax.ProseVal:
		f.Lack("a prose description")
		f.WriteString("<" + x.Text + ">")
	}
}

// Quoted writes a case-sensitive string without escapes between quotes or, if it contains one, the
// other quotes.
func (f *Formatter) Quoted(x *syntax.CharVal, quote, other string) {
	if x.Fold {
		f.Lack("a case-insensitive string")
		f.WriteString("%i")
	}
	if strings.Contains(x.Text, quote) {
		quote = other
	}
	if strings.Contains(x.Text, quote) || strings.ContainsAny(x.Text, "\r\n\x00") || !utf8.ValidString(x.Text) {
		f.Lack("this string")
	}
	f.WriteString(quote + x.Text + quote)
}

func (f *Formatter) need(has bool, what string) {
	if !has {
		f.Lack(what)
	}
}

// Element writes x between two signs, in parentheses if x is not an element.
func (f *Formatter) Element(before string, x syntax.Expr, after string) {
	f.WriteString(before)
	f.Expr(x, LevelElement)
	f.WriteString(after)
}

// suffix returns the sign that follows the item of a repetition.
func (f *Formatter) suffix(least, most int) string {
	switch {
	case least == 0 && most == 1:
		return "?"
	case least == 0 && most == syntax.Unbounded:
		return "*"
	case least == 1 && most == syntax.Unbounded:
		return "+"
	case !f.form.Counts:
		f.Lack("a counted repetition")
	case most == 0:
		f.Lack("zero repetitions")
	}
	if most == syntax.Unbounded {
		return fmt.Sprintf(" %d..", least)
	}
	return fmt.Sprintf(" %d..%d", least, most)
}

// Class writes a class in brackets, calling ranges to write its contents.
func (f *Formatter) Class(x *syntax.Class, ranges func(x *syntax.Class)) {
	if len(x.Ranges) == 0 && !x.Negated {
		f.Lack("an empty class")
	}
	f.WriteByte('[')
	if x.Negated {
		f.WriteByte('^')
	}
	ranges(x)
	f.WriteByte(']')
}

// classRanges writes the items of a class in W3C's EBNF. A visible character is literal unless it
// has a special meaning in a class; any other character is written as a number, such as #x9. In two
// cases a visible character is also written as a number: a hexadecimal digit after a number, which
// would become part of that number, and a "|" between two items that are not plain characters,
// which would cause a warning when read.
func (f *Formatter) classRanges(x *syntax.Class) {
	wasNumber, wasLiteral := false, false
	for i, r := range x.Ranges {
		literal := r.Lo == r.Hi
		raw := classMember(r.Lo, x.Negated || i > 0) && classMember(r.Hi, true) && !(wasNumber && char.Digit(byte(r.Lo)) < 16)
		switch {
		case r.Lo == '-' && literal && i == len(x.Ranges)-1:
			f.WriteByte('-')
		case literal && raw && (r.Lo != '|' || wasLiteral || i == 0 || i == len(x.Ranges)-1):
			f.WriteRune(r.Lo)
		case literal:
			fmt.Fprintf(f, "#x%X", r.Lo)
			raw, literal = false, false
		case raw:
			f.WriteString(string(r.Lo) + "-" + string(r.Hi))
		default:
			fmt.Fprintf(f, "#x%X-#x%X", r.Lo, r.Hi)
		}
		wasNumber, wasLiteral = !raw, literal
	}
}

// classMember reports whether r is literal in a class in W3C's EBNF. notFirst reports whether
// another item precedes r.
func classMember(r rune, notFirst bool) bool {
	switch r {
	case '-', '#', ']':
		return false
	case '^':
		return notFirst
	}
	return ' ' < r && r <= '~'
}

package syntax

import (
	"fmt"
	"strings"
)

// A form has the signs of a dialect for the constructs that all dialects have, and writes the others.
type form struct {
	Rule    string // format of the text before a definition, with the name of the rule
	Adds    string // the same for an increment; "" if the dialect has none
	End     string // the mark at the end of a rule
	After   string // the lines after a rule
	Head    string // the lines before the rules
	Tail    string // the lines after the rules
	Choice  string // the sign between alternatives
	Open    string // the bracket before a group, with blanks
	Close   string // the bracket after a group, with blanks
	Comment string // format of a comment
	Postfix bool   // whether the sign of a repetition or an option follows its element
	Ordered bool   // whether the first alternative that matches wins

	// Node writes any other node. It returns false if the dialect has no form for such a node.
	Node func(f *formatter, x Expr) bool

	// Implied returns a rule that g uses without defining it, or nil. The function may be nil, too.
	Implied func(g *Grammar) *Rule
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
		if f.form.Postfix {
			return levelRepetition
		}
	}
	return levelElement
}

// formatExpr returns x on one line, and the first construct for which the dialect has no form.
func formatExpr(x Expr, form *form) (text, missing string) {
	f := formatter{form: form}
	f.expr(x, levelAlternation)
	return f.String(), f.missing
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
		f.items(x.Items, " "+f.form.Choice+" ", levelConcatenation)
	case *Concatenation:
		f.items(x.Items, " ", levelDifference)
	case *Group:
		f.WriteString(f.form.Open)
		f.expr(x.Item, levelAlternation)
		f.WriteString(f.form.Close)
	case *RuleName:
		f.WriteString(x.Name)
	default:
		if !f.form.Node(f, x) {
			f.foreign(x)
		}
	}
}

func (f *formatter) items(items []Expr, between string, least level) {
	for i, item := range items {
		if i > 0 {
			f.WriteString(between)
		}
		f.expr(item, least)
	}
}

// checkOrder notes with lack that the dialect does not have such a choice.
func (f *formatter) checkOrder(x *Alternation) {
	switch {
	case x.Ordered && !f.form.Ordered:
		f.lack("ordered choice")
	case !x.Ordered && f.form.Ordered:
		f.lack("unordered choice")
	}
}

// foreign writes x, for which the dialect has no form, in the form of another dialect.
func (f *formatter) foreign(x Expr) {
	switch x := x.(type) {
	case *Difference:
		f.lack("a difference")
		f.difference(x)
	case *Predicate:
		f.lack("a predicate")
		f.predicate(x)
	case *Repetition:
		f.lack("a counted repetition")
		f.counted(x)
	case *NumVal:
		f.lack("number values")
		f.numVal(x)
	case *NumRange:
		f.lack("number ranges")
		f.numRange(x)
	case *Class:
		f.lack("classes")
		f.class(x)
	case *ProseVal:
		f.lack("a description in words")
		f.WriteString("<" + x.Text + ">")
	}
}

// difference writes a difference as in W3C's EBNF.
func (f *formatter) difference(x *Difference) {
	f.expr(x.Item, levelDifference)
	f.WriteString(" - ")
	f.expr(x.Except, levelRepetition)
}

// predicate writes a predicate. Its item gets parentheses if it has a suffix, as Treetop requires.
func (f *formatter) predicate(x *Predicate) {
	sign := "&"
	if x.Negated {
		sign = "!"
	}
	f.suffix(sign, x.Item, "")
}

// suffix writes x between two signs.
func (f *formatter) suffix(before string, x Expr, after string) {
	f.WriteString(before)
	f.expr(x, levelElement)
	f.WriteString(after)
}

// postfix writes an option or a repetition with "?", "*" or "+" after its item. It returns false for
// a counted repetition.
func (f *formatter) postfix(x Expr) bool {
	item, least, most := x, 0, 1
	switch x := x.(type) {
	case *Option:
		item = x.Item
	case *Repetition:
		item, least, most = x.Item, x.Min, x.Max
	}
	switch {
	case least == 0 && most == 1:
		f.suffix("", item, "?")
	case least == 0 && most == Unbounded:
		f.suffix("", item, "*")
	case least == 1 && most == Unbounded:
		f.suffix("", item, "+")
	default:
		return false
	}
	return true
}

// counted writes a repetition with a range of occurrences as in Treetop: "a 2..5", "a 2..".
func (f *formatter) counted(x *Repetition) {
	most := ""
	if x.Max != Unbounded {
		most = fmt.Sprint(x.Max)
	}
	f.suffix("", x.Item, fmt.Sprintf(" %d..%s", x.Min, most))
}

// numVal writes a num-val of RFC 5234, section 2.3, in hexadecimal as most RFCs have it:
// "%x0D.0A".
func (f *formatter) numVal(x *NumVal) {
	between := "%x"
	for _, v := range x.Values {
		fmt.Fprintf(f, "%s%02X", between, v)
		between = "."
	}
}

// numRange writes a range of RFC 5234, section 3.4.
func (f *formatter) numRange(x *NumRange) { fmt.Fprintf(f, "%%x%02X-%02X", x.Lo, x.Hi) }

// class writes a class of W3C's EBNF.
func (f *formatter) class(x *Class) {
	if len(x.Ranges) == 0 && !x.Negated {
		f.lack("an empty class")
	}
	f.WriteByte('[')
	if x.Negated {
		f.WriteByte('^')
	}
	f.classRanges(x)
	f.WriteByte(']')
}

// classRanges writes the items of a class of W3C's EBNF. A visible character stands for itself,
// unless it has another meaning in a class. Other characters are written by number, as #x9. Two
// more are written by number: a hexadecimal digit after a number, which would belong to it, and a
// "|" between two items other than plain characters, because the reader would warn of it.
func (f *formatter) classRanges(x *Class) {
	wasNumber, wasLiteral := false, false
	for i, r := range x.Ranges {
		literal := r.Lo == r.Hi
		raw := classMember(r.Lo, x.Negated || i > 0) && classMember(r.Hi, true) && !(wasNumber && digit(byte(r.Lo)) < 16)
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

// classMember reports whether r may stand for itself in a class of W3C's EBNF. notFirst tells
// whether another item stands before r.
func classMember(r rune, notFirst bool) bool {
	switch r {
	case '-', '#', ']':
		return false
	case '^':
		return notFirst
	}
	return ' ' < r && r <= '~'
}

package abnf

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// Form returns the printer form for ABNF or a similar dialect.
func Form(d syntax.Dialect) *printer.Form {
	n := &variants[d]
	f := &printer.Form{
		Rule: "%s = ", Adds: "%s =/ ", Choice: string(n.Choice), Open: "( ", Close: " )",
		Comment: string(n.comment) + " %s", Numbers: n.percent, Node: n.node,
	}
	if n.terminator != 0 {
		f.End = " " + string(n.terminator)
	}
	if n.lists {
		f.Implied = ImpliedOWS
	}
	return f
}

// ImpliedOWS returns the OWS rule, which matches the blanks around the commas of a list (RFC 9110,
// sections 5.6.1.1 and 5.6.3). It returns nil if g contains no list or already defines the rule.
func ImpliedOWS(g *syntax.Grammar) *syntax.Rule {
	if g.Source == nil {
		return nil
	}
	found := false
	for _, r := range g.Rules {
		if strings.EqualFold(r.Name, ListSpace) {
			return nil
		}
		syntax.Map(r.Expr, func(x syntax.Expr) syntax.Expr {
			name, ok := x.(*syntax.RuleName)
			found = found || ok && name.Name == ListSpace && g.Source.Text[name.Start] == '#'
			return x
		})
	}
	if !found {
		return nil
	}
	return &syntax.Rule{Name: ListSpace, Expr: &syntax.Repetition{Max: syntax.Unbounded, Item: &syntax.Group{
		Item: &syntax.Alternation{Items: []syntax.Expr{&syntax.RuleName{Name: "SP"}, &syntax.RuleName{Name: "HTAB"}}},
	}}}
}

// node writes a node as the variant spells it.
func (n *variant) node(f *printer.Formatter, x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Repetition:
		f.Element(repeat(x.Min, x.Max), x.Item, "")
	case *syntax.Option:
		f.WriteString("[ ")
		f.Expr(x.Item, printer.LevelAlternation)
		f.WriteString(" ]")
	case *syntax.CharVal:
		n.charVal(f, x)
	case *syntax.NumVal:
		if n.percent || string(x.Values) != `"` {
			return false
		}
		f.WriteString(doubleQuote)
	case *syntax.ProseVal:
		plain := strings.ReplaceAll(x.Text, doubleQuote, "")
		if strings.ContainsAny(plain, ">\r\n") || strings.HasSuffix(plain, `<"`) || x.Text == `"` ||
			!utf8.ValidString(plain) {
			f.Lack("this prose description")
		}
		f.WriteString("<" + x.Text + ">")
	default:
		return false
	}
	return true
}

// repeat formats a repeat (RFC 5234, section 3.6): "2*5" for 2 and 5, "3" for 3 and 3, "2*" for 2
// and Unbounded.
func repeat(least, most int) string {
	switch {
	case least == most:
		return fmt.Sprintf("%d", least)
	case least == 0 && most == syntax.Unbounded:
		return "*"
	case most == syntax.Unbounded:
		return fmt.Sprintf("%d*", least)
	case least == 0:
		return fmt.Sprintf("*%d", most)
	}
	return fmt.Sprintf("%d*%d", least, most)
}

// charVal writes a char-val. A string without a prefix is case-insensitive in ABNF and aParse, and
// exact in RFC 822's notation. An exact string is written with the prefix %s or, in aParse, in
// apostrophes.
func (n *variant) charVal(f *printer.Formatter, x *syntax.CharVal) {
	if n.exactQuote && !x.Fold && char.AllPrintable(x.Text) && !strings.Contains(x.Text, "'") {
		f.WriteString("'" + x.Text + "'") // the reader also accepts %s"text", but aParse does not
		return
	}
	if !Quotable(x.Text) {
		f.Lack("this string")
	}
	switch {
	case x.Fold == n.fold:
	case x.Fold:
		f.Lack("a case-insensitive string")
		f.WriteString("%i")
	default:
		f.WriteString("%s")
	}
	f.WriteString(`"` + x.Text + `"`)
}

// Quotable reports whether a char-val can contain s.
func Quotable(s string) bool { return char.AllPrintable(s) && !strings.Contains(s, `"`) }

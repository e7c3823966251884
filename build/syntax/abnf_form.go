package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The forms of the dialects of ABNF's shape.
var (
	abnfForm = form{
		Rule: "%s = ", Adds: "%s =/ ", Choice: "/", Open: "( ", Close: " )", Comment: "; %s",
		Node: notations[ABNF].node, Implied: impliedOWS,
	}
	rfc822Form = form{
		Rule: "%s = ", Adds: "%s =/ ", Choice: "|", Open: "( ", Close: " )", Comment: "; %s",
		Node: notations[RFC822].node,
	}
	aparseForm = form{
		Rule: "%s = ", Adds: "%s =/ ", End: " ;", Choice: "/", Open: "( ", Close: " )", Comment: "# %s",
		Node: notations[AParse].node,
	}
)

// impliedOWS returns the rule around the commas of a list (RFC 9110, sections 5.6.1.1 and 5.6.3), if
// g has a list and no such rule.
func impliedOWS(g *Grammar) *Rule {
	if g.Source == nil {
		return nil
	}
	found := false
	for _, r := range g.Rules {
		if strings.EqualFold(r.Name, listSpace) {
			return nil
		}
		Map(r.Expr, func(x Expr) Expr {
			name, ok := x.(*RuleName)
			found = found || ok && name.Name == listSpace && g.Source.Text[name.Start] == '#'
			return x
		})
	}
	if !found {
		return nil
	}
	return &Rule{Name: listSpace, Expr: &Repetition{Max: Unbounded, Item: &Group{
		Item: &Alternation{Items: []Expr{&RuleName{Name: "SP"}, &RuleName{Name: "HTAB"}}},
	}}}
}

// node writes a node.
func (n *notation) node(f *formatter, x Expr) bool {
	switch x := x.(type) {
	case *Repetition:
		f.suffix(repeat(x.Min, x.Max), x.Item, "")
	case *Option:
		f.WriteString("[ ")
		f.expr(x.Item, levelAlternation)
		f.WriteString(" ]")
	case *CharVal:
		n.charVal(f, x)
	case *NumVal:
		switch {
		case n.percent:
			f.numVal(x)
		case string(x.Values) == `"`:
			f.WriteString(doubleQuote)
		default:
			return false
		}
	case *NumRange:
		if !n.percent {
			return false
		}
		f.numRange(x)
	case *ProseVal:
		plain := strings.ReplaceAll(x.Text, doubleQuote, "")
		if strings.ContainsAny(plain, ">\r\n") || strings.HasSuffix(plain, `<"`) || x.Text == `"` || !utf8.ValidString(plain) {
			f.lack("this description in words")
		}
		f.WriteString("<" + x.Text + ">")
	default:
		return false
	}
	return true
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

// charVal writes a char-val. A string without a prefix folds case in ABNF and in aParse, and is
// exact in RFC 822's notation. An exact string gets the prefix %s, or in aParse apostrophes.
func (n *notation) charVal(f *formatter, x *CharVal) {
	if n.exactQuote && !x.Fold && allPrintable(x.Text) && !strings.Contains(x.Text, "'") {
		f.WriteString("'" + x.Text + "'") // the reader accepts %s"text" too, but aParse does not
		return
	}
	if !quotable(x.Text) {
		f.lack("this string")
	}
	switch {
	case x.Fold == n.fold:
	case x.Fold:
		f.lack("a string that folds case")
		f.WriteString("%i")
	default:
		f.WriteString("%s")
	}
	f.WriteString(`"` + x.Text + `"`)
}

// quotable reports whether a char-val can hold s.
func quotable(s string) bool { return allPrintable(s) && !strings.Contains(s, `"`) }

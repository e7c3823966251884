package syntax

import (
	"fmt"
	"strings"
)

// treetopForm has the signs of Treetop. Treetop requires a name for the grammar, and the tree has
// none, so the name is Grammar.
var treetopForm = form{
	Head: "grammar Grammar\n", Rule: "  rule %s\n    ", After: "  end\n", Tail: "end\n",
	Choice: "/", Open: "( ", Close: " )", Comment: "# %s", Postfix: true, Ordered: true, Node: treetopNode,
}

// treetopNode writes a node.
func treetopNode(f *formatter, x Expr) bool {
	switch x := x.(type) {
	case *Option:
		return f.postfix(x)
	case *Repetition:
		if f.postfix(x) {
			break
		}
		if x.Max == 0 {
			f.lack("a repetition of no times")
		}
		f.counted(x)
	case *Predicate:
		f.predicate(x)
	case *CharVal:
		text := rubyString(x.Text)
		f.WriteString(text)
		if x.Fold {
			f.WriteByte('i')
			if strings.ContainsAny(x.Text, "kK") || hasFoldedEscape(text) {
				f.lack("this string in either case")
			}
		}
	case *Class:
		rubyClass(f, x)
	default:
		return false
	}
	return true
}

// rubyClass writes a class in a regular expression of Ruby. A class of all characters is ".".
func rubyClass(f *formatter, x *Class) {
	if len(x.Ranges) == 0 {
		if x.Negated {
			f.WriteByte('.')
			return
		}
		f.lack("an empty class")
	}
	f.WriteByte('[')
	if x.Negated {
		f.WriteByte('^')
	}
	for _, r := range x.Ranges {
		f.WriteString(rubyRange(r))
	}
	f.WriteByte(']')
}

// rubyString returns s as a string of Ruby. If all characters are printable, it stands in single
// quotes, with a backslash before each single quote and backslash. Otherwise it stands in double
// quotes, with the other characters by number.
func rubyString(s string) string {
	var b strings.Builder
	if allPrintable(s) {
		b.WriteByte('\'')
		for _, r := range s {
			if r == '\'' || r == '\\' {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		b.WriteByte('\'')
		return b.String()
	}
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r < ' ' || r > '~':
			b.WriteString(rubyEscape(r))
		case r == '"' || r == '\\' || r == '#': // "#{" begins an interpolation
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// rubyEscape returns the escape for a code point in strings and regular expressions of Ruby. It
// has braces, \u{A0}, because the form without them takes exactly four digits, and is easily
// misread before another digit.
func rubyEscape(r rune) string { return fmt.Sprintf(`\u{%X}`, r) }

// rubyRange returns a range for a class in a regular expression of Ruby.
func rubyRange(r ClassRange) string {
	if r.Lo == r.Hi {
		return rubyMember(r.Lo)
	}
	return rubyMember(r.Lo) + "-" + rubyMember(r.Hi)
}

func rubyMember(r rune) string {
	switch {
	case r <= ' ' || r > '~':
		return rubyEscape(r)
	case strings.ContainsRune(`[]\^-&#"/`, r):
		return `\` + string(r)
	}
	return string(r)
}

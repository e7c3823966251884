package treetop

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// Form is the printer form for Treetop. Treetop requires a grammar name, which the tree does not
// contain, so the grammar is named Grammar.
var Form = printer.Form{
	Head: "grammar Grammar\n", Rule: "  rule %s\n    ", After: "  end\n", Tail: "end\n",
	Choice: "/", Open: "( ", Close: " )", Comment: "# %s", Postfix: true, Ordered: true,
	Counts: true, Predicates: true, Node: node,
}

// node writes a node.
func node(f *printer.Formatter, x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.CharVal:
		text := rubyString(x.Text)
		f.WriteString(text)
		if x.Fold {
			f.WriteByte('i')
			if strings.ContainsAny(x.Text, "kK") || foldedEscape.MatchString(text) {
				f.Lack("a case-insensitive string")
			}
		}
	case *syntax.Class:
		if len(x.Ranges) == 0 && x.Negated {
			f.WriteByte('.')
			break
		}
		f.Class(x, func(x *syntax.Class) {
			for _, r := range x.Ranges {
				f.WriteString(rubyRange(r))
			}
		})
	default:
		return false
	}
	return true
}

// rubyString returns s as a Ruby string. If all characters are printable, the string is
// single-quoted, with a backslash before each single quote and backslash. Otherwise it is
// double-quoted, and characters that are not printable are written as numbers.
func rubyString(s string) string {
	quote, special := "'", `'\`
	if !char.AllPrintable(s) {
		quote, special = `"`, `"\#` // "#{" begins an interpolation
	}
	var b strings.Builder
	b.WriteString(quote)
	for _, r := range s {
		switch {
		case r < ' ' || r > '~':
			b.WriteString(rubyEscape(r))
			continue
		case strings.ContainsRune(special, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String() + quote
}

// rubyEscape returns the escape for a code point in Ruby strings and regular expressions. It uses
// braces, as in \u{A0}, because the form without braces takes exactly four digits and is easily
// misread before another digit.
func rubyEscape(r rune) string { return fmt.Sprintf(`\u{%X}`, r) }

// rubyRange returns a range for use in a Ruby regular expression class.
func rubyRange(r syntax.ClassRange) string {
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

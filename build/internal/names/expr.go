package names

import (
	"iter"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// Alternatives returns the items of e if e is an alternation, otherwise a list containing only e.
func Alternatives(e syntax.Expr) []syntax.Expr {
	if alt, ok := e.(*syntax.Alternation); ok {
		return alt.Items
	}
	return []syntax.Expr{e}
}

// Atoms yields the expressions in e that have no parts: names, prose, strings, numbers and classes.
// It skips elements that are repeated zero times: "0<ipchar>" is the empty string for any ipchar.
func Atoms(e syntax.Expr) iter.Seq[syntax.Expr] {
	return func(yield func(syntax.Expr) bool) { visit(e, yield) }
}

// visit calls yield with each atom of e, in order. If a call returns false, visit stops and returns
// false.
func visit(e syntax.Expr, yield func(syntax.Expr) bool) bool {
	if rep, ok := e.(*syntax.Repetition); ok && rep.Max == 0 {
		return true
	}
	items := syntax.Items(e)
	for _, item := range items {
		if !visit(item, yield) {
			return false
		}
	}
	return len(items) > 0 || e == nil || yield(e)
}

// References yields the names and prose in e.
func References(e syntax.Expr) iter.Seq[syntax.Expr] {
	return func(yield func(syntax.Expr) bool) {
		for atom := range Atoms(e) {
			switch atom.(type) {
			case *syntax.RuleName, *syntax.ProseVal:
				if !yield(atom) {
					return
				}
			}
		}
	}
}

// Ungroup returns e without the parentheses around it.
func Ungroup(e syntax.Expr) syntax.Expr {
	if group, ok := e.(*syntax.Group); ok {
		return Ungroup(group.Item)
	}
	return e
}

// Format returns a textual form for comparing expressions. It is the same for expressions that
// differ only in blanks or, if the dialect folds names, in the case of names.
func (g *Grammar) Format(e syntax.Expr) string {
	e = syntax.Map(e, func(x syntax.Expr) syntax.Expr {
		if name, ok := x.(*syntax.RuleName); ok {
			return &syntax.RuleName{Name: g.Fold(name.Name), Start: name.Start}
		}
		return x
	})
	var b strings.Builder
	syntax.Dump(&b, &syntax.Grammar{Rules: []*syntax.Rule{{Expr: e}}})
	return b.String()
}

// Label returns a label for e: the rule name if e is a reference, otherwise the text of e in the
// notation of the document.
func (g *Grammar) Label(e syntax.Expr) string {
	if ref, ok := Ungroup(e).(*syntax.RuleName); ok {
		return ref.Name
	}
	if text, ok := e.(*syntax.CharVal); ok && text.Text == "" { // FormatExpr writes %s"" in some notations
		return `""`
	}
	return notation.FormatExpr(e, g.Document.Dialect)
}

// TokenLen returns the length of the number, name, string or class at the start of text, for use as
// the extent of a diagnostic.
func TokenLen(text string) int {
	const opening, closing = `["'`, `]"'`
	if i := strings.IndexByte(opening, text[0]); i >= 0 {
		if end := strings.IndexByte(text[1:], closing[i]); end >= 0 {
			return end + 2
		}
	}
	n := 1
	for n < len(text) && (text[n] == '-' || text[n] == '_' || text[n] == '.' ||
		'0' <= text[n] && text[n] <= '9' || 'a' <= text[n]|0x20 && text[n]|0x20 <= 'z') {
		n++
	}
	return n
}

package build

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// alternatives returns the items of e if e is an alternation. For any other expression it returns
// a list of e alone.
func alternatives(e syntax.Expr) []syntax.Expr {
	if alt, ok := e.(*syntax.Alternation); ok {
		return alt.Items
	}
	return []syntax.Expr{e}
}

// atoms yields the expressions in e without parts of their own: names, prose, strings, numbers and
// classes. It skips elements repeated zero times: "0<ipchar>" is the empty string for any ipchar.
func atoms(e syntax.Expr) iter.Seq[syntax.Expr] {
	return func(yield func(syntax.Expr) bool) { visit(e, yield) }
}

// visit calls yield with each atom of e. After a call returns false, it stops and returns false.
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

// references yields the names and prose in e.
func references(e syntax.Expr) iter.Seq[syntax.Expr] {
	return func(yield func(syntax.Expr) bool) {
		for atom := range atoms(e) {
			switch atom.(type) {
			case *syntax.RuleName, *syntax.ProseVal:
				if !yield(atom) {
					return
				}
			}
		}
	}
}

// formatExpr returns a text for comparing expressions. Two expressions have the same text if they
// are written alike, apart from blanks, and from the case of names if the dialect folds names.
func (g *Grammar) formatExpr(e syntax.Expr) string {
	e = syntax.Map(e, func(x syntax.Expr) syntax.Expr {
		if name, ok := x.(*syntax.RuleName); ok {
			return &syntax.RuleName{Name: g.document.Dialect.FoldName(name.Name), Start: name.Start}
		}
		return x
	})
	var b strings.Builder
	syntax.Dump(&b, &syntax.Grammar{Rules: []*syntax.Rule{{Expr: e}}})
	return b.String()
}

// letter returns the class of the character c. If fold is set and c is an ASCII letter, the class
// also has its other case.
func letter(c rune, fold bool) *unicode.RangeTable {
	class := automaton.Range(c, c)
	if other := c ^ 0x20; fold && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
		class = automaton.Union(class, automaton.Range(other, other))
	}
	return class
}

// letter is the function letter with a store for the classes of ASCII characters, so that each is
// made once.
func (g *Grammar) letter(c rune, fold bool) *unicode.RangeTable {
	if c >= utf8.RuneSelf {
		return letter(c, fold)
	}
	at := &g.letters[c]
	if fold {
		at = &g.folded[c]
	}
	if *at == nil {
		*at = letter(c, fold)
	}
	return *at
}

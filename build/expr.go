package build

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// alternatives returns the items of an alternation, and any other expression as its only
// item.
func alternatives(e syntax.Expr) []syntax.Expr {
	if alt, ok := e.(*syntax.Alternation); ok {
		return alt.Items
	}
	return []syntax.Expr{e}
}

// atoms yields the names, prose, strings, numbers and classes in e. It skips elements
// repeated zero times: "0<ipchar>" is the empty string for any ipchar.
func atoms(e syntax.Expr) iter.Seq[syntax.Expr] {
	return func(yield func(syntax.Expr) bool) { visit(e, yield) }
}

// visit yields the atoms of e, and returns false when yield has returned false.
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

// formatExpr returns the same text for two expressions if they are written alike, apart
// from blanks and the case of names folded by the dialect.
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

// letter returns the class of c, with its other case if fold is set.
func letter(c rune, fold bool) *unicode.RangeTable {
	class := automaton.Range(c, c)
	if other := c ^ 0x20; fold && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
		class = automaton.Union(class, automaton.Range(other, other))
	}
	return class
}

// letter returns the class of a character of a string. It shares the classes of ASCII
// characters.
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

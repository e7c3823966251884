// Package lint reports legal constructs with a doubtful meaning. A lint is a function of the stage
// it reads, names or automata, and adds remarks to the list of diagnostics: about adds one on a
// rule, report adds the first twenty of one kind. The function compile of package build calls each
// lint after its stage; only Empty is called for each rule when it is made. CONTRIBUTING.md
// explains how to add a lint.
package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// A remark is a message about a position in the document.
type remark struct {
	pos  syntax.Pos
	text string
}

// maxPlaces is the maximum number of reported remarks of one kind.
const maxPlaces = 20

// report reports remarks with a code, in document order. It reports at most maxPlaces, and the last
// of these mentions the number of the others.
func report(g *names.Grammar, list *syntax.List, code syntax.Code, all []remark) {
	slices.SortFunc(all, func(a, b remark) int { return cmp.Compare(a.pos, b.pos) })
	for i, x := range all[:min(len(all), maxPlaces)] {
		if more := len(all) - maxPlaces; i == maxPlaces-1 && more > 0 {
			x.text += fmt.Sprintf(" (and in %s)", syntax.Plural(more, "more place"))
		}
		list.Add(syntax.NewDiagnostic(code, x.pos, names.TokenLen(g.Source.Text[x.pos:]), "%s", x.text))
	}
}

// oneOf returns a list with only the first remark in document order. Its text ends with the number
// of the others: "(and 2 more in this choice)" if where is "choice".
func oneOf(all []remark, where string) []remark {
	if len(all) < 2 {
		return all
	}
	slices.SortFunc(all, func(a, b remark) int { return cmp.Compare(a.pos, b.pos) })
	all[0].text += fmt.Sprintf(" (and %d more in this %s)", len(all)-1, where)
	return all[:1]
}

// about adds a diagnostic about a rule, at the name in its definition.
func about(list *syntax.List, code syntax.Code, r *names.Rule, format string, args ...any) {
	list.Add(syntax.NewDiagnostic(code, r.Pos(), len(r.Name), format, args...))
}

// short returns the name or the text of an alternative for a message, truncated by clip.
func short(g *names.Grammar, e syntax.Expr) string { return clip(g.Label(e)) }

// clip truncates a text for a message after 40 characters.
func clip(text string) string {
	const most = 40
	if s := []rune(text); len(s) > most {
		return string(s[:most]) + "..."
	}
	return text
}

// choices calls visit for each choice in e, the outer ones first. It omits what is repeated zero
// times: rules named only there may have no automaton.
func choices(e syntax.Expr, visit func(*syntax.Alternation)) {
	switch e := e.(type) {
	case *syntax.Alternation:
		visit(e)
	case *syntax.Repetition:
		if e.Max == 0 {
			return
		}
	}
	for _, item := range syntax.Items(e) {
		choices(item, visit)
	}
}

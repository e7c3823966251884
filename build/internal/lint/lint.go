// Package lint reports legal constructs whose meaning is doubtful. A lint is a function of the
// stage it reads, names or automata, that adds remarks to the list of diagnostics: about adds one
// remark on a rule, and report adds the first twenty remarks of one kind. The function compile of
// package build calls each lint after its stage, except Empty, which is called for each rule when
// the rule has been compiled. CONTRIBUTING.md explains how to add a lint.
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

// maxPlaces is the maximum number of remarks reported of one kind.
const maxPlaces = 20

// report reports remarks under a code, in document order. It reports at most maxPlaces of them; the
// last one gives the number of the remaining ones.
func report(g *names.Grammar, list *syntax.List, code syntax.Code, all []remark) {
	slices.SortFunc(all, func(a, b remark) int { return cmp.Compare(a.pos, b.pos) })
	for i, x := range all[:min(len(all), maxPlaces)] {
		if more := len(all) - maxPlaces; i == maxPlaces-1 && more > 0 {
			x.text += fmt.Sprintf(" (and in %s)", syntax.Plural(more, "more place"))
		}
		list.Add(syntax.NewDiagnostic(code, x.pos, names.TokenLen(g.Source.Text[x.pos:]), "%s", x.text))
	}
}

// oneOf returns a list that contains only the first remark in document order. The remark ends with
// the number of the others: "(and 2 more in this choice)" if where is "choice".
func oneOf(all []remark, where string) []remark {
	if len(all) < 2 {
		return all
	}
	slices.SortFunc(all, func(a, b remark) int { return cmp.Compare(a.pos, b.pos) })
	all[0].text += fmt.Sprintf(" (and %d more in this %s)", len(all)-1, where)
	return all[:1]
}

// about adds a diagnostic about a rule, positioned at the name in its definition.
func about(list *syntax.List, code syntax.Code, r *names.Rule, format string, args ...any) {
	list.Add(syntax.NewDiagnostic(code, r.Pos(), len(r.Name), format, args...))
}

// short returns the name or text of an alternative for use in a message, truncated by clip.
func short(g *names.Grammar, e syntax.Expr) string { return clip(g.Label(e)) }

// clip truncates the text for a message after 40 characters.
func clip(text string) string {
	const most = 40
	if s := []rune(text); len(s) > most {
		return string(s[:most]) + "..."
	}
	return text
}

// choices calls visit for each choice in e, outer choices first. It omits elements that are
// repeated zero times, because rules that are named only there may have no automaton.
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

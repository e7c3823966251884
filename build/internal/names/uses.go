package names

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/similar"
	"github.com/irilex/iri/tables"
)

// reportUses reports each name that has no rule, and each name whose imported rule cannot be
// compiled. It reports a name only once, at the first reference in a rule that counts (narrow.go).
func (g *resolver) reportUses() {
	for _, places := range g.uses {
		to := g.Referent(places[0].at.Name)
		if to != nil && to.Broken == nil {
			continue
		}
		counted := slices.DeleteFunc(slices.Clone(places), func(u use) bool { return !g.Counts(u.by) })
		if len(counted) == 0 {
			g.Elsewhere++
			continue
		}
		slices.SortFunc(counted, func(a, b use) int { return cmp.Compare(a.at.Start, b.at.Start) })
		counted = slices.CompactFunc(counted, func(a, b use) bool { return a.at.Start == b.at.Start }) // 1#element has two
		first := counted[0].at
		more := ""
		if n := len(counted); n > 1 {
			more = fmt.Sprintf(" (the first of %d uses)", n)
		}
		if to == nil {
			g.report("undefined-rule", first.Start, len(first.Name), "%s%s", g.undefined(first.Name), more)
		} else {
			code := syntax.Code("import")
			if errors.As(to.Broken, new(*automaton.LimitError)) {
				code = "limit"
			}
			g.report(code, first.Start, TokenLen(g.Source.Text[first.Start:]),
				"%s is imported, but %v%s", first.Name, to.Broken, more)
		}
	}
}

// undefined returns a message about a name that has no rule, with a suggestion.
func (g *resolver) undefined(name string) string {
	text := name + " is not defined"
	if grammar, rule, ok := strings.Cut(name, "#"); ok {
		return text + fmt.Sprintf("; no import or bundled grammar %s defines a rule %s", grammar, rule)
	}
	if ranges := notation.ClassHint(name); ranges != "" && g.Document.Dialect.HasCore() {
		return text + "; ABNF has no character classes: write " + ranges
	}
	if g.Document.Dialect != syntax.ABNF && IsCore(name) {
		text += "; only ABNF includes the core rules of RFC 5234"
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) > 0 {
		return text + fmt.Sprintf("; names must match exactly in %s: %s", g.Document.Dialect.Notation(), List(alike))
	}
	if grammar := g.offer(name); grammar != "" {
		text += fmt.Sprintf("; the bundled grammar %s defines it: add --import %[1]s", grammar)
	} else {
		text += g.similar(name)
	}
	for _, i := range g.opt.Imports {
		if alike := i.candidates(name, g.Fold); len(alike) > 1 {
			text += fmt.Sprintf("; %s defines %s: import one of them by name", i.Grammar, strings.Join(alike, ", "))
		}
	}
	return text
}

// noRule returns an error about a name in a directive or option that is not the name of a rule.
func (g *resolver) noRule(name string) error {
	return fmt.Errorf("there is no rule %q%s", name, g.similar(name))
}

// maxCompared bounds the searches for names that are similar to unknown names. Each search compares
// as many name pairs as the grammar has rules. After maxCompared pairs in a document, no further
// search is made.
const maxCompared = 50_000

// similar returns the end of a message that lists the rule names that differ from name by a typo,
// such as "; similar: host, port". If there are none, it returns "".
func (g *resolver) similar(name string) string {
	if g.compared += len(g.Rules); g.compared > maxCompared {
		return ""
	}
	var all []string
	for _, r := range g.Rules {
		if r.Own() {
			all = append(all, r.Name)
		}
	}
	if g.Document.Dialect.HasCore() {
		for _, name := range slices.Sorted(maps.Keys(coreDefinitions())) {
			if own := g.byName[name]; own == nil || !own.Own() {
				all = append(all, coreDefinitions()[name].Name)
			}
		}
	}
	all = slices.DeleteFunc(all, func(other string) bool { return g.Fold(other) == g.Fold(name) })
	near := similar.Slips(name, all)
	if len(near) == 0 {
		return ""
	}
	return "; similar: " + strings.Join(near, ", ")
}

package build

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/similar"
	"github.com/irilex/iri/tables"
)

// maxSlips limits the search for names similar to unknown ones. Each search counts as many pairs of
// names as the grammar has rules. After more than maxSlips pairs no search is made for a document.
const maxSlips = 50_000

// undefined returns a message about a name without a rule, with a suggestion.
func (g *Grammar) undefined(name string) string {
	text := name + " is not defined"
	if grammar, rule, ok := strings.Cut(name, "#"); ok {
		return text + fmt.Sprintf("; %s is no import with a rule %s, and no bundled grammar with one", grammar, rule)
	}
	if ranges := syntax.ClassHint(name); ranges != "" && g.document.Dialect.HasCore() {
		return text + "; ABNF has no character classes, write " + ranges
	}
	if g.document.Dialect != syntax.ABNF && isCore(name) {
		text += "; ABNF alone has the core rules of RFC 5234"
	}
	if alike := g.alike[tables.FoldName(name)]; len(alike) > 0 {
		return text + fmt.Sprintf("; names are exact in %s: %s", g.document.Dialect.Notation(), names(alike))
	}
	if b, ok := g.offer(name); ok {
		text += fmt.Sprintf("; the bundled grammar %s has it: --import %[1]s", b.Name)
	} else {
		text += g.similar(name)
	}
	for _, i := range g.imports {
		if alike := i.candidates(name, g.document.Dialect.FoldName); len(alike) > 1 {
			text += fmt.Sprintf("; %s has %s, of which an import must name one", i.Options.Name, strings.Join(alike, ", "))
		}
	}
	return text
}

// noRule returns an error that says: the name in a directive or option is not that of a rule.
func (g *Grammar) noRule(name string) error {
	return fmt.Errorf("there is no rule %q%s", name, g.similar(name))
}

// similar returns the end of a message, "; similar: host, port", with the names of rules that
// differ from name by a slip of the keyboard. Without such names it returns "".
func (g *Grammar) similar(name string) string {
	if g.compared += len(g.Rules); g.compared > maxSlips {
		return ""
	}
	var all []string
	for _, r := range g.Rules {
		if r.Own() {
			all = append(all, r.Name)
		}
	}
	if g.document.Dialect.HasCore() {
		for _, name := range slices.Sorted(maps.Keys(coreDefinitions())) {
			all = append(all, coreDefinitions()[name].Name)
		}
	}
	near := similar.Slips(name, all)
	if len(near) == 0 {
		return ""
	}
	return "; similar: " + strings.Join(near, ", ")
}

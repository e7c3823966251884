package lint

import (
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Words reports each @words directive for a rule that does not match single characters.
func Words(g *names.Grammar, sets *classes.Classes, list *syntax.List) {
	for _, r := range g.Rules {
		if found := sets.Rule(r); g.Words[r] != "" && found.Class == nil && found.Units == nil {
			about(list, "bad-directive", r, "@words: %s matches more than single characters", r.Name)
		}
	}
}

// Package lint remarks on legal constructs with a doubtful meaning. A file holds one lint, a function
// that takes the stage of the compiler which it reads, and the list to which it adds its remarks.
package lint

import (
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// Names remarks on what the names of a grammar show: unused rules, odd code points, repeated
// alternatives.
func Names(g *names.Grammar, list *syntax.List) {
	unused(g, list)
	codePoints(g, list)
	duplicates(g, list)
}

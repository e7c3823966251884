package names

import (
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// Options control how the names of a document are resolved.
type Options struct {
	Name    string    // name of the grammar
	Wanted  []string  // rules that count, along with those they refer to; all rules if empty
	Imports []*Import // where to look up undefined names; the first import that defines a name wins
	Octets  []string  // rules whose numbers are octets, or [WholeDocument]
	Import  bool      // whether the document is itself imported: another document refers to the rules in Wanted
	PEG     bool      // whether choices have PEG semantics, which give meaning to predicates

	// Bundled returns the bundled grammar with the given name as an import, or nil.
	Bundled func(name string) *Import

	// Compile compiles the rules taken from imports (see [Import].Rules). It returns the reason for
	// each rule that cannot be compiled. It is called once if there are imports.
	Compile func(*Grammar, []*Import) map[*Rule]error
}

// WholeDocument is a name in [Options].Octets that means all rules of the document.
const WholeDocument = "*"

// A resolver is a grammar whose names are being resolved.
type resolver struct {
	*Grammar
	list      *syntax.List
	opt       Options
	uses      map[string][]use   // by name: references to it, if the document does not define it
	encodings map[*Rule]Encoding // by rule, from directives and options; the key nil means the document
	cites     []*Import          // bundled grammars named in prose or searched for a name
	compared  int                // name pairs compared so far, see maxCompared
}

// A use is a reference, together with the rule that contains it.
type use struct {
	by *Rule
	at *syntax.RuleName
}

// report adds a diagnostic about the n bytes at pos.
func (g *resolver) report(code syntax.Code, pos syntax.Pos, n int, format string, args ...any) {
	g.list.Add(syntax.NewDiagnostic(code, pos, n, format, args...))
}

// add adds r to the rules of the grammar and to its name maps, and returns r.
func (g *resolver) add(r *Rule) *Rule {
	r.Index = len(g.Rules)
	g.Rules = append(g.Rules, r)
	g.byName[g.Fold(r.Name)] = r
	if f := tables.FoldName(r.Name); r.Own() {
		g.alike[f] = append(g.alike[f], r)
	}
	return r
}

package names

import (
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// Options control how to resolve the names of a document.
type Options struct {
	Name    string    // of the grammar
	Wanted  []string  // the rules that count, with those they refer to; all rules if empty
	Imports []*Import // where to look up undefined names; the first import with a name wins
	Octets  []string  // the rules whose numbers are octets, or [WholeDocument]
	Import  bool      // whether the document is itself an import: another one refers to the rules of Wanted
	PEG     bool      // whether choices have PEG semantics, which give predicates a meaning

	// Bundled returns the bundled grammar with this name as an import, or nil.
	Bundled func(name string) *Import

	// Compile compiles the rules taken from imports, see [Import].Rules. It returns the reason for
	// each rule that cannot be compiled. It is called once, if there are imports.
	Compile func(*Grammar, []*Import) map[*Rule]error
}

// WholeDocument is a name in [Options].Octets that means all rules of the document.
const WholeDocument = "*"

// A resolver is a grammar while its names are resolved.
type resolver struct {
	*Grammar
	list      *syntax.List
	opt       Options
	uses      map[string][]use   // by name: the references to it, if the document does not define it
	encodings map[*Rule]Encoding // by rule: from directives and options; the key nil is the document
	cites     []*Import          // the bundled grammars named in prose, or searched for a name
	compared  int                // pairs of names compared so far, see maxCompared
}

// A use is a reference in the rule by.
type use struct {
	by *Rule
	at *syntax.RuleName
}

// report adds a diagnostic about the n bytes from pos.
func (g *resolver) report(code syntax.Code, pos syntax.Pos, n int, format string, args ...any) {
	g.list.Add(syntax.NewDiagnostic(code, pos, n, format, args...))
}

// add adds r to the rules of the grammar and to its maps of names, and returns r.
func (g *resolver) add(r *Rule) *Rule {
	r.Index = len(g.Rules)
	g.Rules = append(g.Rules, r)
	g.byName[g.Fold(r.Name)] = r
	if f := tables.FoldName(r.Name); r.Own() {
		g.alike[f] = append(g.alike[f], r)
	}
	return r
}

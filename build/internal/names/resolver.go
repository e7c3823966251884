package names

import "github.com/irilex/iri/build/syntax"

// Options say how to resolve the names of a document.
type Options struct {
	Name    string    // of the grammar
	Wanted  []string  // the rules that count, with those they refer to; all rules if empty
	Imports []*Import // where to look for names that the document lacks; the first import with a name counts
	Octets  []string  // the rules whose numbers are octets, or [WholeDocument]
	Import  bool      // whether the document is itself an import, so that another one refers to the rules of Wanted
	ByOrder bool      // whether choices are read by order (PEG), so that predicates have a meaning

	// Bundled returns the bundled grammar with this name, or nil.
	Bundled func(name string) *Import

	// Compile compiles the rules of other documents. It returns the reason for each rule that
	// cannot be compiled. It is called once, with the imports that have rules.
	Compile func(*Grammar, []*Import) map[*Rule]error
}

// WholeDocument is a name in Options.Octets that means all rules of the document.
const WholeDocument = "*"

// A resolver is a grammar while its names are resolved.
type resolver struct {
	*Grammar
	list      *syntax.List
	opt       Options
	uses      map[string][]use   // references to names without a rule, or with a rule of another grammar
	encodings map[*Rule]Encoding // octets or code points, by rule; nil means the document
	cites     []*Import          // bundled grammars named in prose, or searched for a name
	compared  int                // pairs of names compared so far, see maxSlips
}

// A use is a reference, in the rule by, to a name that no rule of the document has.
type use struct {
	by *Rule
	at *syntax.RuleName
}

// report adds a diagnostic about the n bytes from pos on.
func (g *resolver) report(code syntax.Code, pos syntax.Pos, n int, format string, args ...any) {
	g.list.Add(syntax.NewDiagnostic(code, pos, n, format, args...))
}

package names

import (
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// A document may use names that another document defines: one of [Options].Imports, or a bundled
// grammar that the text names (see also cite.go). For each of these names, this stage adds a rule
// without a definition. The other document is compiled as a separate grammar (see Options.Compile).

// find looks up a name from the importing document and returns the import's own spelling of it. The
// function fold folds names as the importing document does. ok is false if there is no such rule,
// if there is more than one, or if the import is only for another name.
func (i *Import) find(name string, fold func(string) string) (rule string, ok bool) {
	if i.Name != "" && fold(i.Name) != fold(name) {
		return "", false
	}
	if found := i.candidates(name, fold); len(found) == 1 {
		return found[0], true
	}
	return "", false
}

// candidates returns the names of the import's rules to which a name in the importing document may
// refer. There is more than one if the importing document folds names and the import does not: for
// example, A and a for the name A.
func (i *Import) candidates(name string, fold func(string) string) (rules []string) {
	if i.document == nil {
		i.read(fold)
	}
	if i.Name != "" && i.Rule != "" {
		name = i.Rule
	} else if rules = i.alike[fold(name)]; len(rules) > 1 {
		return rules
	}
	if rule, ok := i.named[i.document.Dialect.FoldName(name)]; ok {
		return []string{rule}
	}
	return rules
}

// read reads the import's document and stores the names of its rules. The function fold folds names
// as the importing document does.
func (i *Import) read(fold func(string) string) {
	i.document, _ = notation.ReadWith(i.Source, i.How)
	i.named, i.alike = map[string]string{}, map[string][]string{}
	add := func(name string) {
		own := i.document.Dialect.FoldName(name)
		if _, known := i.named[own]; !known {
			i.named[own] = name
			i.alike[fold(name)] = append(i.alike[fold(name)], name)
		}
	}
	for _, h := range i.document.Holders() {
		add(h.Name)
	}
	for _, d := range profilesOf(i.document) {
		name, _ := Profile(d)
		add(name)
	}
}

// importRule adds a rule with the given name to the grammar if an import in [Options].Imports
// defines it. It returns the rule, or nil if there is none. A core rule's name is imported only by
// an import for exactly this name.
func (g *resolver) importRule(name string) *Rule {
	ofCore := g.Document.Dialect.HasCore() && IsCore(name)
	for _, i := range g.opt.Imports {
		if ofCore && i.Name == "" {
			continue
		}
		if rule, ok := i.find(name, g.Fold); ok {
			return g.take(i, name, rule)
		}
	}
	return nil
}

// take adds a rule without a definition to the grammar, under the given name. It represents a rule
// of the import i, which may have a different name there.
func (g *resolver) take(i *Import, name, rule string) *Rule {
	r := g.add(&Rule{Name: name, From: i.Grammar + "#" + rule})
	i.Rules[r] = rule
	return r
}

// takeFrom adds a rule for a name of the form GRAMMAR#RULE. It returns the rule, or nil if there is
// none. GRAMMAR is the name of an import or of a bundled grammar.
func (g *resolver) takeFrom(name string) *Rule {
	grammar, rule, _ := strings.Cut(name, "#")
	from := slices.Clone(g.opt.Imports)
	if b := g.bundled(grammar); b != nil {
		from = append(from, b)
	}
	for _, i := range from {
		if i.Grammar != grammar || i.Name != "" {
			continue
		}
		if found, ok := i.find(rule, g.Fold); ok {
			return g.take(i, name, found)
		}
	}
	return nil
}

// takeOnce is like take with the name GRAMMAR#RULE. If the grammar already has a rule with this
// name, takeOnce returns that rule.
func (g *resolver) takeOnce(i *Import, rule string) *Rule {
	name := i.Grammar + "#" + rule
	if r := g.Referent(name); r != nil {
		return r
	}
	return g.take(i, name, rule)
}

// offer returns the name of a bundled grammar that defines name, which an ABNF document leaves
// undefined, or "" if there is none.
func (g *resolver) offer(name string) string {
	if g.Document.Dialect == syntax.ABNF {
		for _, grammar := range []string{"rfc9110", "rfc3986", "rfc3987"} {
			if _, ok := g.bundled(grammar).find(name, g.Fold); ok && g.Name != grammar {
				return grammar
			}
		}
	}
	return ""
}

// bundled returns a bundled grammar as an import of the document, or nil if no bundled grammar has
// this name. It returns the same import on every call.
func (g *resolver) bundled(name string) *Import {
	for _, i := range g.cites {
		if i.Grammar == name {
			return i
		}
	}
	i := g.opt.Bundled(name)
	if i != nil {
		g.cites = append(g.cites, i)
	}
	return i
}

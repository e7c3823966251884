package emit

import (
	"fmt"
	"go/format"
	"slices"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
)

// uses are the rules that package iri walks, with the names they have there.
var uses = []struct{ name, grammar, rule, doc string }{
	{"ruleIRI", "rfc3987", "IRI", ""},
	{"ruleReference", "rfc3987", "IRI-reference", ""},
	{"ruleURI", "rfc3986", "URI", ""},
	{"ruleURIReference", "rfc3986", "URI-reference", ""},
	{"ruleAuthority", "rfc3987", "iauthority", "splits into userinfo, host and port"},
}

// usedSets are the sets that package iri walks, all of rfc3987, and the prefixes that the
// numbers of their rules have there.
var usedSets = []struct{ name, set, prefix string }{
	{"hostKinds", "IhostAlternatives", "host"},
	{"pathKinds", "PathKinds", "path"},
}

// emitUses writes dfa_gen.go: the rules that package iri walks and how their components
// are laid out. The tables themselves stand once, in the packages of their grammars.
func emitUses(compiled map[string]*build.Grammar) ([]byte, error) {
	e := &emitter{}
	var from []*build.Grammar
	imports := []string{build.Module + "/tables"}
	for _, u := range uses {
		g := compiled[u.grammar]
		if !slices.Contains(from, g) {
			from = append(from, g)
			imports = append(imports, build.Module+"/tables/"+u.grammar)
		}
	}
	slices.Sort(imports)
	e.header(command, from...)
	e.printf("package iri\n\nimport (\n")
	for _, i := range imports {
		e.printf("%q\n", i)
	}
	e.printf(")\n\n")
	e.requireLayout()
	e.printf("// The rules that this package walks, and the hashes of their languages.\nconst (\n")
	for _, u := range uses {
		table := compiled[u.grammar].Rule(u.rule).Table
		e.printf("%s tables.Rule = %s.%s // %.8x", u.name, u.grammar, identifier(u.rule), table.Hash())
		if u.doc != "" {
			e.printf(", %s", u.doc)
		}
		e.printf("\n")
	}
	e.printf(")\n\n")
	if err := e.usedSets(compiled["rfc3987"]); err != nil {
		return nil, err
	}
	e.layout(compiled["rfc3987"].Rule("IRI").Table)
	e.layout(compiled["rfc3987"].Rule("iauthority").Table)
	return format.Source(e.Bytes())
}

// usedSets writes the sets that package iri walks, and the numbers of their rules.
func (e *emitter) usedSets(g *build.Grammar) error {
	sets, err := emittedSets(g, Options{}, newGoNames(""))
	if err != nil {
		return err
	}
	for _, u := range usedSets {
		i := slices.IndexFunc(sets, func(s emittedSet) bool { return s.id == u.set })
		if i < 0 {
			return fmt.Errorf("rfc3987 declares no set %s", u.set)
		}
		e.printf("// %s tells what reads a %s, and the numbers of its rules.\nconst (\n", u.name, u.prefix)
		e.printf("%s tables.Set = rfc3987.%s // %.8x\n\n", u.name, u.set, sets[i].table.Hash())
		for n, rule := range sets[i].table.Rules() {
			e.printf("%s%s = %d\n", u.prefix, identifier(rule), n)
		}
		e.printf(")\n\n")
	}
	return nil
}

// layout writes the places of a rule's components, and the lengths of their delimiters.
func (e *emitter) layout(rule tables.Rule) {
	e.printf("// The components of %s, and the lengths of the delimiters before and behind them.\nconst (\n", rule.Name())
	for i, p := range rule.Components() {
		e.printf("%sComponent = %d\n", p.Name, i)
		if p.Prefix > 0 {
			e.printf("%sPrefix = %d\n", p.Name, p.Prefix)
		}
		if p.Suffix > 0 {
			e.printf("%sSuffix = %d\n", p.Name, p.Suffix)
		}
	}
	e.printf(")\n\n")
}

package emit

import (
	"go/format"

	"github.com/irilex/iri/build"
)

// emitBundled writes the list of the bundled grammars and their packages, for programs and tests.
func emitBundled(compiled map[string]*build.Grammar) ([]byte, error) {
	e := &emitter{}
	var all []*build.Grammar
	for _, b := range build.BundledGrammars() {
		all = append(all, compiled[b.Name])
	}
	e.header(command, all...)
	e.printf("package bundled\n\nimport (\n%q\n", build.Module+"/tables")
	for _, b := range build.BundledGrammars() {
		e.printf("%q\n", build.Module+"/tables/"+b.Package())
	}
	e.printf(")\n\n// Grammars returns the bundled grammars, in the order of the generator.\n")
	e.printf("func Grammars() []Grammar {\nreturn []Grammar{\n")
	for i, b := range build.BundledGrammars() {
		e.bundle(b, all[i])
	}
	e.printf("}\n}\n")
	return format.Source(e.Bytes())
}

// bundle writes one element of the list.
func (e *emitter) bundle(b build.Bundled, g *build.Grammar) {
	p, alternatives := b.Package(), "noAlternatives"
	if len(g.DeclaredAlternatives()) > 0 {
		alternatives = p + ".Alternatives"
	}
	e.printf("{\nName: %q, Document: %q, Main: %q, Authority: %q,\n", b.Name, b.File(), b.Main, b.Authority)
	e.printf("Names: %[1]s.Names, Lookup: %[1]s.Lookup, Alternatives: %[2]s,\n", p, alternatives)
	if sets := g.DeclaredSets(); len(sets) > 0 {
		e.printf("Sets: []tables.Set{")
		for _, s := range sets {
			e.printf("%s.%s, ", p, identifier(s.Name))
		}
		e.printf("},\n")
	}
	if rules := g.DeclaredAlternatives(); len(rules) > 0 {
		e.printf("WithAlternatives: []string{")
		for _, r := range rules {
			e.printf("%q, ", r.Name)
		}
		e.printf("},\n")
	}
	e.printf("},\n")
}

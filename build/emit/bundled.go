package emit

import (
	"go/format"
	"strings"

	"github.com/irilex/iri/build"
)

// emitBundled generates the list of bundled grammars and their packages, for programs and tests.
func emitBundled(compiled map[string]*build.Grammar) ([]byte, error) {
	var list, imports emitter
	var all []*build.Grammar
	for _, b := range build.BundledGrammars() {
		g, p, alternatives := compiled[b.Name], b.Package(), "noAlternatives"
		if len(g.DeclaredAlternatives()) > 0 {
			alternatives = p + ".Alternatives"
		}
		var sets []string
		for _, s := range g.DeclaredSets() {
			sets = append(sets, p+"."+identifier(s.Name))
		}
		all = append(all, g)
		imports.printf("%q\n", build.Module+"/tables/"+p)
		list.printf("{\nName: %q, Document: %q, Main: %q, Authority: %q,\n", b.Name, b.File(), b.Main, b.Authority)
		list.printf("Names: %[1]s.Names, Lookup: %[1]s.Lookup, Alternatives: %[2]s,\n", p, alternatives)
		list.printf("Sets: []tables.Set{%s},\n},\n", strings.Join(sets, ", "))
	}
	e := &emitter{}
	e.header(command, all...)
	e.printf("package bundled\n\nimport (\n%q\n%s)\n\n", build.Module+"/tables", &imports)
	e.printf("// Grammars returns the bundled grammars, in the order of the generator.\n")
	e.printf("func Grammars() []Grammar {\nreturn []Grammar{\n%s}\n}\n", &list)
	return format.Source(e.Bytes())
}

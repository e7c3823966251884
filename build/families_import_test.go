package build

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// TestFamiliesImported checks that a rule has the same table, or the same reason to have none,
// whether a counting rule it refers to is in its own grammar or imported. The same must hold for a
// rule that is itself recursive.
func TestFamiliesImported(t *testing.T) {
	t.Parallel()
	counting := 0
	for _, f := range families {
		if f.options().Dialect != quick.Dialect || f.octets() || f.counts == "" {
			continue
		}
		name, _, _ := strings.Cut(f.counts, " ")
		own := "top = *NAME \"!\" [NAME]\r\nlist = NAME / list \";\" NAME\r\nnest = \"{\" [nest / NAME] \"}\"\r\n"
		own = strings.ReplaceAll(own, "NAME", name)
		merged, _ := compileSource(t.Context(), syntax.NewSource("own.abnf", own+f.text+"\r\n"), quick)
		opt := quick
		opt.Imports = []Import{{Source: syntax.NewSource("other.abnf", f.text+"\r\n"), Options: quick}}
		opt.Imports[0].Options.Name = "other"
		apart, _ := compileSource(t.Context(), syntax.NewSource("own.abnf", own), opt)
		for _, rule := range []string{"top", "list", "nest"} {
			one, other := merged.Rule(rule), apart.Rule(rule)
			if one.Table.Hash() != other.Table.Hash() || (one.Table == "") != (other.Table == "") {
				t.Errorf("%s: %s of one grammar has %d states, %q; of two %d, %q", f.name, rule,
					one.Table.States(), one.Reason(), other.Table.States(), other.Reason())
			}
			if one.Table.Recursive() {
				counting++
			}
		}
	}
	if counting < len(families) {
		t.Errorf("only %d tables count", counting)
	}
}
